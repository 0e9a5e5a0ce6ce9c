"""M0, Fig. 1: the shapes, and a comparison of their moments of inertia with sums by hand."""
import tomllib
from pathlib import Path

import numpy as np

from analysis import failures, figure, rubble, spheres, study, verdict
import grains

TITLE = {"irregular": "irregular (155)", "intruder": "intruder of B7"}
SHAPE, RUN, QUANTITY, ERROR = "shape", "run", "quantity", "largest relative difference"
SOURCE, HAND, PROGRAM = "source of the expected moments", "sums by hand", "rubble-ellipsoid"


def shapes(params):
    """=> the names of the shapes"""
    return [name.removeprefix("shape-") for name in params.runs]


def collect(given, params):
    by_hand = tomllib.loads(Path(given.moments).read_text())
    data = [
        properties(
            name,
            rubble.open(pile).arrays,
            grains.read(pile)["moments"][0],
            rubble.rows.table(sums)[0],
            by_hand,
        )
        for name, pile, sums in failures.succeeded(shapes(params), given.piles, given.sums)
    ]
    # The collapses test momentum and angular momentum in collisions of glued grains.
    collapses = [
        {
            RUN: run,
            QUANTITY: quantity,
            "error": rubble.open(track).records[f"error/{quantity}"].max(),
        }
        for run, track in failures.succeeded(params.collapses, given.collapses)
        for quantity in ("momentum", "angular_momentum")
    ]
    return {"data": data, "collapses": collapses}


def properties(name, pile, own, sums, by_hand):
    """(shape, pile with one grain, moments of the grain [kg m2], row of rubble-ellipsoid, moments
    by hand) => a row with the recorded and the expected moments

    The expected moments are those by hand or, for shapes without such values, the sums over the
    spheres by rubble-ellipsoid. Moments are in units of m s^2 of a sphere.
    """
    mass, count = pile["mass"][0], len(pile["mass"])
    unit = mass * pile["radius"][0] ** 2
    wanted = np.array(
        by_hand[name]["moments"] if name in by_hand else [sums[f"moment_{k}"] / unit for k in "ABC"]
    )
    return {
        SHAPE: name,
        "spheres": count,
        "mass / mass of a sphere": sums["mass"] / mass,
        **{f"moment {k} / (m s^2)": moment for k, moment in zip("ABC", own / unit)},
        **{f"expected moment {k}": moment for k, moment in zip("ABC", wanted)},
        SOURCE: HAND if name in by_hand else PROGRAM,
        ERROR: np.abs(own / unit / wanted - 1).max(),
    }


def finish(tables, demands, scale):
    entries = [moments(row, demands, scale) for row in tables["data"]]
    return entries + conserved(tables.get("collapses", []), demands, scale), None


def moments(row, demands, scale):
    """(row of a shape, ...) => the entry of its moments"""
    if row[SOURCE] == HAND:
        return verdict.evaluate(demands["moments"], row[ERROR], scale, where=row[SHAPE])
    return verdict.evaluate(
        demands["moments"],
        row[ERROR],
        scale,
        "Both numbers are by Rubble.",
        row[SHAPE],
        verdict.BY_CONSTRUCTION,
    )


def conserved(rows, demands, scale):
    """(errors of the collapses, ...) => their entries; without any error, the entry of an angular
    momentum that is not available"""
    if not rows:
        return [verdict.evaluate(demands["angular_momentum"], None, scale, reason=verdict.MISSING)]
    return [
        verdict.evaluate(demands[row[QUANTITY]], row["error"], scale, where=row[RUN])
        for row in rows
    ]


def draw(given, params):
    found = failures.succeeded(shapes(params), given.piles)
    if not found:
        return figure.unavailable()
    page, axes = figure.plt.subplots(1, len(found), figsize=(2.1 * len(found), 2.6), squeeze=False)
    for panel, (name, path) in zip(axes[0], found):
        pile = rubble.open(path).arrays
        place = seen(
            pile["position"] - np.average(pile["position"], axis=0, weights=pile["mass"]),
            -55 if name == "cube" else -35,
        )
        half_width = 1.1 * (np.linalg.norm(place, axis=1) + pile["radius"]).max()
        panel.imshow(
            spheres.picture(
                place,
                pile["radius"],
                [grains.COLOURS.get(name, figure.BLUE)] * len(place),
                half_width,
            ),
            origin="lower",
        )
        panel.set_title(TITLE.get(name, name), fontsize=10)
        panel.axis("off")
    return page


def seen(x, degrees):
    """(positions about the centre of mass, tilt [degrees]) => positions rotated for a view onto the
    plane of the two longer axes, in which no sphere is hidden"""
    x = x @ np.linalg.svd(x, full_matrices=True)[2].T
    turn, tilt = np.radians(25), np.radians(degrees)
    x = x @ np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    return x @ np.array(
        [[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]]
    )


if "snakemake" in globals():
    study.make(snakemake, collect, finish, draw)  # noqa: F821
