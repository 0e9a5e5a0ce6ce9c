"""A friction problem in FCLIB's format as h5py writes it: a column of spheres on a floor."""
import h5py
import numpy

# before a step in which gravity changes the speed of each sphere by SPEED
SPHERES, MASS, SPEED = 6, 2.0, 0.5


def column():
    """=> W, q, mu of the column: contact k is below sphere k; W by hand from u = v_above - v_below,
    including the rotation of solid spheres"""
    w = numpy.zeros((3 * SPHERES, 3 * SPHERES))
    for k in range(SPHERES):
        own = numpy.diag([1, 3.5, 3.5]) / MASS
        w[3 * k : 3 * k + 3, 3 * k : 3 * k + 3] = own if k == 0 else 2 * own
        if k > 0:
            w[3 * k : 3 * k + 3, 3 * k - 3 : 3 * k] = w[3 * k - 3 : 3 * k, 3 * k : 3 * k + 3] = (
                numpy.diag([-1, 1.5, 1.5]) / MASS
            )
    q = numpy.zeros(3 * SPHERES)
    q[0] = -SPEED
    return w, q, numpy.full(SPHERES, 0.5)


def write(path, w, q, mu, spacedim=3):
    rows, columns = numpy.nonzero(w)
    with h5py.File(path, "w") as file:
        group = file.create_group("fclib_local")
        group["spacedim"] = numpy.array([spacedim], "i4")
        matrix = group.create_group("W")
        for name, values in (
            ("m", [w.shape[0]]),
            ("n", [w.shape[1]]),
            ("nz", [len(rows)]),
            ("nzmax", [len(rows)]),
            ("i", rows),
            ("p", columns),
        ):
            matrix[name] = numpy.asarray(values, "i4")
        matrix["x"] = w[rows, columns]
        group["vectors/q"] = q
        group["vectors/mu"] = mu
