"""L1, L2, L3, Fig. 8: peaks of the kinetic energy."""
import numpy as np

from analysis import compare, powers, uncertainty
import accretion as acc
import clouds


def windows(rows):
    """=> note with the values of the fitted power law for the smallest and the largest published
    number"""
    if len(acc.counts(rows, "spheres")) < 2:
        return ""
    exponent, factor = powers.fit(*clouds.means(rows, "spheres", "fall_time")[:2])
    return (
        f"The power law gives {factor * 125**exponent:.0f} min for 125 and "
        f"{factor * 27000**exponent:.0f} min for 27,000 spheres."
    )


def peaks(rows, demands, scale):
    entries = []
    for kind, name in (("spheres", "peak_exponent"), ("hulls", "peak_exponent_hulls")):
        exponent, error, freedom = clouds.exponent_of(rows, kind, "peak_energy")
        entries.append(
            compare.entry(
                demands,
                name,
                exponent,
                scale,
                sigma=error,
                freedom=freedom,
                note=against_exponential(rows, kind),
            )
        )
    n, centre, *_ = clouds.means(rows, "spheres", "peak_energy")
    power, exponential = powers.residuals(n, centre) if len(n) > 2 else (1, None)
    ratio = exponential and exponential / power
    return [
        *entries,
        compare.entry(demands, "peak_exponential", ratio, scale),
        hulls_beside_spheres(rows, demands, scale),
    ]


def hulls_beside_spheres(rows, demands, scale):
    """=> the entry of the peak energies of hulls beside those of as many spheres"""
    value, error, freedom, where = clouds.hulls_over_spheres(rows, "peak_energy", abs)
    return compare.entry(
        demands, "peak_hulls", value, scale, sigma=error, freedom=freedom, where=where
    )


def against_exponential(rows, kind):
    """=> note with the residuals of a power law and of an exponential, which the paper states"""
    n, centre, *_ = clouds.means(rows, kind, "peak_energy")
    if len(n) < 3:
        return ""
    power, exponential = powers.residuals(n, centre)
    return (
        f"Root mean square residual of the logarithm: power law {power:.3f}, exponential "
        f"{exponential:.3f}."
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
