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
