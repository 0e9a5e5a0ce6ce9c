"""Numbers of a pile from its file and numpy alone (docs/formats.md), for comparison with the
tools."""
import h5py
import numpy as np

G = 6.67430e-11


def matrix(q):
    """(unit quaternion w, x, y, z) => rotation"""
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def solid_integrals(corners, faces):
    """(vertices, faces counter-clockwise from outside) => volume, centre, integral of x x^T about
    the centre: sums over tetrahedra"""
    origin = corners.mean(axis=0)
    volume, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    for face in faces:
        for b, c in zip(face[1:], face[2:]):
            p = corners[[face[0], b, c]] - origin
            v = np.linalg.det(p) / 6
            volume += v
            first += v * p.sum(axis=0) / 4
            total = p.sum(axis=0)
            second += v / 20 * (p.T @ p + np.outer(total, total))
    centre = first / volume
    return volume, origin + centre, second - volume * np.outer(centre, centre)


class Body:
    """A body: a sphere, or a hull with its corners in space."""

    def __init__(self, position, radius, corners=None, faces=None):
        self.position, self.radius, self.corners, self.faces = position, radius, corners, faces

    def volume(self):
        return (
            4 / 3 * np.pi * self.radius**3
            if self.corners is None
            else solid_integrals(self.corners, self.faces)[0]
        )

    def second_moment(self):
        """=> integral of x x^T about the centre"""
        if self.corners is None:
            return 4 / 15 * np.pi * self.radius**5 * np.eye(3)
        return solid_integrals(self.corners, self.faces)[2]

    def reach(self, direction):
        return (
            self.radius if self.corners is None else max((self.corners - self.position) @ direction)
        )

    def farthest(self, point):
        if self.corners is None:
            return np.linalg.norm(self.position - point) + self.radius
        return np.linalg.norm(self.corners - point, axis=1).max()

    def bound(self):
        return self.farthest(self.position)


class Pile:
    """A pile file. Rigid bodies are free spheres and grains."""

    def __init__(self, path):
        with h5py.File(path) as file:
            body = {
                name: item[()]
                for name, item in file["/particles/body"].items()
                if isinstance(item, h5py.Dataset)
            }
            grain = (
                {
                    name: item[()]
                    for name, item in file["/particles/grain"].items()
                    if isinstance(item, h5py.Dataset)
                }
                if "grain" in file["/particles"]
                else {}
            )
            contacts = (
                {
                    name: item[()]
                    for name, item in file["/connectivity/contacts"].items()
                    if isinstance(item, h5py.Dataset)
                }
                if "/connectivity/contacts" in file
                else {}
            )
            shapes = (
                {name: item[()] for name, item in file["/parameters/shapes"].items()}
                if "shapes" in file["/parameters"]
                else {}
            )
            self.density = file["/parameters/materials/density"][()]
            self.time = file["/parameters/time"][()]
        for name in ("id", "mass", "radius", "position", "velocity", "spin", "material"):
            setattr(self, name, body[name])
        n = len(self.mass)
        self.grain = body.get("grain", np.full(n, -1))
        self.shape = body.get("shape", np.full(n, -1))
        self.turn, self.orientation, self.moments = (
            body.get("turn"),
            grain.get("orientation"),
            grain.get("moments"),
        )
        self.contacts = contacts
        self.bodies = [self.body(i, shapes) for i in range(n)]
        self.rigid = self.rigid_rows()

    def body(self, i, shapes):
        s = self.shape[i]
        if s < 0:
            return Body(self.position[i], self.radius[i])
        start = np.concatenate([[0], np.cumsum(shapes["vertices"])])
        first_face = np.concatenate([[0], np.cumsum(shapes["faces"])])
        first_corner = np.concatenate([[0], np.cumsum(shapes["corners"])])
        faces = [
            shapes["corner"][first_corner[f] : first_corner[f + 1]]
            for f in range(first_face[s], first_face[s + 1])
        ]
        turn = matrix(self.orientation[self.grain[i]]) @ matrix(self.turn[i])
        return Body(
            self.position[i],
            self.radius[i],
            self.position[i] + self.radius[i] * shapes["vertex"][start[s] : start[s + 1]] @ turn.T,
            faces,
        )

    def deepest_overlap_of_spheres(self):
        """=> largest overlap / smaller radius of two spheres that do not belong to one grain"""
        deepest = 0.0
        for a in range(len(self.mass)):
            b = np.arange(a)
            b = b[(self.grain[b] != self.grain[a]) | (self.grain[a] < 0)]
            distance = np.linalg.norm(self.position[b] - self.position[a], axis=1)
            overlap = self.radius[b] + self.radius[a] - distance
            deepest = max(deepest, *(overlap / np.minimum(self.radius[b], self.radius[a])), 0.0)
        return deepest

    def rigid_rows(self):
        """=> bodies of each rigid body, in the order of their first ones"""
        rows = {}
        for i, g in enumerate(self.grain):
            rows.setdefault(("grain", g) if g >= 0 else ("free", i), []).append(i)
        return list(rows.values())

    def of_row(self):
        """=> index of the rigid body of each body"""
        out = np.empty(len(self.mass), int)
        for number, rows in enumerate(self.rigid):
            out[rows] = number
        return out

    def motion(self, rows):
        """(bodies of a rigid body) => mass, centre, velocity, spin, inertia"""
        mass = self.mass[rows].sum()
        centre = self.mass[rows] @ self.position[rows] / mass
        velocity = self.mass[rows] @ self.velocity[rows] / mass
        g = self.grain[rows[0]]
        if g < 0:
            inertia = 0.4 * mass * self.radius[rows[0]] ** 2 * np.eye(3)
        else:
            axes = matrix(self.orientation[g])
            inertia = axes @ np.diag(self.moments[g]) @ axes.T
        return mass, centre, velocity, self.spin[rows[0]], inertia

    def centre(self):
        return self.mass @ self.position / self.mass.sum()

    def momentum(self):
        return self.mass @ self.velocity

    def angular_momentum(self):
        """=> angular momentum of the motion of the centres about the origin, and of the
        rotations"""
        orbital, own = np.zeros(3), np.zeros(3)
        for rows in self.rigid:
            m, x, v, w, inertia = self.motion(rows)
            orbital += m * np.cross(x, v)
            own += inertia @ w
        return orbital, own

    def kinetic(self):
        """=> kinetic energy of translation, and of rotation"""
        translation = rotation = 0.0
        for rows in self.rigid:
            m, _, v, w, inertia = self.motion(rows)
            translation += 0.5 * m * v @ v
            rotation += 0.5 * w @ inertia @ w
        return translation, rotation

    def inertia(self):
        """=> inertia of all bodies about the centre of mass"""
        centre, total = self.centre(), np.zeros((3, 3))
        for rows in self.rigid:
            m, x, _, _, inertia = self.motion(rows)
            d = x - centre
            total += inertia + m * (d @ d * np.eye(3) - np.outer(d, d))
        return total

    def gravity(self):
        """=> acceleration and potential of each body as a point"""
        acceleration, potential = np.zeros((len(self.mass), 3)), np.zeros(len(self.mass))
        for i, x in enumerate(self.position):
            d = self.position - x
            r = np.linalg.norm(d, axis=1)
            r[i] = np.inf
            acceleration[i] = G * (self.mass / r**3) @ d
            potential[i] = -G * (self.mass / r).sum()
        return acceleration, potential

    def gravitational(self):
        return 0.5 * self.mass @ self.gravity()[1]

    def volume(self):
        """=> volume that the masses represent"""
        return (self.mass / self.density[self.material]).sum()

    def radius_about_centre(self):
        centre = self.centre()
        return max(body.farthest(centre) for body in self.bodies)

    def pairs(self):
        """=> contacts between rigid bodies: (a, b, point, force on a), b = -1: a wall"""
        of, found = self.of_row(), []
        for k, (a, b) in enumerate(self.contacts.get("pair", ())):
            other = of[b] if b >= 0 else -1
            if other != of[a]:
                found.append((of[a], other, self.contacts["point"][k], self.contacts["force"][k]))
        return found

    def stress_moment(self):
        """=> -sum of force (point - centre)^T over both sides of all contacts between rigid
        bodies"""
        total = np.zeros((3, 3))
        centre = [self.motion(rows)[1] for rows in self.rigid]
        for a, b, point, force in self.pairs():
            total -= np.outer(force, point - centre[a])
            if b >= 0:
                total += np.outer(force, point - centre[b])
        return total
