"""L1, L2, L3, Fig. 8: peaks of the kinetic energy."""
import numpy as np

from analysis import compare, powers, uncertainty
import accretion as acc
import clouds


def windows(rows):
    """=> note with the confidence interval of the exponent, and with the values of the fitted power
    law for the smallest and the largest published number"""
    if len(acc.counts(rows, "spheres")) < 2:
        return ""
    exponent, factor = powers.fit(*clouds.means(rows, "spheres", "fall_time")[:2])
    _, error, freedom = clouds.exponent_of(rows, "spheres", "fall_time")
    half_width = uncertainty.sigmas(freedom) * error if freedom else np.nan
    interval = f"Interval of 95 %: {exponent - half_width:.3f} to {exponent + half_width:.3f}. "
    return (interval if np.isfinite(half_width) else "") + (
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
                note=from_released(exponent, error) + against_exponential(rows, kind),
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


def from_released(exponent, error):
    """=> note with the distance of the exponent from 2/3, that of the released energy"""
    if exponent is None or not error > 0:
        return ""
    return f"It lies {abs(exponent - 2 / 3) / error:.1f} standard errors from 2/3. "


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


def few_with_friction(rows, demands, scale, tolerance):
    """=> the entry of the peak energy with friction, with the given tolerance of the solver, beside
    that of the same cloud without friction"""
    rough = [row for row in rows if row["friction"] and row["tolerance"] == tolerance]
    changes = [
        row["peak_energy"] / smooth["peak_energy"] - 1
        for row in rough
        for smooth in acc.of(rows, "spheres", row["count"])
        if smooth["seed"] == row["seed"]
    ]
    return compare.entry(demands, "peak_friction_few", changes[0] if changes else None, scale)
