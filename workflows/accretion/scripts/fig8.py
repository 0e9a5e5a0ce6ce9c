"""L1, L2, L3, Fig. 8: the mean kinetic energy against time; its peak against the number of bodies;
with friction."""
import numpy as np

from analysis import accretion as acc
from analysis import figure, powers, study, uncertainty, verdict


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = (
        times(rows, demands, scale)
        + peaks(rows, demands, scale)
        + plateaus(rows, demands, scale)
        + friction(rows, demands, scale)
    )
    return entries, draw(rows, tables["series"])


def times(rows, demands, scale):
    peak = np.array([row["peak_time"] for row in acc.of(rows, "spheres")])
    if not len(peak):
        return acc.missing(
            demands,
            scale,
            "peak_time",
            "peak_time_fall",
            "peak_time_wide",
            "peak_spread",
            "fall_exponent",
            "fall_windows",
            "fall_few",
        )
    n, centre, *_ = acc.means(rows, "spheres", "peak_time")
    wide = [row["peak_time"] for row in acc.of(rows, "wide")]
    exponent, error, freedom = acc.exponent_of(rows, "spheres", "fall_time")
    few = [row["fall_time"] for row in acc.of(rows, "spheres", 125)]
    time, time_error, time_freedom = uncertainty.mean(few) if few else (None, None, 0)
    said = ", ".join(f"{count}: {time:.1f} min" for count, time in zip(n, centre))
    return [
        acc.entry(demands, "peak_time", peak.mean(), scale, note=said + "."),
        acc.entry(demands, "peak_time_fall", peak.mean(), scale),
        acc.entry(
            demands,
            "peak_time_wide",
            np.mean(wide) if wide else None,
            scale,
            reason=verdict.VARIANT if wide else verdict.MISSING,
        ),
        acc.entry(
            demands,
            "peak_spread",
            np.ptp(centre) / centre.mean(),
            scale,
            note=acc.over(rows, "spheres"),
        ),
        acc.entry(demands, "fall_exponent", exponent, scale, sigma=error, freedom=freedom),
        acc.entry(
            demands,
            "fall_windows",
            exponent,
            scale,
            sigma=error,
            freedom=freedom,
            note=windows(rows),
        ),
        acc.entry(demands, "fall_few", time, scale, sigma=time_error, freedom=time_freedom),
    ]


def windows(rows):
    """=> note with the values of the fitted power law for the smallest and the largest published
    number"""
    if len(acc.counts(rows, "spheres")) < 2:
        return ""
    exponent, factor = powers.fit(*acc.means(rows, "spheres", "fall_time")[:2])
    return (
        f"The power law gives {factor * 125**exponent:.0f} min for 125 and "
        f"{factor * 27000**exponent:.0f} min for 27,000 spheres."
    )


def peaks(rows, demands, scale):
    entries = []
    for kind, name in (("spheres", "peak_exponent"), ("hulls", "peak_exponent_hulls")):
        exponent, error, freedom = acc.exponent_of(rows, kind, "peak_energy")
        entries.append(
            acc.entry(
                demands,
                name,
                exponent,
                scale,
                sigma=error,
                freedom=freedom,
                note=against_exponential(rows, kind),
            )
        )
    return entries


def against_exponential(rows, kind):
    """=> note with the residuals of a power law and of an exponential, which the paper states"""
    n, centre, *_ = acc.means(rows, kind, "peak_energy")
    if len(n) < 3:
        return ""
    power, exponential = powers.residuals(n, centre)
    return (
        f"Root mean square residual of the logarithm: power law {power:.3f}, exponential "
        f"{exponential:.3f}."
    )


def plateaus(rows, demands, scale):
    spheres = acc.of(rows, "spheres")
    if not spheres:
        return acc.missing(demands, scale, "plateau", "plateau_demo", "plateau_trend")
    ratio = max(row["plateau_ratio"] for row in spheres)
    _, centre, *_ = acc.means(rows, "spheres", "plateau_energy")
    numbers = {
        "plateau": ratio,
        "plateau_demo": ratio,
        "plateau_trend": centre.max() / centre.min(),
    }
    return [
        acc.entry(demands, name, value, scale, note=acc.over(rows, "spheres"))
        for name, value in numbers.items()
    ]


ONE_CLOUD = (
    "Both runs start from the same cloud; the standard error, from different clouds, is an "
    "upper limit."
)


def peaks_with_friction(rows):
    """=> peak energy with the greatest friction / without friction - 1: mean over the clouds with
    both runs, its standard error, list of the values"""
    most = [row for row in acc.of(rows, "rough") if row["friction"] == acc.MOST_FRICTION]
    twins = {(row["count"], row["seed"]): row["peak_energy"] for row in acc.of(rows, "spheres")}
    clouds = [
        row["peak_energy"] / twins[key] - 1
        for row in most
        if (key := (row["count"], row["seed"])) in twins
    ]
    value, error, _ = uncertainty.mean(clouds) if clouds else (None, np.nan, 0)
    return value, error, clouds


def friction(rows, demands, scale):
    if not acc.by_friction(rows):
        return acc.missing(demands, scale, "peak_friction", "fall_friction")
    smooth, *rough = acc.by_friction(rows)
    changes = {row["friction"]: row["peak_energy"] / smooth["peak_energy"] - 1 for row in rough}
    most = acc.with_friction(rows, acc.MOST_FRICTION)
    faster = most and most[1]["fall_time"] / smooth["fall_time"]
    each = ", ".join(f"{mu:g}: {change:+.3f}" for mu, change in changes.items())
    sigma, freedom = acc.ratio_error(rows, "fall_time", faster or np.nan, smooth["count"])
    value, error, clouds = peaks_with_friction(rows)
    return [
        acc.entry(
            demands,
            "peak_friction",
            acc.of_all(value, rows, scale, "L3"),
            scale,
            sigma=error,
            freedom=len(clouds) - 1,
            note=f"Each cloud: {', '.join(f'{change:+.3f}' for change in clouds)}. The first one "
            f"with each friction: {each}.",
        ),
        acc.entry(
            demands, "fall_friction", faster, scale, sigma=sigma, freedom=freedom, note=ONE_CLOUD
        ),
    ]


def draw(rows, series):
    plt = figure.plt
    page, axes = plt.subplots(1, 3, figsize=(15, 4.6))
    acc.draw_series(axes[0], series, "energy", "mean kinetic energy of a grain [J]", 1e-2)
    for kind, mark, colour in (
        ("spheres", "o", figure.BLUE),
        ("wide", "s", figure.SKY),
        ("hulls", "^", figure.VERMILION),
    ):
        n, centre, *_ = acc.means(rows, kind, "peak_energy") if acc.of(rows, kind) else ([], [])
        if len(n) == 0:
            continue
        exponent, factor = powers.fit(n, centre) if len(n) > 1 else (np.nan, np.nan)
        name = {
            "spheres": "spheres, cell 10 m",
            "wide": "spheres, cell 11.8 m",
            "hulls": "hulls, cell 10 m",
        }[kind]
        axes[1].plot(
            n,
            centre,
            mark,
            color=colour,
            label=f"{name}: exponent {exponent:.2f}" if len(n) > 1 else name,
        )
        if len(n) > 1:
            axes[1].plot(n, factor * np.asarray(n, float) ** exponent, color=colour, linewidth=1)
    axes[1].set(
        xlabel="number of bodies",
        ylabel="peak of the mean kinetic energy [J]",
        xscale="log",
        yscale="log",
        title="a, inset: peak",
    )
    figure.plain_ticks(axes[1].xaxis, sorted({row["count"] for row in rows}))
    figure.plain_ticks(axes[1].yaxis, [20, 50, 100, 200, 500, 1000, 2000, 5000])
    axes[1].legend()
    draw_friction(axes[2], acc.by_friction(rows), series)
    return page


def draw_friction(axis, line, series):
    if not line:
        return acc.no_runs(axis)
    count = line[0]["count"]
    for k, row in enumerate(line):
        here = acc.of(series, row["kind"], count, row["friction"])
        axis.plot(
            [r["time"] for r in here],
            [max(r["energy"], 1e-3) for r in here],
            color=figure.COLOURS[k % 6],
            label=f"{row['friction']:g}",
        )
    axis.set(
        xlabel="time [min]",
        ylabel="mean kinetic energy of a grain [J]",
        yscale="log",
        ylim=(1e-2, None),
        title=f"b: {count} spheres with friction",
    )
    axis.legend(title="friction")


if "snakemake" in globals():
    study.make(snakemake, acc.collect, finish)  # noqa: F821
