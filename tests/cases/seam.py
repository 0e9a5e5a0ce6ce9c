"""Bodies that slide over the joints of boxes with flush tops move as on one plane.

Correct: without friction the centre of mass moves freely. With the friction coefficient mu, v^2 =
v0^2 - 2 mu g d after the distance d (Coulomb). A joint that is 1 mm wide, under a box of 20 cm,
changes nothing. On a floor that is lower by h the box gains at most the speed g h / v0 (energy),
since it tips forwards over the edge. Earlier wrong results for a box on two boxes: v_x = 0.43 m/s
at every time step, and a hop of 1 cm; with the lower floor 0.68 m/s, with the wide joint -0.37 m/s.
"""
import math

import numpy as np

from commands import change, close, read, run, write

G = 9.81
STEPS = ("5 ms", "2 ms", "0.5 ms")
# With shorter steps, the predicted overlap with the second box can be less than 1e-6 radii. The
# contact then keeps its inclined normal (theory 11.2), which takes a speed of up to 2 g v dt^2 / r
# from the sphere.
STEPS_OF_SPHERES = ("5 ms", "2 ms", "1 ms")
RUN = """
[method]
kind = "contact-dynamics"
[run]
duration = "{duration} s"
record_every = "0.1 s"
[step]
dt = "2 ms"
[gravity]
method = "none"
constant = 0
[external]
uniform = {gravity}
[contact]
friction = {friction}
restitution = {restitution}
[solver]
tolerance = 1e-8
[[plane]]
point = [0, 0, 0]
normal = {up}
"""
MEET = "[encounter]\nrelative_speed = 0\nimpact_angle = 0\ngap = 0\nconstant = 0\n"
FACES = ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4))
TWO = (((-2, -1, 0), (0, 1, 1)), ((0, -1, 0), (2, 1, 1)))
LOWER = (TWO[0], ((0, -1, 0), (2, 1, 1 - 1e-6)))
APART = (TWO[0], ((0.001, -1, 0), (2, 1, 1)))
PAVEMENT = tuple(
    ((0.4 * i, 0.4 * j, 0), (0.4 * (i + 1), 0.4 * (j + 1), 0.2))
    for i in (-1, 0, 1)
    for j in (-1, 0, 1)
)
UPRIGHT = np.eye(3)


def about(axis, angle):
    """(axis, angle [rad]) => the matrix of the rotation (Rodrigues)"""
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def cube(centre, angle=0):
    """(centre, angle about z [rad]) => corners of a cube of 20 cm"""
    return np.array(centre) + (0.1 * corners(((-1, -1, -1), (1, 1, 1)))) @ about((0, 0, 1), angle).T


def corners(box):
    """(lowest and highest corner) => the 8 corners"""
    return np.array(
        [
            (x, y, z)
            for x in (box[0][0], box[1][0])
            for y in (box[0][1], box[1][1])
            for z in (box[0][2], box[1][2])
        ]
    )


def import_hulls(name, solids, turn):
    """(pile file, corners of each hull, rotation of the scene) writes the pile"""
    lines = []
    for number, points in enumerate(solids):
        lines.append(f"o b{number}")
        lines += ["v " + " ".join(repr(float(c)) for c in point) for point in points @ turn.T]
        lines += ["f " + " ".join(str(8 * number + corner) for corner in face) for face in FACES]
    write("scene.obj", "\n".join(lines) + "\n")
    run(
        "rubble-import", "--force", "--material", "m", "--density", "1000 kg/m^3", "scene.obj", name
    )


def add_spheres(places, turn):
    """(centres, rotation of the scene) puts one grain of spheres of 10 cm, or one sphere, into
    scene.h5"""
    rows = "".join(
        f"{n},1,0.1,{x!r},{y!r},{z!r},{0 if len(places) > 1 else -1}\n"
        for n, (x, y, z) in enumerate(places @ turn.T)
    )
    write("spheres.csv", "id,m,r,x,y,z,grain\n" + rows)
    run("rubble-import", "--force", "--material", "m", "spheres.csv", "spheres.h5")
    floor = read("scene.h5", "position")
    write("meet.toml", MEET)
    run("rubble-combine", "--force", "-c", "meet.toml", "scene.h5", "spheres.h5", "both.h5")
    change("both.h5", "position", np.vstack([floor, read("spheres.h5", "position")]))
    run("mv", "both.h5", "scene.h5")


def slide(
    where,
    floor,
    slider,
    velocity,
    duration,
    *,
    turn=UPRIGHT,
    friction=0.0,
    restitution=0.0,
    fall=0.0,
):
    """(name, floor boxes, corners of a hull or centres of spheres, velocity, [s]) checks the end of
    the runs with all steps"""
    hull = len(slider) == 8
    import_hulls("scene.h5", [corners(box) for box in floor] + [slider] * hull, turn)
    if not hull:
        add_spheres(slider, turn)
    start = read("scene.h5", "position")[len(floor) :] @ turn
    speeds = np.zeros_like(read("scene.h5", "velocity"))
    speeds[len(floor) :] = turn @ velocity
    change("scene.h5", "velocity", speeds)
    up = turn[:, 2]
    values = {"duration": duration, "friction": friction, "restitution": restitution}
    write("run.toml", RUN.format(up=up.tolist(), gravity=(-G * up).tolist(), **values))
    for step in STEPS if hull else STEPS_OF_SPHERES:
        run(
            "rubble-evolve",
            "--force",
            "-c",
            "run.toml",
            "--set",
            f"step.dt={step}",
            "scene.h5",
            "out.h5",
        )
        moved = (read("out.h5", "position")[len(floor) :] @ turn - start).mean(axis=0)
        speed = (read("out.h5", "velocity")[len(floor) :] @ turn).mean(axis=0)
        distance = math.hypot(moved[0], moved[1])
        first = math.hypot(velocity[0], velocity[1])
        right = math.sqrt(first**2 - 2 * friction * G * distance) * np.array(velocity) / first
        for axis in range(3):
            close(
                speed[axis],
                right[axis],
                1e-6 + G * fall / first,
                f"{where}, step {step}: velocity {axis}",
            )
        close(
            distance,
            duration * (first + np.linalg.norm(right)) / 2,
            1e-5,
            f"{where}, step {step}: distance",
        )
        close(moved[2], -fall, 1e-5 if fall == 0 else 1e-7, f"{where}, step {step}: height")


def check():
    tilted = about((1, 2, 3), 1.1)
    ahead = (1, 0, 0)
    across = (math.cos(0.5), math.sin(0.5), 0)
    near = cube((-0.35, 0, 1.1))
    slide("box", TWO, near, ahead, 0.7)
    slide("box with restitution", TWO, near, ahead, 0.7, restitution=0.5)
    slide("box, scene turned about all axes", TWO, near, ahead, 0.7, turn=tilted)
    slide("box at an angle", TWO, near, across, 0.7)
    slide(
        "turned box at an angle, scene turned",
        TWO,
        cube((-0.35, 0, 1.1), 0.5),
        across,
        0.7,
        turn=tilted,
    )
    slide("lower floor", LOWER, near, ahead, 0.7, fall=1e-6)
    slide("wide joint", APART, near, ahead, 0.7)
    slide("friction", TWO, near, (2, 0, 0), 0.4, friction=0.3)
    slide(
        "friction at an angle, scene turned",
        TWO,
        near,
        (2 * across[0], 2 * across[1], 0),
        0.4,
        friction=0.3,
        turn=tilted,
    )
    slide("pavement", PAVEMENT, cube((-0.2, -0.15, 0.3)), across, 1.0)
    sphere = np.array([(-0.3, 0, 1.1)])
    slide("sphere", TWO, sphere, ahead, 0.6)
    slide("sphere at an angle, scene turned", TWO, sphere, across, 0.6, turn=tilted)
    pair = np.array([(-0.5, -0.05, 1.1), (-0.3, 0.05, 1.1), (-0.4, 0.1, 1.1)])
    slide("glued grain", TWO, pair, ahead, 0.8)
    slide("glued grain at an angle, scene turned", TWO, pair, across, 0.8, turn=tilted)
