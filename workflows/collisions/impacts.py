"""Shared by the scripts of the collision study: names of runs, the fit of the scaling law's
parameter c*, values of Q at given impact speeds."""
import re

import numpy as np

NAME = re.compile(
    r"(?P<kind>collide|symmetric|offset)-(?P<projectile>\d+)-(?P<target>\d+)-a(?P<angle>[\d.]+)"
    r"-q(?P<q>[\d.]+)-s(?P<seed>\d+)(-(?P<variant>soft|long))?"
)
FITTED = np.geomspace(0.5, 50, 2001)  # trial values of c*


def parts(name):
    """(name of a run) => {"kind", "projectile", "target", "angle", "q", "seed", "variant"}"""
    found = NAME.fullmatch(name).groupdict()
    numbers = {key: int(found[key]) for key in ("projectile", "target", "seed")}
    return {
        **found,
        **numbers,
        "angle": float(found["angle"]),
        "q": float(found["q"]),
        "variant": found["variant"] or "",
    }


def columns(name):
    """(name of a run) => its first columns in the tables of Figs. 3 and 6"""
    run = parts(name)
    return {
        "run": name,
        "projectile": run["projectile"],
        "target": run["target"],
        "angle [degree]": run["angle"],
        "Q": run["q"],
        "seed": run["seed"],
    }


def lasting(rows):
    """(rows of runs with a column `spring`) => the rows; a repeat with a stricter stop rule
    (variant "long", config/long.toml) takes the place of the run that the rule ended"""
    longer = {
        row["run"].removesuffix("-long"): {**row, "spring": None}
        for row in rows
        if row.get("spring") == "long"
    }
    kept = [r for r in rows if r.get("spring") != "long" and r.get("run") not in longer]
    return kept + list(longer.values())


def scaled_law(largest, c_star, at=5.0):
    """(largest remnant / mass that the universal law gives for c* = at, another c*) => largest
    remnant / mass for that c*

    x = Q_R / Q'* is proportional to 1 / c*, and the law is 1 - x / 2 up to x = 1.8, then 0.1 (x /
    1.8)^(-3/2): Leinhardt & Stewart 2012, doi:10.1088/0004-637X/745/1/79, Eqs. 5, 28, 44."""
    largest = np.asarray(largest, float)
    x = np.where(largest > 0.1, 2 * (1 - largest), 1.8 * (largest / 0.1) ** (-2 / 3)) * at / c_star
    return np.where(x < 1.8, 1 - x / 2, 0.1 * (np.maximum(x, 1.8) / 1.8) ** -1.5)


def fit(mass, law):
    """(largest remnants / mass, values of the law for c* = 5) => {"c_star", "low", "high", "gap",
    "gap_five", "number", "censored"}: least-squares fit

    Remnants below a tenth of the mass are not used; `number` is the number of the others. From
    `low` to `high` the sum of squares exceeds its minimum by less than the minimum divided by the
    degrees of freedom. The largest |difference| is `gap`; `gap_five`: that for c* = 5. If `c_star`
    is the lowest or highest trial value, `censored` is true.
    """
    mass, law = np.asarray(mass, float), np.asarray(law, float)
    mass, law = mass[mass >= 0.1], law[mass >= 0.1]
    if len(mass) < 2:
        return None
    squares = np.array([((mass - scaled_law(law, c)) ** 2).sum() for c in FITTED])
    best = int(np.argmin(squares))
    near = FITTED[squares <= squares[best] * (1 + 1 / (len(mass) - 1))]
    return {
        "c_star": float(FITTED[best]),
        "low": float(near[0]),
        "high": float(near[-1]),
        "number": len(mass),
        "gap": float(np.abs(mass - scaled_law(law, FITTED[best])).max()),
        "gap_five": float(np.abs(mass - law).max()),
        "censored": best in (0, len(FITTED) - 1),
    }


def ratio_at(speed, ratios, speeds):
    """(an impact speed; Q and impact speeds of encounters that differ in Q alone) => Q at this
    impact speed; the square of the impact speed is linear in Q"""
    slope, start = np.polyfit(ratios, np.square(speeds), 1)
    return float((speed**2 - start) / slope)
