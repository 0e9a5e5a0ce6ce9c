"""L6-reach: the picture."""
from analysis import figure
import accretion as acc


def time_published(demands):
    """=> the published time [min]"""
    return float(demands["divergence_strong"]["published"].split()[0])


def draw(rows, demands, title):
    page, axis = figure.plt.subplots(figsize=(6, 4.4))
    for label, marker, here in (
        ("axes differ", "o", [row for row in rows if row["divergence"] is not None]),
        ("not until the end of the run", "^", [row for row in rows if row["divergence"] is None]),
    ):
        if here:
            axis.plot(
                [row["distance"] / acc.MEAN_DIAMETER for row in here],
                [row["divergence"] or row["minutes"] for row in here],
                marker,
                label=f"{rows[0]['count']} spheres, {rows[0]['force']:.4g} N: {label}",
            )
    axis.axhline(
        time_published(demands),
        color=figure.GREY,
        linestyle=":",
        label=f"published: {time_published(demands):g} min, 3375 spheres, 1000 N",
    )
    axis.set(
        xscale="log",
        xlabel="distance of cohesion / mean diameter",
        ylabel=f"time until the semi-axes differ by {rows[0]['difference']:.1f} m [min]",
        ylim=(0, None),
        title=title,
    )
    axis.legend()
    return page
