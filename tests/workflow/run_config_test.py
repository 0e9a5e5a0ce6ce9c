"""The TOML that a run gets: later parts win, the row's values go on top, and what is written reads back as the same values."""
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "workflows" / "scripts"))
from run_config import complete  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    below, above = Path(folder, "below.toml"), Path(folder, "above.toml")
    below.write_text('[a]\nkept = "1 km"\nchanged = 1\n[a.deep]\nlist = ["1 m", 2.5, true]\n[[plane]]\nnormal = [0, 0, 1]\n')
    above.write_text('top = "quote \\" and \\\\"\nlines = """one\ntwo\t\\u007f\\u0000\\u00b5\\U0001F311"""\n[a]\nchanged = 2\n[b]\n')
    values = {"a.deep.own": "0.04 s", "a.number": "1e-6", "seed": "7", "b.text": '"""one\ntwo"""'}
    read = tomllib.loads(complete([below, above], values))
    # As the rule calls it; a file's name may hold what separates keys from values.
    below.rename(Path(folder, "below=1.toml"))
    command = [sys.executable, "-m", "workflows.scripts.run_config", Path(folder, "below=1.toml"), above, "--set", *(f"{k}={v}" for k, v in values.items())]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    printed = tomllib.loads(subprocess.run(command, check=True, capture_output=True, text=True, cwd="/", env=environment).stdout)
expected = {
    "top": 'quote " and \\',
    "lines": "one\ntwo\t\x7f\0\u00b5\U0001F311",
    "seed": 7,
    "a": {"kept": "1 km", "changed": 2, "number": 1e-6, "deep": {"list": ["1 m", 2.5, True], "own": "0.04 s"}},
    "b": {"text": "one\ntwo"},
    "plane": [{"normal": [0, 0, 1]}],
}
assert read == expected, read
assert printed == expected, printed
