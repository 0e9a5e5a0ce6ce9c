"""L1, Fig. 8a: the kinetic energy after the collapse."""
import numpy as np

from analysis import compare, uncertainty
import accretion as acc
import clouds

# [min] first and last part of the time after PLATEAU
FIRST, LAST = (125, 140), (185, 200)


def entries(rows, series, demands, scale):
    if not acc.of(rows, "spheres"):
        return compare.missing(demands, scale, "plateau", "plateau_trend", "plateau_constant")
    return [
        over_peak(rows, demands, scale),
        over_numbers(rows, demands, scale),
        constant(series, demands, scale),
    ]


def over_peak(rows, demands, scale):
    """=> the entry of the energy over its peak, for the number of spheres with the largest mean"""
    n, centre, *_ = clouds.means(rows, "spheres", "plateau_ratio")
    largest = max(row["plateau_ratio"] for row in acc.of(rows, "spheres"))
    worst = int(n[np.argmax(centre)])
    return clouds.mean_entry(
        demands,
        "plateau",
        rows,
        "spheres",
        worst,
        "plateau_ratio",
        scale,
        where=f"{worst}",
        note=f"{acc.over(rows, 'spheres')} Largest of single clouds: {largest:.5f}.",
    )


def over_numbers(rows, demands, scale):
    """=> the entry of the energy, largest over smallest mean of a number of spheres. Its confidence
    interval is symmetric in the logarithm, because the deviation between clouds is large."""
    n, centre, relative, freedom = clouds.means(rows, "spheres", "plateau_energy")
    many = acc.seeds(rows, "spheres")
    ends = [int(np.argmax(centre)), int(np.argmin(centre))]
    ratio = centre[ends[0]] / centre[ends[1]]
    error = relative * np.sqrt(sum(1 / many[k] for k in ends)) if freedom else np.nan
    factor = np.exp(uncertainty.sigmas(freedom) * error) if freedom else np.nan
    return compare.entry(
        demands,
        "plateau_trend",
        ratio,
        scale,
        sigma=ratio * error,
        freedom=freedom,
        interval=(ratio / factor, ratio * factor) if freedom else None,
        note=f"{acc.over(rows, 'spheres')} {of_single_clouds(rows)}"
        + (
            f" Deviation between clouds {100 * relative:.0f} %; interval of 95 %: "
            f"{ratio / factor:.2f} to {ratio * factor:.2f}."
            if freedom
            else ""
        ),
    )


def of_single_clouds(rows):
    """=> note on the largest over the smallest energy of single clouds: of all, and of the number
    of spheres whose clouds differ most"""
    groups = {
        count: [row["plateau_energy"] for row in acc.of(rows, "spheres", count)]
        for count in acc.counts(rows, "spheres")
    }
    every = sum(groups.values(), [])
    worst = max(groups, key=lambda count: max(groups[count]) / min(groups[count]))
    low, high = min(groups[worst]), max(groups[worst])
    return (
        f"Single clouds differ by {max(every) / min(every):.2f}, those of {worst} by "
        f"{high / low:.2f} ({low:.3f} to {high:.3f} J)."
    )


def mean_in(line, span):
    return float(
        np.mean([row["energy"] for row in line if span[0] <= row["time"] <= span[1]] or [np.nan])
    )


def constant(series, demands, scale):
    """=> the entry of the last over the first mean after PLATEAU, smallest of the first clouds; the
    note has both means of each number of spheres and of hulls"""
    ends = {
        (kind, count): [mean_in(acc.of(series, kind, count), span) for span in (FIRST, LAST)]
        for kind in ("spheres", "hulls")
        for count in acc.counts(series, kind)
    }
    ratios = [last / first for (kind, _), (first, last) in ends.items() if kind == "spheres"]
    said = "; ".join(
        f"{count} {kind}: {first:.3f} and {last:.3f} J"
        for (kind, count), (first, last) in ends.items()
    )
    return compare.entry(
        demands,
        "plateau_constant",
        min(ratios, default=None),
        scale,
        note=f"{said}." if said else "",
    )
