"""Contact Dynamics through the tools: every run takes piles of spheres, glued grains and hulls by
`[method] kind`, and every reader takes what comes out; what is wrong is refused in one line.

Usage: impulses.py FOLDER_OF_THE_TOOLS
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import h5py
import numpy as np

import runner
import tool_list

CLOUD = """
seed = 3
[material]
name = "rock"
density = "3 g/cm^3"
[size]
law = "uniform"
min = "4 m"
max = "5 m"
[cloud]
form = "sphere"
count = 30
solid_fraction = 0.1
"""
GRAINS = {
    "spheres": "",
    "glued": '[grains]\nshapes = ["tetrahedron", "rod"]\nsized_by = "bounding"\n',
    "hulls": '[grains]\nshapes = ["rock"]\nsized_by = "bounding"\n[[shape]]\nname = "rock"\nform = '
    '"random"\npoints = "sphere"\n'
    "least_points = 10\nmost_points = 40\nleast_ratio = 0.5\n",
}
PACKED = """
seed = 1
[material]
name = "rock"
density = "3 g/cm^3"
[size]
law = "uniform"
min = "4 m"
max = "4 m"
[cloud]
form = "packed"
count = 40
"""
METHOD = """
[method]
kind = "contact-dynamics"
[step]
dt = "1 s"
[gravity]
method = "direct"
constant = 6.67430e-11
[contact]
friction = 0.5
restitution = 0
"""
RUN = '[run]\nduration = "DURATION s"\nrecord_every = "20 s"\nframe_every = "100 s"\n'
AT_REST = '[stop]\nkinetic_fraction = 1e-8\nhold = "2 min"\nremove_rotation = true\n'
GROWTH = '[stop]\nradius = "all"\nthreshold = 0.05\nmean = "20 s"\nleast_mass = 0.5\n'
REMNANT = '[stop]\nkinetic_fraction = 0.05\nmass_fraction = 0.002\nhold = "2 min"\n'
SPINUP = (
    '[spinup]\nstart = 0.5\nend = 1.5\nramp = "300 s"\nevery = "10 s"\nincrement = '
    '"angular_momentum"\nvolume = "extents"\n'
)
FLYBY = """[flyby]
planet_mass = "5.972e24 kg"
pericentre = "7645 km"
eccentricity = 1.0
start_distance = "9000 km"
end_distance = "9000 km"
rotation = "none"
volume = "extents"
"""
SHAKE = """
[method]
kind = "contact-dynamics"
[run]
duration = "2 s"
record_every = "20 ms"
[step]
dt = "1 ms"
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [0, 0, -9.81]
[box]
lower = ["-22 m", "-22 m", "-22 m"]
upper = ["22 m", "22 m", "22 m"]
amplitude = ["0 m", "0 m", "1 m"]
frequency = "2 Hz"
[contact]
friction = 0.4
restitution = 0.5
[shake]
cycles = 4
intruder = 0
[sanity]
# while the pile flies its contacts bear 1e-10 of what they bear when it lands, and need not settle
unconverged = 1
"""
MEET = (
    'seed = 1\n[encounter]\nrelative_speed = "0.2 m/s"\nimpact_angle = "20 degree"\ngap = "5 '
    'm"\nconstant = 6.67430e-11\norientation = "random"\n'
)


def run(line, codes=(0,)):
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True)
    assert (
        done.returncode in codes
    ), f"{line}: exit code {done.returncode}, expected {codes}\n{done.stderr}"
    return done.stdout if done.returncode == 0 else done.stderr


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


def rows(line):
    return json.loads(run(line + " --json"))["rows"]


def settle(kind):
    """Makes KIND.h5, a pile at rest."""
    write("cloud.toml", CLOUD + GRAINS[kind])
    write("relax.toml", RUN.replace("DURATION", "20000") + METHOD + AT_REST)
    # A hull may rock on two points until the end of the run.
    run(
        f"rubble-generate -q -c cloud.toml - | rubble-relax -q -c relax.toml -t {kind}-t.h5 "
        f"- - > {kind}.h5",
        (0, 4) if kind == "hulls" else (0,),
    )


SETTLED = tempfile.TemporaryDirectory()


def prepare():
    """Copies the piles at rest and their tracks into the test's folder; the first call simulates
    them."""
    for kind in GRAINS:
        if not os.path.exists(os.path.join(SETTLED.name, f"{kind}.h5")):
            settle(kind)
            for name in (f"{kind}.h5", f"{kind}-t.h5"):
                shutil.copy(name, SETTLED.name)
        for name in (f"{kind}.h5", f"{kind}-t.h5"):
            shutil.copy(os.path.join(SETTLED.name, name), ".")


def test_piles_carry_their_weight():
    for kind in GRAINS:
        whole = [row for row in rows(f"rubble-stress {kind}.h5") if row["sizes"] == "all"][0]
        assert abs(whole["virial_ratio"] - 1) < 0.01, (kind, whole["virial_ratio"])
        packing = rows(f"rubble-packing {kind}.h5")[0]
        assert 0.3 < packing["solid_fraction"] < 0.8 and packing["coordination"] > 2, (
            kind,
            packing,
        )
        with h5py.File(f"{kind}-t.h5") as track:
            energy = track["observables/energy/total/value"][()]
            kinetic = track["observables/energy/kinetic_translational/value"][()]
        assert np.ptp(energy) < 1e-4 * kinetic.max(), (kind, np.ptp(energy), kinetic.max())


def test_readers_accept_every_kind():
    readers = tool_list.readers(tool_list.references(sys.argv[1]))
    assert len(readers) > 10, readers
    for kind in GRAINS:
        for reader in readers:
            if reader == "ring":  # needs a periodic pile in Hill's frame
                continue
            options = "-G 6.67430e-11" if reader == "gravity" else ""
            assert run(f"rubble-{reader} {options} {kind}.h5"), (kind, reader)
        table = "obj" if kind == "hulls" else "xyz"
        run(f"rubble-export {kind}.h5 {kind}.{table} && rubble-export {kind}.h5 {kind}.vtp")
        run(f"rubble-diff {kind}.h5 {kind}.h5")


def test_every_run_runs():
    write("encounter.toml", MEET)
    runs = {
        "evolve": (RUN.replace("DURATION", "100") + METHOD, 0),
        "spinup": (RUN.replace("DURATION", "300") + METHOD + SPINUP + GROWTH, (0, 4)),
        "flyby": (RUN.replace("DURATION", "300") + METHOD + FLYBY + GROWTH, (0, 4)),
    }
    for kind in GRAINS:
        for tool, (text, codes) in runs.items():
            write(f"{tool}.toml", text)
            run(
                f"rubble-{tool} -q --force -c {tool}.toml {kind}.h5 out.h5",
                codes if isinstance(codes, tuple) else (codes,),
            )
        run(f"rubble-combine -q --force -c encounter.toml {kind}.h5 {kind}.h5 two.h5")
        write("collide.toml", RUN.replace("DURATION", "300") + METHOD + REMNANT)
        run("rubble-collide -q --force -c collide.toml two.h5 out.h5", (0, 4))
        write("shake.toml", SHAKE)
        run(f"rubble-shake -q --force -c shake.toml -t shaken-t.h5 {kind}.h5 out.h5", (0, 4))
        with h5py.File("shaken-t.h5") as track:
            assert track["observables/work/walls/value"][-1] != 0, kind


def test_a_pile_continues_with_the_other_method():
    springs = (
        RUN.replace("DURATION", "50")
        + """
[step]
dt = "auto"
[gravity]
method = "direct"
constant = 6.67430e-11
[contact.normal]
law = "linear"
pair_stiffness = "auto"
restitution = 0.3
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.5
restitution = 0.5
[contact.rolling]
law = "none"
"""
    )
    write("springs.toml", springs)
    write("impulses.toml", RUN.replace("DURATION", "50") + METHOD)
    run("rubble-evolve -q --force -c springs.toml spheres.h5 soft.h5")
    run("rubble-evolve -q --force -c impulses.toml soft.h5 again.h5")
    told = run(
        "rubble-evolve -q --force --set gravity.torque='\"quadrupole\"' -c springs.toml "
        "spheres.h5 x.h5",
        (2,),
    )
    assert "'torque' in [gravity] applies only to hulls" in told and told.count("\n") == 1, told


def test_the_hardest_problem_is_kept():
    """The problem is kept until a later run without this option removes it."""
    write(
        "dump.toml",
        RUN.replace("DURATION", "100")
        + METHOD
        + "[solver]\ndump_problem = true\ntolerance = 1e-6\n[sanity]\nunconverged = 1\n",
    )
    run("rubble-evolve -q --force -c dump.toml hulls.h5 out.h5")
    solved = rows("rubble-solve --tolerance 1e-6 out.h5.problem.hdf5")[0]
    assert solved["converged"] == 1 and solved["contacts"] > 20, solved
    with h5py.File("out.h5.problem.hdf5") as file:
        velocity = file["units/velocity"][()]
        rms = np.sqrt(3 * np.mean(file["fclib_local/vectors/q"][()] ** 2))
        assert 0.7 < rms < 1.5 and velocity != 1, (rms, velocity)
        matrix = file["fclib_local/W"]
        columns = np.repeat(np.arange(matrix["n"][0]), np.diff(matrix["p"][:]))
        mean = matrix["x"][:][matrix["i"][:] == columns].mean()
        impulse = file["units/impulse"][()]
        assert 0.7 < mean < 1.5 and impulse != 1, (mean, impulse)
    run("rubble-solve -q --force --tolerance 1e-6 out.h5.problem.hdf5 solution.hdf5")
    with h5py.File("solution.hdf5") as file:
        assert file["units/impulse"][()] == impulse and file["units/velocity"][()] == velocity
    write("evolve.toml", RUN.replace("DURATION", "10") + METHOD)
    run("rubble-evolve -q --force -c evolve.toml hulls.h5 out.h5")
    assert not os.path.exists("out.h5.problem.hdf5")


def stopped_run(name):
    """Makes NAME.ckpt of a stopped run of hulls, with contacts and their memory."""
    write("evolve.toml", RUN.replace("DURATION", "50000") + METHOD)
    with subprocess.Popen(
        ["rubble-evolve", "-q", "-c", "evolve.toml", "hulls.h5", name], stderr=subprocess.PIPE
    ) as process:
        while not os.path.exists(name + ".log") or "threads" not in open(name + ".log").read():
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.02)
        time.sleep(0.3)
        process.terminate()
        assert process.wait() == 75


# index of the points of the first pair's manifold in nscd/pairs: after two bodies and
# shape::SeparationCache
KEPT = 4 + 2 * 24 + 3 * 44


def log_of(options, code=0):
    """(options) => the lines NAME: VALUE of the log of a run of 40 touching spheres, its messages,
    its share_unconverged"""
    write("packed.toml", PACKED)
    write("rest.toml", RUN.replace("DURATION", "100") + METHOD)
    run("rubble-generate -q --force -c packed.toml packed.h5")
    run(
        f"rubble-evolve --force -c rest.toml {options} -t t.h5 packed.h5 out.h5 2> said.txt",
        (code,),
    )
    with open("out.h5.log", encoding="utf-8") as file, open("said.txt", encoding="utf-8") as said:
        lines, messages = (
            dict(line.rstrip("\n").split(": ", 1) for line in file if ": " in line),
            said.read(),
        )
    with h5py.File("t.h5") as track:
        return lines, messages, track["observables/share_unconverged/value"][-1]


def test_the_log_counts_steps_that_did_not_converge():
    """No step of touching spheres reaches a tolerance of 1e-12 in one iteration; all reach 1e-4 in
    5000."""
    for options, share in (("--set solver.iterations=1 --set solver.tolerance=1e-12", 1), ("", 0)):
        lines, messages, recorded = log_of(options + " --set sanity.unconverged=1")
        steps, failed = (
            int(lines[f"{name} [1]"])
            for name in ("steps with contacts", "steps whose impulses did not converge")
        )
        assert steps == 100 and failed == share * steps and recorded == share, (
            options,
            steps,
            failed,
            recorded,
        )
        assert (
            f"whose impulses did not converge {share} (limit 1, {failed} of {steps})" in messages
        ), messages
        residual = lines["worst residual of converged steps [1]"]
        assert residual == "none" if share else 0 < float(residual) < 1e-2, (options, residual)
        assert lines["end"] == "done", lines["end"]
    lines, messages, _ = log_of("--set solver.iterations=1 --set solver.tolerance=1e-12", 3)
    assert "exceeds sanity.unconverged = 0.1" in messages and lines["end"].startswith(
        "broken: 1 exceeds sanity.unconverged = 0.1 (fraction of the steps"
    ), messages
    assert (
        lines["steps with contacts [1]"] == lines["steps whose impulses did not converge [1]"]
    ), lines


def test_damaged_checkpoints_are_refused():
    """A number that no run can have in the memory of Contact Dynamics in a checkpoint: one line
    that names the checkpoint."""
    stopped_run("out.h5")
    shutil.copy("out.h5.ckpt", "good.ckpt")
    with h5py.File("good.ckpt") as file:
        place = {}
        for kind in ("integers", "reals"):
            for k, name in enumerate(file[f"/resume/{kind}/names"]):
                place[name.decode()] = f"/resume/{kind}/{k}"
    damages = [
        ("nscd/keys", 1, 1 << 40),
        ("nscd/keys", 0, -1),
        ("nscd/pairs", 2, 60000),
        ("nscd/pairs", 3, -1),
        ("nscd/steps", 0, -1),
        ("nscd/base_step", 0, 1 << 40),
        ("nscd/impulses", 4, np.nan),
        ("nscd/motion", 30, np.inf),
        ("nscd/base_time", 0, np.nan),
        ("nscd/base_time", 0, 7.5),
        ("nscd/base_time", 0, 1e9),
        ("nscd/base_time", 0, 0.01),
        ("nscd/base_step", 0, 1),
        ("nscd/account", 0, np.nan),
        ("run/drift", 0, np.nan),
        ("nscd/steps", 0, 1 << 40),
        ("nscd/unconverged", 0, 1 << 40),
        ("nscd/touching", 0, 1 << 40),
        ("nscd/penetration", 0, -1.0),
        ("nscd/pairs", 0, 11),
        ("nscd/pairs", 1, 12),
        *(
            ("nscd/pairs", at, value)
            for at, value in (
                (KEPT, 5),
                (KEPT, 1 << 33),
                (KEPT + 1, 0),
                (KEPT + 2, -1),
                (KEPT + 2, 1 << 33),
            )
        ),
        ("nscd/manifolds", 0, np.nan),
        ("nscd/manifolds", 3, 2.0),
        ("nscd/manifolds", 7, -1.0),
        ("nscd/manifolds", 8, 3.0),
        ("nscd/manifolds", 11, 1e300),
        ("/particles/grain/orientation", 5, np.nan),
        ("/particles/grain/orientation", 5, 2.0),
    ]
    for name, index, value in damages:
        shutil.copy("good.ckpt", "out.h5.ckpt")
        with h5py.File("out.h5.ckpt", "r+") as file:
            numbers = file[place.get(name, name)]
            changed = numbers[()]
            assert changed.size > index, (name, changed.size)
            changed.flat[index] = value
            numbers[...] = changed
        told = run("rubble-evolve -q -c evolve.toml --restart hulls.h5 out.h5", (2, 0))
        assert told, f"{name} {index} {value} was taken"
        assert (
            "out.h5.ckpt:" in told
            and "use --force to start again" in told
            and told.count("\n") == 1
        ), (name, value, told)
        assert not os.path.exists("out.h5") and os.path.exists("out.h5.ckpt"), name
    for name in ("nscd/pairs", "nscd/manifolds", "nscd/keys", "nscd/impulses"):
        shutil.copy("good.ckpt", "out.h5.ckpt")
        with h5py.File("out.h5.ckpt", "r+") as file:
            numbers = file[place[name]][()]
            del file[place[name]]
            file[place[name]] = numbers[:-1]
        assert "out.h5.ckpt:" in run(
            "rubble-evolve -q -c evolve.toml --restart hulls.h5 out.h5", (2,)
        ), name


def test_hulls_attract_by_their_multipoles():
    write("evolve.toml", RUN.replace("DURATION", "100") + METHOD)
    run(
        "rubble-evolve -q --force --set gravity.torque='\"hexadecapole\"' -c evolve.toml -t "
        "long-t.h5 hulls.h5 long.h5"
    )
    with h5py.File("long-t.h5") as track:
        last = track["observables/energy/gravitational/value"][-1]
        assert track["observables/error/angular_momentum/value"][-1] < 1e-12
    centres, points = (
        rows(f"rubble-energy --torque {word} long.h5")[0]["gravitational"]
        for word in ("none", "hexadecapole")
    )
    assert abs(points / last - 1) < 1e-12 and abs(centres / last - 1) > 1e-5, (
        centres,
        points,
        last,
    )
    centres, points = (
        rows(f"rubble-stress --torque {word} long.h5")[0]["virial_ratio"]
        for word in ("none", "hexadecapole")
    )
    assert abs(points - 1) < 0.01 and centres != points, (centres, points)


def test_mistakes_are_told():
    write("evolve.toml", RUN.replace("DURATION", "100") + METHOD)
    mistakes = {
        "contact.normal.law='\"linear\"'": '[contact.normal] needs [method] kind = "soft-spheres"',
        "method.kind='\"soft-spheres\"'": "'friction' in [contact] needs [method] "
        'kind = "contact-dynamics" or "hard-spheres"',
        "gravity.hold=0.02": "must be in [0, 0.01]",
        "gravity.torque='\"octupole\"'": 'must be one of "none", "quadrupole", "hexadecapole"',
        "step.theta=0.3": "must be in [0.5, 1]",
        "contact.cone='\"coulumb\"'": 'did you mean "coulomb"?',
        "solver.tolerence=1": "did you mean 'tolerance'?",
        "contact.restitution=1.5": "must be in [0, 1]",
        "method.kind='\"contact-dynamic\"'": 'did you mean "contact-dynamics"?',
        "contact.cohesion.cohesive_force=3": "missing key 'range'",
    }
    for setting, message in mistakes.items():
        told = run(f"rubble-evolve -q --force --set {setting} -c evolve.toml spheres.h5 x.h5", (2,))
        assert message in told and told.count("\n") == 1, (setting, told)
    for tool in ("advise", "bounce"):
        told = run(f"rubble-{tool} -c evolve.toml spheres.h5", (2,))
        assert 'needs method.kind = "soft-spheres"' in told and told.count("\n") == 1, told
    # Steps that do not converge end the run.
    told = run(
        "rubble-evolve -q --force --set solver.iterations=1 --set solver.tolerance=1e-15 "
        "--set run.duration=2000 "
        "-c evolve.toml hulls.h5 x.h5",
        (3,),
    )
    assert "sanity.unconverged" in told, told


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
