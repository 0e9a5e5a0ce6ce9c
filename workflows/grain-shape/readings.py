"""Verdicts of Tables 2 and 3 of the grain-shape study by all readings of the bulk radius, which the
paper does not define."""
import numpy as np

from analysis import uncertainty, verdict
from ratio_table import READINGS

# Deviation over the bodies of Table 3 at demo scale by 95 % of the mass [points], and its degrees
# of freedom (docs/results/grain-shape/demo/table3/data.csv)
MANY, DEVIATION, FREEDOM = "mass95", 3.24, 20


def conflict(demand, scale, number_of):
    """(demand, scale, function: reading of the bulk radius => number or None, arguments of
    verdict.evaluate for its uncertainty) => the reason why the number is not evaluated, and a
    remark with the verdict of each reading; "", "" if all readings give the same verdict.
    """
    found = {}
    for radius in READINGS:
        number, error = number_of(radius)
        if number is not None:
            found[radius] = verdict.evaluate(demand, number, scale, **error)["verdict"]
    if len(set(found.values())) < 2:
        return "", ""
    each = ", ".join(
        f"{radius} {'undecided' if said == verdict.NONE else said}"
        for radius, said in found.items()
    )
    remark = f" Verdicts by the readings of the bulk radius: {each}."
    return verdict.UNCERTAIN, remark + outside(found, number_of)


def outside(found, number_of):
    """({reading: verdict}, function of conflict) => remark on the readings outside the limits, with
    the numbers of the undecided ones; "" if no reading is outside"""
    away = [radius for radius, said in found.items() if said == verdict.FAIL]
    if not away:
        return ""
    open_ones = [radius for radius, said in found.items() if said == verdict.NONE]
    text = f" Outside the limits by {len(away)} of {len(found)} readings ({', '.join(away)})."
    for radius in open_ones:
        number, error = number_of(radius)
        text += f" By {radius}: {number:.3g}"
        text += f" +- {error['sigma']:.3g}." if "sigma" in error else "."
    return text


def by_many_bodies(t, demand, scale, numbers, number_of):
    """(table, demand, scale, compositions, value_by or difference_by) => remark on Table 3 of the
    paper scale: the verdict by 95 % of the mass with the deviation of the demo scale. The paper
    scale has this deviation from three bodies alone, which are close together by chance."""
    number, _ = number_of(t, *numbers, MANY)
    if t.letter != "T" or scale != "paper" or number is None:
        return ""
    error = DEVIATION * np.sqrt(sum(1 / len(t.values(n, radius=MANY)) for n in numbers))
    said = verdict.evaluate(demand, number, scale, sigma=error, freedom=FREEDOM)["verdict"]
    words = {verdict.NONE: "undecided", verdict.FAIL: "outside the limits"}.get(said, said)
    here, freedom = t.deviation(radius=MANY)
    return (
        f" {MANY} with the deviation of the demo scale ({DEVIATION} points, {FREEDOM} d.o.f.; "
        f"here {here:.3f}, {freedom:.0f} d.o.f.): {words}."
    )


def value_by(t, n, radius):
    """=> mean ratio of a composition by a reading of the bulk radius, None if no body failed; the
    arguments of verdict.evaluate for its uncertainty"""
    values = t.values(n, radius=radius)
    value = float(values.mean()) if len(values) else None
    return value, error_of(t, n, value=value, size=value, radius=radius)


def difference_by(t, a, b, radius):
    """=> difference of the mean ratios of two compositions by a reading of the bulk radius, None
    if the bodies of one did not fail; the arguments of verdict.evaluate for its uncertainty"""
    reading = dict(radius=radius, density=t.common((a, ""), (b, "")))
    mean = t.means(**reading)
    gap = mean[a] - mean[b] if {a, b} <= set(mean) else None
    size = max((mean[n] for n in (a, b) if n in mean), default=None)
    return gap, error_of(t, a, b, value=gap, size=size, **reading)


def error_of(t, *numbers, value, size, **reading):
    """(table, compositions, their number, the largest ratio in it) => the arguments of
    verdict.evaluate for its uncertainty. Half ranges that were not kept extend the interval by the
    largest change of a ratio between the two densities."""
    if value is None:
        return {"interval": ()}
    error, freedom = t.error(*numbers, **reading), t.deviation(**reading)[1]
    found = {"sigma": error, "freedom": freedom}
    half_width = uncertainty.sigmas(freedom) * error + t.shift(*numbers) * abs(size)
    if np.isfinite(half_width):
        found["interval"] = (value - half_width, value + half_width)
    return found
