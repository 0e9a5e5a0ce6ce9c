"""R2b: what step, sticking and breaking change of the largest remnant."""
import numpy as np

from analysis import figure, scatter, study
from analysis import strength as st

LABELS = {"reaccumulate": "as published", "step": "step", "stick": "sticks below", "fragment": "breaks above"}


def of_run(path, _track, table, _spins):
    run = st.name_of(path)
    parts = run.split("-")
    end = st.satellites(table)[-1]
    return {"run": run, "kind": parts[0], "spheres": int(parts[1]), "value": "" if parts[0] == "reaccumulate" else parts[2], "seed": st.seed_of(run), "remnant_share": end["remnant_share"],
            "lineages": int(end["remnant_lineages"]), "escaping_share": end["escaping_share"]}


def collect(given, params):
    return {"data": [of_run(*run) for run in st.by_run(given.runs, params.files)]}


def standard(rows):
    """The runs as published of the size that is varied, and their scatter over seeds."""
    size = min(row["spheres"] for row in rows)
    return [row for row in rows if row["kind"] == "reaccumulate" and row["spheres"] == size]


def finish(tables, demands, scale):
    rows = tables["data"]
    here = standard(rows)
    deviation, freedom = scatter.pooled([[row["remnant_share"] for row in here]])
    own = next((row["remnant_share"] for row in here if row["seed"] == 1), None)
    if own is None:
        return [st.entry(demands, f"remnant_{kind}", None, scale) for kind in ("step", "stick", "fragment")], None
    entries = []
    for kind in ("step", "stick", "fragment"):
        changed = [row for row in rows if row["kind"] == kind]
        change = [row["remnant_share"] / own - 1 for row in changed]
        said = ", ".join(f"{row['value']}: {100 * value:+.1f} %" for row, value in zip(changed, change))
        seeds = f" Over seeds: {100 * deviation / np.mean([row['remnant_share'] for row in here]):.1f} %." if freedom else ""
        entries.append(st.entry(demands, f"remnant_{kind}", max(map(abs, change), default=None), scale, note=f"{said}.{seeds}"))
    return entries, draw(rows)


def draw(rows):
    page, axis = figure.plt.subplots(figsize=(8, 4))
    titles = [f"{LABELS[row['kind']]} {row['value']}\n{row['spheres']}, seed {row['seed']}" for row in rows]
    axis.plot(range(len(rows)), [row["remnant_share"] for row in rows], "o", color=figure.BLUE)
    axis.set_xticks(range(len(rows)), titles, rotation=60, ha="right", fontsize=8)
    axis.set(ylabel="largest remnant / all", ylim=(0, None))
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
