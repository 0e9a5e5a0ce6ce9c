"""The usual figures. Each function returns the axes of matplotlib that it has drawn in; `ax` names
other axes to draw in."""
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any, List, Optional, Union

from . import sweeps
from .files import File, Pile, State, Track, open_file
from .needs import needed
from .tools import RunError, options_of, program

Source = Union[str, "os.PathLike[str]", File]


def _axes(ax: Optional[Any]) -> Any:
    return ax if ax is not None else needed("matplotlib.pyplot").subplots()[1]


def _opened(source: Source) -> Union[Pile, Track]:
    return source if isinstance(source, (Pile, Track)) else open_file(source)


def label(name: str, unit: str) -> str:
    """Text of an axis: "energy/total [J]", with raised exponents; without unit for pure numbers."""
    powers = re.sub(r"(?<=[A-Za-z])(-?\d+)", r"$^{\1}$", unit)
    return name if unit in ("", "1") else f"{name} [{powers}]"


def series(track: Source, *names: str, ax: Optional[Any] = None) -> Any:
    """Draws time series of a track, "energy/total" or others of `track.series`, against time [s].
    Series of one figure need the same unit. KeyError for a name that the track does not have,
    ValueError for different units or a pile."""
    found = _opened(track)
    if not isinstance(found, Track):
        raise ValueError(f"{found.path} is a pile: only tracks have time series")
    frame = found.series
    missing = [name for name in names if name not in frame]
    if missing or not names:
        raise KeyError(
            f"{found.path}: no series {', '.join(missing)}; it has {', '.join(frame.columns[1:])}"
        )
    units = {frame.attrs["units"][name] for name in names}
    if len(units) > 1:
        raise ValueError(f"series with different units: {', '.join(sorted(units))}")
    axes = _axes(ax)
    for name in names:
        axes.plot(frame["time"], frame[name], label=name)
    axes.set_xlabel(label("time", "s"))
    axes.set_ylabel(label(names[0] if len(names) == 1 else "", *units))
    if len(names) > 1:
        axes.legend(frameon=False)
    return axes


def sizes(pile: Union[Source, State], ax: Optional[Any] = None) -> Any:
    """Draws the number of bodies with a radius of at least r against r [m], both logarithmic."""
    state = pile if isinstance(pile, State) else _opened(pile)
    radius = sorted(state.bodies["radius"], reverse=True)
    axes = _axes(ax)
    axes.step(radius, range(1, len(radius) + 1), where="post")
    axes.set(
        xscale="log", yscale="log", xlabel="radius [m]", ylabel="bodies with this radius or more"
    )
    return axes


def runs(
    table: Any, x: str, y: str, by: Optional[str] = None, log: str = "", ax: Optional[Any] = None
) -> Any:
    """Draws the column `y` of a table of runs (`rubble.runs`, or its path) against `x`. The last
    part of a name is enough: "coordination" for "packing.coordination". Each run is a point. With
    several runs at an x, a line joins their means, with standard errors. `by` draws one colour for
    each value of a column; `log` names logarithmic axes ("x", "y" or "xy"). Runs without experiment
    are omitted if other runs have one. KeyError for a column that the table does not have,
    ValueError if no run can be drawn, or for more than 8 values of `by`."""
    frame = sweeps.runs(os.fspath(table)) if isinstance(table, (str, os.PathLike)) else table
    names = [sweeps.column(frame, name) for name in (x, y)]
    split = None if by is None else sweeps.column(frame, by)
    chosen = sweeps.points(sweeps.compared(frame), names[0], names[1], log)
    parts = sweeps.groups(chosen, split)
    axes = _axes(ax)
    for (value, some), marker in zip(parts, "osD^vP*X"):
        _points_and_means(axes, some, names, marker, value if split else None)
    units = frame.attrs.get("units", {})
    x_label, y_label = (label(name, units.get(name, "")) for name in names)
    axes.set(xlabel=x_label, ylabel=y_label)
    for axis in log:
        axes.set(**{f"{axis}scale": "log"})
    if split:
        axes.legend(title=label(split, units.get(split, "")), frameon=False)
    return axes


def _points_and_means(
    axes: Any, some: Any, names: List[str], marker: str, text: Optional[str]
) -> None:
    """Draws rows of a table of runs as points, and the means at each x with their errors."""
    x, y = names
    drawn = axes.plot(some[x], some[y], marker, ms=5, alpha=0.45, mew=0, label=text)
    found = sweeps.means(some, x, y)
    if len(found) < 2:
        return
    colour = drawn[0].get_color()
    axes.plot(found[x], found["mean"], color=colour, linewidth=1.4)
    known = found[found["error"].notna()]
    axes.errorbar(known[x], known["mean"], known["error"], fmt="none", ecolor=colour, capsize=3)


def picture(pile: Source, ax: Optional[Any] = None, **options: Any) -> Any:
    """Draws a pile, or a frame of a track, by rubble-render. `options` are those of the program:
    colour="radius", view="35,25", cut="view", size="800,600", frame=3. Raises RunError with the
    message of the program."""
    with tempfile.TemporaryDirectory(prefix="rubble-") as folder:
        path = Path(folder) / "pile.png"
        words = [program("render"), "--quiet", *options_of(options), os.fspath(pile), str(path)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise RunError("rubble-render", done.returncode, done.stderr.splitlines())
        image = needed("matplotlib.image").imread(path)
    axes = _axes(ax)
    axes.imshow(image)
    axes.set_axis_off()
    return axes
