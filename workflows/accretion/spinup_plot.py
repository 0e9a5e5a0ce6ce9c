"""L6, Figs. 14, 16, 17: the picture."""
import numpy as np

from analysis import figure

WIDTH = 10  # [min] averaging time of the curves


def of(rows, bond):
    return [row for row in rows if row["bond"] == bond]


def draw(rows, series, published):
    """(rows, time series, {force: published time at which the semi-axes differ [min]}) => figure"""
    bonds = sorted({row["bond"] for row in series})
    page = figure.plt.figure(figsize=(17, 12))
    # fits rows with different numbers of panels
    grid = page.add_gridspec(3, len(CURVES) * len(bonds))
    for k, bond in enumerate(bonds):
        panel = page.add_subplot(grid[0, k * len(CURVES) : (k + 1) * len(CURVES)])
        draw_axes(panel, of(series, bond), of(rows, bond), published.get(bond))
        panel.set(
            xlabel="time [min]",
            ylim=(0, 4 * max(row["semi_axis_a"] for row in series if row["time"] < WIDTH)),
        )
        if k == 0:
            panel.set(ylabel="semi-axes, largest cluster [m]")
            # opaque, because vertical lines cross it
            panel.legend(fontsize=8, frameon=True, framealpha=1, edgecolor="none")
    for line, (group, name) in enumerate((("all", "all bodies"), ("largest", "largest cluster"))):
        for k, (title, label, column, factor) in enumerate(CURVES):
            panel = page.add_subplot(grid[line + 1, k * len(bonds) : (k + 1) * len(bonds)])
            for bond, colour in zip(bonds, figure.COLOURS):
                here = [row for row in of(series, bond) if row["group"] == group]
                panel.plot(
                    [row["time"] for row in here],
                    [factor(row, rows[0]["count"]) for row in here],
                    color=colour,
                    label=f"{bond:.4g} N",
                )
            panel.set(
                title=f"{title}: {name}",
                xlabel="time [min]",
                ylabel=label,
                yscale="log" if column == "kinetic" else "linear",
            )
            if column != "kinetic":
                panel.axhline(0, color=figure.GREY, linewidth=0.8)
            if k == 0:
                panel.legend(title="f0", fontsize=8)
    return page


# Title, label, column, function (row, number of bodies) for the plotted value.
CURVES = (
    (
        "Fig. 16a",
        "mean kinetic energy of a grain [J]",
        "kinetic",
        lambda row, count: row["kinetic"] / count,
    ),
    (
        "Fig. 16b",
        "pressure, ellipsoid [Pa]",
        "pressure_ellipsoid",
        lambda row, _: row["pressure_ellipsoid"],
    ),
    (
        "Fig. 17a",
        "solid fraction, ellipsoid",
        "solid_fraction_ellipsoid",
        lambda row, _: row["solid_fraction_ellipsoid"],
    ),
    ("Fig. 17b", "coordination", "coordination", lambda row, _: row["coordination"]),
)


def draw_axes(panel, series, rows, published):
    """Draws the semi-axes of the largest cluster, c of the Maclaurin spheroid with its angular
    momentum, and for each pile the time when the axes differ by the length, beside the published
    time unless that is None."""
    line = [row for row in series if row["group"] == "largest"]
    time = [row["time"] for row in line]
    for name, colour in (("a", figure.BLUE), ("b", figure.GREEN), ("c", figure.VERMILION)):
        panel.plot(time, [row[f"semi_axis_{name}"] for row in line], color=colour, label=name)
    mean = np.cbrt([row["semi_axis_a"] * row["semi_axis_b"] * row["semi_axis_c"] for row in line])
    panel.plot(
        time,
        mean * np.array([row["maclaurin"] for row in line], float) ** (2 / 3),
        "--",
        color=figure.BLACK,
        linewidth=1,
        label="c, Maclaurin spheroid",
    )
    for row in rows:
        if row["divergence"] is not None:
            panel.axvline(
                row["divergence"],
                color=figure.GREY,
                linewidth=1,
                label=f"a - c = {row['difference']:.1f} m" if row is rows[0] else None,
            )
    if published is not None:
        panel.axvline(published, color=figure.BLACK, linestyle=":", linewidth=1.5)
        panel.annotate(
            f"published: {published:g} min",
            (published, 0.03),
            xycoords=("data", "axes fraction"),
            ha="left" if all((row["divergence"] or 0) < published for row in rows) else "right",
            fontsize=9,
        )
    bond, force = rows[0]["bond"], rows[0]["force"]
    panel.set(
        title=f"Fig. 14: f0 = {bond:.4g} N"
        + (f" (here {force:.3g} N)" if abs(bond / force - 1) > 0.01 else "")
    )
