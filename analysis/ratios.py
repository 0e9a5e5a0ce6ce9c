"""Critical spin ratios (M4, Table 2) and disruption ratios (M5, Table 3) of the grain-shape study,
for each composition and with the published values."""
import re

import numpy as np

from analysis import failures, figure, files, uncertainty, verdict

NAME = re.compile(
    r"(?P<letter>[ST])(?P<number>\d+)(-(?P<variant>[a-z][a-z0-9-]*?))?-s(?P<seed>\d+)"
)
COMPOSITION = [
    "spheres",
    "spheres",
    "spheres",
    "spheres",
    "dumbbells",
    "cubes",
    "tetrahedra",
    "mixed",
    "diamonds",
    "rods",
]
COLOUR = {
    "spheres": figure.BLACK,
    "dumbbells": figure.SKY,
    "cubes": figure.GREEN,
    "tetrahedra": figure.ORANGE,
    "mixed": figure.BLUE,
    "diamonds": figure.PURPLE,
    "rods": figure.VERMILION,
}
# For each variant: its difference as text, the variant that it is compared with ("": the standard
# runs), and the name of the demand.
VARIANTS = {
    "noroll": ("without rolling and twisting friction", "", "rolling_{}"),
    "slow": ("spun up at half the rate", "", "slow"),
    "slow-noroll": (
        "spun up at half the rate, without rolling and twisting friction",
        "noroll",
        "slow",
    ),
    "early": ("spun up from 0.2 of the critical rate", "", "early"),
    "stiff": ("with springs ten times as stiff", "", "stiff"),
    "smooth": ("collapsed without friction", "", "smooth"),
    "smooth-noroll": (
        "collapsed without friction, without rolling and twisting friction",
        "noroll",
        "smooth",
    ),
    "v5": ("flyby at 5 km/s", "", "speed"),
    "v10": ("flyby at 10 km/s", "", "speed"),
}
# variants that were planned before any result was seen, and are therefore evaluated
PLANNED = ("slow", "early")
EXTENTS, RANGES, ALPHA, OWN = (
    f"bulk density, {which} [kg/m3]" for which in ("extents", "half ranges", "alpha shape", "run")
)
# definitions of the bulk radius; the first is the default
READINGS = ("distance", "ellipsoid", "semi_axis", "mass95")


def collect(given, params):
    rows = []
    for name, grains, track, path, shape in failures.succeeded(
        params.runs, params.grains, given.tracks, given.critical, given.shapes
    ):
        part, body = NAME.fullmatch(name).groupdict(), files.table(shape)[0]
        found = {
            (row["radius"], row["threshold"]): row["ratio"] for row in files.tables(path)["summary"]
        }
        rows.append(
            {
                "run": name,
                "composition": COMPOSITION[int(part["number"]) - 1],
                "grains": grains,
                "seed": int(part["seed"]),
                OWN: files.series(track)["bulk/density"][0],
                EXTENTS: body["extent_density"],
                RANGES: body["half_range_density"],
                ALPHA: body["density"],
                **{
                    f"{radius}, {100 * threshold:g} % [%]": ratio
                    for (radius, threshold), ratio in found.items()
                },
            }
        )
    return {"data": rows}


class Table:
    """The runs of one table and the definition of their ratios. threshold: growth of the radius
    that counts as failure; power: the ratio is proportional to this power of the bulk density;
    axis: label of the ratio."""

    def __init__(self, rows, letter, threshold, power, axis):
        self.letter, self.threshold, self.power, self.axis = letter, threshold, power, axis
        self.runs = [{**row, **NAME.fullmatch(row["run"]).groupdict(default="")} for row in rows]
        for run in self.runs:
            run.update(number=int(run["number"]), seed=int(run["seed"]))
        self.numbers = sorted({r["number"] for r in self.runs if not r["variant"]})

    def chosen(self, number, variant=""):
        return [r for r in self.runs if (r["number"], r["variant"]) == (number, variant)]

    def ratio(self, run, radius=READINGS[0], density=RANGES, threshold=None):
        """=> the ratio of the run [%]; nan if the body did not fail by this definition. If the
        chosen density was not kept, the one from the extents is used."""
        value = run.get(f"{radius}, {threshold or self.threshold} [%]")
        own, wanted = run.get(OWN) or run[EXTENTS], run.get(density) or run[EXTENTS]
        return np.nan if value is None else value * (wanted / own) ** self.power

    def values(self, number, variant="", **reading):
        """=> ratios [%] of the bodies of a composition that failed, one for each seed"""
        values = np.array([self.ratio(r, **reading) for r in self.chosen(number, variant)])
        return values[np.isfinite(values)]

    def complete(self, *numbers, variant=""):
        """=> true if the densities from the half ranges were kept for all bodies of these
        compositions"""
        return all(r.get(RANGES) for n in numbers for r in self.chosen(n, variant))

    def common(self, *chosen):
        """((composition, variant), ...) => the definition of the density that all of these bodies
        have"""
        return (
            RANGES if all(self.complete(n, variant=variant) for n, variant in chosen) else EXTENTS
        )

    def means(self, **reading):
        found = {n: self.values(n, **reading) for n in self.numbers}
        return {n: float(values.mean()) for n, values in found.items() if len(values)}

    def deviation(self, **reading):
        """=> standard deviation over the seeds and its degrees of freedom, pooled over all
        compositions, because each has few seeds"""
        return uncertainty.pooled([self.values(n, **reading) for n in self.numbers])

    def error(self, *numbers, **reading):
        """=> standard error of a sum or difference of these compositions' means"""
        return float(
            self.deviation(**reading)[0]
            * np.sqrt(sum(1 / len(self.values(n, **reading)) for n in numbers))
        )

    def censored(self, *numbers, variant=""):
        """=> remark on bodies that did not fail; "" if all failed"""
        lost = [
            (
                n,
                len(self.chosen(n, variant)),
                len(self.chosen(n, variant)) - len(self.values(n, variant)),
            )
            for n in numbers
        ]
        return " ".join(
            f"Censored: {gone} of {every} bodies of {self.letter}{n} did not fail."
            for n, every, gone in lost
            if gone
        )

    def reason(self, *numbers, variant=""):
        """=> the reason why numbers of these compositions are not evaluated; "" if they are"""
        if not self.complete(*numbers, variant=variant):
            return verdict.MISSING
        return verdict.CENSORED if self.censored(*numbers, variant=variant) else ""


def number_text(values):
    return ", ".join(f"{v:.1f}" for v in values) or "none failed"


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
        if len(values):
            note += (
                "; with the bulk density of the extents "
                f"{t.values(n, density=EXTENTS).mean():.1f}, of the alpha shape "
                f"{t.values(n, density=ALPHA).mean():.1f}"
            )
        note += (
            "." if t.complete(n) else "; the half ranges were not kept: the density of the extents."
        )
        # If no body failed, there is no number and the demand fails.
        reason = t.reason(n) if len(values) or not t.complete(n) else ""
        entries.append(
            verdict.evaluate(
                demand,
                float(values.mean()) if len(values) else None,
                scale,
                f"{note} {t.censored(n)}".strip(),
                reason=reason,
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
        note = f"{note} {t.censored(a, b)}".strip()
        entries.append(
            verdict.evaluate(
                demand,
                mean[a] - mean[b],
                scale,
                note,
                reason=t.reason(a, b),
                sigma=t.error(a, b, density=density),
                freedom=t.deviation(density=density)[1],
            )
        )
    return entries


def order_of(t, demand, scale, found):
    """(table, demand, scale, found) => list with the entry of a demand on the order of the
    compositions; empty if a composition is missing and the demand does not apply to the scale.
    `found(means)` returns the measured number, a text, and (difference, standard error) for each
    pair of compositions that decides the order. The entry is not evaluated if a difference has no
    standard error or is below its required number of standard errors (`verdict.sigmas`).
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
        abs(gap) < verdict.sigmas(t.deviation()[1]) * error for gap, error in apart
    ):
        reason = verdict.UNCERTAIN
    return [verdict.evaluate(demand, number, scale, f"{text} points.", reason=reason)]


def variants_of(t, demands, scale):
    entries = []
    for n, variant in sorted({(r["number"], r["variant"]) for r in t.runs if r["variant"]}):
        text, base, key = VARIANTS[variant]
        density = t.common((n, variant), (n, base))
        own = {r["seed"]: t.ratio(r, density=density) for r in t.chosen(n, variant)}
        other = {r["seed"]: t.ratio(r, density=density) for r in t.chosen(n, base)}
        changes = np.array(
            [
                own[seed] - other[seed]
                for seed in own
                if np.isfinite(own[seed] - other.get(seed, np.nan))
            ]
        )
        where = f"{t.letter}{n}: {COMPOSITION[n - 1]}" + (f", {VARIANTS[base][0]}" if base else "")
        reason = (
            t.reason(n) or t.reason(n, variant=variant) if variant in PLANNED else verdict.VARIANT
        )
        values = [v for v in own.values() if np.isfinite(v)]
        said = f"Seeds: {number_text(values)}. {t.censored(n, variant=variant)}".strip()
        if len(changes):
            change, error, freedom = uncertainty.mean(changes)
            entries.append(
                verdict.evaluate(
                    demands[key.format(t.letter)],
                    change,
                    scale,
                    f"{text.capitalize()}: {number_text(values)} %.",
                    where,
                    reason,
                    sigma=error,
                    freedom=freedom,
                )
            )
        if values:
            entries.append(
                verdict.evaluate(
                    demands[f"{t.letter}{n}"],
                    float(np.mean(values)),
                    scale,
                    said,
                    text,
                    verdict.VARIANT,
                )
            )
    return entries


def draw(t, demands):
    page, (left, right) = figure.plt.subplots(1, 2, figsize=(12.5, 5.2), width_ratios=[1.25, 1])
    every = sorted({r["number"] for r in t.runs})
    grains = {n: next(r["grains"] for r in t.runs if r["number"] == n) for n in every}
    draw_list(t, demands, left, every, grains)
    left.set_xlabel(f"{t.axis} [%]\n← stronger                    weaker →")
    draw_numbers(t, demands, right, grains)
    right.set(xscale="log", xlabel="grains", ylabel=f"{t.axis} [%]")
    return page


def draw_list(t, demands, panel, every, grains):
    mean = t.means()
    spread, _ = t.deviation()
    for y, n in enumerate(every):
        colour = COLOUR[COMPOSITION[n - 1]]
        panel.plot(
            demands[f"{t.letter}{n}"]["value"],
            y,
            "d",
            color="white",
            markeredgecolor=figure.BLACK,
            markersize=9,
            label="published (20,000 spheres)" if y == 0 else None,
        )
        panel.plot(
            t.values(n), np.full(len(t.values(n)), y), "o", color=colour, markersize=4, alpha=0.6
        )
        rest = [found.mean() for radius in READINGS[1:] if len(found := t.values(n, radius=radius))]
        panel.plot(
            rest,
            np.full(len(rest), y + 0.28),
            "^",
            color=figure.GREY,
            markersize=4,
            label="mean by other definitions of the radius" if y == 0 else None,
        )
        if n in mean:
            panel.errorbar(
                mean[n],
                y,
                xerr=t.error(n) if np.isfinite(spread) else None,
                fmt="|",
                color=colour,
                markersize=14,
                capsize=3,
            )
    for variant, mark in (("noroll", "x"), ("smooth", "+")):
        found = {n: t.values(n, variant).mean() for n in every if len(t.values(n, variant))}
        panel.plot(
            list(found.values()),
            [every.index(n) for n in found],
            mark,
            color=figure.GREY,
            markersize=8,
            label=f"variant: {VARIANTS[variant][0]}" if found else None,
        )
    panel.plot([], [], "o", color=figure.GREY, markersize=4, label="one seed")
    panel.plot([], [], "|", color=figure.GREY, markersize=14, label="mean and standard error")
    panel.set_yticks(
        range(len(every)), [f"{t.letter}{n}: {grains[n]} {COMPOSITION[n - 1]}" for n in every]
    )
    panel.invert_yaxis()
    panel.legend(loc="upper center", bbox_to_anchor=(0.4, 1.2), ncols=2, fontsize=8)


def draw_numbers(t, demands, panel, grains):
    mean, known = t.means(), np.isfinite(t.deviation()[0])
    spheres = [n for n in (1, 2, 3, 4) if n in mean]
    panel.errorbar(
        [grains[n] for n in spheres],
        [mean[n] for n in spheres],
        yerr=[t.error(n) for n in spheres] if known else None,
        fmt="o-",
        color=figure.BLACK,
        capsize=3,
        label="spheres",
    )
    panel.plot(
        [20000, 10000, 5000, 2500],
        [demands[f"{t.letter}{n}"]["value"] for n in (1, 2, 3, 4)],
        "d--",
        color=figure.BLACK,
        markerfacecolor="white",
        label="spheres, published",
        linewidth=1,
    )
    free = {n: t.values(n, "noroll").mean() for n in (1, 2, 3, 4) if len(t.values(n, "noroll"))}
    panel.plot(
        [grains[n] for n in free],
        list(free.values()),
        "x:",
        color=figure.GREY,
        label="spheres without rolling friction" if free else None,
    )
    crowd = {}
    for n in (n for n in mean if n > 4):
        colour, name = COLOUR[COMPOSITION[n - 1]], COMPOSITION[n - 1]
        crowd[grains[n]] = crowd.get(grains[n], 0) + 1
        # compositions with equal numbers of grains side by side
        x = grains[n] * 1.05 ** (crowd[grains[n]] - 2)
        panel.errorbar(
            x,
            mean[n],
            yerr=t.error(n) if known else None,
            fmt="s",
            color=colour,
            capsize=3,
            label=name,
        )
        panel.plot(
            {5: 10000, 6: 2500}.get(n, 5000) * x / grains[n],
            demands[f"{t.letter}{n}"]["value"],
            "d",
            color=colour,
            markerfacecolor="white",
        )
    panel.legend(fontsize=9, loc="center left", bbox_to_anchor=(1.0, 0.5))
