"""Statements of the paper that can be calculated, each with a number."""
import numpy as np

from analysis import compare, figure, limits, study
import strength as st

DENSITY = 2700.0  # of target and projectile [kg m-3]; only the ratio counts
SPEED, TARGET = 5e3, 12.5e3  # [m/s], radius [m]
ERG_PER_GRAM = 1e-4  # [J/kg]
LARGEST = 2 * np.pi / 100  # largest rotation per step in the study, that of the survey [rad]


def specific_energy(radius):
    """(radius [m] of a projectile with the density of the target) => kinetic energy of the
    projectile / mass of the target [erg/g]"""
    return 0.5 * (radius / TARGET) ** 3 * SPEED**2 / ERG_PER_GRAM


def failing_rates(spheres, ratio=0.6, radius=1000.0, strength=2.25e5, density=2000.0):
    """=> rates of rotation at which the equator of an oblate body of so many spheres fails
    [rad/s]"""
    weightless = limits.weightless_rate((1, 1, ratio), st.FILLING * density)
    sphere = radius * np.cbrt(st.FILLING / spheres)
    stress = strength * (np.cbrt(spheres) * sphere) ** -0.5
    return np.sqrt(
        weightless**2 + 3 * stress / (4 * sphere * density) / (radius / np.cbrt(ratio))
    )


def quadratic_error(rate, ahead):
    """(rate of rotation of a dumbbell of unit spheres, time of its contact with another sphere in
    the exact motion) => relative error of this time by Eq. A.5 without its cubic and quartic
    terms"""
    angle = rate * ahead
    end = np.array([2 * np.cos(angle), 2 * np.sin(angle), 0])
    # contact in the direction of the motion
    target = end + 2 * np.array([-np.sin(angle), np.cos(angle), 0])
    r, rho = target - np.array([2.0, 0, 0]), np.array([2.0, 0, 0])
    spin = np.array([0, 0, rate])
    u, q = -np.cross(spin, rho), -np.cross(spin, np.cross(spin, rho))
    a, b, c = u @ u + r @ q, r @ u, r @ r - 4
    root = b * b - a * c
    if root < 0 or a == 0:
        return np.nan
    times = [t for t in ((-b - np.sqrt(root)) / a, (-b + np.sqrt(root)) / a) if t > 0]
    return min(times) / ahead - 1 if times else np.nan


def collect(given, params):
    rows = [
        {"claim": "INC-R1", "x": radius, "value": specific_energy(radius)}
        for radius in (1200.0, 2400.0)
    ]
    rows += [
        {"claim": "INC-R2", "x": spheres, "value": float(failing_rates(spheres))}
        for spheres in (500, 1000, 2000, 5000, 20000)
    ]
    rows += [
        {"claim": "INC-R3", "x": angle, "value": float(quadratic_error(0.5, angle / 0.5))}
        for angle in [LARGEST, *np.arange(0.1, 1.5001, 0.05)]
    ]
    return {"data": rows}


def of(rows, claim):
    return [(row["x"], row["value"]) for row in rows if row["claim"] == claim]


def finish(tables, demands, scale):
    rows = tables["data"]
    energy, rates, errors = (dict(of(rows, claim)) for claim in ("INC-R1", "INC-R2", "INC-R3"))
    exponent = np.polyfit(np.log(list(rates)), np.log(list(rates.values())), 1)[0]
    one = errors[min(errors, key=lambda angle: abs(angle - 1))]
    step = errors[min(errors, key=lambda angle: abs(angle - LARGEST))]
    lost = [angle for angle, error in errors.items() if error is None or not np.isfinite(error)]
    return [
        compare.entry(
            demands,
            "claim_energy",
            energy[2400.0],
            scale,
            note=f"Diameter 2.4 km: {energy[1200.0]:.3g} erg/g; radius 2.4 km: "
            f"{energy[2400.0]:.3g} erg/g.",
        ),
        compare.entry(
            demands,
            "claim_resolution",
            float(exponent),
            scale,
            note=f"Period at failure with 500 spheres {2 * np.pi / rates[500] / 60:.1f} min, with "
            f"20,000 {2 * np.pi / rates[20000] / 60:.1f} min. Rate with 5000 spheres "
            f"{rates[5000]:.3g} rad/s.",
        ),
        compare.entry(demands, "claim_quadratic_step", 100 * step, scale),
        compare.entry(
            demands,
            "claim_quadratic",
            100 * one if one is not None else None,
            scale,
            note=f"No root from an angle of {min(lost):.2f} on." if lost else "",
        ),
    ], draw(rows, float(exponent))


def draw(rows, exponent):
    page, axes = figure.plt.subplots(1, 2, figsize=(10, 4))
    spheres, rates = zip(*of(rows, "INC-R2"))
    axes[0].loglog(spheres, rates, "o-", color=figure.BLUE, label=f"fit: N^{exponent:.3f}")
    axes[0].legend()
    figure.plain_ticks(axes[0].xaxis, spheres)
    figure.plain_ticks(axes[0].yaxis, [0.005, 0.006, 0.007, 0.008])
    axes[0].set(
        xlabel="spheres in a body of 1 km", ylabel="rate at which its equator fails [rad/s]"
    )
    axes[1].plot(
        *zip(*[(x, 100 * y) for x, y in of(rows, "INC-R3") if y is not None]),
        "o-",
        color=figure.VERMILION,
    )
    axes[1].set(
        xlabel="angle turned until contact [rad]", ylabel="error of the quadratic's time [%]"
    )
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
