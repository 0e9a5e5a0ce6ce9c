"""All diagnostics of all variants and matchings: means over the piles with standard errors."""
from analysis import compare, failures, study, workflow
from diagnostics import NAMES, means, of_free, of_rest, of_spin_up, rows_of, values_of
import expected
from table_plot import draw
import philosophies as ph
import spread_collapse
import spreads

# variants whose contacts at rest do not slide
STATIC = [ph.VARIANTS[name] for name in ("2a", "2b", "3", "4")]
# matchings with less friction than the neutral pile, which then settles further
LESS_FRICTION = [ph.MATCHINGS[name] for name in ("B", "mu0")]
# diagnostics whose collapse is in the table: spin and shape at 5 % growth
COLLAPSING = ("spin", "c_over_a", "b_over_a", "solid_fraction", "angle")


def collect(given, _):
    rows = []
    for track in failures.succeeded(given.rests):
        rows += rows_of(track, of_rest(track))
    for track, pile in failures.succeeded(given.spins, given.piles):
        rows += rows_of(track, of_spin_up(track, pile))
    for table in failures.succeeded(given.frees):
        rows += rows_of(table, of_free(table))
    return {"data": rows}


def derive(tables):
    rows = tables["data"]
    return {
        "means": means(rows),
        "variances": for_each(rows, spreads.rows_of),
        "collapses": for_each(rows, spread_collapse.rows_of, COLLAPSING),
    }


def for_each(rows, compared, names=tuple(NAMES)):
    """(rows, function of the rows of a diagnostic and its text, diagnostics) => its rows for these
    diagnostics"""
    return [
        row
        for name in names
        for row in compared([row for row in rows if row["diagnostic"] == name], NAMES[name][0])
    ]


def finish(tables, demands, scale):
    rows = tables["data"]
    entries = []
    sheds = [row for row in rows if row["diagnostic"] == "shed"]
    for variant, matching in expected.cases(rows, scale, "rest", "spin"):
        where = f"{variant}, {matching}"
        drifts = values_of(rows, variant, matching, "drift_solid")
        static = variant in STATIC and matching not in LESS_FRICTION
        name = "drift_static" if static else "drift_sliding"
        largest = workflow.of_all(
            "philosophies",
            max(map(abs, drifts), default=None),
            rows,
            scale,
            "rest",
            like=ph.pattern("rest", variant, matching),
        )
        entries.append(compare.entry(demands, name, largest, scale, where=where))
        entries.append(
            expected.case_entry(demands, "shed", "value", scale, sheds, variant, matching)
        )
    return entries, draw(*derive(tables).values())


if "snakemake" in globals():
    study.make(snakemake, collect, finish, derive=derive)  # noqa: F821
