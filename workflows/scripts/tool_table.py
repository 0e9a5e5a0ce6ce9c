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
    # keys of further files that the tool reads; "shape.file" stands for `file` in all [[shape]]
    mentioned: tuple = ()
    # keys that the generic rule passes as options, such as "import.units" as --units; None: the
    # tool reads its TOML itself, by --config
    options: tuple | None = None
    program: str = ""  # whose version is that of the runs; by default rubble-NAME


def keys(table, *names):
    """(name of a TOML table, keys in it) => the dotted keys"""
    return tuple(f"{table}.{name}" for name in names)


WALL_FILES = ("mesh.file", "mesh.poses")
# In the order of the messages.
TOOLS = {
    "file": Tool(FIRST, (0, 0), False, ("file.path",), (), ("file.hash",), "rubble-info"),
    "import": Tool(
        FIRST,
        (0, 0),
        False,
        ("import.path",),
        ("import.hulls",),
        keys(
            *("import", "material", "density", "radius", "columns", "units", "frame", "format"),
            "hulls",
        ),
    ),
    "generate": Tool(FIRST, (0, 0), mentioned=("cloud.file", "shape.file")),
    "combine": Tool(FIRST, (2, 2)),
    "spin": Tool(FIRST),
    "place": Tool(FIRST, (2, 99), own_rule=False),  # the base, then a pile for each [[place]]
    "carve": Tool(
        FIRST,
        own_rule=False,
        files=("carve.mesh",),
        options=keys("carve", "keep", "crossing", "unit", "volume", "extent", "place", "turn"),
    ),
    "relax": Tool(RUN, mentioned=WALL_FILES),
    "evolve": Tool(RUN, mentioned=WALL_FILES),
    "collide": Tool(HEAVY, mentioned=WALL_FILES),
    "spinup": Tool(HEAVY, mentioned=WALL_FILES),
    "flyby": Tool(HEAVY, mentioned=WALL_FILES),
    "shake": Tool(HEAVY, mentioned=WALL_FILES),
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


def values_of(table, key):
    """(a TOML table, dotted key) => all its values; an array of tables can have several"""
    found = [table]
    for name in key.split("."):
        tables = [one for part in found for one in (part if isinstance(part, list) else [part])]
        found = [one[name] for one in tables if isinstance(one, dict) and name in one]
    return found


def path_in(study, path):
    """(folder of the study, value of a key) => the path; relative paths begin at the folder"""
    return study / Path(str(path)).expanduser()


def files_of(name, table, study):
    """(name of a tool, its TOML, folder of the study) => paths of the files that the tool reads;
    relative paths begin at the folder of the study"""
    found = [value_of(table, key) for key in TOOLS[name].files]
    return [path_in(study, path) for path in found if path is not None]


def tracked_files(name, table, study):
    """(as above) => all files that the tool reads. A tool that reads its TOML itself takes relative
    paths from the working directory."""
    tool = TOOLS[name]
    found = [path for key in tool.mentioned for path in values_of(table, key)]
    folder = Path() if tool.options is None else study
    return files_of(name, table, study) + [path_in(folder, path) for path in found]


def options_of(name, table, study):
    """(as above) => options for its command line; lists are joined by commas"""
    words = []
    for key in TOOLS[name].options or ():
        value = value_of(table, key)
        if value is None:
            continue
        if key in TOOLS[name].mentioned:
            value = path_in(study, value)
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        words.append(f"--{key.rpartition('.')[2]}={text}")
    return words


def command(name, table, study, config, piles, pile):
    """(name of a tool, its TOML, folder of the study, its TOML file, piles that it starts from,
    its output) => the command for a shell"""
    program_of = {"file": str(Path(__file__).with_name("take_pile.py"))}.get(name, f"rubble-{name}")
    options = (
        ["--config", config] if TOOLS[name].options is None else options_of(name, table, study)
    )
    files = map(str, files_of(name, table, study))
    return shlex.join([program_of, "--force", *options, *piles, *files, pile])
