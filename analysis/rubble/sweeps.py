"""Tables of all runs of a study: workflows/STUDY/results/SCALE/runs.tsv."""
import csv
import difflib
import math
from pathlib import Path
from typing import Any, List, Optional, Tuple, Union

from .needs import needed

PathLike = Union[str, Path]
BAD = ("failed", "refused", "not run")  # states of runs without results
MOST = 8  # groups in one figure


def _head(path: PathLike) -> List[List[str]]:
    """Names and units of the columns. ValueError for a file that is not a table of runs, or that
    has a row with more or less cells."""
    if Path(path).is_dir():
        raise IsADirectoryError(f"{path}: a folder, not a table of runs (runs.tsv)")
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = csv.reader(file, delimiter="\t", strict=True)
            lines = [(rows.line_num, row) for row in rows if row]
    except (csv.Error, UnicodeError):
        raise ValueError(f"{path}: not a table of runs: not a text of tabs and lines") from None
    head = lines[0][1] if lines else []
    units = lines[1][1] if len(lines) > 1 else []
    if "run" not in head or not units or units[0][:1] != "#":
        raise ValueError(f"{path}: not a table of runs: no column 'run' or no line of units")
    for number, row in lines:
        if len(row) != len(head):
            raise ValueError(
                f"{path}:{number}: expected {len(head)} cells as in the first line, "
                f"found {len(row)}"
            )
    return [head, units]


def runs(path: PathLike) -> Any:
    """Table of all runs of a study as a DataFrame, one row for each run: its values, its status and
    message, and each measured column as tool.column. `attrs["units"]` has the units of the columns.
    ValueError for a file that is not a table of runs, OSError if it cannot be read."""
    lines = _head(path)
    try:
        frame = needed("pandas").read_csv(
            path,
            sep="\t",
            comment="#",
            float_precision="round_trip",
            keep_default_na=False,
            na_values=["", "nan", "inf", "-inf"],
            dtype={"run": str, "status": str, "message": str},
        )
    except (ValueError, UnicodeError) as error:
        raise ValueError(f"{path}: {' '.join(str(error).split())}") from None
    units = [lines[1][0].lstrip("# "), *lines[1][1:]]
    frame.attrs["units"] = dict(zip(lines[0], units))
    return frame


def column(table: Any, name: str) -> str:
    """The column of the table with this name, or the only one whose last part is the name:
    "coordination" stands for "packing.coordination". KeyError if there is none or several."""
    if name in table.columns:
        return name
    ends = [found for found in table.columns if found.endswith(f".{name}")]
    if len(ends) == 1:
        return str(ends[0])
    if ends:
        raise KeyError(f"several columns end in '.{name}': {', '.join(ends)}")
    short = {found.rpartition(".")[2]: found for found in table.columns}
    near = difflib.get_close_matches(name, list(table.columns), 1) or [
        short[word] for word in difflib.get_close_matches(name, list(short), 1)
    ]
    raise KeyError(f"no column '{name}'" + (f"; did you mean '{near[0]}'?" if near else ""))


def compared(table: Any) -> Any:
    """The rows of runs that belong to an experiment; all rows if none does."""
    some = table[table["experiment"] != "-"] if "experiment" in table else table
    return some if len(some) else table


def points(table: Any, x: str, y: str, log: str = "") -> Any:
    """The rows of the table that have a finite number in the columns `x` and `y`, as a copy; the
    numbers are positive on the axes that `log` names ("x", "y" or "xy"). ValueError if there is no
    such row."""
    pandas = needed("pandas")
    kept = table.copy()
    for name in (x, y):
        kept[name] = pandas.to_numeric(kept[name], errors="coerce")
        if not kept[name].map(math.isfinite).any():
            raise ValueError(f"column '{name}' has no numbers")
    for axis, name in (("x", x), ("y", y)):
        kept = kept[kept[name].map(math.isfinite)]
        if axis in log:
            kept = kept[kept[name] > 0]
    if not len(kept):
        raise ValueError(f"no run has a number in '{x}' and in '{y}' that can be drawn")
    return kept


def means(table: Any, x: str, y: str) -> Any:
    """Table of the mean of `y` and of its standard error at each value of `x`: columns `x`, "mean"
    and "error". The error of a single run is NaN."""
    found = table.groupby(x)[y].agg(["mean", "sem"]).reset_index()
    return found.rename(columns={"sem": "error"})


def _text(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"


def groups(table: Any, by: Optional[str]) -> List[Tuple[str, Any]]:
    """[(value, its rows)], sorted by value of the column; [("", table)] without one. ValueError
    for more values than a figure can show."""
    if by is None:
        return [("", table)]
    values = sorted(table[by].dropna().unique())
    found = [(_text(value), table[table[by] == value]) for value in values]
    unknown = table[table[by].isna()]
    if len(unknown):
        found.append(("(none)", unknown))
    if len(found) > MOST:
        raise ValueError(f"column '{by}' has {len(found)} values; a figure shows at most {MOST}")
    return found
