"""Laws of contact by materials, through the tools, in all three methods: threads, restarts, tables
without effect, provenance and the Python package; what is wrong is refused in one line.

Usage: materials.py FOLDER_OF_THE_TOOLS
"""
import pathlib
import sys

import numpy as np

import runner
from runner import kill_at_checkpoint, run, same, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "analysis"))
import rubble  # noqa: E402

HEAD = """
[run]
duration = "0.3 s"
record_every = "10 ms"
frame_every = "50 ms"
[gravity]
method = "none"
constant = 6.67430e-11
[external]
uniform = [1, 0, -9.81]
[box]
lower = [-0.06, -0.06, 0]
upper = [0.06, 0.06, 0.3]
material = "steel"
"""
SOFT = """
[step]
dt = "auto"
[contact.normal]
law = "linear"
pair_stiffness = 2e4
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = 0.3
restitution = 0.5
[contact.rolling]
law = "spring"
rolling_friction = 0.1
twisting_friction = 0.2
shape_factor = 0.5
radius = "reduced"
"""
IMPULSES = """
[method]
kind = "contact-dynamics"
[step]
dt = "0.5 ms"
[contact]
friction = 0.3
restitution = 0.4
"""
EVENTS = """
[method]
kind = "hard-spheres"
[step]
dt = "1 ms"
[contact]
restitution = 0.6
sliding_restitution = 0.5
friction = 0.3
"""
METHODS = {"soft": SOFT, "impulses": IMPULSES, "events": EVENTS}
MATERIALS = """
[[contact.material]]
material = "ice"
friction = 0.05
[[contact.material]]
material = "steel"
friction = 0.6
restitution = 0.8
[[contact.pair]]
materials = ["rock", "ice"]
restitution = 0.2
"""


def prepare():
    """A column of spheres of three materials, that fall."""
    rows = ["r,m,x,y,z,density,material"]
    for k in range(96):
        name, density = (("rock", 2700), ("ice", 920), ("sand", 1600))[k % 3]
        r = 0.008 + 0.001 * (k % 4)
        x, y, z = 0.025 * (k % 4) - 0.0375, 0.025 * (k // 4 % 4) - 0.0375, 0.02 + 0.025 * (k // 16)
        rows.append(f"{r},{4 / 3 * np.pi * r**3 * density:.17g},{x},{y},{z},{density},{name}")
    write("pile.csv", "\n".join(rows) + "\n")
    run("rubble-import -q pile.csv pile.h5")
    for name, text in METHODS.items():
        write(f"{name}.toml", HEAD + text + MATERIALS)


def evolve(method, name, options="", threads=1):
    line = f"rubble-evolve -q -c {method}.toml --threads {threads} {options} --track {name}-t.h5"
    run(f"{line} pile.h5 {name}.h5", threads=threads)


def velocities(name):
    return rubble.open(name + ".h5").bodies[["vx", "vy", "vz"]].to_numpy()


def test_threads_change_no_byte():
    for method in METHODS:
        evolve(method, "one", "--force")
        evolve(method, "three", "--force", threads=3)
        same("one", "three")


def test_a_killed_run_resumes_with_the_same_bytes():
    for method in METHODS:
        long = "--set run.duration=1.2 --set run.checkpoint_every=0.02 --force"
        evolve(method, "whole", long)
        resumed = long.replace("--force", "--restart")
        line = f"rubble-evolve -q -c {method}.toml {resumed} --track {method}-k-t.h5 pile.h5"
        line += f" {method}-k.h5"
        kills = sum(kill_at_checkpoint(line, f"{method}-k.h5") for _ in range(3))
        run(line)
        same("whole", f"{method}-k")
        assert kills > 0, method


def test_a_checkpoint_belongs_to_its_tables():
    line = "rubble-evolve -q -c {}.toml --set run.checkpoint_every=0.001 --restart pile.h5 end.h5"
    line += " --set run.duration=30"
    assert kill_at_checkpoint(line.format("soft"), "end.h5")
    write("other.toml", (HEAD + SOFT + MATERIALS).replace("friction = 0.05", "friction = 0.06"))
    runner.refused(line.format("other"), r"\[\[contact.material\]\] friction = 0.05, not 0.06")


def test_tables_have_an_effect_and_equal_values_have_none():
    for method, text in METHODS.items():
        evolve(method, "with")
        write("plain.toml", (HEAD + text).replace('material = "steel"\n', ""))
        evolve("plain", "plain", "--force")
        assert not np.allclose(velocities("with"), velocities("plain"), atol=1e-3), method
        equal = '[[contact.material]]\nmaterial = "ice"\nfriction = 0.3\n'
        write("equal.toml", (HEAD + text + equal).replace('material = "steel"\n', ""))
        evolve("equal", "equal", "--force")
        assert np.array_equal(velocities("equal"), velocities("plain")), method
        for name in ("with", "plain", "equal"):
            pathlib.Path(name + ".h5").unlink(), pathlib.Path(name + "-t.h5").unlink()


def test_outputs_record_the_tables():
    """The effective configuration repeats the run. `--set` of common values reaches materials that
    do not give their own."""
    evolve("soft", "first")
    config = rubble.open("first.h5").provenance[-1]["config"]
    assert config.count("[[contact.material]]") == 2 and "[[contact.pair]]" in config, config
    write("again.toml", config)
    evolve("again", "second")
    assert np.array_equal(velocities("first"), velocities("second"))
    evolve("soft", "third", "--set contact.sliding.friction=0.9")
    assert not np.array_equal(velocities("first"), velocities("third"))


def refused(text, pattern):
    write("bad.toml", text)
    runner.refused("rubble-evolve -q -c bad.toml pile.h5 bad.h5", pattern)


def test_faults_are_named_with_their_places():
    good = HEAD + SOFT + MATERIALS

    def changed(old, new):
        assert old in good, old
        return good.replace(old, new, 1)

    refused(
        changed('material = "ice"', 'material = "icy"'),
        r'bad.toml:\d+:12: the pile and the walls have no material "icy"; did you mean "ice"\?',
    )
    refused(
        changed('["rock", "ice"]', '["rock", "slate"]'),
        r'bad.toml:\d+:13: .* no material "slate"; materials there: "ice", "rock", "sand", "steel"',
    )
    refused(
        HEAD + SOFT,
        r'bad.toml:\d+:12: the pile and \[\[contact.material\]\] have no material "steel"; mat',
    )
    refused(changed('["rock", "ice"]', '["rock"]'), r"'materials' .* must be two names, not 1")
    again = '[[contact.material]]\nmaterial = "ice"\nrestitution = 0.5\n'
    refused(good + again, r'two tables \[\[contact.material\]\] are about "ice": remove one')
    twice = '[[contact.pair]]\nmaterials = ["ice", "rock"]\nfriction = 1\n'
    refused(good + twice, r'two tables \[\[contact.pair\]\] are about "ice" and "rock": remove one')
    refused(changed("restitution = 0.2", ""), r"\[\[contact.pair\]\] without a value has no effect")
    refused(
        changed("friction = 0.05", "frictoin = 0.05"),
        r"unknown key 'frictoin' in \[\[contact.material\]\]; did you mean 'friction'\?",
    )
    refused(
        changed("friction = 0.05", "young_modulus = 1e7"),
        r"'young_modulus' in .* needs contact.normal.law = \"hertz-mindlin\": remove it",
    )
    refused(changed("friction = 0.05", "damping_rate = 3"), r"needs contact.normal.damping_rate")
    refused(changed("friction = 0.05", "cohesive_strength = 3"), r"needs contact.cohesion.cohe")
    refused(changed("friction = 0.05", "friction = -1"), r"'friction' in .* must be >= 0")
    refused(changed("friction = 0.05", 'friction = "auto"'), r"'friction' in .* pure number")
    refused(
        good.replace("[[contact.material]]", "[[contact.materials]]"),
        r"unknown table \[\[contact.materials\]\]; did you mean \[\[contact.material\]\]\?",
    )
    refused(
        HEAD + IMPULSES + MATERIALS.replace("friction = 0.05", "rolling_friction = 1"),
        r"unknown key 'rolling_friction' .*: remove it; only .* of soft spheres has it",
    )
    smooth = EVENTS.replace("sliding_restitution = 0.5", "sliding_restitution = 1")
    refused(HEAD + smooth + MATERIALS, r"'friction' has no effect on smooth spheres")


if __name__ == "__main__":
    tests = [value for name, value in list(globals().items()) if name.startswith("test_")]
    runner.run_all(tests, prepare)
