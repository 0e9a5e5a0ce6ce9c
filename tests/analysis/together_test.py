"""The page that shows tracks side by side: its numbers, its clock and camera, its size, and the
messages about files that it refuses."""
import base64
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

import h5py
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import failures, motion, page_numbers, together, workflow  # noqa: E402

workflow.find_modules("philosophies")

AXIS = np.array([0.0, 0.6, 0.8])
RATE = 2e-3


def write(path, times, count=20, seed=1):
    """Writes a track: a ball of spheres that rotates about AXIS, and one sphere that flies away."""
    rng = np.random.default_rng(seed)
    start = rng.normal(0, 10, (count, 3))
    position, velocity = [], []
    for time in np.asarray(times) - times[0]:
        turned = rotated(start, RATE * time)
        speed = RATE * np.cross(AXIS, turned)
        turned[0], speed[0] = [200 + 3 * time, 0, 0], [3, 0, 0]
        position.append(turned)
        velocity.append(speed)
    with h5py.File(path, "w") as file:
        module = file.create_group("h5md/modules/granular")
        module.attrs["version"], module.attrs["content"] = [2, 2], np.bytes_("track")
        body = file.create_group("particles/body")
        body.create_group("box")
        body["id"], body["mass"] = np.arange(count), np.ones(count)
        body["radius"], body["material"] = np.full(count, 2.0), np.zeros(count, "i4")
        for name, values in (
            ("position", position),
            ("velocity", velocity),
            ("spin", np.zeros((len(times), count, 3))),
        ):
            group = body.create_group(name)
            group["value"], group["time"] = np.array(values), np.asarray(times, float)
            group["step"] = np.arange(len(times))
    return path


def rotated(x, angle):
    """=> positions turned about AXIS (Rodrigues' formula)"""
    along = np.outer(x @ AXIS, AXIS)
    return along + np.cos(angle) * (x - along) + np.sin(angle) * np.cross(AXIS, x)


def momentum_of_pile(path):
    """(track of `write`) => angular momentum, in the last frame, of the bodies within twice the
    median distance from the median position, about their centre"""
    with h5py.File(path) as file:
        x, v = (file[f"particles/body/{name}/value"][-1] for name in ("position", "velocity"))
    distance = np.linalg.norm(x - np.median(x, axis=0), axis=1)
    core = distance <= 2 * np.median(distance)
    x, v = x[core], v[core]
    return np.cross(x - x.mean(axis=0), v - v.mean(axis=0)).sum(axis=0)


def unpacked(text, kind):
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), kind)


def whole_numbers(text, frames):
    """(text of page_numbers.predicted) => integers [F, W], as the page computes them"""
    planes = unpacked(text, "u1").reshape(frames, 4, -1).astype(np.int64)
    code = sum(planes[:, k] << 8 * k for k in range(4))
    difference = (code >> 1) ^ -(code & 1)
    found = np.zeros_like(difference)
    for k in range(frames):
        expected = 0 if k == 0 else found[0] if k == 1 else 2 * found[k - 1] - found[k - 2]
        found[k] = difference[k] + expected
    return found


def data_of(text):
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])


def called(*words):
    """(words of the command) => the finished process"""
    return subprocess.run(
        ["/usr/bin/python3", "-m", "analysis.together", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


class Numbers(unittest.TestCase):
    def test_integers_survive(self):
        rng = np.random.default_rng(3)
        numbers = rng.integers(-(2**27), 2**27, (5, 7))
        found = whole_numbers(page_numbers.predicted(numbers), 5)
        np.testing.assert_array_equal(found, numbers)

    def test_levels_end_at_the_range(self):
        found = unpacked(page_numbers.levels(np.array([-1.0, 0, 5, 10, 11]), 0, 10), "u1")
        self.assertEqual(list(found), [0, 0, 128, 255, 255])

    def test_upper_ends_of_colours_are_round(self):
        for value, expected in ((0.123, 0.13), (0.12, 0.12), (9.99, 10), (731, 740)):
            self.assertAlmostEqual(motion.round_above(value), expected)


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # tracks that start at different times, with different frames; the second ends earlier
        self.tracks = [
            ("long", write(self.folder / "long.h5", 100 + 50.0 * np.arange(9))),
            ("short", write(self.folder / "short.h5", 7000 + 30.0 * np.arange(6), seed=2)),
        ]

    def test_one_clock(self):
        found = data_of(together.page("Two", self.tracks))
        self.assertEqual(found["end"], 400)
        long, short = found["tracks"]
        self.assertEqual(long["time"], [50.0 * k for k in range(9)])
        self.assertEqual(short["time"], [30.0 * k for k in range(6)])

    def test_positions_are_those_of_the_track(self):
        found = data_of(together.page("Two", self.tracks))
        for (_, path), track in zip(self.tracks, found["tracks"]):
            exact = motion.of(motion.opened(path)).position
            whole = whole_numbers(track["places"], len(exact)).reshape(len(exact), 3, -1)
            shown = np.swapaxes(whole, 1, 2) * found["step"]
            self.assertLessEqual(abs(shown - exact).max(), 0.5001 * found["step"])
        self.assertLessEqual(found["step"], 2.0 / page_numbers.PARTS)

    def test_shed_bodies_do_not_move_the_pile(self):
        track = motion.of(motion.opened(self.tracks[0][1]))
        # distances from the centre stay those of a rigid rotation
        distance = np.linalg.norm(track.position[:, 1:], axis=2)
        np.testing.assert_allclose(distance, distance[:1] * np.ones((9, 1)), rtol=1e-9)
        self.assertLess(track.columns[motion.RELATIVE][:, 1:].max(), 1e-9)
        self.assertGreater(track.columns[motion.RELATIVE][:, 0].min(), 1)

    def test_equal_colours(self):
        """one range for all tracks: one in a hundred of their numbers exceeds it"""
        found = data_of(together.page("Two", self.tracks))
        for column in found["columns"]:
            values = [motion.of(motion.opened(p)).columns[column["name"]] for _, p in self.tracks]
            every = np.concatenate([np.ravel(v) for v in values])
            self.assertEqual(column["low"], 0)
            self.assertEqual(column["high"], motion.round_above(np.quantile(every, 0.99)))

    def test_the_axis_of_rotation_is_upright(self):
        found = data_of(together.page("Two", self.tracks, together.Camera(upright=True)))
        frame = np.reshape(found["upright"], (3, 3))
        expected = momentum_of_pile(self.tracks[0][1])
        np.testing.assert_allclose(frame[2], expected / np.linalg.norm(expected), atol=1e-9)
        np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-12)
        self.assertAlmostEqual(np.linalg.det(frame), 1)

    def test_frames_are_left_out_of_a_page_that_is_too_large(self):
        whole = together.page("Two", self.tracks)
        found = data_of(together.page("Two", self.tracks, most=len(whole) - 1))
        self.assertGreater(found["every"], 1)
        for track, end in zip(found["tracks"], (400, 150)):
            self.assertEqual((track["time"][0], track["time"][-1]), (0, end))
        with self.assertRaisesRegex(ValueError, "show fewer tracks"):
            together.page("Two", self.tracks, most=1000)

    def test_the_text_cannot_end_the_data(self):
        text = together.page("A <b>", [("</script>", self.tracks[0][1])])
        self.assertEqual(data_of(text)["tracks"][0]["title"], "</script>")
        self.assertIn("<h1>A &lt;b&gt;</h1>", text)


# two tracks whose frames have the same nominal times, and a third that ended earlier
CLOCK = """
const t = require(process.argv[1]);
const tracks = [
  { time: [0, 100, 200, 300] }, { time: [0, 100.2, 199.9, 299.8] }, { time: [0, 150] },
  { message: "failed" },
];
const slack = t.slackOf(tracks, 300), found = { slack, at: {}, forwards: [], backwards: [] };
const own = tracks.slice(0, 3).map(({ time }) => time);
const at = (times, time) => [t.frameAt(times, time, slack), t.hasEnded(times, time, slack)];
const next = (time, direction) => t.nextTime(tracks, time, direction, slack);
for (const time of [0, 99, 100, 160, 300]) found.at[time] = own.map((times) => at(times, time));
for (let time = 0, k = 0; k < 5; ++k) found.forwards.push(time = next(time, 1));
for (let time = 300, k = 0; k < 5; ++k) found.backwards.push(time = next(time, -1));
found.said = tracks.map((track) => t.saidOf(track, 300, 300, slack));
console.log(JSON.stringify(found));
"""


@unittest.skipUnless(shutil.which("node"), "needs node")
class Clock(unittest.TestCase):
    def setUp(self):
        script = ROOT / "analysis" / "together.js"
        done = subprocess.run(
            ["node", "-e", CLOCK, str(script)], capture_output=True, text=True, check=True
        )
        self.found = json.loads(done.stdout)

    def test_panels_are_at_the_same_nominal_time(self):
        self.assertAlmostEqual(self.found["slack"], 0.3)  # a thousandth of the longest time
        at = self.found["at"]
        self.assertEqual(at["0"], [[0, False]] * 3)
        self.assertEqual([frame for frame, _ in at["99"]], [0, 0, 0])
        self.assertEqual([frame for frame, _ in at["100"]], [1, 1, 0])
        self.assertEqual(at["160"], [[1, False], [1, False], [1, True]])
        self.assertEqual(at["300"], [[3, False], [3, False], [1, True]])

    def test_steps_show_each_frame(self):
        self.assertEqual(self.found["forwards"], [100, 150, 199.9, 299.8, 299.8])
        self.assertEqual(self.found["backwards"], [200, 150, 100.2, 0, 0])

    def test_ended_and_absent_tracks_say_so(self):
        first, second, third, absent = self.found["said"]
        self.assertTrue(first.startswith("frame at"))
        self.assertTrue(second.startswith("frame at"))
        self.assertTrue(third.startswith("ended at"))
        self.assertEqual(absent, "no track: failed")


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.track = write(self.folder / "track.h5", [0.0, 1, 2])
        self.out = self.folder / "out.html"

    def test_writes_the_page(self):
        done = called(self.out, f"one pile={self.track}", "--view", "30,20", "--upright")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(data_of(self.out.read_text())["view"], [30, 20])

    def test_refuses_with_one_line(self):
        broken = self.folder / "broken.h5"
        broken.write_bytes(self.track.read_bytes()[:500])
        absent = self.folder / "absent.h5"
        self.out.write_text("kept")
        for words, message in (
            ([self.out, f"a={absent}"], "absent.h5"),
            ([self.out, f"a={broken}"], "broken.h5"),
            ([self.out, self.track], "expected TITLE=TRACK.h5"),
            ([self.out, f"a={self.track}", "--view", "north"], "expected AZIMUTH,ELEVATION"),
            ([self.folder / "absent" / "out.html", f"a={self.track}"], "absent: no such folder"),
            ([self.folder / "out.txt", f"a={self.track}"], "ends in .html"),
        ):
            done = called(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(message, done.stderr)
            self.assertEqual(len(done.stderr.strip().split("\n")), 1, done.stderr)
        self.assertEqual(self.out.read_text(), "kept")


class OfTheStudy(unittest.TestCase):
    """the pages of the philosophies study"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.script = workflow.script("philosophies", "together")
        self.track = write(self.folder / "track.h5", [0.0, 1, 2])
        self.failed = self.folder / "failed.h5"
        entry = dict(run="a", tool="rubble-flyby", code=3, message="error: x < y", because="")
        failures.write(self.failed, entry)

    def test_failed_run_beside_a_track(self):
        found = data_of(self.script.text_of("spin", [("a", self.failed), ("b", self.track)]))
        self.assertEqual(found["tracks"][0], {"title": "a", "message": "error: x < y"})
        self.assertEqual(found["axes"], ["", "", "spin"])

    def test_failed_runs_alone(self):
        text = self.script.text_of("flyby", [("a", self.failed), ("b", self.failed)])
        for variant in ("a", "b"):
            self.assertIn(f"<p>{variant}: no track: error: x &lt; y</p>", text)

    def test_broken_track_ends_the_job(self):
        broken = self.folder / "broken.h5"
        broken.write_bytes(self.track.read_bytes()[:500])
        with self.assertRaisesRegex(ValueError, "broken.h5"):
            self.script.text_of("spin", [("a", self.track), ("b", broken)])


if __name__ == "__main__":
    unittest.main()
