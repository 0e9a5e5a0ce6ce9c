"""Spin-up and rest of piles of glued grains and of hulls, and of bonded spheres, beside spheres."""
from analysis import compare, failures, figure, study, verdict
from case_plot import OF_VARIANT
from diagnostics import friction_angle, mean_of, of_rest
import philosophies as ph

KINDS = {"A": "spheres", "grains": "glued grains", "hulls": "hulls", "bonds": "bonded spheres"}
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
    rests = [{**ph.named(path), **of_rest(path)} for path in failures.succeeded(given.rests)]
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
    rows = tables["data"]
    entries = []
    for kind in list(KINDS.values())[1:]:
        for variant in ph.VARIANTS.values():
            here, spheres = (
                mean_of(values_of(rows, variant, name, "spin"))[0] for name in (kind, KINDS["A"])
            )
            if not values_of(rows, variant, kind, "spin"):
                continue
            change = None if None in (here, spheres) else here - spheres
            where = f"{variant}, {kind} instead of spheres"
            more = {"reason": verdict.CENSORED} if change is None else {}
            entries.append(
                compare.entry(demands, "body_change", change, scale, where=where, **more)
            )
    return entries, draw(rows, tables["rests"])


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
