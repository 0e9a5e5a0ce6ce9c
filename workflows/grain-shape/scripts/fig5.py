"""M4, Fig. 5: bodies before the spin-up and after failure, seen along the axis of rotation."""
import functools

import numpy as np

from analysis import failures, rubble, study
import bodies


def frame(axis):
    """(vector) => columns: unit vectors of a right-handed frame whose third lies along it"""
    z = axis / np.linalg.norm(axis)
    x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [0.0, 0.0, 1.0], z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def views(axes, before, path):
    """({pile: angular momentum}, initial body, path of the final pile) => views along the axis of
    rotation: title, positions [m]"""
    turn = frame(axes[path])
    return [
        ("before", before["position"] @ turn),
        ("failed", rubble.open(path).arrays["position"] @ turn),
    ]


def views_of(given):
    """=> the function that gives the views of a body"""
    found = failures.succeeded(given.energies, given.after)
    rows = [rubble.rows.table(path)[0] for path, _ in found]
    axes = [
        np.array(
            [
                row[f"angular_momentum_orbital_{k}"] + row[f"angular_momentum_spin_{k}"]
                for k in "xyz"
            ]
        )
        for row in rows
    ]
    return functools.partial(views, {path: axis for (_, path), axis in zip(found, axes)})


def collect(given, params):
    return bodies.collect(given, params, views_of(given))


def draw(given, params):
    return bodies.draw(given, params, views_of(given))


if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw, dpi=100)  # noqa: F821
