"""R1, Fig. 1: touching faces of cubes."""
import numpy as np

TOUCHES = 0.02  # largest gap of touching spheres, in radii


def faces(position):
    """(positions of the spheres of a cube [N][3]) => its three axes: directions from the first
    sphere, a corner, to its nearest neighbours"""
    d = position[1:] - position[0]
    steps = d[np.argsort(np.linalg.norm(d, axis=1))]
    axes = []
    for step in steps:
        unit = step / np.linalg.norm(step)
        if all(abs(unit @ other) < 0.5 for other in axes):
            axes.append(unit)
        if len(axes) == 3:
            return np.array(axes)


def tilt(a, b, normal):
    """(axes of two cubes, unit vector of their contact) => angle between the normals of the
    touching faces [degrees]"""
    one, other = (axes[np.abs(axes @ normal).argmax()] for axes in (a, b))
    return float(np.degrees(np.arccos(np.clip(abs(one @ other), 0, 1))))


def direction(pile, pairs):
    """(bodies, touching pairs of spheres of two cubes) => unit vector of the contact, the mean
    direction of the pairs"""
    ways = np.array([pile["position"][j] - pile["position"][i] for i, j in pairs])
    mean = ways.mean(axis=0)
    return mean / np.linalg.norm(mean)


def flat(pile, pairs):
    """=> true if two cubes touch in three or more points that are not on one line"""
    places = np.array([pile["position"][i] for i, _ in pairs])
    return (
        len(places) > 2
        and np.linalg.svd(places - places.mean(axis=0), compute_uv=False)[1] > pile["radius"].min()
    )


def touching(pile, a, b):
    """(bodies, indices of the spheres of two cubes) => touching pairs of their spheres"""
    d = np.linalg.norm(pile["position"][a][:, None] - pile["position"][b][None], axis=2)
    gap = d - pile["radius"][a][:, None] - pile["radius"][b][None]
    return [(a[i], b[j]) for i, j in np.argwhere(gap < TOUCHES * pile["radius"].min())]


def normal_speed(pile, i, j):
    normal = pile["position"][j] - pile["position"][i]
    normal /= np.linalg.norm(normal)
    return float(abs((pile["velocity"][j] - pile["velocity"][i]) @ normal))
