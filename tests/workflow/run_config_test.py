"""The TOML of a run: later parts and the values of the row take precedence, the written text reads
back as the same values, and that of a simulation names its experiment."""
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "workflows" / "scripts"))
from run_config import complete, origin  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    below, above = Path(folder, "below.toml"), Path(folder, "above.toml")
    below.write_text(
        '[a]\nkept = "1 km"\nchanged = 1\n[a.deep]\nlist = ["1 m", 2.5, '
        "true]\n[[plane]]\nnormal = [0, 0, 1]\n"
    )
    above.write_text(
        'top = "quote \\" and \\\\"\nlines = '
        '"""one\ntwo\t\\u007f\\u0000\\u00b5\\U0001F311"""\n[a]\nchanged = 2\n[b]\n'
    )
    values = {"a.deep.own": "0.04 s", "a.number": "1e-6", "seed": "7", "b.text": '"""one\ntwo"""'}
    text = complete("generate", [below, above], values)
    assert complete("generate", [below, above], values) == text
    times = Path(folder, "times.toml")
    times.write_text('[run]\nduration = "1 s"\n')
    run = {"duration": "1 s", "experiment": "relax"}
    assert tomllib.loads(complete("relax", [times], {}))["run"] == run
    run["experiment"] = "shake"  # of the part, which the tool refuses
    times.write_text(times.read_text() + 'experiment = "shake"\n')
    assert tomllib.loads(complete("relax", [times], {}))["run"] == run
expected = {
    "top": 'quote " and \\',
    "lines": "one\ntwo\t\x7f\0\u00b5\U0001F311",
    "seed": 7,
    "a": {
        "kept": "1 km",
        "changed": 2,
        "number": 1e-6,
        "deep": {"list": ["1 m", 2.5, True], "own": "0.04 s"},
    },
    "b": {"text": "one\ntwo"},
    "plane": [{"normal": [0, 0, 1]}],
}
assert tomllib.loads(text) == expected, text
told = origin([below, above], values)
assert (
    told == "below.toml + above.toml; a.deep.own = 0.04 s, a.number = 1e-6, seed = 7, b.text = "
    '"""one two"""'
), told
