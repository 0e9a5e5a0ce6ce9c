"""L4, L5, Fig. 4: the picture."""
from analysis import figure


def draw(rows):
    plt = figure.plt
    page, axes = plt.subplots(1, 2, figsize=(12, 4.8))
    for axis, kind, column in ((axes[0], "free", "error_end"), (axes[1], "impact", "error_total")):
        for k, omega in enumerate(sorted({row["omega"] for row in rows})):
            for rotation, mark, style in (("linearised", "o", "-"), ("splitting", "s", "--")):
                here = sorted(
                    (
                        row
                        for row in rows
                        if column in row
                        and row["kind"] == kind
                        and row["omega"] == omega
                        and row["rotation"] == rotation
                    ),
                    key=lambda row: row["step"],
                )
                axis.plot(
                    [row["step"] for row in here],
                    [max(row[column], 1e-13) for row in here],
                    mark + style,
                    color=figure.COLOURS[k],
                    markersize=5,
                    label=f"{omega:.0e} rad/s, "
                    f"{rotation}{' (published)' if rotation == 'linearised' else ' (default)'}",
                )
        axis.set(xscale="log", yscale="log", xlabel="time step [s]")
    axes[0].set(ylabel="energy error after 150 min [%]", title="a: one freely rotating hull")
    axes[1].set(ylabel="largest energy error in 150 min [%]", title="b: two colliding hulls")
    axes[0].legend(fontsize=8)
    return page
