"""Names of the tools, from tools/*.cpp, for all tests that need a list of them. A list written by
hand is compared with these names by lists.py."""
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "tools"
EXPERIMENTS = re.findall(
    r'\{"([\w-]+)", Experiment::', (ROOT / "lib/setup/read_experiment.hpp").read_text()
)
# Tools that run a simulation and can resume it from a checkpoint, in the order of
# docs/parameters.md. evolve is the first, because it has only the tables that all share.
RUNS = tuple(sorted(EXPERIMENTS, key=lambda name: name != "evolve"))


def names():
    """=> names of all tools without "rubble-", sorted"""
    return sorted(source.stem for source in SOURCES.glob("*.cpp"))


def references(folder):
    """(folder of the tools) => {name: what the tool prints with --reference}; raises
    FileNotFoundError for a tool that is not built"""
    return {
        name: json.loads(
            subprocess.run(
                [os.path.join(folder, f"rubble-{name}"), "--reference"],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        )
        for name in names()
    }


def readers(references_of_tools):
    """(references) => names of the tools whose only argument is one pile, or several"""
    return [
        name
        for name, reference in references_of_tools.items()
        if re.search(r"\[OPTIONS\] IN\.h5(\.\.\.)?$", reference["usage"])
    ]


def faults(title, listed, exempt):
    """(list that a message can name, tools in it, {tool that it leaves out: reason}) => messages,
    none if each tool is in exactly one of both"""
    known, listed = set(names()), set(listed)
    found = [
        f"{title}: rubble-{name} is missing: add it, or state the reason in lists.py"
        for name in sorted(known - listed - set(exempt))
    ]
    found += [
        f"{title}: rubble-{name} does not exist: tools/{name}.cpp was not found"
        for name in sorted((listed | set(exempt)) - known)
    ]
    return found + [
        f"{title}: rubble-{name} is in the list: remove its reason from lists.py"
        for name in sorted(listed & set(exempt))
    ]
