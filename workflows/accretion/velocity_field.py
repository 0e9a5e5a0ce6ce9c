"""L6, Fig. 15: entries from the velocities in the plane of rotation."""
import numpy as np

from analysis import compare

FIRST, SECOND = 400, 560  # [min] times of the published fields
COLUMNS = ("u", "v", "mass", "velocity_u", "velocity_v")


def by_force(rows, minute):
    """=> {force as text: {name of a column: its values}} at this time"""
    found = {}
    for row in rows:
        if row["time"] == minute:
            found.setdefault(row["cohesion"].removeprefix("f0 = "), []).append(row)
    return {
        force: {name: np.array([row[name] for row in here], float) for name in COLUMNS}
        for force, here in found.items()
    }


def field(rows, demands, scale):
    """=> the entry of the deviation of the velocities from rigid rotation at the first time"""
    found = {force: from_rigid(cells) for force, cells in by_force(rows, FIRST).items()}
    return compare.entry(
        demands, "field", max(found.values(), default=None), scale, note=said(found)
    )


def from_rigid(cells):
    """=> root mean square deviation of the velocities from the rigid rotation and the motion that
    fit them best, weighted with the mass, over the root mean square speed"""
    one, zero = np.ones_like(cells["u"]), np.zeros_like(cells["u"])
    weight = np.sqrt(np.tile(cells["mass"], 2))
    motion = np.array([np.r_[-cells["v"], cells["u"]], np.r_[one, zero], np.r_[zero, one]]).T
    velocity = np.r_[cells["velocity_u"], cells["velocity_v"]]
    best = np.linalg.lstsq(weight[:, None] * motion, weight * velocity, rcond=None)[0]
    left = weight * (velocity - motion @ best)
    return float(np.sqrt(np.sum(left**2) / np.sum((weight * velocity) ** 2)))


def star(rows, demands, scale):
    """=> the entry of the term with three arms at the second time; the note has that with two"""
    found = by_force(rows, SECOND)
    three, two = ({force: arms(cells, m) for force, cells in found.items()} for m in (3, 2))
    note = f"{said(three)} Two arms: {said(two)}" if found else ""
    return compare.entry(demands, "star", max(three.values(), default=None), scale, note=note)


def arms(cells, number):
    """(cells of a plane, number of arms m) => abs(sum of mass r^2 exp(i m phi)) / sum of
    mass r^2"""
    weight = cells["mass"] * (cells["u"] ** 2 + cells["v"] ** 2)
    angle = np.arctan2(cells["v"], cells["u"])
    return float(abs(np.sum(weight * np.exp(1j * number * angle))) / np.sum(weight))


def said(by_name):
    """({force: value}) => note with each value"""
    return ", ".join(f"{force}: {value:.3f}" for force, value in by_name.items()) + "."
