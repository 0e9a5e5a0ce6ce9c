"""Shapes of grains and hulls, and rotations by unit quaternions (w, x, y, z)."""
from dataclasses import dataclass
from typing import Any, List

from .needs import needed

np = needed("numpy")


@dataclass(frozen=True)
class Shape:
    """A shape of the table /parameters/shapes, in units of the radius of the sphere with its
    volume. Coordinates are along the principal axes, with the centre of mass at the origin."""

    name: str
    kind: str  # "sphere", "aggregate" or "hull"
    reach: float  # distance of the farthest surface point from the centre of mass
    moments: Any  # [3] principal moments / (mass radius^2), ascending
    area: float  # surface area / radius^2, 0 if unknown
    vertices: Any  # [V, 3] corners of a hull; V = 0 for others
    faces: List[Any]  # for each face the indices of its vertices, counter-clockwise from outside


def read_shapes(group: Any) -> List[Shape]:
    """The shapes of the HDF5 group /parameters/shapes."""
    names, kinds = group["name"].asstr()[()], group["kind"].asstr()[()]
    vertices = np.split(group["vertex"][()], np.cumsum(group["vertices"][()])[:-1])
    corners = np.split(group["corner"][()], np.cumsum(group["corners"][()])[:-1])
    ends = np.cumsum(group["faces"][()])
    return [
        Shape(
            name=names[k],
            kind=kinds[k],
            reach=float(group["reach"][k]),
            moments=group["moments"][k],
            area=float(group["area"][k]),
            vertices=vertices[k],
            faces=corners[ends[k] - group["faces"][k] : ends[k]],
        )
        for k in range(len(names))
    ]


def product(a: Any, b: Any) -> Any:
    """Quaternion of the rotation b followed by the rotation a. Arrays [..., 4] are multiplied
    element by element."""
    w, v = a[..., :1], a[..., 1:]
    x, u = b[..., :1], b[..., 1:]
    scalar = w * x - np.sum(v * u, axis=-1, keepdims=True)
    return np.concatenate([scalar, w * u + x * v + np.cross(v, u)], axis=-1)


def rotated(quaternion: Any, vectors: Any) -> Any:
    """Vectors [..., 3] rotated by unit quaternions [..., 4]."""
    w, v = quaternion[..., :1], quaternion[..., 1:]
    twice = 2 * np.cross(v, vectors)
    return vectors + w * twice + np.cross(v, twice)
