"""Tables as lists of dicts, one for each row, without pandas: for scripts that need exact types."""
import contextlib
import csv
import json
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional, Union

from .needs import needed

Row = Dict[str, Any]
PathLike = Union[str, "Path"]


def table(path: PathLike) -> List[Row]:
    """Rows of the JSON of a program that prints one table. A number that is not finite is None."""
    rows: List[Row] = json.loads(Path(path).read_text())["rows"]
    return rows


def tables(path: PathLike) -> Dict[str, List[Row]]:
    """{name of the table: its rows} of the JSON of a program that prints several tables, such as
    rubble-clusters and rubble-critical."""
    return {name: part["rows"] for name, part in json.loads(Path(path).read_text()).items()}


def finder(rows: Iterable[Row], name: str) -> List[Row]:
    """The rows of one cluster search of a table of rubble-clusters."""
    return [row for row in rows if row["finder"] == name]


def _data_lines(file: Iterable[str]) -> Iterable[str]:
    return (line for line in file if not line.startswith("#"))


def tsv(path: PathLike) -> List[Dict[str, float]]:
    """Rows of a tab-separated table of numbers, as a program prints it. Lines that begin with # are
    skipped."""
    return [{name: float(value) for name, value in row.items()} for row in tsv_texts(path)]


def tsv_texts(path: PathLike) -> List[Dict[str, str]]:
    """Rows of a tab-separated table, each cell as text. Lines that begin with # are skipped."""
    with open(path, newline="") as file:
        return list(csv.DictReader(_data_lines(file), delimiter="\t"))


def _cell(text: str) -> Optional[Union[int, float, str]]:
    """Value of a cell of a CSV file: a number, None if it is empty, else its text."""
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            value: Union[int, float] = kind(text)
            return value
    return text or None


def read_csv(path: PathLike) -> List[Row]:
    """Rows of a CSV table of numbers and texts. Empty cells are None, lines that begin with # are
    skipped."""
    with open(path, newline="") as file:
        return [
            {name: _cell(text) for name, text in row.items()}
            for row in csv.DictReader(_data_lines(file))
        ]


def column(rows: Iterable[Row], name: str) -> Any:
    """One column of a table as an array of numpy."""
    return needed("numpy").array([row[name] for row in rows])


def groups(rows: Iterable[Row], name: str) -> Dict[Any, List[Row]]:
    """{value of the column: its rows}, in the order of first occurrence."""
    found: Dict[Any, List[Row]] = {}
    for row in rows:
        found.setdefault(row[name], []).append(row)
    return found
