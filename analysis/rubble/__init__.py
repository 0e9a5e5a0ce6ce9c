"""Rubble in Python: reads piles and tracks, runs the programs, writes piles and draws.

    import rubble

    pile = rubble.open("pile.h5")
    pile.bodies                          # DataFrame: one row for each body, SI units
    track = rubble.open("relax-track.h5")
    track.series.plot(x="time", y="energy/total")
    rubble.table("packing", "pile.h5")   # table of a program as a DataFrame

docs/python.md is the guide, docs/formats.md describes the files. All numbers are in SI units; the
units of the columns of a table are in `table.attrs["units"]`.

The package needs h5py and numpy, tables need pandas, and `rubble.plot` needs matplotlib. Each is
imported when it is first used.
"""
from importlib import import_module
from typing import TYPE_CHECKING, Any, Tuple

__version__ = "0.2.0"

if TYPE_CHECKING:
    from . import plot, rows
    from .files import Frame, Pile, ReadError, Track
    from .files import open_file as open
    from .page import view
    from .shapes import Shape
    from .sweeps import runs
    from .tools import Run, RunError, run, table
    from .walls import MeshWall
    from .writing import Placed, merge, write

# name => (module, name in it; "": the module itself)
_PLACES = {
    "open": ("files", "open_file"),
    "Pile": ("files", "Pile"),
    "Track": ("files", "Track"),
    "Frame": ("files", "Frame"),
    "ReadError": ("files", "ReadError"),
    "Shape": ("shapes", "Shape"),
    "MeshWall": ("walls", "MeshWall"),
    "table": ("tools", "table"),
    "run": ("tools", "run"),
    "Run": ("tools", "Run"),
    "RunError": ("tools", "RunError"),
    "runs": ("sweeps", "runs"),
    "Placed": ("writing", "Placed"),
    "write": ("writing", "write"),
    "merge": ("writing", "merge"),
    "view": ("page", "view"),
    "plot": ("plot", ""),
    "rows": ("rows", ""),
}
__all__ = [
    "Frame",
    "MeshWall",
    "Pile",
    "Placed",
    "ReadError",
    "Run",
    "RunError",
    "Shape",
    "Track",
    "merge",
    "open",
    "plot",
    "rows",
    "run",
    "runs",
    "table",
    "view",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'rubble' has no attribute {name!r}")
    module, inner = _PLACES[name]
    found = import_module(f".{module}", __name__)
    globals()[name] = getattr(found, inner) if inner else found
    return globals()[name]


def __dir__() -> Tuple[str, ...]:
    return (*__all__, "__version__")
