"""L6, Fig. 15: velocities in the plane of rotation, for each cohesion at two times."""
from pathlib import Path

import numpy as np

from analysis import compare, failures, figure, rubble, study
from velocity_field import field, star


def collect(given, params):
    rows = []
    for path, force, minute in failures.succeeded(given.fields, params.forces, params.minutes):
        for row in rubble.rows.table(path):
            rows.append(
                {
                    "run": Path(path).parent.name,
                    "cohesion": force,
                    "time": minute,
                    **{
                        name: row[name]
                        for name in (
                            "u",
                            "v",
                            "grains",
                            "mass",
                            "velocity_u",
                            "velocity_v",
                            "velocity_normal",
                        )
                    },
                }
            )
    return {"data": rows}


def finish(tables, demands, scale):
    rows = tables["data"]
    if not rows:
        return compare.missing(demands, scale, "field", "star"), None
    return [field(rows, demands, scale), star(rows, demands, scale)], draw(rows)


def draw(rows):
    """Draws one panel for each cohesion and time, with common scales of length, arrows and
    speed."""
    forces, times = (
        list(dict.fromkeys(row[name] for row in rows)) for name in ("cohesion", "time")
    )
    page, axes = figure.plt.subplots(
        len(times),
        len(forces),
        figsize=(4 * len(forces) + 1, 4.1 * len(times)),
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    fastest = max(np.hypot(row["velocity_u"], row["velocity_v"]) for row in rows)
    half_width = 1.1 * max(max(abs(row["u"]), abs(row["v"])) for row in rows)
    for line, minute in zip(axes, times):
        for axis, force in zip(line, forces):
            here = [row for row in rows if (row["cohesion"], row["time"]) == (force, minute)]
            u, v, x, y = (
                np.array([row[name] for row in here])
                for name in ("u", "v", "velocity_u", "velocity_v")
            )
            arrows = axis.quiver(
                u,
                v,
                x,
                y,
                np.hypot(x, y),
                cmap="viridis",
                angles="xy",
                pivot="mid",
                clim=(0, fastest),
                scale=fastest / 24,
                scale_units="xy",
                width=0.006,
            )
            axis.set(
                title=f"{force}, {minute:g} min",
                aspect="equal",
                xlim=(-half_width, half_width),
                ylim=(-half_width, half_width),
            )
    speed = figure.round_below(fastest)
    axes[-1][-1].quiverkey(arrows, 0.62, 0.08, speed, f"{speed:g} m/s", labelpos="E")
    for axis in axes[-1]:
        axis.set(xlabel="x [m]")
    for line in axes:
        line[0].set(ylabel="y [m]")
    page.colorbar(arrows, ax=axes, label="speed [m/s]", shrink=0.8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
