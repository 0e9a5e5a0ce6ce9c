"""No list of tools leaves a tool out. A new file tools/NAME.cpp fails this test until the lists
contain rubble-NAME or give a reason.

Usage: lists.py FOLDER_OF_THE_TOOLS
"""
import pathlib
import re
import sys

import tool_list

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/fuzz"))
import fuzz  # noqa: E402
import parameters  # noqa: E402

# Reasons for tools that a list leaves out.
NOT_IN_MATRIX = {
    "advise": "reads piles of spheres only: newcomer.py",
    "bounce": "reads piles of spheres only: cases.py",
    "generate": "makes the piles of the matrix in impulses.py",
    "hash": "does not interpret its input: store_h5py.py",
    "render": "makes pictures: pictures.py",
    "ring": "reads patches in Hill's frame only: tests/cases/hills_frame.py",
    "shake": "needs a box: shaking.py",
    "solve": "reads no piles: friction.py",
    "view": "makes pages: pages.py",
}


def named_in(path):
    """(file) => tools that it names, as rubble-NAME or as a quoted word"""
    text = path.read_text()
    return [
        name for name in tool_list.names() if re.search(rf'rubble-{name}(?![\w-])|"{name}"', text)
    ]


def rows_of(path):
    """(Markdown file) => tools that have a row in its tables"""
    return re.findall(r"^\| `rubble-([\w-]+)` \|", path.read_text(), re.M)


def main():
    fuzzed = [tool for tool, _, _ in fuzz.plan(1, 1)]
    found = tool_list.faults("tests/fuzz/fuzz.py", fuzzed, {})
    found += tool_list.faults(
        "tests/tools/matrix.py", named_in(ROOT / "tests/tools/matrix.py"), NOT_IN_MATRIX
    )
    found += tool_list.faults("docs/tools.md", rows_of(ROOT / "docs/tools.md"), {})
    try:
        references = tool_list.references(sys.argv[1])
    except FileNotFoundError as error:
        found.append(f"{error.filename}: no such program: build it")
        references = {}
    if references:
        runs = {
            name
            for name, reference in references.items()
            if any("--restart" in option["names"] for option in reference["options"])
        }
        found += (
            [f"lib/setup/read_experiment.hpp: kExperiments must have {sorted(runs)}"]
            if runs != set(tool_list.RUNS)
            else []
        )
        described = [
            name.removeprefix("rubble-") for name in (*parameters.TOOLS, *parameters.READERS)
        ]
        found += tool_list.faults(
            "tests/tools/parameters.py",
            described,
            {
                name: "has no parameters"
                for name, reference in references.items()
                if not reference["parameters"]
            },
        )
    print("\n".join(found) or f"{len(tool_list.names())} tools")
    sys.exit(bool(found))


main()
