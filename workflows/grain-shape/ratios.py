"""Critical spin ratios (M4, Table 2) and disruption ratios (M5, Table 3) of the grain-shape study,
for each composition and with the published values."""
import re

import numpy as np

from analysis import uncertainty, verdict
import ratio_densities
import readings
from ratio_table import COMPOSITION, EXTENTS, READINGS, number_text


def planned(demand, scale):
    """=> true if the demand applies to this scale"""
    return scale in demand.get("scales", [scale])


def values_of(t, demands, scale):
    entries = []
    for n in range(1, len(COMPOSITION) + 1):
        demand, values = demands[f"{t.letter}{n}"], t.values(n)
        if not t.chosen(n):
            if planned(demand, scale):
                entries.append(verdict.evaluate(demand, None, scale, reason=verdict.MISSING))
            continue
        other = ", ".join(
            f"{radius} {found.mean():.1f}"
            for radius in READINGS[1:]
            if len(found := t.values(n, radius=radius))
        )
        note = (
            f"{t.chosen(n)[0]['grains']} grains; seeds: {number_text(values)}; by other readings "
            f"of the bulk radius: {other or 'none'}"
        )
        value = float(values.mean()) if len(values) else None
        if len(values):
            note += (
                f"; with the bulk density of {ratio_densities.by_densities(t, n)}; share of the "
                f"alpha shape filled: {t.filled(n):.2f}; minus the published ratio: "
                f"{value - demand['value']:+.1f}"
            )
        note += f"; {ratio_densities.by_extents(t, n)}" if t.density == EXTENTS else "."
        differ, remark = readings.conflict(
            demand, scale, lambda radius: readings.value_by(t, n, radius)
        )
        remark += readings.by_many_bodies(t, demand, scale, (n,), readings.value_by)
        entries.append(
            verdict.evaluate(
                demand,
                value,
                scale,
                f"{note}{remark} {t.censored(n)}".strip(),
                # If no body failed, there is no number and the demand fails.
                reason=t.reason(n) or differ if len(values) else "",
                **readings.error_of(t, n, value=value, size=value),
            )
        )
    return entries


def pair_of(t, name, more):
    """(table, name of a demand, {name: pair} of demands with other names) => the two compositions
    whose difference it asks for; None if it asks for none"""
    pair = re.fullmatch(rf"{t.letter}(\d+)-{t.letter}(\d+)", name)
    return (int(pair[1]), int(pair[2])) if pair else more.get(name)


def differences_of(t, demands, scale, more={}):
    entries, mean = [], t.means()
    for name, demand in demands.items():
        pair = pair_of(t, name, more)
        if not pair:
            continue
        a, b = pair
        if not {a, b} <= set(mean):
            if planned(demand, scale):
                entries.append(verdict.evaluate(demand, None, scale, reason=verdict.MISSING))
            continue
        density = t.common((a, ""), (b, ""))
        mean = t.means(density=density)
        others = {radius: t.means(radius=radius, density=density) for radius in READINGS[1:]}
        text = ", ".join(
            f"{radius} {found[a] - found[b]:+.1f}"
            for radius, found in others.items()
            if {a, b} <= set(found)
        )
        note = f"{mean[a]:.1f} and {mean[b]:.1f}, seeds: {len(t.values(a))} and {len(t.values(b))}."
        note += f" By other readings of the bulk radius: {text}." if text else ""
        if a > 4 and len(t.values(b, "noroll")):
            both = t.common((a, ""), (b, "noroll"))
            free = t.values(b, "noroll", density=both).mean()
            note += (
                " Against spheres without rolling and twisting friction "
                f"{t.values(a, density=both).mean() - free:+.1f}."
            )
        if t.density == EXTENTS:
            note += f" {ratio_densities.by_extents(t, a, b).capitalize()}"
        differ, remark = readings.conflict(
            demand, scale, lambda radius: readings.difference_by(t, a, b, radius)
        )
        remark += readings.by_many_bodies(t, demand, scale, (a, b), readings.difference_by)
        gap, error = readings.difference_by(t, a, b, READINGS[0])
        entries.append(
            verdict.evaluate(
                demand,
                gap,
                scale,
                f"{note}{remark} {t.censored(a, b)}".strip(),
                reason=t.reason(a, b) or differ,
                **error,
            )
        )
    return entries


def order_of(t, demand, scale, found):
    """(table, demand, scale, found) => list with the entry of a demand on the order of the
    compositions; empty if a composition is missing and the demand does not apply to the scale.
    `found(means)` returns the measured number, a text, and (difference, standard error) for each
    pair of compositions that decides the order. The entry is not evaluated if a difference has no
    standard error or is below its required number of standard errors (`uncertainty.sigmas`).
    """
    mean = t.means()
    if len(mean) < len(COMPOSITION):
        return (
            [verdict.evaluate(demand, None, scale, reason=verdict.MISSING)]
            if planned(demand, scale)
            else []
        )
    number, text, apart = found(mean)
    reason = t.reason(*mean)
    if not all(np.isfinite(error) for _, error in apart):
        reason = reason or verdict.ALONE
    elif not reason and any(
        abs(gap) < uncertainty.sigmas(t.deviation()[1]) * error for gap, error in apart
    ):
        reason = verdict.UNCERTAIN
    return [verdict.evaluate(demand, number, scale, f"{text} points.", reason=reason)]
