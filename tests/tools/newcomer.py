"""First steps of a new user: advice, examples, tables on a terminal, messages with corrections.

Usage: newcomer.py FOLDER_OF_THE_TOOLS
"""
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

import scenes

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"


def sh(line, code=0):
    """(shell line, required exit code) => its standard output and error"""
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True)
    assert done.returncode == code, f"{line}\nexit code {done.returncode}: {done.stderr}"
    return done.stdout, done.stderr


def on_terminal(command):
    """(command) => its output on a terminal with 80 columns"""
    seen = bytearray()

    def read(descriptor):
        data = os.read(descriptor, 65536)
        seen.extend(data)
        return data

    saved = os.dup(1)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        status = pty.spawn(command, read)
    finally:
        os.dup2(saved, 1)
    assert os.waitstatus_to_exitcode(status) == 0, seen
    return seen.decode().replace("\r\n", "\n")


def advice(config, pile):
    out, err = sh(f"rubble-advise --json -c {config} {pile}")
    return {row["choice"]: row for row in json.loads(out)["rows"]}, err


def advice_for_every_run_tool():
    for name, pile in [
        ("relax", "cloud.h5"),
        ("gravel", "cloud.h5"),
        ("hertz", "cloud.h5"),
        ("collide", "cloud.h5"),
        ("spinup", "cloud.h5"),
        ("cohesion", "cloud.h5"),
        ("flyby", "cloud.h5"),
        ("box", "beads.h5"),
        ("shake", "beads.h5"),
    ]:
        rows, err = advice(CONFIGS / f"{name}.toml", pile)
        assert rows["config"]["particle_steps_rate"] > 1e3, (name, rows)
        hours = rows["config"]["particle_steps"] / rows["config"]["particle_steps_rate"] / 3600
        assert abs(rows["config"]["wall_time"] / hours - 1) < 1e-12, (name, rows)
        assert "h of wall time as configured" in err, (name, err)
        assert "held" not in rows, f"{name}: gravity is held already, or there is none"


def advice_against_springs_of_another_pile():
    out, err = sh(f"rubble-advise --json -c {CONFIGS / 'hysteretic.toml'} cloud.h5", 3)
    errors = [line for line in err.splitlines() if line.startswith("rubble-advise: error: ")]
    assert (
        len(errors) == 1
        and "the trial with the present settings fails, and the run would fail, too: bodies"
        in errors[0]
    ), err
    assert "set step.dt to at most" in errors[0] and "wall time as configured" not in err, err
    rows = {row["choice"]: row for row in json.loads(out)["rows"]}
    assert (
        rows["config"]["particle_steps_rate"] is None and rows["config"]["wall_time"] is None
    ), rows
    assert (
        rows["config"]["dt"] > 0
        and rows["auto"]["dt"] > 0
        and rows["auto"]["particle_steps_rate"] > 1e3
    ), rows


def advice_to_hold_gravity():
    sh(
        f"sed '/^hold = 1e-3/d' {CONFIGS}/relax.toml > summed.toml && ! cmp -s summed.toml "
        f"{CONFIGS}/relax.toml"
    )
    rows, err = advice("summed.toml", "cloud.h5")
    assert rows["held"]["particle_steps_rate"] > 2 * rows["config"]["particle_steps_rate"], rows
    assert "with hold = 0.001 in [gravity]" in err, err


def tables_on_a_terminal_and_in_a_pipe():
    wide = on_terminal(["rubble-packing", "cloud.h5"])
    assert "\t" not in wide and any(
        line.split() == ["bodies", "1", "200"] for line in wide.splitlines()
    ), wide
    piped, _ = sh("rubble-packing cloud.h5 | cat")
    assert piped.splitlines()[0].startswith("file\ttime\tbodies"), piped
    # The help explains how to read the table: names in line 1, units in line 2 (skiprows=[1]),
    # followed by the rows.
    told, _ = sh("rubble-packing --help")
    assert 'pandas.read_csv(FILE, sep="\\t", skiprows=[1])' in told, told
    assert "read_csv" not in sh("rubble-relax --help")[0]
    names, units, *rows = piped.splitlines()
    assert (
        units.startswith("# ")
        and len(rows) == 1
        and len(rows[0].split("\t")) == len(names.split("\t"))
    ), piped


def messages_that_say_what_to_write():
    _, err = sh(
        f"rubble-generate -c {CONFIGS}/cloud.toml --set cloud.solid_fraction=0.7 full.h5", 2
    )
    assert (
        "solid fraction 0.7: overlaps remain after 200 passes; 2000 passes do not suffice either: "
        "lower cloud.solid_fraction" in err
        and not os.path.exists("full.h5")
    ), err
    assert "cloud.enlarge = true" in err and "0.64" in err, err
    _, err = sh(
        f"rubble-flyby --dry-run -c {CONFIGS}/flyby.toml --set flyby.pericentre=38012 "
        "cloud.h5 f.h5",
        2,
    )
    assert "'pericentre'" in err and "lies inside the planet" in err and '"38012 km"' in err, err
    _, err = sh(
        f"rubble-flyby --dry-run -c {CONFIGS}/flyby.toml --set flyby.planet_mass='2 ton' "
        "cloud.h5 f.h5",
        2,
    )
    assert '"ton" is ambiguous; write tonne (1000 kg)' in err, err
    for value, meant in [("1.3 R_earth", "a multiple of 6378.1 km"), ("1 AU", "astronomical_unit")]:
        _, err = sh(
            f"rubble-flyby -c {CONFIGS}/flyby.toml --set flyby.pericentre='{value}' cloud.h5 f.h5",
            2,
        )
        assert f"did you mean {meant}?" in err, err
    _, err = sh(
        f"rubble-combine -c {CONFIGS}/encounter.toml --set encounter.impact_angle='30 min' "
        "cloud.h5 cloud.h5 e.h5",
        2,
    )
    assert "did you mean arcmin?" in err, err


def a_dry_run_prints_what_can_be_run():
    out, _ = sh(f"rubble-relax -q --dry-run -c {CONFIGS}/relax.toml cloud.h5 pile.h5")
    pathlib.Path("dry.toml").write_text(out)
    again, _ = sh("rubble-relax -q --dry-run -c dry.toml cloud.h5 pile.h5")
    assert out == again and "[gravity]" in out and not os.path.exists("pile.h5")


def told_columns(tool):
    """=> {column: unit} from the part "Columns" of --help. In "spin_x, _y" the second word replaces
    the end of the first."""
    part = sh(f"{tool} --help")[0].split("\nColumns", 1)[1].split("\n", 1)[1].split("\nusage:")[0]
    told = {}
    for line in part.splitlines():
        if not line.startswith("  "):
            continue
        names, unit = re.match(r"  ([a-z_0-9, ]+?)(?: \[(.+?)\])?: ", line).groups()
        last = ""
        for name in names.split(", "):
            last = last[: last.rindex("_")] + name if name.startswith("_") else name
            assert last not in told, (tool, last)
            told[last] = unit or ""
    return told


def every_column_is_described():
    pathlib.Path("place.toml").write_text(scenes.PLACE)
    sh(
        f"rubble-relax -q -c {CONFIGS}/relax.toml --set run.duration='1 min' --set "
        "run.frame_every='1 min' --track few.h5 cloud.h5 fallen.h5",
        4,
    )
    for tool, arguments in [
        ("combine", [f"-c {CONFIGS}/encounter.toml cloud.h5 cloud.h5 pair.h5"]),
        ("place", ["-q -c place.toml cloud.h5 cloud.h5 placed.h5"]),
        ("impact-law", ["pair.h5", f"-c {CONFIGS}/impact.toml"]),
        ("clusters", ["cloud.h5"]),
        ("satellites", ["cloud.h5", "--frames few.h5"]),
        ("strain", ["few.h5", "--bins few.h5"]),
        ("stress", ["fallen.h5"]),
        ("carve", [f"--unit '1 km' cloud.h5 {CONFIGS}/asteroid.obj core.h5"]),
    ]:
        printed = {}
        for words in arguments:
            names, units = sh(f"rubble-{tool} {words} | head -2")[0].splitlines()
            printed |= dict(
                zip(names.split("\t"), units.removeprefix("# ").split("\t"), strict=True)
            )
        assert told_columns(f"rubble-{tool}") == printed, (
            tool,
            told_columns(f"rubble-{tool}").items() ^ printed.items(),
        )


def main():
    os.environ["PATH"] = f"{os.path.abspath(sys.argv[1])}:{os.environ['PATH']}"
    os.environ["OMP_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sh(
            f"rubble-generate -q -c {CONFIGS}/cloud.toml cloud.h5 && rubble-generate -q -c "
            f"{CONFIGS}/beads.toml beads.h5"
        )
        for case in (
            advice_for_every_run_tool,
            advice_against_springs_of_another_pile,
            advice_to_hold_gravity,
            tables_on_a_terminal_and_in_a_pipe,
            messages_that_say_what_to_write,
            a_dry_run_prints_what_can_be_run,
            every_column_is_described,
        ):
            case()
            print(case.__name__)
        os.chdir("/")


if __name__ == "__main__":
    main()
