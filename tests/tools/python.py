"""The Python package `rubble`: files, tables, runs, written piles and figures, compared with what
the programs print.

Usage: python.py FOLDER_OF_THE_TOOLS
"""
import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import tomllib
import unittest
from pathlib import Path

import h5py
import numpy as np
import pandas

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "analysis"))
import rubble  # noqa: E402
from rubble import store, toml, writing  # noqa: E402

BIN = Path(sys.argv[1]).resolve()
DATA = ROOT / "tests" / "data"
CLOUD = {
    "seed": 3,
    "material": {"name": "rock", "density": "3.2 g/cm^3"},
    "size": {"law": "classes", "radii": ["20 m", "30 m"]},
    "cloud": {"form": "sphere", "count": 40, "solid_fraction": 0.3},
}
HULLS = {
    "seed": 1,
    "material": {"name": "stone", "density": 2700.0},
    "grains": {"shapes": ["rock"], "sized_by": "bounding"},
    "shape": [
        {
            "name": "rock",
            "form": "random",
            "points": "sphere",
            "least_points": 10,
            "most_points": 20,
            "least_ratio": 0.5,
        }
    ],
    "size": {"law": "volume", "min": "3.75 m", "max": "5 m"},
    "cloud": {"form": "lattice", "count": 8, "cell": "10 m", "jitter": True},
}
GRAINS = {
    "seed": 1,
    "material": {"name": "glass", "density": 2500.0},
    "grains": {"shapes": ["dumbbell", "rod"], "radius": "1 m", "overlap": "sum"},
    "cloud": {"form": "sphere", "count": 6, "solid_fraction": 0.2},
}
RELAX = ROOT / "configs" / "relax.toml"
SHORT = {"run.duration": "80 min", "run.record_every": "4 min", "run.frame_every": "30 min"}


def told(tool, *words):
    """Standard output of a program."""
    return subprocess.run(
        [BIN / f"rubble-{tool}", *words], check=True, capture_output=True, text=True
    ).stdout


def from_text(text):
    return pandas.read_csv(io.StringIO(text), sep="\t", skiprows=[1], float_precision="round_trip")


def volume_and_centre(vertices, faces):
    """Volume and centre of mass of a closed surface, by the divergence theorem."""
    origin, volume, moment = vertices.mean(axis=0), 0.0, np.zeros(3)
    for face in faces:
        for j in range(1, len(face) - 1):
            a, b, c = vertices[[face[0], face[j], face[j + 1]]] - origin
            part = a @ np.cross(b, c) / 6
            volume += part
            moment += part * (a + b + c) / 4
    return volume, origin + moment / volume


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["RUBBLE_BIN"] = str(BIN)
        cls.old = os.getcwd()
        cls.folder = tempfile.TemporaryDirectory()
        os.chdir(cls.folder.name)
        rubble.run("generate", CLOUD, out="cloud.h5")
        cls.relaxed = rubble.run(
            "relax",
            RELAX,
            "cloud.h5",
            out="pile.h5",
            track="track.h5",
            set=SHORT,
            progress=False,
        )
        rubble.run("generate", HULLS, out="hulls.h5")
        rubble.run("generate", GRAINS, out="grains.h5")

    @classmethod
    def tearDownClass(cls):
        os.chdir(cls.old)
        cls.folder.cleanup()

    def same_bodies(self, path, bodies):
        """The table of bodies equals what rubble-export writes."""
        told("export", path, "out.csv", "--force")
        exported = pandas.read_csv("out.csv", float_precision="round_trip")
        exported = exported.rename(columns={"m": "mass", "r": "radius"})
        for name in exported:
            if name not in ("shape", "exx", "eyy", "ezz", "eyz", "ezx", "exy"):
                np.testing.assert_array_equal(bodies[name], exported[name], err_msg=name)

    def test_bodies_equal_those_exported(self):
        for path in ("pile.h5", "grains.h5"):
            self.same_bodies(path, rubble.open(path).bodies)
        told("export", "hulls.h5", "hulls.csv")
        exported, bodies = (
            pandas.read_csv("hulls.csv", float_precision="round_trip"),
            rubble.open("hulls.h5").bodies,
        )
        # the product of quaternions is rounded in another order
        names = ["qw", "qx", "qy", "qz"]
        signs = np.sign(np.sum(exported[names].to_numpy() * bodies[names].to_numpy(), axis=1))
        np.testing.assert_allclose(
            bodies[names].to_numpy() * signs[:, None], exported[names], atol=1e-14
        )
        told("export", "track.h5", "frame.h5", "--frame", "2")
        self.same_bodies("frame.h5", rubble.open("track.h5").frames[2].bodies)

    def test_units_are_those_of_the_file(self):
        pile = rubble.open("pile.h5")
        with h5py.File("pile.h5") as file:
            for name, column in (("mass", "mass"), ("position", "y"), ("spin", "wz")):
                self.assertEqual(
                    pile.units[column], file[f"particles/body/{name}"].attrs["unit"], name
                )
        self.assertEqual(list(pile.units), list(pile.bodies))

    def test_contacts_equal_those_listed(self):
        found = rubble.open("pile.h5").contacts
        listed = from_text(told("contacts", "pile.h5"))
        self.assertGreater(len(listed), 20)
        for name in ("a", "b", "energy", "normal_x", "force_z"):
            np.testing.assert_array_equal(found[name], listed[name], err_msg=name)
        np.testing.assert_array_equal(-found["gap"], listed["overlap"])
        np.testing.assert_array_equal(found["wall"], listed["plane"])
        bodies = rubble.open("pile.h5").bodies
        np.testing.assert_array_equal(bodies["id"].to_numpy()[found["row_b"]], found["b"])

    def test_hulls_have_their_masses_and_centres(self):
        pile = rubble.open("hulls.h5")
        for k in range(len(pile)):
            vertices, faces = pile.surface(k)
            volume, centre = volume_and_centre(vertices, faces)
            self.assertAlmostEqual(2700.0 * volume / pile.bodies["mass"][k], 1, places=9)
            np.testing.assert_allclose(centre, pile.arrays["position"][k], atol=1e-8)
        with self.assertRaisesRegex(ValueError, "body 0 is a sphere"):
            rubble.open("pile.h5").surface(0)

    def test_grains_have_the_moments_of_their_members(self):
        from rubble.shapes import rotated

        pile = rubble.open("grains.h5")
        grains, bodies = pile.grains, pile.bodies
        self.assertEqual(grains["bodies"].sum(), len(bodies))
        self.assertEqual(set(grains["shape"]), {"dumbbell", "rod"})
        for k, grain in grains.iterrows():
            own = bodies[bodies["grain"] == k]
            arm = own[["x", "y", "z"]].to_numpy() - grain[["x", "y", "z"]].to_numpy(float)
            mass, radius = own["mass"].to_numpy(), own["radius"].to_numpy()
            inertia = np.diag([0.4 * mass @ radius**2] * 3)
            for m, d in zip(mass, arm):
                inertia += m * (d @ d * np.eye(3) - np.outer(d, d))
            turn = grain[["qw", "qx", "qy", "qz"]].to_numpy(float)
            axes = rotated(turn, np.eye(3))  # rows: principal axes
            moments = grain[["moment_a", "moment_b", "moment_c"]].to_numpy(float)
            np.testing.assert_allclose(axes.T @ np.diag(moments) @ axes, inertia, atol=1e-6)

    def test_series_and_frames(self):
        track = rubble.open("track.h5")
        with h5py.File("track.h5") as file:
            momentum = file["observables/momentum/value"][()]
            names = file["parameters/observables/name"].asstr()[()]
        np.testing.assert_array_equal(track.series["momentum_y"], momentum[:, 1])
        np.testing.assert_array_equal(track.records["momentum"], momentum)
        self.assertEqual(track.series.attrs["units"]["momentum_y"], "kg m s-1")
        self.assertLessEqual(set(names) - {"momentum"}, set(track.series) | set(track.records))
        self.assertEqual(list(track.frames.times), [frame.time for frame in track.frames])
        np.testing.assert_allclose(track.frames.times, [0, 1800, 3600, 4800], atol=0.1)
        self.assertEqual([frame.number for frame in track.frames[1:3]], [1, 2])
        self.assertEqual(track.frames[-1].time, rubble.open("pile.h5").time)
        # the pile of a relaxation has lost its rotation: compare with the frame itself
        last = rubble.open(told("export", "track.h5", "last.h5", "--frame", "-1") or "last.h5")
        np.testing.assert_array_equal(track.bodies, last.bodies)
        np.testing.assert_array_equal(track.contacts, last.contacts)
        with self.assertRaisesRegex(IndexError, "4 frames, not a frame 5"):
            track.frames[5]
        self.assertEqual(len(rubble.open("pile.h5").frames), 1)

    def test_provenance_and_settings(self):
        pile = rubble.open("pile.h5")
        self.assertEqual(
            [record["tool"] for record in pile.provenance], ["rubble-generate", "rubble-relax"]
        )
        self.assertEqual(pile.provenance[1]["inputs"], [told("hash", "cloud.h5").split()[0]])
        self.assertEqual(pile.provenance[1]["results"]["exit_code"], 4)
        self.assertEqual(pile.settings["run"]["duration"], 4800)
        self.assertEqual(pile.settings_of("rubble-generate")["cloud"]["count"], 40)
        with self.assertRaisesRegex(KeyError, "rubble-spin"):
            pile.settings_of("rubble-spin")

    def test_provenance_of_written_piles(self):
        """Piles of the package have the history of their sources, and what was done with them."""
        pile, track = rubble.open("pile.h5"), rubble.open("track.h5")
        moved = rubble.write("kept.h5", pile.bodies, like=pile)
        self.assertEqual(moved.provenance[:2], pile.provenance)
        self.assertEqual(moved.provenance[2]["arguments"], "write")
        self.assertEqual(moved.provenance[2]["inputs"], [told("hash", "pile.h5").split()[0]])
        frame = rubble.write("framed.h5", track.frames[1].bodies, like=track.frames[1])
        self.assertEqual(frame.provenance[:-1], track.provenance)
        self.assertEqual(frame.provenance[-1]["inputs"], [told("hash", "track.h5").split()[0]])
        self.assertEqual(frame.settings, {"frame": 1})
        how = dict(move=(0, 0, 1e5), velocity=(0.1, 0, 0), spin=(0, 1e-4, 0), turn=(0.6, 0, 0.8, 0))
        merged = rubble.merge("both.h5", moved, rubble.Placed("pile.h5", **how))
        self.assertEqual(merged.provenance[:-1], [*moved.provenance, *pile.provenance])
        at_rest, placed = merged.settings["pile"]
        self.assertEqual({name: tuple(value) for name, value in placed.items()}, how)
        self.assertEqual(at_rest["turn"], [1, 0, 0, 0])
        told("info", "both.h5")
        self.assertEqual(rubble.write("new.h5", pile.bodies).provenance[0]["inputs"], [])

    def test_files_of_earlier_versions(self):
        pile = rubble.open(DATA / "version1" / "pile.h5")
        listed = from_text(told("contacts", DATA / "version1" / "pile.h5"))
        for name, column in (("a", "a"), ("b", "b"), ("wall", "plane"), ("force_x", "force_x")):
            np.testing.assert_array_equal(pile.contacts[name], listed[column], err_msg=name)
        broken = rubble.open(DATA / "version2" / "lineage.h5")  # grains that change
        last = len(broken.frames) - 1
        told("export", broken, "broken.h5", "--frame", str(last))
        for name in ("x", "grain", "lineage", "liberated"):
            self.assertEqual(list(broken.bodies[name]), list(rubble.open("broken.h5").bodies[name]))
        np.testing.assert_array_equal(
            broken.grains.drop(columns="shape"),
            rubble.open("broken.h5").grains.drop(columns="shape"),
        )

    def test_periodic_space(self):
        bodies = {"x": [1.0, 4.0], "y": [1.0, 1.0], "z": [1.0, 1.0], "radius": [0.5, 0.25]}
        pile = rubble.write("cell.h5", bodies, density=1000.0, period=(5.0, 0.0, 0.0))
        self.assertEqual(list(pile.period), [5, 0, 0])
        self.assertIn("5", told("info", "cell.h5").split("period")[1])
        with self.assertRaisesRegex(ValueError, "cannot be turned"):
            rubble.merge("no.h5", rubble.Placed("cell.h5", turn=(0, 1, 0, 0)))
        with self.assertRaisesRegex(ValueError, "another period"):
            rubble.merge("no.h5", "cell.h5", "pile.h5")

    def test_tables(self):
        found, printed = rubble.table("packing", "pile.h5"), from_text(told("packing", "pile.h5"))
        pandas.testing.assert_frame_equal(found, printed, check_dtype=False, check_exact=True)
        self.assertEqual(found.attrs["units"]["mass"], "kg")
        core = rubble.table("packing", rubble.open("pile.h5"), "--core", "4")
        self.assertEqual(core["core"][0], 4)
        pandas.testing.assert_frame_equal(core, rubble.table("packing", "pile.h5", core=4))
        several = rubble.table("clusters", "pile.h5", least=1)
        self.assertEqual(list(several), "summary clusters bound_pairs sizes speeds".split())
        self.assertEqual(several["summary"]["bodies"][0], 40)
        self.assertEqual(several["summary"]["finder"].dtype, object)

    def test_failed_programs(self):
        with self.assertRaises(rubble.RunError) as raised:
            rubble.table("packing", "missing.h5")
        self.assertEqual(str(raised.exception), "rubble-packing: error: missing.h5: no such file")
        self.assertEqual(raised.exception.code, 2)
        with self.assertRaisesRegex(rubble.RunError, "pile.h5"):
            rubble.run("relax", RELAX, "cloud.h5", out="pile.h5", set=SHORT)
        with self.assertRaisesRegex(rubble.RunError, "frction"):
            rubble.run("relax", RELAX, "cloud.h5", out="new.h5", set={"contact.frction": 1})
        with self.assertRaisesRegex(rubble.RunError, "missing key 'friction'"):
            removed = {"contact.sliding.friction": None}
            rubble.run("relax", RELAX, "cloud.h5", out="new.h5", set=removed)
        self.assertFalse(Path("new.h5").exists())
        with self.assertRaisesRegex(FileNotFoundError, "rubble-no: no such program in RUBBLE_BIN"):
            rubble.table("no", "pile.h5")
        with self.assertRaisesRegex(FileNotFoundError, "rubble-packin: .* did you mean 'packing'"):
            rubble.table("packin", "pile.h5")
        with self.assertRaisesRegex(rubble.RunError, "rubble-relax: error: it prints no table"):
            rubble.table("relax", "pile.h5")
        for first in ("cloud.h5", rubble.open("cloud.h5")):
            with self.assertRaisesRegex(TypeError, "give None if rubble-carve takes no config"):
                rubble.run("carve", first, "surface.obj", out="new.h5")
        for reads in (rubble.open, rubble.runs):
            with self.assertRaisesRegex(IsADirectoryError, r"\.: a folder, not a "):
                reads(".")

    def test_wrong_configurations_name_their_keys(self):
        rods = {"name": "a", "form": "glued"}
        no_file = [
            dict(rods, radii=["1 m"], centres=[["0 m", "0 m", "0 m"]]),
            {"name": "b", "file": "x.obj"},
        ]
        for change, message in (
            ({"cloud": {**CLOUD["cloud"], "count": -1}}, "configuration, cloud.count: 'count' in"),
            ({"cloud": {"form": "sphere"}}, "configuration, cloud: missing key 'count' in [cloud]"),
            ({"size": {"law": "classes", "radii": ["1 s"]}}, "configuration, size.radii: "),
            ({"speed": 1}, "configuration, speed: unknown key 'speed' at the top level"),
            ({"cloud": 3}, "configuration, cloud: 'cloud' must be a table"),
            ({"shape": no_file}, "configuration, shape[1]"),
        ):
            with self.assertRaises(rubble.RunError) as raised:
                rubble.run("generate", {**CLOUD, **change}, out="wrong.h5")
            said = str(raised.exception)
            self.assertTrue(said.startswith(f"rubble-generate: error: {message}"), said)
            self.assertNotIn(tempfile.gettempdir(), "".join(raised.exception.messages))
        with self.assertRaises(rubble.RunError) as raised:
            rubble.run("generate", {k: v for k, v in CLOUD.items() if k != "seed"}, out="wrong.h5")
        self.assertIn("error: configuration: missing key 'seed'", str(raised.exception))

    def test_runs(self):
        done = self.relaxed
        self.assertFalse(done.stopped)
        self.assertEqual((done.exit_code, len(done.pile), len(done.track.frames)), (4, 40, 4))
        self.assertTrue(any("wall time" in line for line in done.messages))
        again = rubble.run(
            "relax",
            tomllib.loads(RELAX.read_text()),
            rubble.open("cloud.h5"),
            out="again.h5",
            set=SHORT,
            threads=2,
        )
        self.assertEqual(told("hash", "again.h5").split()[0], told("hash", "pile.h5").split()[0])

    def test_progress(self):
        script = Path("rubble-slow")
        script.write_text(
            '#!/bin/sh\nfor k in 1 2; do echo "rubble-slow: $k of 2 s | ETA 0:00" >&2; '
            "echo 'rubble-slow: warning: hot' >&2; echo 'other: warning' >&2; done\n"
            "echo 'rubble-slow: note: slow' >&2\necho 'rubble-slow: done' >&2\n"
            'echo \'{"units": {}, "rows": []}\'\n'
        )
        script.chmod(0o755)
        os.environ["RUBBLE_BIN"] = os.getcwd()
        try:
            with contextlib.redirect_stderr(io.StringIO()) as shown:
                done = rubble.run("slow", None, out="nothing.h5")
            with contextlib.redirect_stderr(io.StringIO()) as of_table:
                rubble.table("slow")
        finally:
            os.environ["RUBBLE_BIN"] = str(BIN)
        self.assertEqual(
            shown.getvalue(),
            "\rrubble-slow: 1 of 2 s | ETA 0:00\nrubble-slow: warning: hot\n"
            "\rrubble-slow: 2 of 2 s | ETA 0:00\nrubble-slow: warning: hot\n"
            "rubble-slow: note: slow\n",
        )
        self.assertEqual(of_table.getvalue().count("\n"), 3)
        self.assertIn("rubble-slow: warning: hot", done.messages)
        self.assertEqual(done.messages[-1], "rubble-slow: done")

    def test_written_spheres_equal_imported_ones(self):
        rows = np.random.default_rng(1).uniform(1, 2, (7, 11))
        names = "mass radius x y z vx vy vz wx wy wz".split()
        bodies = pandas.DataFrame(rows, columns=names)
        bodies["id"] = [5, 3, 9, 1, 0, 2, 7]
        rubble.write("written.h5", bodies.assign(material="ice"))
        table = bodies.rename(columns={"mass": "m", "radius": "r"})
        table.assign(material="ice").to_csv("b.csv", index=False)
        told("import", "b.csv", "imported.h5")
        written, imported = rubble.open("written.h5"), rubble.open("imported.h5")
        self.assertEqual(list(written.materials["name"]), ["ice"])
        np.testing.assert_allclose(
            written.materials["density"], imported.materials["density"], rtol=1e-12
        )
        for name, values in imported.arrays.items():
            np.testing.assert_array_equal(written.arrays[name], values)
        told("info", "written.h5")

    def test_written_densities_equal_imported_ones(self):
        """Without names each density is a material, in the order of the first bodies."""
        rng = np.random.default_rng(2)
        for case, densities in (
            ("few", np.array([2700.0, 900, 2700 * (1 + 1e-12), 1200, 900])),
            ("many", 1000.0 + np.arange(101)),
        ):
            count = len(densities)
            bodies = pandas.DataFrame({name: rng.uniform(0, 1e3, count) for name in "xyz"})
            bodies["radius"] = rng.uniform(1, 2, count)
            bodies["mass"] = densities * 4 / 3 * np.pi * bodies["radius"] ** 3
            written = rubble.write(f"{case}.h5", bodies)
            bodies.rename(columns={"mass": "m", "radius": "r"}).to_csv("b.csv", index=False)
            told("import", "--material", "rock", "b.csv", f"{case}-imported.h5")
            imported = rubble.open(f"{case}-imported.h5")
            self.assertEqual(list(written.materials["name"]), list(imported.materials["name"]))
            np.testing.assert_allclose(
                written.materials["density"], imported.materials["density"], rtol=1e-12
            )
            np.testing.assert_array_equal(written.arrays["material"], imported.arrays["material"])
        self.assertEqual(
            list(rubble.open("few.h5").materials["name"]), ["rock", "rock-2", "rock-3"]
        )

    def test_written_files_have_the_layout_of_the_programs(self):
        for path in ("pile.h5", "hulls.h5"):
            rubble.merge("copy.h5", path, force=True)
            self.assertEqual(told("hash", path).split()[0], told("hash", "copy.h5").split()[0])
            with h5py.File(path) as file, h5py.File("copy.h5") as copy:
                found, expected = {}, {}
                for source, target in ((file, expected), (copy, found)):
                    source.visititems(lambda name, item: target.update({name: item}))
                own = {n for n in expected if not n.startswith("provenance")}
                self.assertEqual(own, {n for n in found if not n.startswith("provenance")})
                for name in own:
                    for key, value in expected[name].attrs.items():
                        np.testing.assert_array_equal(
                            found[name].attrs[key], value, f"{name} {key}"
                        )
                    if isinstance(expected[name], h5py.Dataset):
                        self.assertEqual(found[name].dtype, expected[name].dtype, name)
                        self.assertEqual(found[name].fletcher32, expected[name].fletcher32, name)
        self.assertEqual(set(store.KINDS.values()), {"f8", "i8", "i4"})

    def test_written_like_another_pile(self):
        for path in ("hulls.h5", "grains.h5"):
            pile = rubble.open(path)
            bodies = pile.bodies
            bodies["vx"] += 2.0
            moved = rubble.write("moved.h5", bodies, like=pile, force=True)
            told("info", "moved.h5")
            np.testing.assert_array_equal(moved.bodies["vx"], bodies["vx"])
            np.testing.assert_array_equal(moved.bodies["x"], bodies["x"])
            self.assertEqual(list(moved.grains["shape"]), list(pile.grains["shape"]))
            self.assertEqual(moved.time, pile.time)
        frame = rubble.open("track.h5").frames[-1]
        self.assertGreater(frame.time, 0)
        later = rubble.write("moved.h5", frame.bodies, like=frame, force=True)
        self.assertEqual(later.time, frame.time)
        with self.assertRaisesRegex(ValueError, "same order"):
            rubble.write("no.h5", bodies[::-1], like=pile)
        with self.assertRaisesRegex(ValueError, "like: expected an opened pile"):
            rubble.write("no.h5", bodies, like="grains.h5")
        for name, text in (("x", "place"), ("vy", "velocity"), ("wz", "spin")):
            broken = pile.bodies.copy()
            broken.loc[1, name] += 0.5
            with self.assertRaisesRegex(
                ValueError, f"body 1 does not have the {text} of its grain 0"
            ):
                rubble.write("no.h5", broken, like=pile)

    def test_merged_piles(self):
        turn = np.array([0.6, 0.0, 0.8, 0.0])
        far = 1e5
        merged = rubble.merge(
            "merged.h5",
            "pile.h5",
            rubble.Placed("hulls.h5", move=(far, 0, 0), turn=turn, spin=(0, 0, 1e-3)),
            rubble.Placed(rubble.open("grains.h5"), move=(0, far, 0), velocity=(0, 1, 0)),
            rubble.Placed("pile.h5", move=(0, 0, far), turn=turn),
        )
        told("info", "merged.h5")
        parts = [rubble.open(path) for path in ("pile.h5", "hulls.h5", "grains.h5", "pile.h5")]
        sizes = [len(part) for part in parts]
        self.assertEqual(len(merged), sum(sizes))
        self.assertEqual(len(set(merged.bodies["id"])), len(merged))
        self.assertEqual(list(merged.materials["name"]), ["rock", "stone", "glass"])
        # a turned pile has the same contacts and energies, along turned axes
        pile, last = parts[0], slice(sum(sizes[:3]), None)
        first = len(pile.contacts)
        for name in ("gap", "energy"):
            np.testing.assert_array_equal(
                merged.contacts[name].to_numpy()[-first:], pile.contacts[name]
            )
        force = merged.contacts[["force_x", "force_y", "force_z"]].to_numpy()[-first:]
        # 2 acos(0.6) = 106.26 degrees about y: z to x
        c, s = np.cos(2 * np.arccos(0.6)), np.sin(2 * np.arccos(0.6))
        matrix = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        np.testing.assert_allclose(
            force,
            pile.contacts[["force_x", "force_y", "force_z"]] @ matrix.T,
            rtol=1e-12,
            atol=1e-6,
        )
        place = merged.arrays["position"][last]
        np.testing.assert_allclose(
            np.linalg.norm(place - place[0], axis=1),
            np.linalg.norm(pile.arrays["position"] - pile.arrays["position"][0], axis=1),
            rtol=1e-9,
        )
        # contacts that the program finds are those that were kept
        own = rubble.table("packing", "merged.h5")
        apart = [rubble.table("packing", part) for part in parts]
        self.assertEqual(own["contacts"][0], sum(part["contacts"][0] for part in apart))
        hulls = slice(sizes[0], sizes[0] + sizes[1])
        spun = merged.bodies[hulls]
        np.testing.assert_allclose(spun["wz"], 1e-3)
        arm = spun["x"] - np.average(spun["x"], weights=spun["mass"])
        np.testing.assert_allclose(spun["vy"], 1e-3 * arm, atol=1e-12)
        np.testing.assert_allclose(merged.bodies["vy"][sum(sizes[:2]) : sum(sizes[:3])], 1)
        for k in range(sizes[0], sizes[0] + 3):
            _, centre = volume_and_centre(*merged.surface(k))
            np.testing.assert_allclose(centre, merged.arrays["position"][k], atol=1e-8)

    def test_walls_move_with_their_pile(self):
        """Distances of bodies and contacts from the walls are those before the turn."""
        normals = np.array([[0, 0, 1.0], [0.6, 0.8, 0]])
        bodies = {"x": [2.0, 7.0], "y": [3.0, 1.0], "z": [1.0, 9.0], "radius": [1.0, 2.0]}
        rubble.write("free.h5", bodies, density=1000.0)
        data = writing._data(rubble.open("free.h5"))
        data["parameters/walls/point"] = np.array([[5.0, 5, 0], [-4, 0, 2]])
        data["parameters/walls/normal"] = normals
        contact = {"pair": [[0, -1]], "feature": [0], "gap": [-1e-3], "energy": [0.0]}
        contact.update(point=[[2.0, 3, 0]], normal=[[0, 0, -1.0]], force=[[0, 0, 5.0]])
        data.update({f"connectivity/contacts/{k}": np.array(v) for k, v in contact.items()})
        data.update({"parameters/time": 0.0, "parameters/step": 0})
        store.save(Path("walls.h5"), data, [])
        turn = np.array([0.5, 0.5, 0.5, 0.5])  # x to y, y to z, z to x
        placed = rubble.Placed("walls.h5", move=(10, 20, 30), turn=turn, velocity=(1, 0, 0))
        merged = rubble.merge("walled.h5", placed, rubble.Placed("free.h5", move=(900, 0, 0)))
        told("info", "walled.h5")
        old = rubble.open("walls.h5")

        def depths(pile, points):
            wall = pile.walls.to_numpy()
            return np.sum((points[:, None] - wall[:, :3]) * wall[:, 3:], axis=2)

        for name in ("position", "contact"):
            was, now = (
                pile.contact_arrays["point"] if name == "contact" else pile.arrays["position"][:2]
                for pile in (old, merged)
            )
            np.testing.assert_allclose(depths(merged, now), depths(old, was), atol=1e-12)
        np.testing.assert_allclose(merged.walls.to_numpy()[:, 3:], normals[:, [2, 0, 1]])
        turned = merged.contacts.loc[0, ["normal_x", "normal_y", "normal_z"]].to_numpy(float)
        np.testing.assert_allclose(turned, -merged.walls.to_numpy()[0, 3:], atol=1e-15)

    def test_merged_densities(self):
        """Densities that differ by rounding are equal, as in rubble-combine."""
        row = {"x": [0.0], "y": [0.0], "z": [0.0], "radius": [1.0]}
        for name, density in (("one", 2700.0), ("near", 2700 * (1 + 1e-13)), ("far", 2700.01)):
            rubble.write(f"{name}.h5", row, density=density)
        away = rubble.Placed("near.h5", move=(5, 0, 0))
        merged = rubble.merge("rounded.h5", "one.h5", away)
        self.assertEqual(list(merged.materials["density"]), [2700.0])
        with self.assertRaisesRegex(ValueError, "'rock' has the densities 2700.0 and 2700.01"):
            rubble.merge("no.h5", "one.h5", rubble.Placed("far.h5", move=(5, 0, 0)))

    def test_merged_numbers_of_placed_piles(self):
        row = {"x": [0.0], "y": [0.0], "z": [0.0], "radius": [1.0]}
        rubble.write("one.h5", row, density=1.0, force=True)
        Path("place.toml").write_text(
            '[[place]]\nrule = "at"\nposition = [3, 0, 0]\n'
            '[[place]]\nrule = "at"\nposition = [6, 0, 0]\n'
        )
        rubble.run("place", "place.toml", "one.h5", "one.h5", "one.h5", out="pw.h5")
        far = [rubble.Placed("pw.h5", move=(0, 10 * k, 0)) for k in (1, 2)]
        away = rubble.Placed("one.h5", move=(0, -10, 0))
        merged = rubble.merge("twice.h5", "pw.h5", far[0], away, far[1])
        wanted = [-1, 0, 1, -1, 2, 3, -1, -1, 4, 5]
        self.assertEqual(list(merged.bodies["placed"]), wanted)

    def test_impossible_piles(self):
        good = {"x": [0.0], "y": [0.0], "z": [0.0], "radius": [1.0]}
        for change, message in (
            ({"radius": [-1.0], "mass": [1.0]}, "radius must be > 0"),
            ({"x": [np.nan]}, "position: a number is not finite"),
            ({"vx": [1.0]}, "velocity needs the columns vx, vy, vz"),
            ({"id": [-1]}, "ids must be"),
            ({"id": [2.5]}, "ids must be whole numbers, not 2.5"),
            ({"id": [np.nan]}, "ids must be whole numbers, not nan"),
            ({"id": [2**63]}, "ids must be whole numbers below 2"),
            ({"id": ["one"]}, "ids must be whole numbers"),
            ({"radius": [1.0, 1.0]}, "column radius: expected 1 numbers as in x"),
            ({"radius": ["big"]}, "column radius: could not convert"),
            ({"material": ["rock", "ice"]}, "column material: expected 1 names"),
            ({"material": [np.nan]}, "material: expected a name, found nan"),
            ({"x": [2e100]}, "position: numbers must be below 1e.100 m"),
            ({name: [] for name in good}, "at least one body"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                rubble.write("bad.h5", {**good, **change}, density=1.0)
        whole = rubble.write("whole.h5", {**good, "id": [7.0]}, density=1.0, period=(0, 0, 0))
        self.assertEqual(list(whole.bodies["id"]), [7])
        told("info", "whole.h5")
        for given, message in (
            (dict(density=1.0, period=(-5, 0, 0)), "period: expected three lengths >= 0"),
            (dict(density=1.0, period=(5, 0)), "period: expected three lengths >= 0"),
            (dict(density=1.0, time=np.nan), "time must be a finite number, not nan"),
            (dict(density={"ice": 1.0}), "density has no material 'rock', only ice"),
            (dict(density={"rock": -1.0}), "'rock' must be > 0, not -1.0"),
            (dict(density=0.0), "'rock' must be > 0, not 0.0"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                rubble.write("bad.h5", {**good, "mass": [1.0]}, **given)
        two = {name: values * 2 for name, values in good.items()}
        with self.assertRaisesRegex(ValueError, "the bodies 0 and 1 are at the same place"):
            rubble.write("bad.h5", two, density=1.0)
        with self.assertRaisesRegex(ValueError, "the bodies 0 and 1 are at the same place"):
            rubble.write("same.h5", good, density=1.0)
            rubble.merge("bad.h5", "same.h5", "same.h5")
        with self.assertRaisesRegex(ValueError, "give `density`"):
            rubble.write("bad.h5", good)
        with self.assertRaises(KeyError):
            rubble.write("bad.h5", {name: good[name] for name in "xyz"}, density=1.0)
        self.assertFalse(Path("bad.h5").exists())
        with self.assertRaisesRegex(FileExistsError, "force=True"):
            rubble.write("pile.h5", good, density=1.0)
        Path("text.h5").write_text("my notes")
        with self.assertRaisesRegex(FileExistsError, "not an HDF5 file"):
            rubble.write("text.h5", good, density=1.0, force=True)
        rubble.write("light.h5", good, density=1.0)
        with self.assertRaisesRegex(ValueError, "'rock' has the densities"):
            rubble.merge("bad.h5", "pile.h5", "light.h5")
        with self.assertRaisesRegex(ValueError, "unit quaternion"):
            rubble.merge("bad.h5", rubble.Placed("pile.h5", turn=(1, 1, 0, 0)))
        with self.assertRaisesRegex(ValueError, "is a track"):
            rubble.merge("bad.h5", "track.h5")

    def test_impossible_files(self):
        with self.assertRaisesRegex(FileNotFoundError, "nix.h5: no such file"):
            rubble.open("nix.h5")
        Path("notes.h5").write_text("notes")
        with self.assertRaisesRegex(rubble.ReadError, "notes.h5: cannot be read as HDF5"):
            rubble.open("notes.h5")
        Path("half.h5").write_bytes(Path("pile.h5").read_bytes()[:20000])
        with self.assertRaisesRegex(rubble.ReadError, "half.h5: cannot be read as HDF5"):
            rubble.open("half.h5")
        with h5py.File("other.h5", "w") as file:
            file["x"] = 1
        with self.assertRaisesRegex(rubble.ReadError, "not one of Rubble"):
            rubble.open("other.h5")
        shutil.copy("pile.h5", "newer.h5")
        with h5py.File("newer.h5", "a") as file:
            file["h5md/modules/granular"].attrs["version"] = np.array([3, 0], np.int32)
        with self.assertRaisesRegex(rubble.ReadError, "newer.h5 has format 3.0"):
            rubble.open("newer.h5")

    def test_missing_packages_are_named(self):
        block = textwrap.dedent(
            """
            import sys
            sys.path.insert(0, sys.argv[1])
            class Absent:
                def find_spec(self, name, path=None, target=None):
                    if name == sys.argv[2]:
                        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            sys.meta_path.insert(0, Absent())
            import rubble
            try:
                eval(sys.argv[3])
            except ImportError as error:
                print(error)
            """
        )
        for name, call in (
            ("pandas", "rubble.open('pile.h5').bodies"),
            ("h5py", "rubble.open('pile.h5')"),
            ("matplotlib", "rubble.plot.sizes('pile.h5')"),
        ):
            done = subprocess.run(
                [sys.executable, "-c", block, str(ROOT / "analysis"), name, call],
                capture_output=True,
                text=True,
            )
            self.assertIn(f"install the Debian package python3-{name}", done.stdout, done.stderr)

    def test_figures_and_page(self):
        import matplotlib

        matplotlib.use("Agg")
        line = rubble.plot.series("track.h5", "energy/kinetic_translational").lines[0]
        series = rubble.open("track.h5").series
        np.testing.assert_array_equal(line.get_ydata(), series["energy/kinetic_translational"])
        with self.assertRaisesRegex(KeyError, "no series energy/lost"):
            rubble.plot.series("track.h5", "energy/lost")
        with self.assertRaisesRegex(ValueError, "different units: 1, J"):
            rubble.plot.series("track.h5", "energy/elastic", "contacts")
        steps = rubble.plot.sizes("pile.h5").lines[0]
        self.assertEqual((min(steps.get_ydata()), max(steps.get_ydata())), (1, 40))
        drawn = rubble.plot.picture("pile.h5", colour="radius", size=(300, 200)).images[0]
        self.assertEqual(drawn.get_array().shape[:2], (200, 300))
        with self.assertRaisesRegex(rubble.RunError, "rubble-render: error"):
            rubble.plot.picture("pile.h5", colour="taste")
        if Path("/usr/share/javascript/three/three.min.js").exists():
            page = rubble.view("pile.h5")
            self.assertIn("<iframe srcdoc=", page._repr_html_())
            page.save("page.html")
            self.assertIn('id="data"', Path("page.html").read_text())

    def test_code_of_the_guide_runs(self):
        import matplotlib

        matplotlib.use("Agg")
        text = (ROOT / "docs" / "python.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)
        self.assertGreater(len(blocks), 4)
        os.mkdir("guide")
        for name in ("pile.h5", "hit.h5"):
            shutil.copy("pile.h5", f"guide/{name}")
        shutil.copy("track.h5", "guide/relax-track.h5")
        os.symlink(ROOT / "configs", "guide/configs")
        Path("guide/runs.tsv").write_text(
            "run\tstatus\tmessage\tcontact.sliding.friction\tseed\tpacking.coordination\n"
            "# \t\t\t\t\t\na\tdone\t\t0\t1\t6\n"
            "b\trefused\tbad key\t0.5\t1\t\nc\tdone\t\t0.5\t1\t5\n"
        )
        names = {}
        with contextlib.chdir("guide"), contextlib.redirect_stdout(io.StringIO()) as shown:
            for number, block in enumerate(blocks):
                block = block.replace(
                    'track="relax-track.h5"', 'track="relax-track.h5", force=True'
                )
                exec(compile(block, f"python.md, block {number}", "exec"), names)
        self.assertIn("<Pile pile.h5: 40 bodies", shown.getvalue())
        self.assertEqual(len(rubble.open("guide/row.h5")), 10)
        self.assertEqual(len(rubble.open("guide/pair.h5")), 400)

    def test_toml(self):
        config = {
            "seed": np.int64(1),
            "list": [1, 2.5, "3 m", True, [0.1]],
            "a b": {"x-y": 1e300, "deep": {"text": 'a "b" \\ ü\n', "none": float("inf")}},
            "shape": [{"name": "r", "sub": {"z": False}}, {"name": "s"}],
        }
        self.assertEqual(tomllib.loads(toml.text_of(config)), config)
        with self.assertRaisesRegex(TypeError, "cannot contain None"):
            toml.text_of({"x": None})
        lines = toml.text_of(config).splitlines()
        for line, key in (("x-y", "a b.x-y"), ("none", "a b.deep.none"), ("z", "shape[0].sub.z")):
            number = next(k for k, text in enumerate(lines, 1) if text.startswith(line))
            self.assertEqual(toml.key_at("\n".join(lines), number, 5).replace('"', ""), key)
        whole = toml.with_whole_paths({"shape": [{"file": "rock.obj"}], "n": "file"}, Path("/a"))
        self.assertEqual(whole, {"shape": [{"file": "/a/rock.obj"}], "n": "file"})

    def test_version_is_that_of_the_programs(self):
        project = re.search(r"project\(rubble VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())
        self.assertEqual(rubble.__version__, project[1])

    def test_all_names_exist(self):
        for name in rubble.__all__:
            self.assertIsNotNone(getattr(rubble, name).__doc__, name)
        with self.assertRaises(AttributeError):
            rubble.absent

    def test_types(self):
        if not shutil.which("mypy"):
            self.skipTest("mypy is not installed")
        done = subprocess.run(
            ["mypy", "--cache-dir", os.path.abspath("cache")],
            cwd=ROOT / "analysis",
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_installation_by_pip(self):
        shutil.copytree(
            ROOT / "analysis" / "rubble",
            "source/rubble",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        shutil.copy(ROOT / "analysis" / "pyproject.toml", "source")
        options = ["--no-build-isolation", "--no-deps", "--no-index", "--target", "site"]
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", *options, "./source"],
            check=True,
            capture_output=True,
        )
        code = "import rubble; print(rubble.__file__, rubble.open('pile.h5'))"
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": os.path.abspath("site")},
            check=True,
            capture_output=True,
            text=True,
        )
        self.assertIn("site/rubble/__init__.py <Pile pile.h5: 40 bodies", done.stdout)
        self.assertTrue(Path("site/rubble/py.typed").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
