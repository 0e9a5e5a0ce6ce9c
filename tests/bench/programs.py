"""Runs Rubble and other programs on one deck, each in a scratch folder and on one core, and reads
their results."""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import h5py
import numpy as np
from scipy.spatial import cKDTree

import deck


@dataclasses.dataclass
class Outcome:
    seconds: float  # CPU time of the timed steps alone: wall time x share
    # fraction of the core that the program had; below 0.95 other processes disturbed it
    share: float
    position: np.ndarray  # [N][3] m, in the order of the packing
    velocity: np.ndarray  # [N][3] m s-1


def kinetic(packing, outcome):
    """Translational kinetic energy [J]."""
    return 0.5 * float(np.sum(packing.mass() * np.sum(outcome.velocity**2, axis=1)))


def coordination(packing, outcome):
    """Overlapping neighbours per sphere, without the floor; computed from positions in the same way
    for all programs."""
    period = np.array([*packing.period, 0.0])
    place = outcome.position.copy()
    place[:, :2] %= period[:2]
    tree = cKDTree(place, boxsize=[*packing.period, 2 * (place[:, 2].max() + 10)])
    pairs = tree.query_pairs(2 * packing.radius.max(), output_type="ndarray")
    gap = place[pairs[:, 0]] - place[pairs[:, 1]]
    gap[:, :2] -= period[:2] * np.round(gap[:, :2] / period[:2])
    reach = packing.radius[pairs[:, 0]] + packing.radius[pairs[:, 1]]
    return 2 * int(np.sum(np.sum(gap**2, axis=1) < reach**2)) / len(packing.radius)


def moved(packing, a, b):
    """Vectors from positions b to a, the shortest ones in the periodic box [m]."""
    gap = a - b
    period = np.array(packing.period)
    gap[:, :2] -= period * np.round(gap[:, :2] / period)
    return gap


def on_core(command, core, folder):
    """Runs a command on one core (None: any) => (its output, fraction of the core that it had). A
    failure raises RuntimeError."""
    bind = None if core is None else (lambda: os.sched_setaffinity(0, {core}))
    with tempfile.TemporaryFile("w+") as output:
        begin = time.perf_counter()
        child = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            preexec_fn=bind,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if child.returncode != 0:
        raise RuntimeError(
            f"{' '.join(child.args)}: exit code {child.returncode}\n"
            + "\n".join(text.splitlines()[-15:])
        )
    return text, (usage.ru_utime + usage.ru_stime) / wall


class Rubble:
    """Rubble's programs: rubble-import once, the warm-up once, then the timed steps as often as
    requested."""

    name = "Rubble"

    def __init__(self, bin_folder, skin="auto"):
        self.bin, self.skin = pathlib.Path(bin_folder).resolve(), skin

    def commit(self):
        """The commit from which the programs were built, as they report it."""
        said, _ = on_core([self.bin / "rubble-evolve", "--version"], None, None)
        found = re.search(r"\(([^)]*)\)", said)
        return found.group(1) if found else said.strip()

    def prepare(self, law, packing, warm, steps, folder, core):
        self.law, self.packing, self.steps, self.folder, self.core = (
            law,
            packing,
            steps,
            pathlib.Path(folder),
            core,
        )
        if packing.grain is None:
            deck.write_csv(packing, self.folder / "packing.csv")
            on_core(
                [
                    self.bin / "rubble-import",
                    "--quiet",
                    "--force",
                    "--material",
                    "rock",
                    "packing.csv",
                    "start.h5",
                ],
                core,
                folder,
            )
        else:
            shutil.copy(packing.file, self.folder / "start.h5")
            # at rest and without contact memory, like the other programs
            with h5py.File(self.folder / "start.h5", "r+") as file:
                for name in (
                    "particles/body/velocity",
                    "particles/body/spin",
                    "connectivity/contacts/columns/sliding",
                ):
                    if name in file:
                        file[name][...] = 0
        (self.folder / "timed.toml").write_text(deck.rubble(law, packing, steps, self.skin))
        self.start = "start.h5"
        if warm > 0:
            (self.folder / "warm.toml").write_text(deck.rubble(law, packing, warm, self.skin))
            self.evolve("warm.toml", "start.h5", "warm.h5")
            self.start = "warm.h5"

    def settled_grains(self, law, folder, steps=40000):
        """=> Packing of glued tetrahedra after the given number of steps of falling onto the
        floor"""
        self.folder, self.core = pathlib.Path(folder), None
        (self.folder / "tetrahedra.toml").write_text(deck.TETRAHEDRA)
        on_core(
            [
                self.bin / "rubble-generate",
                "--quiet",
                "--force",
                "-c",
                "tetrahedra.toml",
                "cloud.h5",
            ],
            None,
            folder,
        )
        packing = deck.Packing(None, None, deck.TETRAHEDRA_PERIOD)
        (self.folder / "fall.toml").write_text(deck.rubble(law, packing, steps))
        self.evolve("fall.toml", "cloud.h5", "settled.h5")
        with h5py.File(self.folder / "settled.h5") as file:
            body = file["particles/body"]
            packing.radius, packing.position, packing.grain = (
                body[name][()] for name in ("radius", "position", "grain")
            )
        packing.file = self.folder / "settled.h5"
        return packing

    def evolve(self, config, source, target):
        return on_core(
            [self.bin / "rubble-evolve", "--quiet", "--force", "-c", config, source, target],
            self.core,
            self.folder,
        )[1]

    def run(self):
        share = self.evolve("timed.toml", self.start, "end.h5")
        log = (self.folder / "end.h5.log").read_text()
        seconds = float(re.search(r"^wall time \[s\]: .*\(steps ([0-9.]+)", log, re.M).group(1))
        with h5py.File(self.folder / "end.h5") as file:
            body, done = file["particles/body"], int(file["parameters/step"][()])
            order = np.argsort(body["id"][()], kind="stable")
            outcome = Outcome(
                seconds * share, share, body["position"][()][order], body["velocity"][()][order]
            )
        with h5py.File(self.folder / self.start) as file:
            done -= int(file["parameters/step"][()])
        if done != self.steps:
            raise RuntimeError(f"rubble-evolve made {done} steps instead of {self.steps}")
        return outcome


class Peer:
    """LAMMPS or LIGGGHTS: each call runs the warm-up and the timed steps, because neither stores
    contact histories in its data files."""

    def __init__(self, name, program, skin=0.25, native=False):
        self.name, self.program, self.skin, self.native = name, shutil.which(program), skin, native

    def installed(self):
        return self.program is not None

    def version(self):
        # LIGGGHTS writes a log into the current folder
        with tempfile.TemporaryDirectory() as folder:
            text = subprocess.run(
                [self.program, "-help"],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
            ).stdout
        line = next(
            (line for line in text.splitlines() if re.search(r"Simulator - |Version ", line)),
            "unknown",
        )
        return re.split(r"Simulator - |Version ", line)[-1].split(",")[0].strip()

    def prepare(self, law, packing, warm, steps, folder, core):
        self.packing, self.steps, self.folder, self.core = (
            packing,
            steps,
            pathlib.Path(folder),
            core,
        )
        self.script, self.dump = "deck.in", "end.dump"
        deck.write_lammps(packing, self.folder / "packing.data")
        text = (
            deck.lammps(law, packing, "packing.data", self.dump, warm, steps, self.skin)
            if self.name != "LIGGGHTS"
            else deck.liggghts(law, "packing.data", self.dump, warm, steps, self.skin)
        )
        (self.folder / self.script).write_text(text)

    def run(self):
        output, share = on_core(
            [self.program, "-in", self.script, "-log", "none"], self.core, self.folder
        )
        loops = re.findall(
            r"^Loop time of (\S+) on 1 procs for (\d+) steps with "
            rf"{len(self.packing.radius)} atoms",
            output,
            re.M,
        )
        if len(loops) != 3 or int(loops[1][1]) != self.steps:
            raise RuntimeError(
                f"{self.name}: spheres were lost, or its output has another form:\n{output[-2000:]}"
            )
        # LAMMPS reports the fraction of the core of its timed loop; for LIGGGHTS only that of the
        # whole run is known.
        said = re.findall(r"^([0-9.]+)% CPU use", output, re.M)
        share = min(1.0, float(said[1]) / 100) if len(said) == 3 else share
        rows = np.loadtxt(self.folder / self.dump, skiprows=9, ndmin=2)
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        return Outcome(float(loops[1][0]) * share, share, rows[:, 1:4], rows[:, 4:7])


def peers(skin=0.25, native=None):
    """The other programs that are installed; native: a LAMMPS program built by the user."""
    known = [Peer("LAMMPS", "lmp", skin), Peer("LIGGGHTS", "liggghts", skin)]
    if native:
        known.append(Peer("LAMMPS-native", os.path.abspath(native), skin, native=True))
        if not known[-1].installed():
            raise SystemExit(f"{native}: no such program")
    return [peer for peer in known if peer.installed()]
