"""M6, Table 4, Figs. 7C and 8: height of the intruder during the shaking, and its rise time in
cycles."""
import re

import numpy as np

from analysis import failures, rubble, study, verdict
from rise_plot import CYCLE, HEIGHT, MEDIAN, VARIANTS, draw
import rises

NAME = re.compile(r"B(?P<number>\d)(-(?P<variant>[a-z][a-z0-9-]*?))?-s(?P<seed>\d+)")
CM = 0.01
# variants that shake the bed of another run
SAME_BED = ("gentle", "a08", "a09", "ramp")


def collect(given, params):
    data, runs = [], []
    for name, critical, contacts, bed in failures.succeeded(
        params.runs, given.critical, given.contacts, given.beds
    ):
        tables = rubble.rows.tables(critical)
        found = tables["summary"][0]
        walls = [row for row in rubble.rows.table(contacts) if row["plane"] >= 0]
        weight = (
            rubble.open(bed).arrays["mass"].sum()
            * -rubble.open(bed).settings["external"]["uniform"][2]
        )
        # force_* is the force of a wall on the body; the sum over the walls balances the weight.
        runs.append(
            {
                "run": name,
                "weight": sum(row["force_z"] for row in walls) / weight,
                rises.TOP: float("nan") if found["final_top"] is None else found["final_top"] / CM,
                "final height [cm]": found["final_height"] / CM,
                rises.BED: found["bed_height"] / CM,
                **{key: found[f"rise_{key}"] for key in rises.READINGS},
                "between margins": found["rise_time"],
            }
        )
        data += [
            {
                "run": name,
                CYCLE: row["cycle"] - 0.5,
                HEIGHT: row["intruder_height"] / CM,
                MEDIAN: row["median_height"] / CM,
                rises.BED: found["bed_height"] / CM,
            }
            for row in tables["cycles"]
        ]
    return {"data": data, "runs": runs}


def finish(tables, demands, scale):
    runs = [{**r, **NAME.fullmatch(r["run"]).groupdict(default="")} for r in tables["runs"]]
    for r in runs:
        r.update(number=int(r["number"]), seed=int(r["seed"]))
        r[rises.LATE] = late_rise([row[HEIGHT] for row in tables["data"] if row["run"] == r["run"]])
    entries = [
        verdict.evaluate(
            demands["weight"],
            r["weight"],
            scale,
            where=r["run"],
            reason=verdict.VARIANT if r["variant"] else "",
        )
        for r in runs
        if r["weight"] is not None and r["variant"].removesuffix("-noroll") not in SAME_BED
    ]
    for key, words in rises.READINGS.items():
        entries += rises.entries_of(runs, "", key, words, "", demands, scale)
        for variant, (where, *_) in VARIANTS.items():
            if any(r["variant"] == variant for r in runs):
                entries += rises.entries_of(
                    runs, variant, key, f"{words}, {where}", verdict.VARIANT, demands, scale
                )
    return entries, draw(tables["data"], runs, demands)


def late_rise(heights):
    """(height in each cycle [cm]) => mean of the last five cycles minus that of the five before;
    None with fewer than ten cycles"""
    if len(heights) < 10:
        return None
    return float(np.mean(heights[-5:]) - np.mean(heights[-10:-5]))


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
