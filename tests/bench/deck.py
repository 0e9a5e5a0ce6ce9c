"""One granular deck for several programs: a packing on a floor, periodic in x and y, under uniform
gravity.

Linear spring and dashpot with a tangential spring and Coulomb's limit (Cundall & Strack 1979,
doi:10.1680/geot.1979.29.1.47), damping forces `rate * m_eff * velocity`; with rolling and twisting
springs if wanted. SI units, density 1 kg m-3. The forms of the rolling and twisting law differ
between the programs: coefficients are those that make stiffness, damping and limits equal for a
pair of spheres of mean size (docs/theory.md 2.7).
"""
import dataclasses
import math

import numpy as np


@dataclasses.dataclass
class Packing:
    radius: np.ndarray  # [N] m
    position: np.ndarray  # [N][3] m
    period: tuple  # in x and y [m]
    grain: np.ndarray = None  # [N] index of the rigid grain of each sphere; None: all are free

    def mass(self):
        return 4 / 3 * math.pi * self.radius**3

    def replicated(self, times):
        """The packing repeated in x and y."""
        if self.grain is not None and times > 1:
            raise ValueError("piles of grains are not repeated")
        if times == 1:
            return self
        shifts = [
            (i * self.period[0], j * self.period[1], 0.0)
            for j in range(times)
            for i in range(times)
        ]
        return Packing(
            np.tile(self.radius, len(shifts)),
            np.concatenate([self.position + s for s in shifts]),
            (times * self.period[0], times * self.period[1]),
        )


@dataclasses.dataclass
class Law:
    stiffness: float = 20000.0  # k_n [N m-1]
    ratio: float = 2 / 7  # k_t / k_n
    damping: float = 119.0  # normal: force / (m_eff v) [s-1]
    sliding_damping: float = 59.5  # tangential [s-1]
    friction: float = 0.3
    rolling: bool = False
    gravity: float = 10.0  # [m s-2]
    tilt: float = 0.0  # [degrees] of gravity from the vertical, towards +x
    dt: float = 2e-4  # [s]
    shape_factor: float = math.sqrt(0.1)  # beta of the rolling and twisting springs
    rolling_friction: float = math.sqrt(0.1)  # limit of the rolling couple: this x beta R |F_n|
    twisting_friction: float = math.sqrt(0.1)

    def uniform(self):
        angle = math.radians(self.tilt)
        return (self.gravity * math.sin(angle), 0.0, -self.gravity * math.cos(angle))


def read_lammps(path):
    """(data file of atom style sphere) => Packing"""
    try:
        head, body = path.read_text().split("Atoms", 1)
    except (OSError, ValueError) as error:
        raise SystemExit(f"{path}: no LAMMPS data file: {error}")
    period = []
    for line in head.splitlines():
        words = line.split()
        if len(words) == 4 and words[2] in ("xlo", "ylo"):
            if float(words[0]) != 0:
                raise SystemExit(f"{path}: the box must begin at 0")
            period.append(float(words[1]))
    body = body.split("\n", 1)[1].split("Velocities")[0]
    rows = np.array(
        [[float(word) for word in line.split()[:7]] for line in body.splitlines() if line.split()]
    )
    if len(period) != 2 or rows.ndim != 2 or rows.shape[1] != 7 or not np.allclose(rows[:, 3], 1):
        raise SystemExit(
            f"{path}: not a packing of spheres of density 1 (columns id type diameter "
            "density x y z)"
        )
    return Packing(rows[:, 2] / 2, rows[:, 4:7], tuple(period))


def write_lammps(packing, path):
    """Data file of atom style sphere, for LAMMPS and LIGGGHTS."""
    x, y = packing.period
    top = packing.position[:, 2].max() + 25
    with open(path, "w") as file:
        file.write(
            f"packing\n\n{len(packing.radius)} atoms\n1 atom types\n\n0 {x!r} xlo xhi\n0 "
            f"{y!r} ylo yhi\n0 {top!r} zlo zhi\n\nAtoms\n\n"
        )
        for i, (r, p) in enumerate(zip(packing.radius.tolist(), packing.position.tolist()), 1):
            file.write(f"{i} 1 {2 * r!r} 1 {p[0]!r} {p[1]!r} {p[2]!r}\n")
        if packing.grain is not None:
            file.write("\nMolecules\n\n")
            for i, g in enumerate(packing.grain.tolist(), 1):
                file.write(f"{i} {g + 1}\n")


def write_csv(packing, path):
    """Table for rubble-import."""
    with open(path, "w") as file:
        file.write("id,m,r,x,y,z\n")
        for i, (m, r, p) in enumerate(
            zip(packing.mass().tolist(), packing.radius.tolist(), packing.position.tolist()), 1
        ):
            file.write(f"{i},{m!r},{r!r},{p[0]!r},{p[1]!r},{p[2]!r}\n")


def rubble(law, packing, steps, skin="auto"):
    """The TOML of Rubble for `steps` steps."""

    def vector(values):
        return "[" + ", ".join(f'"{value!r} m"' for value in values) + "]"

    def dashpot(rate):  # no dashpot means a restitution of 1
        return f"damping_rate = {rate!r}" if rate > 0 else "restitution = 1"

    duration = steps * law.dt
    text = f"""
[run]
duration = {duration!r}
record_every = {duration!r}
[step]
dt = {law.dt!r}
skin = {'"auto"' if skin == "auto" else repr(float(skin))}
[gravity]
method = "none"
constant = 0
[external]
uniform = [{", ".join(repr(g) for g in law.uniform())}]
[periodic]
period = {vector((*packing.period, 0.0))}
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
[contact.normal]
law = "linear"
pair_stiffness = {law.stiffness!r}
{dashpot(law.damping)}
tension = "allow"
[contact.sliding]
law = "coulomb"
friction = {law.friction!r}
stiffness_ratio = {law.ratio!r}
{dashpot(law.sliding_damping)}
[contact.rolling]
"""
    if not law.rolling:
        return text + 'law = "none"\n'
    return (
        text
        + f"""law = "spring"
rolling_friction = {law.rolling_friction!r}
twisting_friction = {law.twisting_friction!r}
shape_factor = {law.shape_factor!r}
radius = "reduced"
"""
    )


# Four spheres of diameter 1 at the corners of a tetrahedron of edge 0.7, 2500 of them, above a
# floor.
TETRAHEDRA = """
seed = 1
[material]
name = "rock"
density = 1.0
[grains]
shapes = ["tet"]
[[shape]]
name = "tet"
centres = [
  [0.24749, 0.24749, 0.24749], [0.24749, -0.24749, -0.24749],
  [-0.24749, 0.24749, -0.24749], [-0.24749, -0.24749, 0.24749]
]
radii = [0.5, 0.5, 0.5, 0.5]
[cloud]
form = "layers"
count = 2500
lower = [0, 0, 0]
upper = [19, 19, 100]
"""
TETRAHEDRA_PERIOD = (19.0, 19.0)


def granular_words(law, radius, mass):
    """Coefficients of LAMMPS' granular style for a contact of this reduced radius and mass."""
    arm2 = (law.shape_factor * radius) ** 2
    roll = (
        law.stiffness * law.shape_factor**2,
        law.damping * mass * law.shape_factor**2,
        law.rolling_friction * law.shape_factor,
    )
    twist = (
        2 * law.ratio * law.stiffness * arm2,
        2 * law.sliding_damping * mass * arm2,
        law.twisting_friction * law.shape_factor * radius * law.friction,
    )
    twisting = (
        f"sds {twist[0]!r} {twist[1]!r} {twist[2]!r}" if law.twisting_friction > 0 else "none"
    )
    share = law.sliding_damping / law.damping if law.damping > 0 else 0.0
    return (
        f"hooke {law.stiffness!r} {law.damping!r} "
        f"tangential linear_history {law.ratio * law.stiffness!r} {share!r} {law.friction!r} "
        f"rolling sds {roll[0]!r} {roll[1]!r} {roll[2]!r} twisting {twisting} "
        "damping mass_velocity"
    )


def lammps(law, packing, data, dump, warm, steps, skin=0.25):
    """LAMMPS script: `warm` steps, then `steps` timed ones; positions and velocities go to
    `dump`."""
    coefficients = (
        f"{law.stiffness!r} {law.ratio * law.stiffness!r} {law.damping!r} "
        f"{law.sliding_damping!r} {law.friction!r} 1"
    )
    pair, wall = (
        f"gran/hooke/history {coefficients}\npair_coeff * *",
        f"hooke/history {coefficients}",
    )
    if law.rolling:
        r = packing.radius.mean()
        m = 4 / 3 * math.pi * r**3
        pair = f"granular\npair_coeff * * {granular_words(law, r / 2, m / 2)}"
        wall = f"granular {granular_words(law, r, m)}"
    glued = packing.grain is not None
    return f"""
units lj
atom_style sphere
atom_modify map array
boundary p p f
newton off
comm_modify vel yes {"cutoff 3.0" if glued else ""}
{"fix mol all property/atom mol ghost yes" if glued else ""}
read_data {data} {"fix mol NULL Molecules" if glued else ""}
neighbor {skin} bin
neigh_modify delay 0 every 1 check yes {"exclude molecule/intra all" if glued else ""}
pair_style {pair}
timestep {law.dt!r}
fix 1 all {"rigid/small molecule" if glued else "nve/sphere"}
fix 2 all gravity {law.gravity!r} chute {law.tilt!r}
fix 3 all wall/gran {wall} zplane 0.0 NULL
thermo_style custom step atoms
thermo {max(warm, steps, 1)}
run {warm}
run {steps}
dump 1 all custom 1 {dump} id x y z vx vy vz
dump_modify 1 sort id format float %.17g
run 0
"""


def liggghts(law, data, dump, warm, steps, skin=0.25):
    """The script for LIGGGHTS, without rolling."""
    if law.rolling:
        raise ValueError("no rolling deck for LIGGGHTS")
    return f"""
atom_style granular
atom_modify map array
boundary p p f
newton off
communicate single vel yes
units si
read_data {data}
neighbor {skin} bin
neigh_modify delay 0 every 1 check yes
fix m1 all property/global kn peratomtypepair 1 {law.stiffness!r}
fix m2 all property/global kt peratomtypepair 1 {law.ratio * law.stiffness!r}
fix m3 all property/global gamman peratomtypepair 1 {law.damping!r}
fix m4 all property/global gammat peratomtypepair 1 {law.sliding_damping!r}
fix m5 all property/global coefficientFriction peratomtypepair 1 {law.friction!r}
pair_style gran model hooke/stiffness tangential history
pair_coeff * *
timestep {law.dt!r}
fix 1 all nve/sphere
fix 2 all gravity {law.gravity!r} chute {law.tilt!r}
fix 3 all wall/gran model hooke/stiffness tangential history primitive type 1 zplane 0.0
thermo {max(warm, steps, 1)}
run {warm}
run {steps}
dump 1 all custom 1 {dump} id x y z vx vy vz
dump_modify 1 sort id format "%d %.17g %.17g %.17g %.17g %.17g %.17g"
run 0
"""
