"""R3, Fig. 3: results of a run."""
import numpy as np

from analysis import rubble
import strength as st

CLUMP = 10  # least number of spheres of a clump


def of_run(start, run):
    (first_pile, before), (path, track, table, after, _) = start, run
    begun, pile = st.bodies(first_pile), st.bodies(path)
    body = st.turning(after)
    first, last = st.turning(before)["axes"], body["axes"]
    ends = st.satellites(table)
    series, bonded = rubble.open(track).records, st.pieces(path)
    return {
        "run": st.name_of(path),
        "kind": st.name_of(path).split("-")[0],
        "seed": st.seed_of(st.name_of(path)),
        "lost": 1 - ends[-1]["remnant_share"],
        "ratio_before": first[2] / first[0],
        "ratio_after": last[2] / last[0],
        "middle_after": last[1] / last[0],
        "orbiting": ends[-1]["orbiting_share"],
        "returning": ends[-1]["returning_share"],
        "escaping": ends[-1]["escaping_share"],
        "clump": lasting(ends),
        "satellite": ends[-1]["largest_orbiting_share"],
        "pieces": sum(count >= CLUMP for count in bonded) if bonded else None,
        "second_piece": max(bonded[1:], default=0) if bonded else None,
        "strain": strain(begun, pile) if body["bodies"] == len(pile["mass"]) else None,
        "fracture": float(series["dissipated/fracture"][-1]),
        "energy_error": float(series["error/energy"].max()),
        "momentum_error": st.momentum_change(track),
    }


def lasting(frames):
    """(rows of rubble-satellites) => number of spheres in the largest lasting cluster apart from
    the remnant: a cluster of this size exists in two consecutive frames"""
    largest = [
        max(row[f"largest_{state}_bodies"] for state in ("orbiting", "returning", "escaping"))
        for row in frames
    ]
    return max((min(pair) for pair in zip(largest, largest[1:])), default=0)


def strain(before, after):
    """(initial body, final body) => largest change of a sphere's distance from the centre of mass,
    relative to the largest distance"""
    radii = [
        np.linalg.norm(
            pile["position"] - np.average(pile["position"], axis=0, weights=pile["mass"]), axis=1
        )
        for pile in (before, after)
    ]
    return float(np.max(np.abs(radii[1] - radii[0])) / radii[0].max())


def history(table):
    return [{"run": st.name_of(table), **row} for row in st.satellites(table)]
