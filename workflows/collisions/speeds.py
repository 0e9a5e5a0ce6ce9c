"""Computing speed of the collisions of 10,000 grains: python3 workflows/collisions/speeds.py
COSTS/data.csv"""
import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import rubble  # noqa: E402

STEP = 0.04  # [s] step.dt of config/grains.toml
RECORD = 500  # steps between records of config/collide.toml
GRAINS = 10000
HOUR = 3600.0


def kind_of(row):
    """(row of a run) => which runs it belongs to"""
    if row["run"].endswith("-long"):
        return row["run"]
    if row["run"] in ("claim-stiff", "claim-soft"):
        return "claim-stiff, claim-soft: a record every ten steps"
    return "other runs"


def line_of(kind, rows):
    """=> the line of a kind of runs: lowest and highest value of each number"""
    seconds = [row["core hours"] * HOUR for row in rows]
    rates = [GRAINS * row["steps"] / time for row, time in zip(rows, seconds)]
    times = [row["steps"] * STEP for row in rows]
    whole = all(row["steps"] % RECORD == 0 for row in rows)
    return (
        f"| {kind} | {len(rows)} | {min(times):.0f} to {max(times):.0f} | "
        f"{'yes' if whole else 'no'} | {min(seconds):.0f} to {max(seconds):.0f} | "
        f"{min(rates):.2g} to {max(rates):.2g} |"
    )


def main(arguments):
    usage = argparse.ArgumentParser(description=__doc__)
    usage.add_argument("file", type=Path, metavar="COSTS/data.csv")
    rows = rubble.rows.read_csv(usage.parse_args(arguments).file)
    kinds = {}
    for row in rows:
        if row["bodies"] == GRAINS:
            kinds.setdefault(kind_of(row), []).append(row)
    print(
        "| runs | number | steps counted x 0.04 s [s] | whole records | core seconds | "
        "particle-steps per second and core |\n" + "|---" * 6 + "|"
    )
    for kind, own in kinds.items():
        print(line_of(kind, own))


if __name__ == "__main__":
    main(sys.argv[1:])
