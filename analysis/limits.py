"""Tables of rubble-limits for figures: fluid figures, rates of rotation and friction angles of
ellipsoids, uniform balls.
"""
import json
import subprocess

import numpy as np

from analysis import workflow

BODY = workflow.ROOT / "workflows" / "rules" / "limits.toml"


def table(*options):
    """(options of rubble-limits) => its rows, each a dict by column name"""
    done = subprocess.run(
        ["rubble-limits", "--json", "--config", BODY, *options],
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)["rows"]


def ellipsoid(axes, density, **strength):
    """(semi-axes of an ellipsoid without cohesion that rotates about the third [m], density
    [kg m-3], further values of [body.strength]) => its row"""
    values = {"axes": list(map(float, axes)), "cohesion": 0.0, **strength}
    options = [f"--set=body.strength.{name}={value!r}" for name, value in values.items()]
    (row,) = table(*options, f"--set=body.density={float(density)!r}")
    return row


def weightless_rate(axes, density):
    """(semi-axes of an ellipsoid that rotates about the third [m], density [kg m-3]) => rate at
    which the end of the longer one of the first two is weightless [rad s-1]"""
    return ellipsoid(axes, density)["weightless_rate"]


def mobilised_friction_angles(axes, rates, densities):
    """(rows of semi-axes of ellipsoids without cohesion that rotate about the third [m], their
    rates [rad s-1], their bulk densities [kg m-3]) => the least friction angles with which they
    keep their shapes [degree], NaN where no friction angle suffices (docs/theory.md 7.5) or an
    argument is NaN. The signs of rates do not matter. A single row, rate or density is that of all
    ellipsoids. Each ellipsoid takes a call of rubble-limits."""
    axes = np.asarray(axes, float)
    shape = np.broadcast_shapes(axes.shape[:-1], np.shape(rates), np.shape(densities))
    axes = np.broadcast_to(axes, (*shape, 3)).reshape(-1, 3)
    rates, densities = (np.broadcast_to(of, shape).ravel() for of in (rates, densities))
    found = np.full(len(axes), np.nan)
    known = np.isfinite(axes).all(axis=1) & np.isfinite(rates) & np.isfinite(densities)
    for i in np.flatnonzero(known):
        row = ellipsoid(axes[i], densities[i], rate=abs(float(rates[i])))
        found[i] = row["mobilised_friction_angle"]  # the null of a NaN becomes NaN again
    return found.reshape(shape)


def fluid_figures(momenta):
    """(angular momenta L / sqrt(G M^3 r), r = radius of the ball of equal volume) => [(c / a of the
    Maclaurin spheroid, b / a and c / a of the Jacobi ellipsoid or None below the bifurcation)] with
    these angular momenta"""
    rows = (
        table("--momentum", ",".join(repr(float(momentum)) for momentum in momenta))
        if len(momenta)
        else []
    )
    found = []
    for row in rows:
        if row["sequence"] == "maclaurin":
            found.append((row["c_over_a"], None, None))
        else:
            found[-1] = (found[-1][0], row["b_over_a"], row["c_over_a"])
    return found


def fluid_curves(step):
    """(step of the angular momentum) => rows "sequence", "momentum", "c_over_a" of the fluid
    figures up to an angular momentum of 1"""
    return [
        {name: row[name] for name in ("sequence", "momentum", "c_over_a")}
        for row in table("--fluid", repr(step))
    ]


def held_spheroids(angle, ratios):
    """(friction angle [degree], c / a of spheroids without cohesion in descending order) => rows
    "momentum", "c_over_a", as of fluid_curves: the greatest angular momentum at which the friction
    angle holds the spheroid, which is then the roundest one that it holds; spheroids that it holds
    at no rate are left out"""
    found = []
    for ratio in ratios:
        row = ellipsoid((1, 1, ratio), 1000, friction_angle=float(np.radians(angle)))
        if row["failure_rate"] is not None:
            rate = row["failure_rate"] / row["critical_rate"]
            found.append({"momentum": 0.4 * ratio ** (-2 / 3) * rate, "c_over_a": ratio})
    return found


def unit_ball():
    """=> the table of the uniform ball with density 1 kg m-3 and radius 1 m, for `Ball`"""
    return table("--set=body.density=1.0", "--ball=1")


def fall_times(starts, end):
    """(densities of balls of dust at rest, density at the end [kg m-3]) => times of their collapse
    [s]"""
    starts = ",".join(repr(float(start)) for start in starts)
    return [
        row["fall_time"] for row in table(f"--set=body.density={float(end)!r}", f"--fall={starts}")
    ]


class Ball:
    """Properties of uniform balls at rest, in proportion to those of one ball. They scale with
    powers of density and radius, because G is the only constant."""

    def __init__(self, rows):
        """rows: the table of one ball, as that of unit_ball()"""
        (self.row,) = rows

    def scaled(self, name, density, radius, powers):
        """=> a property that is proportional to these powers of density and radius"""
        times = (density / self.row["density"]) ** powers[0]
        return self.row[name] * times * (radius / self.row["radius"]) ** powers[1]

    def central_pressure(self, density, radius):
        return self.scaled("central_pressure", density, radius, (2, 2))

    def mean_pressure(self, density, radius):
        """=> mean pressure over the volume [Pa]"""
        return self.scaled("mean_pressure", density, radius, (2, 2))

    def critical_period(self, density):
        """=> period at which the equator is weightless [s]"""
        return self.row["critical_period"] * (density / self.row["density"]) ** -0.5

    def escape_speed(self, mass, radius):
        """=> escape speed from the surface [m s-1]"""
        heavier, wider = mass / self.row["mass"], radius / self.row["radius"]
        return self.row["escape_speed"] * np.sqrt(heavier / wider)

    def momentum_unit(self, mass, radius):
        """=> sqrt(G M^3 R) [kg m2 s-1]"""
        heavier, wider = mass / self.row["mass"], radius / self.row["radius"]
        return self.row["momentum_unit"] * np.sqrt(heavier**3 * wider)


# least share of the total mass in the heaviest group for the comparison with a spheroid
WHOLE = 0.99


def maclaurin(s, spheroids, ball):
    """(time series with those of the packing, rows of fluid_curves for the spheroids or of
    held_spheroids, Ball) => for each record c / a of the Maclaurin spheroid, or of the spheroid
    that friction holds, with the mass, volume and angular momentum of the heaviest group of
    neighbours

    The volume is that of the ellipsoid of inertia, the angular momentum is the rate of rigid
    rotation times the moment about c. The value is nan if the group has less than WHOLE of the
    mass.
    """
    a, b, c, mass, spin = (
        s[f"packing/largest/{name}"]
        for name in ("semi_axis_a", "semi_axis_b", "semi_axis_c", "mass", "spin")
    )
    unit = ball.momentum_unit(mass, np.cbrt(a * b * c))
    momentum = mass / 5 * (a**2 + b**2) * spin / unit
    momenta, ratios = ([row[name] for row in spheroids] for name in ("momentum", "c_over_a"))
    return np.where(
        mass > WHOLE * s["packing/all/mass"], np.interp(momentum, momenta, ratios), np.nan
    )
