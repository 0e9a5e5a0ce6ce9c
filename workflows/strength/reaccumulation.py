"""R2, Fig. 2: sizes of aggregates, and growth of the remnant."""
import numpy as np

from analysis import compare, rubble
import strength as st


def aggregates(path):
    """(pile.h5) => numbers of spheres and masses of the aggregates, followed by those of the free
    spheres"""
    pile = st.bodies(path)
    number, mass = [], []
    for grain in range(pile["grain"].max() + 1):
        rows = pile["grain"] == grain
        number.append(int(rows.sum()))
        mass.append(float(pile["mass"][rows].sum()))
    free = pile["grain"] < 0
    return number + [1] * int(free.sum()), mass + list(map(float, pile["mass"][free]))


FRAGMENT = 0.01  # least share of the remnant's mass of a large earlier aggregate


def earlier_aggregates(pile):
    """(bodies of a pile) => share of the heaviest aggregate's mass in its lineages of FRAGMENT or
    more, without the largest lineage"""
    mass, grain = pile["mass"], pile["grain"]
    if not (grain >= 0).any():
        return None
    remnant = grain == np.bincount(grain[grain >= 0], mass[grain >= 0]).argmax()
    lineage = np.where(remnant, pile["lineage"], -1)
    parts = np.bincount(lineage[lineage >= 0], mass[lineage >= 0]) / mass[remnant].sum()
    return float(np.sort(parts[parts >= FRAGMENT])[:-1].sum())


def fragments(rows):
    """=> rows of the runs whose tables have the mass of the earlier aggregates: their mass / mass
    of the remnant that was outside of it in an earlier frame"""
    return [
        {
            "run": row["run"],
            "fragments": row["earlier_share"] * row["remnant_share"] / row["fallen_back"],
        }
        for row in rows
        if row.get("earlier_share") is not None and row["fallen_back"] > 0
    ]


def share_of_several(beside, weight):
    """(clusters apart from the largest remnant, function for the weight of a cluster) => weighted
    share of the clusters with two spheres or more; None without clusters"""
    total = sum(map(weight, beside))
    return sum(weight(row) for row in beside if row["bodies"] > 1) / total if total else None


LEAST = 10  # least number of spheres of an aggregate whose shape and spin are kept


def bodies_of(spins):
    """(table of rubble-spinstate) => shape and spin of each cluster with LEAST spheres or more"""
    rows = []
    for row in rubble.rows.table(spins):
        if row["bodies"] < LEAST:
            continue
        rows.append(
            {
                "run": st.name_of(spins),
                "cluster": row["cluster"],
                "spheres": row["bodies"],
                "grains": row["grains"],
                "mass": row["mass"],
                "period": row["period"],
                **{name: row[name] for name in ("semi_axis_a", "semi_axis_b", "semi_axis_c")},
                "axis_angle": row["axis_angle"],
            }
        )
    return rows


def variety(bodies, run):
    """(rows of bodies_of, run) => dict of the number of clusters of LEAST spheres or more beside
    the heaviest one, the least and greatest c / a, and the shortest and longest period [h]; None
    without two of them"""
    here = sorted((row for row in bodies if row["run"] == run), key=lambda row: row["mass"])[:-1]
    if len(here) < 2:
        return None
    shapes = [row["semi_axis_c"] / row["semi_axis_a"] for row in here]
    periods = [row["period"] / st.HOUR for row in here]
    return {
        "bodies": len(here),
        "shapes": (min(shapes), max(shapes)),
        "periods": (min(periods), max(periods)),
    }


def spins_and_shapes(tables, independent, demands, scale):
    """=> the entry of the shapes and spins of the other aggregates"""
    bodies, rows = tables.get("bodies", []), tables["data"]
    found = {row["run"]: variety(bodies, row["run"]) for row in rows}
    spans = [found[row["run"]]["shapes"] for row in independent if found[row["run"]]]
    return compare.entry(
        demands,
        "aggregates_variety",
        st.of_all(min((high - low for low, high in spans), default=None), rows, scale, "R2"),
        scale,
        note="; ".join(
            f"{run}: {some['bodies']} aggregates, c / a {some['shapes'][0]:.3g} to "
            f"{some['shapes'][1]:.3g}, periods {some['periods'][0]:.3g} to "
            f"{some['periods'][1]:.3g} h"
            for run, some in found.items()
            if some
        ),
    )


def growth(table):
    return [
        {
            "run": st.name_of(table),
            **{
                name: row[name]
                for name in (
                    "time",
                    "remnant_share",
                    "fallen_back_share",
                    "escaping_share",
                    "remnant_lineages",
                )
            },
        }
        for row in st.satellites(table)
    ]


def sizes(path):
    number, _ = aggregates(path)
    return [
        {
            "run": st.name_of(path),
            "spheres": int(n),
            "aggregates": int((np.array(number) >= n).sum()),
        }
        for n in sorted(set(number))
    ]
