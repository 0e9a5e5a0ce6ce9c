"""Film and pictures of the variants of the philosophies study: the axis of rotation is upright, and
all panels show one time. A run that has ended keeps its last frame, and a failed run has its
message in place of pictures."""
import io
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from PIL import Image, ImageChops

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import failures, figure, workflow  # noqa: E402

workflow.find_modules("philosophies")
import film  # noqa: E402


def seen(point, azimuth):
    """(point, azimuth [degree]) => its coordinates to the right and upwards in a picture of
    rubble-render from the horizon (docs/theory.md 12)"""
    angle = np.radians(azimuth)
    return np.array([np.cos(angle) * point[1] - np.sin(angle) * point[0], point[2]])


def turned(point, roll):
    """(point of a picture, angle [degree]) => the point turned anticlockwise"""
    angle = np.radians(roll)
    return np.array(
        [
            np.cos(angle) * point[0] - np.sin(angle) * point[1],
            np.sin(angle) * point[0] + np.cos(angle) * point[1],
        ]
    )


def entries(tracks, moments, **values):
    """(tracks, moments, values of all entries) => entries as of film.frames"""
    return [
        {"track": track, "moment": moment, "frame": 0, "ended": False, **values}
        for track in tracks
        for moment in moments
    ]


def failed(folder, run):
    """(folder, name of a run) => path of the failure record in place of its track"""
    path = Path(folder, run, "track.h5")
    path.parent.mkdir()
    entry = dict(run=run, tool="rubble-spinup", code=3, message="error: a gap", because="")
    failures.write(path, entry)
    return path


class Axis(unittest.TestCase):
    def test_is_upright(self):
        for axis in ((0, 0, 1), (0, 0, -1), (1, 0, 1), (-1, 2, 0.5), (0.3, -0.2, -0.9), (0, 3, 0)):
            azimuth, roll = film.angles_for(axis)
            found = turned(seen(axis, azimuth), roll)
            self.assertAlmostEqual(found[0], 0, msg=axis)
            # the whole length: the viewer is across the axis
            self.assertAlmostEqual(found[1], np.linalg.norm(axis), msg=axis)

    def test_pictures_turn_anticlockwise(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = Image.new("RGB", (101, 101), "white")
            picture.putpixel((90, 50), (0, 0, 0))  # on the right
            path = Path(folder, "picture.png")
            picture.save(path)
            found = np.array(film.turned(path, 90).convert("L"))
        line, column = np.unravel_index(found.argmin(), found.shape)
        self.assertLess(line, 15)
        self.assertAlmostEqual(column, 50, delta=1)


class Clock(unittest.TestCase):
    def test_last_frame_that_is_not_later(self):
        times = np.array([0.0, 10.0, 20.0])
        found = [film.frame_at(times, time, 0.02) for time in (0, 9.9, 9.99, 10, 19, 20, 50)]
        self.assertEqual(found, [0, 0, 1, 1, 1, 2, 2])

    def test_tolerance(self):
        hundreds = 100.0 * np.arange(4)
        self.assertAlmostEqual(film.slack_of([hundreds, np.array([0.0])]), 0.3)  # 300 s / 1000
        self.assertAlmostEqual(film.slack_of([hundreds, np.arange(4.0)]), 0.1)  # 1 s / 10

    def test_frames_of_one_nominal_time(self):
        """steps that do not divide the interval make the frames of one track late"""
        times = {"fixed": 550.0 * np.arange(4), "springs": 550.5 * np.arange(4)}
        with unittest.mock.patch.object(film, "times", side_effect=times.get):
            for moments in times.values():
                found = film.frames(["fixed", "springs"], moments)
                self.assertEqual([row["frame"] for row in found], [0, 1, 2, 3] * 2)
                self.assertFalse(any(row["ended"] for row in found))

    def test_track_ends_within_one_interval(self):
        times = {"long": np.array([0.0, 10, 20]), "short": np.array([0.0, 10])}
        with unittest.mock.patch.object(film, "times", side_effect=times.get):
            found = film.frames(["short", "long"], [10, 15])
        self.assertEqual([row["ended"] for row in found], [False, True, False, False])

    def test_frames_of_tracks_of_different_length(self):
        times = {"long": np.array([0.0, 10, 20, 30, 40]), "short": np.array([0.0, 10, 15])}
        with unittest.mock.patch.object(film, "times", side_effect=times.get):
            found = film.frames(["long", "short"], [0, 20, 40])
        self.assertEqual([row["frame"] for row in found], [0, 2, 4, 0, 2, 2])
        self.assertEqual([row["ended"] for row in found], [False] * 4 + [True, True])

    def test_film_has_up_to_its_number_of_frames(self):
        moving = workflow.script("philosophies", "moving")
        for count in (1, 2, 60, 61, 100, 121):
            with unittest.mock.patch.object(film, "times", return_value=np.arange(float(count))):
                found = moving.moments_of(["track"])
            self.assertEqual(len(set(found)), min(count, moving.FRAMES))
            self.assertEqual((found[0], found[-1]), (0, count - 1))


class Film(unittest.TestCase):
    def test_shows_each_track_in_its_place(self):
        """two tracks with two frames each: the pictures are dark and light"""
        moving = workflow.script("philosophies", "moving")
        with tempfile.TemporaryDirectory() as folder:
            pictures = []
            for number, shade in enumerate((0, 60, 120, 180)):
                pictures.append(Path(folder, f"{number}.png"))
                side = moving.SIZE
                Image.new("RGB", (side, side), (shade, shade, shade)).save(pictures[-1])
            with unittest.mock.patch.object(film, "title_of", return_value="variant"):
                pages = list(moving.sheets(entries(("a", "b"), (0.0, 2200.0)), pictures, 2, 0.0))
            film_file = Image.open(io.BytesIO(moving.animated(pages)))
        middle = moving.TITLE + moving.SIZE // 2
        shades = []
        for number in range(film_file.n_frames):
            film_file.seek(number)
            page = film_file.convert("L")
            shades.append(
                [page.getpixel((moving.SIZE * k + moving.SIZE // 2, middle)) for k in (0, 1)]
            )
        self.assertEqual(shades, [[0, 120], [60, 180]])

    def test_marks_ended_tracks(self):
        moving = workflow.script("philosophies", "moving")
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder, "picture.png")
            Image.new("RGB", (moving.SIZE, moving.SIZE), "white").save(picture)
            with unittest.mock.patch.object(film, "title_of", return_value="variant"):
                plain, marked = (
                    moving.page_of(entries(["a"], [0.0], ended=ended), [picture], 0.0)
                    for ended in (False, True)
                )
        box = ImageChops.difference(plain, marked).getbbox()
        self.assertIsNotNone(box)
        left, top, right, bottom = box
        self.assertGreater(top, moving.TITLE + 0.9 * moving.SIZE)
        self.assertLess(bottom, moving.TITLE + moving.SIZE)
        self.assertAlmostEqual((left + right) / 2, moving.SIZE / 2, delta=2)

    def test_has_one_palette(self):
        moving = workflow.script("philosophies", "moving")
        pages = [Image.new("RGB", (8, 6), colour) for colour in ("red", "blue")]
        pages[0].putpixel((7, 5), (0, 255, 0))
        first, second = moving.in_one_palette(pages)
        self.assertEqual(first.getpalette(), second.getpalette())
        for page, reduced in zip(pages, (first, second)):
            self.assertEqual(reduced.convert("RGB").tobytes(), page.tobytes())


class FailedRuns(unittest.TestCase):
    """the run of the second of three variants has failed"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        names = [f"spin-{variant}-A-60-s1" for variant in ("2a", "3", "5")]
        self.tracks = [str(self.folder / name / "track.h5") for name in names]
        failed(self.folder, names[1])
        self.rendered = []
        camera = film.Camera(0.0, 0.0, 100.0)
        for name, value in (("times", np.array([0.0, 550, 1100])), ("camera_for", camera)):
            patch = unittest.mock.patch.object(film, name, return_value=value)
            patch.start()
            self.addCleanup(patch.stop)

    def render(self, wanted, folder=None):
        """as panels.rendered, with dark pictures"""
        self.rendered += [track for track, _ in wanted]
        path = self.folder / "dark.png"
        Image.new("RGB", (240, 240), "black").save(path)
        return [path for _ in wanted]

    def test_have_no_frame(self):
        found = film.frames(self.tracks, [0, 550])
        self.assertEqual([entry["frame"] for entry in found], [0, 1, None, None, 0, 1])

    def test_keep_their_panels_in_the_film(self):
        moving = workflow.script("philosophies", "moving")
        with unittest.mock.patch.object(moving.panels, "rendered", self.render):
            pages = list(moving.pages_of(self.tracks, self.folder))
        self.assertEqual(len(pages), 3)
        self.assertEqual(self.rendered, [self.tracks[0]] * 3 + [self.tracks[2]] * 3)
        for page in pages:
            shades = [np.array(panel(moving, page, number)).mean() for number in range(3)]
            self.assertEqual((shades[0], shades[2]), (0, 0))
            self.assertGreater(shades[1], 200)  # dark text on white
            self.assertLess(shades[1], 255)

    def test_film_without_a_track_shows_the_messages(self):
        moving = workflow.script("philosophies", "moving")
        (page,) = moving.pages_of(self.tracks[1:2], self.folder)
        self.assertLess(np.array(panel(moving, page, 0)).mean(), 255)

    def test_keep_their_panels_in_the_pictures(self):
        frames = workflow.script("philosophies", "frames")
        page = frames.draw(SimpleNamespace(tracks=self.tracks), None, self.render)
        self.addCleanup(figure.plt.close, page)
        lines = np.reshape(page.axes, (3, frames.COLUMNS))
        self.assertEqual(lines[1][0].get_ylabel().replace("\n", " "), "3 Contact Dynamics")
        for line, shown, text in zip(lines, (1, 0, 1), ([], ["no picture: error: a gap"], [])):
            for axis in line:
                self.assertEqual(len(axis.images), shown)
                said = [found.get_text().replace("\n", " ") for found in axis.texts]
                self.assertEqual([one for one in said if one != "ended"], text)


def panel(moving, page, place):
    """(script, page of the film, number of a panel) => its picture in shades of grey"""
    left, top = moving.SIZE * place, moving.TITLE
    return page.crop((left, top, left + moving.SIZE, top + moving.SIZE)).convert("L")


if __name__ == "__main__":
    unittest.main()
