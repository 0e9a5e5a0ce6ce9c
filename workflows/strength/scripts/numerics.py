"""R2b: influence of step, sticking and breaking on the largest remnant."""
import numpy as np

from analysis import compare, failures, figure, study, uncertainty, workflow
import strength as st

LABELS = {
    "reaccumulate": "published step\nand sticking",
    "step": "step {} s",
    "stick": "sticking below\n{} escape speeds",
    "fragment": "breaking above\n{} escape speeds",
}


def of_run(path, _track, table, *_):
    run = st.name_of(path)
    parts = run.split("-")
    end = st.satellites(table)[-1]
    return {
        "run": run,
        "kind": parts[0],
        "spheres": int(parts[1]),
        "value": "" if parts[0] == "reaccumulate" else parts[2],
        "seed": st.seed_of(run),
        "remnant_share": end["remnant_share"],
        "lineages": int(end["remnant_lineages"]),
        "escaping_share": end["escaping_share"],
    }


def collect(given, params):
    return {
        "data": [of_run(*run) for run in failures.succeeded(st.by_run(given.runs, params.files))]
    }


def changes(rows, kind, value):
    """(rows, varied parameter, its value) => {seed: relative change of the largest remnant from the
    run with the published step and sticking}, for each seed with both runs"""
    published = {
        row["seed"]: row["remnant_share"]
        for row in rows
        if row["kind"] == "reaccumulate"
        and row["spheres"] == min(other["spheres"] for other in rows)
    }
    return {
        row["seed"]: row["remnant_share"] / published[row["seed"]] - 1
        for row in rows
        if row["kind"] == kind and row["value"] == value and row["seed"] in published
    }


def finish(tables, demands, scale):
    rows = tables["data"]
    kinds = ("step", "stick", "fragment")
    return [*(varied(rows, demands, kind, scale) for kind in kinds), vary(rows, demands, scale)], (
        draw(rows)
    )


def evaluated(found):
    """({seed: change}) => changes of the bodies that verdicts use, those of other seeds than
    CALIBRATED"""
    return [change for seed, change in found.items() if seed != st.CALIBRATED]


def varied(rows, demands, kind, scale):
    """=> the entry of the value of a parameter with the largest mean change, with the standard
    error over the bodies"""
    values = sorted({row["value"] for row in rows if row["kind"] == kind})
    found = {value: changes(rows, kind, value) for value in values}
    found = {value: some for value, some in found.items() if evaluated(some)}
    if not found:
        return compare.entry(demands, f"remnant_{kind}", None, scale)
    worst = max(found, key=lambda value: abs(np.mean(evaluated(found[value]))))
    note = f"Seeds {', '.join(map(str, found[worst]))}: " + "; ".join(
        f"{name_of(value)}: {', '.join(f'{100 * change:+.1f} %' for change in some.values())}"
        for value, some in found.items()
    )
    if workflow.lacks("strength", scale, rows, "R2b", like=f"{kind}-*"):
        return compare.entry(demands, f"remnant_{kind}", None, scale, note=f"{note}.")
    mean = uncertainty.mean(list(found[worst].values()))
    return compare.mean_entry(
        demands,
        f"remnant_{kind}",
        evaluated(found[worst]),
        scale,
        where=name_of(worst),
        note=f"{note}. With seed {st.CALIBRATED}: {mean[0]:.2g} +- {mean[1]:.2g}.",
    )


def name_of(value):
    return "no breaking" if value == "auto" else value


def vary(rows, demands, scale):
    """=> the entry of the lineages in the remnants of one body, which differ between its runs"""
    spheres = min((row["spheres"] for row in rows), default=0)
    some = [row for row in rows if row["spheres"] == spheres]
    counts = {
        seed: sorted(row["lineages"] for row in some if row["seed"] == seed)
        for seed in sorted({row["seed"] for row in some})
    }
    spans = [span[-1] - span[0] for seed, span in counts.items() if seed != st.CALIBRATED]
    return compare.entry(
        demands,
        "remnant_lineages",
        st.of_all(min(spans, default=None), rows, scale, "R2b"),
        scale,
        note="; ".join(f"seed {seed}: {span[0]} to {span[-1]}" for seed, span in counts.items())
        + f".{escaping(some)}",
    )


def escaping(rows):
    """=> note with the range of the mass that escapes; empty without runs"""
    shares = [row["escaping_share"] for row in rows]
    return f" Escaping at the end: {min(shares):.3g} to {max(shares):.3g}." if shares else ""


def draw(rows):
    page, axis = figure.plt.subplots(figsize=(11, 4))
    titles = list(dict.fromkeys(title_of(row) for row in rows))
    for seed in sorted({row["seed"] for row in rows}):
        here = [row for row in rows if row["seed"] == seed]
        axis.plot(
            [titles.index(title_of(row)) for row in here],
            [row["remnant_share"] for row in here],
            "o",
            label=f"seed {seed}",
        )
    axis.set_xticks(range(len(titles)), titles, fontsize=9)
    axis.set(
        ylabel="largest remnant / all",
        ylim=(0, 1.3 * max((row["remnant_share"] for row in rows), default=1)),
        xlim=(-0.5, len(titles) - 0.5),
    )
    axis.legend(ncols=3)
    return page


def title_of(row):
    """=> label of a run: its varied parameter with the value, and the number of spheres"""
    varied = "no breaking" if row["value"] == "auto" else LABELS[row["kind"]].format(row["value"])
    return f"{varied}\n{row['spheres']} spheres"


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
