"""The TOML that a run gets: later parts win, the row's values go on top, and what is written reads back as the same values."""
import sys
import tempfile
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "workflows" / "scripts"))
from run_config import complete  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    below, above = Path(folder, "below.toml"), Path(folder, "above.toml")
    below.write_text('[a]\nkept = "1 km"\nchanged = 1\n[a.deep]\nlist = ["1 m", 2.5, true]\n[[plane]]\nnormal = [0, 0, 1]\n')
    above.write_text('top = "quote \\" and \\\\"\n[a]\nchanged = 2\n[b]\n')
    read = tomllib.loads(complete([below, above], {"a.deep.own": "0.04 s", "a.number": "1e-6", "seed": "7"}))
expected = {
    "top": 'quote " and \\',
    "seed": 7,
    "a": {"kept": "1 km", "changed": 2, "number": 1e-6, "deep": {"list": ["1 m", 2.5, True], "own": "0.04 s"}},
    "b": {},
    "plane": [{"normal": [0, 0, 1]}],
}
assert read == expected, read
