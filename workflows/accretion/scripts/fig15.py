"""L6, Fig. 15: velocities in the plane of the rotation, with the least and the greatest cohesion."""
import numpy as np

from analysis import figure, files, study


def collect(given, params):
    rows = []
    for path, force, minute in zip(given.fields, params.forces, params.minutes):
        for row in files.table(path):
            rows.append({"cohesion": force, "time": minute, **{name: row[name] for name in ("u", "v", "grains", "mass", "velocity_u", "velocity_v", "velocity_normal")}})
    return {"data": rows}


def finish(tables, _demands, _scale):
    return [], draw(tables["data"])


def draw(rows):
    plt = figure.plt
    panels = list(dict.fromkeys((row["cohesion"], row["time"]) for row in rows))
    page, axes = plt.subplots(1, len(panels), figsize=(4.2 * len(panels), 4.4), squeeze=False)
    fastest = max(np.hypot(row["velocity_u"], row["velocity_v"]) for row in rows)
    for axis, (force, minute) in zip(axes[0], panels):
        here = [row for row in rows if (row["cohesion"], row["time"]) == (force, minute)]
        u, v, x, y = (np.array([row[name] for row in here]) for name in ("u", "v", "velocity_u", "velocity_v"))
        speed = np.hypot(x, y)
        arrows = axis.quiver(u, v, x, y, speed, cmap="viridis", angles="xy", pivot="mid", clim=(0, fastest), scale=12 * fastest, scale_units="width")
        near = np.quantile(np.hypot(u, v), 0.95) * 1.15
        axis.set(title=f"{force}, {minute:g} min", xlabel="x [m]", aspect="equal", xlim=(-near, near), ylim=(-near, near))
    axes[0][0].set(ylabel="y [m]")
    page.colorbar(arrows, ax=axes, label="speed [m/s]", shrink=0.8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
