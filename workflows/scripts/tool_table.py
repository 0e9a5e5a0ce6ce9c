"""The tools that rows of params.tsv can call. A new tool that makes piles needs one entry here."""
import shlex
from pathlib import Path
from typing import NamedTuple

FIRST, RUN, HEAVY = "initial piles", "simulations", "heavy simulations"  # kinds of tools


class Tool(NamedTuple):
    """A tool. Its command is written by the generic rule of rules/starts.smk if the tool has no
    rule of its own in rules/tools.smk."""

    kind: str  # FIRST: it prepares a pile within seconds; HEAVY: --config first=N counts its runs
    inputs: tuple = (1, 1)  # smallest and largest number of initial piles
    own_rule: bool = True  # whether rules/tools.smk has a rule of its name
    files: tuple = ()  # keys whose values are files that the tool reads, in the order of arguments
    # keys that the generic rule passes as options, such as "import.units" as --units; None: the
    # tool reads its TOML itself, by --config
    options: tuple | None = None
    program: str = ""  # whose version is that of the runs; by default rubble-NAME


def import_keys(*names):
    return tuple(f"import.{name}" for name in names)


# In the order of the messages. Entries of programs that the generic rule can call:
#   rubble-NAME --config run.toml PILE PILE... OUT.h5:  Tool(FIRST, (2, 99), own_rule=False)
#   rubble-NAME --config run.toml PILE MESH OUT.h5:
#       Tool(FIRST, files=("NAME.mesh",), own_rule=False)
TOOLS = {
    "file": Tool(FIRST, (0, 0), False, ("file.path",), ("file.hash",), "rubble-info"),
    "import": Tool(
        FIRST,
        (0, 0),
        False,
        ("import.path",),
        import_keys("material", "density", "radius", "columns", "units", "frame", "format"),
    ),
    "generate": Tool(FIRST, (0, 0)),
    "combine": Tool(FIRST, (2, 2)),
    "spin": Tool(FIRST),
    "relax": Tool(RUN),
    "evolve": Tool(RUN),
    "collide": Tool(HEAVY),
    "spinup": Tool(HEAVY),
    "flyby": Tool(HEAVY),
    "shake": Tool(HEAVY),
}


def names(*kinds):
    """(kinds) => names of the tools of these kinds"""
    return tuple(name for name, tool in TOOLS.items() if tool.kind in kinds)


def program(name):
    """(name of a tool) => the program whose version is that of its runs"""
    return TOOLS[name].program or f"rubble-{name}"


def value_of(table, key):
    """(a TOML table, dotted key) => its value; None if the table does not have the key"""
    for name in key.split("."):
        table = table.get(name) if isinstance(table, dict) else None
    return table


def files_of(name, table, study):
    """(name of a tool, its TOML, folder of the study) => paths of the files that the tool reads;
    relative paths begin at the folder of the study"""
    found = [value_of(table, key) for key in TOOLS[name].files]
    return [study / Path(str(path)).expanduser() for path in found if path is not None]


def options_of(name, table):
    """(name of a tool, its TOML) => options for its command line"""
    words = []
    for key in TOOLS[name].options or ():
        value = value_of(table, key)
        if value is not None:
            words += ["--" + key.rpartition(".")[2], str(value)]
    return words


def command(name, table, study, config, piles, pile):
    """(name of a tool, its TOML, folder of the study, its TOML file, piles that it starts from,
    its output) => the command for a shell"""
    program_of = {"file": str(Path(__file__).with_name("take_pile.py"))}.get(name, f"rubble-{name}")
    options = ["--config", config] if TOOLS[name].options is None else options_of(name, table)
    files = map(str, files_of(name, table, study))
    return shlex.join([program_of, "--force", *options, *piles, *files, pile])
