"""Results of a run from the tables of its final clusters and from its track."""
from pathlib import Path

import numpy as np

from analysis import failures, rubble
from aggregation import DENSITY, HOUR, named
from track_history import bodies_in, history

# [m]; a further alpha in the table is the automatic one
ALPHAS = {100.0: "100", 195.0: "195", 400.0: "400", np.inf: "hull"}
LONGEST = 1e5  # [h]: limit of the evaluation; such a period and longer ones stand for no rotation
ENDS = ("spinstate.json", "alphashape.json", "clusters.json", "track.h5")


def by_run(paths):
    """(files of runs, len(ENDS) for each) => [{name of the file: path}], without runs that
    failed"""
    return failures.succeeded(
        [
            {Path(path).name: path for path in paths[k : k + len(ENDS)]}
            for k in range(0, len(paths), len(ENDS))
        ]
    )


def outcome(run):
    """({name of the file: path} of one run) => one row: name, properties of the largest and second
    cluster, history of the collapse"""
    spins = rubble.rows.table(run["spinstate.json"])
    shapes = rubble.rows.table(run["alphashape.json"])
    row = named(Path(run["track.h5"]).parent.name)
    first = spins[0]
    row.update(
        bodies=first["bodies"],
        share=first["share"],
        second=spins[1]["share"] if len(spins) > 1 else 0.0,
        mass=first["mass"],
        elongation=first["elongation"],
        period=period_of(first),
        momentum=float(np.linalg.norm([first[f"momentum_{axis}"] for axis in "xyz"])),
    )
    row.update({f"axis_{axis}": first[f"axis_c_{axis}"] for axis in "xyz"})
    row.update(solid(shapes))
    row.update(binary(rubble.rows.tables(run["clusters.json"])))
    row.update(history(run["track.h5"]))
    row["count"] = bodies_in(run["track.h5"])
    return row


def period_of(spin):
    """(row of rubble-spinstate) => period [h], at most LONGEST"""
    return float(min(spin["period"] / HOUR, LONGEST)) if spin["period"] is not None else LONGEST


def solid(shapes):
    """(rows of rubble-alphashape) => porosity of the largest cluster for each alpha, the automatic
    alpha [m], radius of the ball of the same volume [m]"""
    out = {}
    for row in [row for row in shapes if row["cluster"] == 1]:
        alpha = np.inf if row["alpha"] is None else row["alpha"]
        known = next((name for length, name in ALPHAS.items() if length == alpha), None)
        if known is None or f"porosity_{known}" in out:
            known, out["alpha"] = "auto", alpha
            out["radius"] = (
                float((3 * row["enclosed"] / (4 * np.pi)) ** (1 / 3)) if row["enclosed"] else None
            )
        out[f"porosity_{known}"] = row["porosity"] if row["enclosed"] else None
    return out


def binary(tables):
    """(tables of rubble-clusters) => properties of the heaviest bound pair of clusters of touching
    bodies, each with a tenth of the mass or more. The values `binary` and `pericentre` are the
    distance and the pericentre, divided by the sum of the radii of balls with a solid fraction of
    one half. Without such a pair `binary` is 0.
    """
    clusters = {row["cluster"]: row for row in tables["clusters"] if row["finder"] == "contacts"}
    for pair in tables["bound_pairs"]:
        if (
            pair["finder"] != "contacts"
            or min(clusters[pair[end]]["share"] for end in ("primary", "secondary")) < 0.1
        ):
            continue
        radii = sum(
            (3 * clusters[pair[end]]["mass"] / (0.5 * DENSITY) / (4 * np.pi)) ** (1 / 3)
            for end in ("primary", "secondary")
        )
        return {
            "binary": pair["distance"] / radii,
            "pericentre": pair["pericentre"] / radii,
            "orbit_period": pair["period"] / HOUR,
            "distance": pair["distance"],
            **{f"normal_{axis}": pair[f"normal_{axis}"] for axis in "xyz"},
        }
    return {
        name: 0.0 if name == "binary" else None
        for name in (
            "binary",
            "pericentre",
            "orbit_period",
            "distance",
            "normal_x",
            "normal_y",
            "normal_z",
        )
    }


def collect(given, _):
    """(input of a figure's rule: runs) => its table, with one row for each run"""
    return {"data": [outcome(run) for run in by_run(given.runs)]}
