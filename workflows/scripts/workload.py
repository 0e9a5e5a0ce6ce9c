"""Spheres and time steps of each run of a table: the amount of work that its cost grows with."""
import functools
import math
from typing import NamedTuple, Optional

import mistakes
import run_config
import table
from spheres import members_in, spheres_at_start
from table_checks import parts_in
from tool_table import FIRST, TOOLS, names

PREPARING = names(FIRST)  # tools that only prepare a pile, within seconds
UNITS = {
    **{"s": 1, "min": 60, "h": 3600, "day": 86400},
    **{"cm": 0.01, "m": 1, "km": 1000, "N/m": 1, "kg/m^3": 1, "g/cm^3": 1000},
}


class Work(NamedTuple):
    study: str
    scale: str
    run: str
    experiment: str
    tool: str
    method: tuple  # kind of the method, whether the bodies attract each other
    spheres: int
    steps: Optional[float]  # to the end of the duration; None if not known before the run
    lightest: Optional[float]  # mass of the lightest grain of its clouds [kg]; None if not known


def si(value):
    """(a number, or text with one of UNITS) => the number in SI units; None for other values"""
    if isinstance(value, (int, float)):
        return value
    number, _, unit = str(value).partition(" ")
    return float(number) * UNITS[unit] if unit in UNITS else None


def lightest_in(cloud):
    """(TOML of rubble-generate) => mass of the lightest grain [kg]; None if not known"""
    radius = si(cloud.get("grains", {}).get("radius", cloud.get("size", {}).get("min")))
    density = si(cloud.get("material", {}).get("density"))
    if radius is None or density is None:
        return None
    return density * 4 / 3 * math.pi * radius**3 * min(members_in(cloud))


def time_step(toml, lightest):
    """(TOML of a run, mass of the lightest grain [kg] or None) => time step [s]. For "auto": the
    contact time of two of the lightest grains with linear or hysteretic springs /
    steps_per_contact; None if the stiffness is computed too."""
    step = toml.get("step", {})
    if step.get("dt", "auto") != "auto":
        return si(step["dt"])
    normal = toml.get("contact", {}).get("normal", {})
    hysteretic = normal.get("law") == "hysteretic"
    stiffness = si(normal.get("sphere_stiffness" if hysteretic else "pair_stiffness"))
    if stiffness is None or lightest is None:
        return None
    # Hysteretic springs of two spheres act in series, and their step is that of loading.
    stiffness /= 2 if hysteretic else 1
    phase = math.pi if hysteretic else math.hypot(math.pi, math.log(normal.get("restitution", 1)))
    contact_time = phase * math.sqrt(lightest / 2 / stiffness)
    return contact_time / step.get("steps_per_contact", 50)


def steps_in(toml, lightest):
    """(as above) => number of time steps to the end of the duration; None if not known"""
    step, duration = time_step(toml, lightest), si(toml.get("run", {}).get("duration"))
    return duration / step if step and duration else None


@functools.lru_cache(maxsize=None)
def works(study):
    """(folder of a study) => {(scale, run): Work} of the rows of its table. Rows whose cost cannot
    be estimated, for example because of a mistake in them, are left out."""
    columns = mistakes.schema("params")["properties"]
    found = {}
    for _, row in table.read(study / "config" / "params.tsv")[1]:
        parts = [study / "config" / f"{part}.toml" for part in parts_in(row)]
        own = {key: text for key, text in row.items() if key not in columns and text}
        try:
            inputs = [found[row["scale"], name] for name in row["inputs"].split()]
            work = work_of(study, row, run_config.merged(parts, own), inputs)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue
        found[row["scale"], row["run"]] = work
    return found


def work_of(study, row, toml, inputs):
    """(folder of the study, row, its TOML, Works of the runs that it starts from) => Work"""
    first = TOOLS[row["tool"]].inputs[1] == 0  # it starts from no other run
    masses = [lightest_in(toml)] if first else [work.lightest for work in inputs]
    lightest = None if None in masses else min(masses)
    kind = toml.get("method", {}).get("kind", "soft-spheres")
    return Work(
        study.name,
        *(row[name] for name in ("scale", "run", "experiment", "tool")),
        method=(kind, toml.get("gravity", {}).get("method") != "none"),
        spheres=(
            spheres_at_start(row["tool"], toml, study)
            if first
            else sum(work.spheres for work in inputs)
        ),
        steps=0 if row["tool"] in PREPARING else steps_in(toml, lightest),
        lightest=lightest,
    )
