"""The notebooks of docs/notebooks have no outputs and run without errors.

Usage: notebooks.py FOLDER_OF_THE_TOOLS

They run in a kernel of Jupyter if nbclient and ipykernel are installed, else cell by cell in this
process.
"""
import json
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def has_kernel():
    try:
        import ipykernel  # noqa: F401
        import nbclient  # noqa: F401
    except ImportError:
        return False
    return True


def run_in_kernel(path):
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()


def run_here(path):
    import matplotlib

    matplotlib.use("Agg")
    names = {}
    for number, cell in enumerate(json.loads(path.read_text())["cells"]):
        if cell["cell_type"] == "code":
            code = "".join(cell["source"])
            exec(compile(code, f"{path.name}, cell {number}", "exec"), names)


def main(tools):
    os.environ["RUBBLE_BIN"] = os.path.abspath(tools)
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    os.environ["PYTHONPATH"] = str(ROOT / "analysis")
    sys.path.insert(0, str(ROOT / "analysis"))
    assert len(NOTEBOOKS) >= 3, NOTEBOOKS
    run = run_in_kernel if has_kernel() else run_here
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text())["cells"]:
            assert not cell.get("outputs") and not cell.get("execution_count"), (path, cell)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            run(path)
            os.chdir(ROOT)
        print(f"{path.name}: runs ({run.__name__})")


if __name__ == "__main__":
    main(sys.argv[1])
