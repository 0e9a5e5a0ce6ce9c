"""Film and pictures of the variants of the philosophies study: the axis of rotation is upright, all
panels show one time, and a run that has ended keeps its last frame."""
import io
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import workflow  # noqa: E402

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
                pages = list(moving.sheets(["a", "b"], pictures, [0.0, 2200.0], 0.0))
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

    def test_has_one_palette(self):
        moving = workflow.script("philosophies", "moving")
        pages = [Image.new("RGB", (8, 6), colour) for colour in ("red", "blue")]
        pages[0].putpixel((7, 5), (0, 255, 0))
        first, second = moving.in_one_palette(pages)
        self.assertEqual(first.getpalette(), second.getpalette())
        for page, reduced in zip(pages, (first, second)):
            self.assertEqual(reduced.convert("RGB").tobytes(), page.tobytes())


if __name__ == "__main__":
    unittest.main()
