"""Runs the programs."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, IO, Iterable, Iterator, List, Mapping
from typing import Optional, Tuple, Union
import contextlib
import difflib

from . import toml
from .files import Pile, Track, open_file
from .needs import needed

if TYPE_CHECKING:
    import pandas

Words = Union[str, "os.PathLike[str]"]
Config = Union[str, "os.PathLike[str]", Mapping[str, Any]]
# exit code of a run whose duration ended before its stop rule was met: its outputs are complete
NOT_STOPPED = 4
NOT_TOML = (".h5", ".obj", ".ply", ".stl", ".csv")  # ends of names that are no configurations
SHOWN = (": warning: ", ": note: ")  # messages of a program that are shown


class RunError(RuntimeError):
    """A program failed. The text is its message.

    `tool`: name of the program; `code`: exit code (docs/architecture.md), negative for a signal;
    `messages`: all lines that it printed on standard error.
    """

    def __init__(self, tool: str, code: int, messages: List[str]):
        self.tool, self.code, self.messages = tool, code, messages
        own = [line for line in messages if ": error: " in line] or messages[-1:]
        super().__init__("\n".join(own) or f"{tool} ended with exit code {code}")


def _advice(name: str, folder: Optional[str]) -> str:
    """End of the message about a program that was not found: the program with the nearest name, or
    how to get the programs."""
    there = {
        file.name
        for place in (folder or os.environ.get("PATH") or os.defpath).split(os.pathsep)
        for file in Path(place or ".").glob("rubble-*")
    }
    near = difflib.get_close_matches(name, sorted(there), 1)
    if near:
        return f"did you mean '{near[0].removeprefix('rubble-')}'?"
    if there:
        return "its folder has: " + ", ".join(
            name.removeprefix("rubble-") for name in sorted(there)
        )
    return (
        "install the Debian package rubble, or set the environment variable RUBBLE_BIN to the "
        "folder of the programs"
    )


def program(tool: str) -> str:
    """Path of the program of a tool: in the folder RUBBLE_BIN of the environment if that is set,
    else on PATH. FileNotFoundError if there is none."""
    name = tool if tool.startswith("rubble-") else f"rubble-{tool}"
    folder = os.environ.get("RUBBLE_BIN")
    found = shutil.which(name, path=folder) if folder else shutil.which(name)
    if found is None:
        place = f"in RUBBLE_BIN={folder}" if folder else "on PATH"
        raise FileNotFoundError(f"{name}: no such program {place}: {_advice(name, folder)}")
    return found


def options_of(options: Mapping[str, Any]) -> List[str]:
    """Words of a command line: mass_lost=0.01 is --mass-lost 0.01, True is a flag, False and None
    are left out, and a list or tuple is joined by commas."""
    words: List[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            parts = value if isinstance(value, (list, tuple)) else [value]
            words.append(",".join(map(str, parts)))
    return words


def _as_it_is(line: str) -> str:
    return line


def _about_dict(path: Path) -> Callable[[str], str]:
    """A function that changes messages about the temporary file of a dict: "PATH:7:12:" becomes
    "configuration, cloud.count:"."""
    text = path.read_text()
    places = re.compile(re.escape(str(path)) + r":(\d+):(\d+)")

    def named(place: "re.Match[str]") -> str:
        key = toml.key_at(text, int(place[1]), int(place[2]))
        return f"configuration, {key}" if key else "configuration"

    return lambda line: places.sub(named, line).replace(str(path), "configuration")


@contextlib.contextmanager
def _config_file(config: Optional[Config]) -> Iterator[Tuple[List[str], Callable[[str], str]]]:
    """Words that give the configuration, a file or a dict, to a program, and a function that
    changes its messages for the user."""
    if config is None:
        yield [], _as_it_is
    elif isinstance(config, Mapping):
        with tempfile.TemporaryDirectory(prefix="rubble-") as folder:
            path = Path(folder) / "config.toml"
            path.write_text(toml.text_of(toml.with_whole_paths(config, Path.cwd())))
            yield ["--config", str(path)], _about_dict(path)
    else:
        yield ["--config", os.fspath(config)], _as_it_is


def _listen(stream: Iterable[str], messages: List[str], progress: bool) -> None:
    """Collects the lines of standard error. Warnings, notes and the last progress line of a run
    stay visible."""
    drawn = 0
    try:
        for line in stream:
            text = line.rstrip("\n")
            messages.append(text)
            if progress and " | ETA " in text:
                print("\r" + text.ljust(drawn), end="", file=sys.stderr, flush=True)
                drawn = len(text)
            elif any(kind in text for kind in SHOWN):
                print(("\n" if drawn else "") + text, file=sys.stderr, flush=True)
                drawn = 0
    finally:
        if drawn:
            print(file=sys.stderr)


def _watched(
    words: List[str], progress: bool, changed: Callable[[str], str]
) -> Tuple[int, str, List[str]]:
    """Exit code, standard output and messages of a program, each changed by a function. Ctrl+C is
    passed on, so that a run saves its checkpoint."""
    messages: List[str] = []
    printed: List[str] = []
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        output: IO[str] = process.stdout
        reader = threading.Thread(target=lambda: printed.append(output.read()))
        reader.start()
        try:
            _listen(map(changed, process.stderr), messages, progress)
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            raise
        finally:
            process.wait()
            reader.join()
    return process.returncode, printed[0], messages


def _typed(part: Mapping[str, Any]) -> "pandas.DataFrame":
    """A table of a program's JSON as a DataFrame. Numbers that are not finite are NaN."""
    pd = needed("pandas")
    units: Dict[str, str] = part["units"]
    frame: "pandas.DataFrame" = pd.DataFrame(part["rows"], columns=list(units) or None)
    for name, unit in units.items():
        if unit:
            frame[name] = pd.to_numeric(frame[name])
    frame.attrs["units"] = dict(units)
    return frame


def table(
    tool: str, *words: Words, config: Optional[Config] = None, **options: Any
) -> "Union[pandas.DataFrame, Dict[str, pandas.DataFrame]]":
    """Runs a program that prints a table, such as "packing", and returns the table.

    `words` are the files and options of the command line; `options` are further options, so that
    `table("packing", "pile.h5", core=4)` runs `rubble-packing --json --core 4 pile.h5`. Programs
    that print several tables (clusters, critical) give a dict of DataFrames by name. Units are in
    `attrs["units"]`; numbers that are not finite are NaN.

    Raises RunError with the message of the program, FileNotFoundError without the program.
    """
    path = program(tool)
    with _config_file(config) as (configured, changed):
        given = [*configured, *options_of(options), *(os.fspath(word) for word in words)]
        code, text, messages = _watched([path, "--json", *given], False, changed)
    if any("unknown option --json" in line for line in messages):
        messages = [f"{Path(path).name}: error: it prints no table: start it with rubble.run"]
    if code != 0:
        raise RunError(Path(path).name, code, messages)
    found = json.loads(text)
    if "rows" in found:
        return _typed(found)
    return {name: _typed(part) for name, part in found.items()}


@dataclass
class Run:
    """A finished run. Files are opened when they are used."""

    out: Path  # file that the program wrote
    track_path: Optional[Path] = None
    exit_code: int = 0  # 0, or 4 if the duration ended before the stop rule was met
    # lines of standard error, with warnings and notes
    messages: List[str] = field(default_factory=list, repr=False)
    printed: str = field(default="", repr=False)  # standard output

    @property
    def pile(self) -> Pile:
        """The pile that the program wrote."""
        found = open_file(self.out)
        if not isinstance(found, Pile):
            raise TypeError(f"{self.out} is a track")
        return found

    @property
    def track(self) -> Optional[Track]:
        """The track of the run; None if none was requested."""
        if self.track_path is None:
            return None
        found = open_file(self.track_path)
        assert isinstance(found, Track)
        return found

    @property
    def stopped(self) -> bool:
        """True if the stop rule was met, False if the duration ended first."""
        return self.exit_code == 0

    @property
    def table(self) -> "pandas.DataFrame":
        """The table that the program printed (combine); no rows if it printed none."""
        pd = needed("pandas")
        if not self.printed:
            return pd.DataFrame()
        frame: "pandas.DataFrame" = pd.read_csv(
            StringIO(self.printed), sep="\t", skiprows=[1], float_precision="round_trip"
        )
        names, units = self.printed.splitlines()[:2]
        frame.attrs["units"] = dict(zip(names.split("\t"), units.removeprefix("# ").split("\t")))
        return frame


def run(
    tool: str,
    config: Optional[Config],
    *inputs: Words,
    out: Words,
    track: Optional[Words] = None,
    progress: bool = True,
    set: Optional[Mapping[str, Any]] = None,
    **options: Any,
) -> Run:
    """Runs a program that writes a file, such as "generate", "relax" or "spinup".

    `config`: path of a TOML file, a dict with the same tables and keys, or None for programs
    without a configuration. Relative paths in a dict refer to the current folder. `inputs`: piles
    or other files, as paths or opened. `out`, `track`: outputs. `set`: values that replace those of
    the configuration, {"run.duration": "1 h"}; None removes a key. `options`: further options,
    force=True, threads=2.
    `progress`: show the progress line of the run. Warnings and notes of the program are shown on
    standard error; quiet=True hides them.

    Returns a Run: `.pile` and `.track` open the outputs, `.stopped` is False if the duration ended
    before the stop rule was met, `.messages` are all lines that the program printed on standard
    error. Raises RunError with the message of the program,
    FileNotFoundError without the program. After Ctrl+C, restart=True resumes from the checkpoint.
    """
    path = program(tool)
    if isinstance(config, (Pile, Track)) or Path(str(config)).suffix in NOT_TOML:
        raise TypeError(
            f"run: the second argument is the configuration, a TOML file, a dict or None, not "
            f"{config}: give None if {Path(path).name} takes no configuration"
        )
    replaced = [
        word
        for key, value in (set or {}).items()
        for word in (
            ("--unset", key)
            if value is None
            else ("--set", f"{key}={value if isinstance(value, str) else toml.text(value)}")
        )
    ]
    tracked = [] if track is None else ["--track", os.fspath(track)]
    with _config_file(config) as (configured, changed):
        given = [*configured, *replaced, *tracked, *options_of(options)]
        files = [os.fspath(word) for word in (*inputs, out)]
        code, text, messages = _watched([path, *given, *files], progress, changed)
    if code not in (0, NOT_STOPPED):
        raise RunError(Path(path).name, code, messages)
    return Run(Path(out), None if track is None else Path(track), code, messages, text)
