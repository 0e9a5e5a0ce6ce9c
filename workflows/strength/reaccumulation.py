"""R2, Fig. 2: sizes of aggregates, and growth of the remnant."""
import numpy as np

from analysis import files
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


def share_of_several(beside, weight):
    """(clusters apart from the largest remnant, function for the weight of a cluster) => weighted
    share of the clusters with two spheres or more; None without clusters"""
    total = sum(map(weight, beside))
    return sum(weight(row) for row in beside if row["bodies"] > 1) / total if total else None


LEAST = 10  # least number of spheres of an aggregate whose shape and spin are kept


def bodies_of(spins):
    """(table of rubble-spinstate) => shape and spin of each cluster with LEAST spheres or more"""
    rows = []
    for row in files.table(spins):
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
