#!/usr/bin/python3
"""Strength of cohesive piles against Rumpf's relation: a block that is pulled apart, and a ball
that is spun up until it fails.

    RUBBLE_BIN=build/release/bin tests/cross/block_strength.py [--seeds 5] [--count 1000]
                                 [--friction 0.5] [--rolling none|spring]

For each seed, spheres settle in a box under weak gravity. The spheres of a block, or of the ball
that fits into it, then come to rest without walls and gravity, held together by cohesion. Rumpf's
strength follows from their contacts (docs/theory.md 5.19). The mean diameter is 1 m. Columns:

- solid, neighbours: solid fraction and coordination in the middle of the block.
- block: greatest tension of the block over the cross-section of the box / Rumpf's strength of its
  middle. Its lowest and highest layers are held, and the highest one moves up.
- ball: mean tension rho w^2 R^2 / 5 of the ball at the rate w at which all its bulk radii have
  grown by 5 % / Rumpf's strength of the ball.
"""
import argparse
import contextlib
import functools
import math
import os
import pathlib
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "analysis"))
import rubble  # noqa: E402

run = functools.partial(rubble.run, progress=False)
STRENGTH = 400.0  # cohesive strength with the shape factor 1 [Pa]
RAMP = 400.0  # time in which a rigid ball would reach the rate of Rumpf's strength [s]
ROLLING = {"none": {"law": "none"}}
ROLLING["spring"] = {"law": "spring", "rolling_friction": 1.05, "twisting_friction": 1.3}
ROLLING["spring"] |= {"shape_factor": 0.5, "radius": "reduced"}


def cloud(seed, count, side):
    box = {"form": "box", "count": count, "passes": 20000}
    box |= {"lower": [0.5] * 3, "upper": [side - 0.5, side - 0.5, 4.6 * side]}
    size = {"law": "uniform", "min": 0.45, "max": 0.55}
    return {
        "seed": seed,
        "material": {"name": "rock", "density": 2000.0},
        "size": size,
        "cloud": box,
    }


def run_of(options, duration, cohesion=True, **tables):
    """The configuration of a run."""
    spring = {"law": "linear", "pair_stiffness": 5.8e5, "restitution": 0.3, "tension": "allow"}
    sliding = {"law": "coulomb", "friction": options.friction, "restitution": 0.3}
    contact = {"normal": spring, "sliding": sliding, "rolling": ROLLING[options.rolling]}
    if cohesion:
        contact["cohesion"] = {"cohesive_strength": STRENGTH, "shape_factor": 1.0}
    config = {"run": {"duration": duration, "record_every": 0.5}, "step": {"dt": "auto"}}
    config |= {"gravity": {"method": "none", "constant": 1e-20}, "contact": contact}
    config["run"] |= tables.pop("run", {})
    return config | tables


def rumpf(pile, volume, inside=None):
    """(pile, volume [m3], mask of the contacts that count) => Rumpf's strength [Pa]."""
    radius = pile.bodies["radius"].to_numpy()
    contacts = pile.contacts
    chosen = np.ones(len(contacts), bool) if inside is None else inside
    a, b = (radius[contacts[row].to_numpy()[chosen]] for row in ("row_a", "row_b"))
    return float(np.sum(4 * STRENGTH * (a * b / (a + b)) ** 2 * (a + b)) / (3 * volume))


def at_rest(options, bodies, name):
    rubble.write(f"{name}-cut.h5", bodies, density=2000.0)
    return run("evolve", run_of(options, 60.0), f"{name}-cut.h5", out=f"{name}.h5").pile


def pulled_block(options, bed, side):
    """=> solid fraction, coordination, and greatest tension / Rumpf's strength."""
    pile = at_rest(options, bed, "block")
    z, radius = pile.bodies["z"].to_numpy(), pile.bodies["radius"].to_numpy()
    low, high = np.quantile(z, [0.01, 0.99])
    middle = (z > low + 2) & (z < high - 2)
    height = pile.contacts["point_z"].to_numpy()
    inside = (height > low + 2) & (height < high - 2)
    volume = side**2 * (high - low - 4)
    ids = pile.bodies["id"].to_numpy()
    held, moved = ids[z < low + 1].tolist(), ids[z > high - 1].tolist()
    frozen = [{"ids": held}, {"ids": moved, "velocity": [0.0, 0.0, 1e-4]}]
    pull = run_of(options, 120.0, frozen=frozen, probe=[{"name": "top", "ids": moved}])
    track = run("evolve", pull, "block.h5", out="pulled.h5", track="pull.h5").track
    tension = -track.series["probe/top/force_z"].min() / side**2
    solid = np.sum(4 / 3 * math.pi * radius[middle] ** 3) / volume
    neighbours = 2 * inside.sum() / middle.sum()
    return solid, neighbours, tension / rumpf(pile, volume, inside)


def spun_ball(options, bed, side):
    """=> mean tension of the ball at failure / Rumpf's strength."""
    place = bed[["x", "y", "z"]].to_numpy() - [side / 2, side / 2, 0.7 * side]
    ball = at_rest(options, bed[np.sum(place**2, axis=1) < (side / 2 - 0.5) ** 2], "ball")
    volume = float(rubble.table("stress", "ball.h5", volume="alpha")["volume"].iloc[0])
    density = ball.bodies["mass"].sum() / volume
    radius = (3 * volume / (4 * math.pi)) ** (1 / 3)
    end = math.sqrt(5 * rumpf(ball, volume) / density) / radius
    spinup = {"start_rate": 0.0, "end_rate": end, "ramp": RAMP, "every": 0.1}
    spinup |= {"increment": "angular_momentum", "volume": "alpha"}
    stop = {"radius": "all", "threshold": 0.05, "mean": 0.0, "least_mass": 0.5}
    config = run_of(options, RAMP, run={"experiment": "spinup"}, spinup=spinup, stop=stop)
    config["gravity"]["method"] = "direct"
    spun = run("spinup", config, "ball.h5", out="spun.h5", track="spin.h5")
    return (np.ptp(spun.track.series["time"]) / RAMP) ** 2


def one(options, seed):
    side = 12 * (options.count / 3000) ** (1 / 3)
    run("generate", cloud(seed, options.count, side), out="cloud.h5")
    box = {"lower": [0.0] * 3, "upper": [side, side, 5 * side]}
    settle = run_of(options, 800.0, False, box=box, external={"uniform": [0.0, 0.0, -0.01]})
    settle["contact"]["sliding"]["friction"] = 0.2
    bed = run("evolve", settle, "cloud.h5", out="bed.h5").pile.bodies
    return (*pulled_block(options, bed, side), spun_ball(options, bed, side))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--friction", type=float, default=0.5)
    parser.add_argument("--rolling", choices=ROLLING, default="none")
    options = parser.parse_args()
    os.environ["RUBBLE_BIN"] = os.path.abspath(os.environ.get("RUBBLE_BIN", "build/release/bin"))
    print("seed solid neighbours block ball")
    found = []
    for seed in range(1, options.seeds + 1):
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            found.append(one(options, seed))
        print(seed, *(f"{value:.3f}" for value in found[-1]), flush=True)
    print("mean", *(f"{value:.3f}" for value in np.mean(found, axis=0)))
    if len(found) > 1:
        print("scatter", *(f"{value:.3f}" for value in np.std(found, axis=0, ddof=1)))


if __name__ == "__main__":
    main()
