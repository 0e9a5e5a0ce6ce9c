"""Manual pages, completions and schema, which the build generates from the tools' --reference.

Usage: reference.py FOLDER_OF_THE_TOOLS SHARE
"""
import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import tomllib

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS, SHARE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.path.insert(0, str(ROOT / "tests/tools"))
import tool_list  # noqa: E402

NAMES = [f"rubble-{name}" for name in tool_list.names()]


def said(tool, option):
    return subprocess.run([TOOLS / tool, option], check=True, capture_output=True, text=True).stdout


def test_every_option_of_help_is_in_the_reference():
    for tool in NAMES:
        known = {
            name
            for option in json.loads(said(tool, "--reference"))["options"]
            for name in option["names"]
        }
        told = {
            word.strip()
            for line in said(tool, "--help").split("\nFiles:")[0].splitlines()
            if line.startswith("  -")
            for word in line.split()[0].split(",")
        }
        assert told == known, (tool, told ^ known)


def test_exit_codes_of_its_own():
    def codes(tool):
        return {
            code["code"]: code["text"]
            for code in json.loads(said(tool, "--reference"))["exit_codes"]
        }

    assert "differ" in codes("rubble-diff")[1]
    assert "tolerance" in codes("rubble-solve")[3]
    assert sorted(codes("rubble-info")) == [0, 1, 2]
    assert sorted(codes("rubble-relax")) == [0, 1, 2, 3, 4, 75]


def test_every_parameter_of_describe_is_in_the_reference():
    for tool in NAMES:
        reference = json.loads(said(tool, "--reference"))
        if not reference["parameters"]:
            continue
        lines = [
            line.split()[0]
            for line in said(tool, "--describe").splitlines()
            if line.startswith("  ")
        ]
        assert lines == [
            row["key"] for table in reference["parameters"] for row in table["keys"]
        ], tool


def test_manual_pages_are_clean():
    if shutil.which("man") is None:
        print("       no man here: pages are not formatted")
    for tool in NAMES:
        path = SHARE / f"man/man1/{tool}.1.gz"
        assert gzip.decompress(path.read_bytes()).startswith(b".TH " + tool.upper().encode())
        if shutil.which("man") is None:
            continue
        page = subprocess.run(
            ["man", "--warnings", "-E", "UTF-8", "-l", path],
            capture_output=True,
            text=True,
            check=True,
            env={"MANWIDTH": "100", "PATH": "/usr/bin:/bin"},
        )
        assert page.stderr == "" and "--reference" in page.stdout, (tool, page.stderr)


def completed(tool, *words):
    """Completions that bash offers after these words."""
    script = f"""source "$1"; COMP_WORDS=({tool} "${{@:2}}"); COMP_CWORD=$(($# - 1))
    compopt() {{ :; }}; _{tool.replace('-', '_')}; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(
        ["bash", "-c", script, "bash", SHARE / f"bash-completion/completions/{tool}", *words],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stderr == "", done.stderr
    return done.stdout.split()


def test_completion_of_bash():
    assert completed("rubble-relax", "--res") == ["--restart"]
    assert completed("rubble-relax", "-c", "configs/rel") == ["configs/relax.toml"]
    assert completed("rubble-relax", "--set", "stop.kin") == ["stop.kinetic_fraction="]
    assert completed("rubble-relax", "--set", "=", "stop.kin") == ["stop.kinetic_fraction="]
    assert completed("rubble-import", "--format", "c") == ["csv"]
    assert "VOLUME" not in completed("rubble-ellipsoid", "--volume", "")
    assert completed("rubble-shape", "--write", "READ") == ["README.md"]
    assert completed("rubble-import", "--format", "=") == [
        "csv",
        "xyz",
        "dump",
        "data",
        "obj",
        "ply",
        "stl",
    ]
    assert completed("rubble-info", "READ") == ["README.md"]


def test_completions_parse():
    for shell, where in (
        ("bash", "bash-completion/completions/{}"),
        ("zsh", "zsh/vendor-completions/_{}"),
        ("fish", "fish/vendor_completions.d/{}.fish"),
    ):
        for tool in NAMES:
            path = SHARE / where.format(tool)
            assert path.exists(), path
            if shutil.which(shell):
                subprocess.run([shell, "-n", path], check=True)


def schema():
    return json.loads((SHARE / "rubble/rubble.schema.json").read_text())


def test_schema_takes_every_example():
    for path in sorted((ROOT / "configs").glob("*.toml")):
        jsonschema.validate(tomllib.loads(path.read_text()), schema())


def test_schema_refuses_mistakes():
    relax = (ROOT / "configs/relax.toml").read_text()
    for right, wrong in (
        ("record_every", "record_evry"),
        ('law = "linear"', 'law = "lineal"'),
        ('method = "direct"', "method = 3"),
        ("[stop]", "[stopp]"),
    ):
        assert right in relax
        try:
            jsonschema.validate(tomllib.loads(relax.replace(right, wrong)), schema())
        except jsonschema.ValidationError:
            continue
        raise AssertionError(f"taken: {wrong}")


if __name__ == "__main__":
    failed = 0
    for name, test in sorted(globals().items()):
        if not name.startswith("test_"):
            continue
        try:
            test()
            print("ok    ", name)
        except (AssertionError, subprocess.CalledProcessError, jsonschema.ValidationError) as error:
            print("FAILED", name, str(error)[:1500])
            failed += 1
    sys.exit(1 if failed else 0)
