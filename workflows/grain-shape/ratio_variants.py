"""Entries of the variants of Tables 2 and 3."""
import numpy as np

from analysis import uncertainty, verdict
from ratio_table import COMPOSITION, READINGS, number_text

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
    "smooth": ("collapsed without friction", "", "smooth_{}"),
    "smooth-noroll": (
        "collapsed without friction, without rolling and twisting friction",
        "noroll",
        "smooth_{}",
    ),
    "v5": ("flyby at 5 km/s", "", "speed"),
    "v10": ("flyby at 10 km/s", "", "speed"),
}
# variants that were planned before any result was seen, and are therefore evaluated
PLANNED = ("slow", "early")


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
        others = ", ".join(
            f"{radius} {found.mean():.1f}"
            for radius in READINGS[1:]
            if len(found := t.values(n, variant, radius=radius))
        )
        said = (
            f"Seeds: {number_text(values)}; by other readings of the bulk radius: "
            f"{others or 'none'}; share of the alpha shape filled: {t.filled(n, variant):.2f}. "
            f"{t.censored(n, variant=variant)}"
        ).strip()
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
