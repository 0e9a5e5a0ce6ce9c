"""Warnings about numbers without a unit that are far from typical values.

Usage: plausible.py FOLDER_OF_THE_TOOLS

Typical mistakes must be questioned; no example and no study may be.
"""
import csv
import math
import pathlib
import re
import subprocess
import tomllib

import runner

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "configs"
# Keys that the programs compare with typical values.
KEYS = sorted(
    {
        path
        for source in (ROOT / "lib").rglob("*.cpp")
        for path in re.findall(r'\.path = "([\w.]+)"', source.read_text())
    }
)


def run(line, codes=(0,)):
    """(command; accepted exit codes) => its messages"""
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode in codes, f"{line}: exit code {done.returncode}: {done.stderr}"
    return done.stderr


def warnings(line, codes=(0,)):
    """(command; accepted exit codes) => its warnings"""
    return [text for text in run(line, codes).splitlines() if ": warning: " in text]


def prepare():
    run(f"rubble-generate -q -c {CONFIGS}/cloud.toml --set cloud.count=20 pile.h5")


def question(tool, setting, wanted):
    """(program, value of --set, what its only warning must contain)"""
    stop = "--set stop.least_mass=0" if tool in ("spinup", "flyby") else ""
    line = f"rubble-{tool} -c {CONFIGS}/{tool}.toml --dry-run {stop} --set '{setting}' pile.h5 x.h5"
    found = warnings(line)
    assert (
        len(found) == 1
        and f"warning: --set \"{setting}\": {setting.replace('=', ' = ')}" in found[0]
    ), found
    for text in wanted:
        assert text in found[0], (text, found)
    assert not warnings(line.replace("--dry-run", "--dry-run --quiet")), line


def test_forgotten_units_of_a_flyby():
    text = (
        (CONFIGS / "flyby.toml").read_text().replace("eccentricity = 1.0", "speed_at_infinity = 12")
    )
    pathlib.Path("fast.toml").write_text(text)
    run_fast = "rubble-flyby -c fast.toml --dry-run --set stop.least_mass=0 pile.h5 x.h5"
    (found,) = warnings(run_fast)
    assert re.search(
        r"warning: fast.toml:\d+:\d+: flyby.speed_at_infinity = 12 has no unit", found
    ), found
    assert "the escape speed of the planet" in found and '"12 km/s"' in found, found
    question("flyby", "flyby.planet_radius=6371", ["the radius of a planet", '"6371 km"'])
    question("flyby", "run.duration=9", ["the time from start_distance", '"9 h"'])
    line = (
        f"rubble-flyby -c {CONFIGS}/flyby.toml --dry-run --set flyby.pericentre=38012 pile.h5 x.h5"
    )
    found = run(line, (2,))
    assert "lies inside the planet" in found and '"38012 km"' in found, found


def test_forgotten_units_of_a_spin_up():
    question("spinup", "spinup.ramp=28", ["critical spin rate", '"28 h"'])
    question("spinup", "run.duration=36", ["spinup.ramp", '"36 h"'])
    question("relax", "run.duration=12", ["the dynamical time", '"12 min" or "12 h"'])


def test_forgotten_units_of_an_encounter():
    line = (
        f"rubble-combine -c {CONFIGS}/encounter.toml --set 'KEY=VALUE' --force pile.h5 pile.h5 x.h5"
    )
    for key, value, wanted in (
        ("encounter.relative_speed", 3e5, '"300000 cm/s"'),
        ("encounter.relative_speed", 5e-5, '"5e-05 km/s"'),
        ("encounter.gap", 1e6, '"1e+06 mm"'),
    ):
        (found,) = warnings(line.replace("KEY", key).replace("VALUE", str(value)))
        assert f"{key} = {value:.6g} has no unit" in found and wanted in found, found
    assert not warnings(line.replace("KEY=VALUE", "encounter.relative_speed=5000"))
    assert not warnings(line.replace("KEY=VALUE", "encounter.gap=5"))


def test_a_written_unit_is_not_questioned():
    for tool, setting in (
        ("flyby", "run.duration=9 s"),
        ("spinup", "spinup.ramp=28 s"),
        ("relax", "run.duration=12 s"),
    ):
        line = f"rubble-{tool} -c {CONFIGS}/{tool}.toml --dry-run --set '{setting}' pile.h5 x.h5"
        if tool != "relax":
            line = line.replace("--dry-run", "--dry-run --set stop.least_mass=0")
        assert not warnings(line), line


def test_the_log_keeps_the_warning():
    line = f"rubble-evolve -q -c {CONFIGS}/gravel.toml --set run.duration=1 pile.h5 x.h5"
    assert not warnings(line)
    log = next(pathlib.Path().glob("x*.log")).read_text()
    assert "run.duration = 1 has no unit" in log, log


def test_no_example_is_questioned():
    """All examples of runs, with piles of their sizes."""
    beads = "rubble-generate -q -c configs/beads.toml --set cloud.count=40 beads.h5"
    run(f"cp -r {CONFIGS} configs && {beads}")
    corners = (("lower", -1), ("upper", 1))
    inside = " ".join(
        f"--set cloud.{key}='[{sign * 0.05}, {sign * 0.028}, {sign * 0.05}]'"
        for key, sign in corners
    )
    run(beads.replace("beads.h5", f"{inside} inside.h5"))
    size = "--set size.min=0.03 --set size.max=0.03"
    run(f"rubble-generate -q -c configs/beads.toml --set cloud.count=1 {size} ball.h5")
    run("rubble-place -q -c configs/instrument.toml beads.h5 ball.h5 scene.h5")
    run("rubble-import -q configs/sleds.csv sleds.h5")
    piles = {"box": "beads.h5", "drum": "inside.h5", "funnel": "beads.h5"}
    packed = (
        "rubble-generate -q -c configs/packed.toml --set cloud.glued=false --set cloud.count=50"
    )
    run(f'{packed} --set size.min="4 mm" --set size.max="4 mm" packed.h5')
    run("rubble-generate -q -c configs/powder.toml powder.h5")
    piles |= {"two-materials": "sleds.h5", "bonds": "packed.h5", "sticky": "powder.h5"}
    ring = f"rubble-generate -q -c {CONFIGS}/ring-cloud.toml --set cloud.count=60 ring.h5"
    run(ring)
    piles["ring"] = "ring.h5"
    piles |= dict.fromkeys(("lander", "penetrometer", "penetrometer-impulses"), "scene.h5")
    seen = 0
    for path in sorted(CONFIGS.glob("*.toml")):
        tables = tomllib.loads(path.read_text())
        tool = tables.get("run", {}).get("experiment")
        if tool is None:
            continue
        pile = piles.get(path.stem, "beads.h5" if "box" in tables else "pile.h5")
        stop = "--set stop.least_mass=0" if tool in ("spinup", "flyby") else ""
        found = warnings(f"rubble-{tool} -c {path} --dry-run {stop} {pile} x.h5")
        assert not found, (path.name, found)
        seen += 1
    assert seen >= 10, seen
    assert not warnings(f"rubble-combine -c {CONFIGS}/encounter.toml pile.h5 pile.h5 x.h5")


def number_without_unit(value):
    """(value of TOML, or of a row of params.tsv) => whether it is, or has, a number that could be
    questioned"""
    if isinstance(value, list):
        return any(number_without_unit(item) for item in value)
    try:
        return not isinstance(value, bool) and math.isfinite(float(value)) and float(value) != 0
    except ValueError:
        return False


def test_no_study_is_questioned():
    """The values of all studies have units where a number without one is compared."""
    assert len(KEYS) > 12 and "flyby.pericentre" in KEYS, KEYS
    values = []
    for path in [*CONFIGS.glob("*.toml"), *(ROOT / "workflows").glob("*/config/*.toml")]:
        tables = tomllib.loads(path.read_text())
        for key in KEYS:
            node = tables
            for name in key.split("."):
                node = node.get(name, {}) if isinstance(node, dict) else {}
            values.append((path, key, node))
    for path in (ROOT / "workflows").glob("*/config/params.tsv"):
        with path.open(encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#")]
        for row in csv.DictReader(lines, delimiter="\t"):
            values += [(path, key, row[key] or "") for key in KEYS if key in row]
    wrong = [
        (path.name, key, value)
        for path, key, value in values
        if not isinstance(value, dict) and number_without_unit(value)
    ]
    assert not wrong, wrong


if __name__ == "__main__":
    runner.run_all(
        [test for name, test in sorted(globals().items()) if name.startswith("test_")], prepare
    )
