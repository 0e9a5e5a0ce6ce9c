"""N: changes of the mean elongation and porosity by speeds and spins, for comparison with those by
parameters of the method."""
import aggregation as agg
from motion_effects import moved

QUANTITIES = ("elongation", "porosity_195")
MOTIONS = ("speed", "spin")
UNITS = {"speed": "m/s", "spin": "rad/s"}


def means(rows, quantity):
    """=> {(motion, value): mean of the aggregates with this motion alone}"""
    found = {}
    for name in MOTIONS:
        here = [row for row in moved(rows, name) if row[name] > 0]
        for value in sorted({row[name] for row in here}):
            found[name, value] = agg.column(agg.of(here, **{name: value}), quantity).mean()
    return found


def entry(demands, rows, quantity, scale):
    """=> the entry of the largest change of a mean against that of clouds at rest"""
    rest = agg.column(agg.aggregates(agg.at_rest(rows, "ccp")), quantity)
    found = means(rows, quantity)
    if not len(rest) or not found:
        return agg.entry(demands, f"motion_{quantity}", None, scale)
    (name, value), mean = max(found.items(), key=lambda one: abs(one[1] - rest.mean()))
    return agg.entry(
        demands,
        f"motion_{quantity}",
        agg.of_all(mean / rest.mean() - 1, rows, scale, *agg.SINGLE, like="ccp-*"),
        scale,
        note=f"From {rest.mean():.3g} at rest to {mean:.3g} at a {name} of {value:g} "
        f"{UNITS[name]}; all means {min(found.values()):.3g} to {max(found.values()):.3g}.",
    )
