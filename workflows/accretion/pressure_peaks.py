"""L1, Fig. 11: peaks of the pressure during the collapse, in single records of the first clouds."""
import numpy as np

from analysis import compare, powers
import accretion as acc

RISE = 30  # [min] time in which the peak is looked for


def found(series, column):
    """(time series, column of the pressure) => {number of spheres: (largest pressure in the first
    RISE minutes [Pa], the same / largest pressure after PLATEAU)}"""
    peaks = {}
    for count in acc.counts(series, "spheres"):
        line = acc.of(series, "spheres", count)
        time = np.array([row["time"] for row in line])
        pressure = np.array([row[column] for row in line], float)
        late = pressure[time > acc.PLATEAU]
        if len(late):
            top = float(pressure[time <= RISE].max())
            peaks[count] = (top, top / float(late.max()))
    return peaks


def entries(series, demands, scale):
    """=> entries of the peaks by the sphere about all bodies, the paper's volume. It is set by the
    outermost body, which is far outside while the cloud collapses. The notes have the peaks by the
    ellipsoid of inertia."""
    peaks, by_ellipsoid = found(series, "pressure"), found(series, "pressure_axes")
    if len(peaks) < 2:
        return compare.missing(demands, scale, "pressure_peak", "pressure_peak_growth")
    top, over = (np.array(column) for column in zip(*peaks.values()))
    exponent, _ = powers.fit(list(peaks), top)
    return [
        compare.entry(
            demands,
            "pressure_peak",
            over.min(),
            scale,
            note=f"{each(peaks, 1)}. By the ellipsoid of inertia {each(by_ellipsoid, 1)}.",
        ),
        compare.entry(
            demands,
            "pressure_peak_growth",
            exponent,
            scale,
            note=f"{each(peaks, 0)} Pa. By the ellipsoid of inertia {each(by_ellipsoid, 0)} Pa.",
        ),
    ]


def each(peaks, place):
    return ", ".join(f"{count}: {values[place]:.3g}" for count, values in peaks.items())


def time_of_peak(series, kind, count):
    """=> time of the largest pressure by the ellipsoid of inertia in the first RISE minutes
    [min]"""
    line = [row for row in acc.of(series, kind, count) if row["time"] <= RISE]
    return max(line, key=lambda row: row["pressure_axes"])["time"]


def of_hulls(series, demands, scale):
    """=> the entry of the time of the peak of hulls minus that of as many spheres"""
    both = [n for n in acc.counts(series, "hulls") if n in acc.counts(series, "spheres")]
    if not both:
        return compare.entry(demands, "pressure_hulls_curve", None, scale)
    pairs = {n: [time_of_peak(series, kind, n) for kind in ("hulls", "spheres")] for n in both}
    worst = max(pairs, key=lambda n: abs(pairs[n][0] - pairs[n][1]))
    said = "; ".join(f"{n}: {hulls:g} and {spheres:g} min" for n, (hulls, spheres) in pairs.items())
    return compare.entry(
        demands,
        "pressure_hulls_curve",
        pairs[worst][0] - pairs[worst][1],
        scale,
        where=f"{worst}",
        note=f"Hulls and spheres: {said}.",
    )
