"""Spin-up and rest of piles of glued grains and of hulls, and of bonded spheres, beside spheres."""
from analysis import compare, failures, figure, study, verdict
from case_plot import OF_VARIANT
from diagnostics import friction_angle, of_rest
import expected
import philosophies as ph

KINDS = {"A": "spheres", "grains": "glued grains", "hulls": "hulls", "bonds": "bonded spheres"}
OTHERS = [ph.MATCHINGS[key] for key in KINDS if key != "A"]
COMPACTED = (
    "The bonded pile compacts at rest, before its spin-up, and the pile of spheres during its own: "
    "their critical rates and first semi-axes differ."
)
COLUMNS = {
    "spin": "spin at 5 % growth / critical rate",
    "c_over_a": "c / a at 5 % growth",
    "solid_fraction": "solid fraction at 5 % growth",
    "angle": "mobilised friction angle at 5 % growth [degree]",
    "drift_solid": "change of the solid fraction at rest",
}


def kind_of(row):
    """(a row with its matching) => name of its bodies; None for a matching without them"""
    return KINDS.get(ph.key_of(ph.MATCHINGS, row["matching"]))


def collect(given, _):
    spins = [of_spin_up(path) for path in failures.succeeded(given.spins)]
    rests = [
        {**ph.named(path), "drift_solid": of_rest(path)["drift_solid"]}
        for path in failures.succeeded(given.rests)
    ]
    return {"data": chosen(spins), "rests": chosen(rests)}


def of_spin_up(path):
    """(track) => its row"""
    s = ph.records(path)
    found = ph.at_failure(s)
    return {**ph.named(path), **found, "angle": friction_angle(s, found["time"])}


def chosen(rows):
    """=> the rows of all kinds of bodies. Those of spheres are the piles with the same seeds."""
    rows = [row for row in rows if kind_of(row)]
    seeds = {row["seed"] for row in rows if kind_of(row) != KINDS["A"]}
    return [row for row in rows if row["seed"] in seeds]


def values_of(rows, variant, kind, column):
    """=> values of the piles; None for a pile that did not fail"""
    return [row[column] for row in rows if (row["variant"], kind_of(row)) == (variant, kind)]


def finish(tables, demands, scale):
    rows, rests = tables["data"], tables["rests"]
    entries = [
        entry_of(rows, rests, variant, matching, demands, scale)
        for variant, matching in expected.cases(rows, scale, "bodies")
        if matching in OTHERS
    ]
    return entries, draw(rows, rests)


def entry_of(rows, rests, variant, matching, demands, scale):
    """=> the entry of the change of the spin from spheres to these bodies, mean over the piles"""
    where = f"{variant}, {KINDS[ph.key_of(ph.MATCHINGS, matching)]} instead of spheres"
    if starts_elsewhere(ph.of(rests, variant, matching), demands):
        more = {"where": where, "reason": verdict.UNPUBLISHED, "note": COMPACTED}
        return compare.entry(demands, "body_change", None, scale, **more)
    found = expected.pairs(rows, variant, matching, "spin")
    lacking = expected.lacks_pairs(found, scale, variant, matching, "bodies")
    return expected.change_entry(demands, "body_change", found, lacking, scale, where=where)


def starts_elsewhere(rests, demands):
    """(runs at rest of the piles with these bodies, demands) => true if the bodies are bonded
    spheres, whose spin-up starts from the pile at the end of its run at rest, and this run changes
    the solid fraction by more than the limit of a pile at rest"""
    limit = demands["drift_static"]["high"]
    bonded = [row for row in rests if kind_of(row) == KINDS["bonds"]]
    return any(abs(row["drift_solid"]) > limit for row in bonded)


def draw(rows, rests):
    kinds = [kind for kind in KINDS.values() if any(kind_of(row) == kind for row in rows)]
    if len(kinds) < 2:
        return None
    page, axes = figure.plt.subplots(1, len(COLUMNS), figsize=(4 * len(COLUMNS), 4.8))
    for axis, (column, label) in zip(axes, COLUMNS.items()):
        shown = rests if column == "drift_solid" else rows
        for place, variant in enumerate(ph.VARIANTS.values()):
            draw_variant(axis, shown, kinds, place, variant, column)
        axis.set_xticks(range(len(kinds)), [kind.replace(" ", "\n") for kind in kinds])
        axis.set_xlim(-0.5, len(kinds) - 0.5)
        axis.set(ylabel=label)
    if any(row[next(iter(COLUMNS))] is None for row in rows):
        look = {"color": figure.GREY, "fillstyle": "none", "linestyle": "none"}
        axes[0].plot([], [], "^", label="does not grow by 5 %", **look)
    axes[0].legend(fontsize=8)
    return page


def draw_variant(axis, rows, kinds, place, variant, column):
    """Draws the piles of a variant as points. A value that does not exist is an open triangle at
    the top: the pile did not grow by 5 %, or no friction angle holds its shape."""
    shift = 0.09 * (place - (len(ph.VARIANTS) - 1) / 2)
    look = {"color": OF_VARIANT[variant], "markersize": 6, "linestyle": "none"}
    label = variant
    for number, kind in enumerate(kinds):
        values = values_of(rows, variant, kind, column)
        known = [value for value in values if value is not None]
        if known:
            axis.plot([number + shift] * len(known), known, "o", label=label, **look)
            label = None
        if len(known) < len(values):
            at_top = {"transform": axis.get_xaxis_transform(), "fillstyle": "none"}
            axis.plot(number + shift, 0.97, "^", **at_top, **look)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
