"""Prints the bodies of the survey as tables for config/sweep.toml: python3 survey.py RUNS SPHERES
SEED [LEAST MOST], radii in m. It calls rubble-limits, which must be on PATH.

The bodies are a Latin hypercube over three quantities:

- axis ratio: 0.4 to 1, alternately oblate and prolate;
- radius: 0.1 to 5 km or as given, uniform in its logarithm;
- rate of rotation: from 1.2 times the rate at which a cohesionless body loses mass to twice the
  rate at which the equator fails.

The two coefficients of strength alternate."""
import math
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import limits  # noqa: E402

DENSITY, FILLING = 2000.0, math.pi / math.sqrt(18)
COEFFICIENTS = (2.25e5, 2.25e6)  # [Pa m^(1/2)]


def rates(kind, ratio, radius, strength, spheres):
    """=> rate at which a cohesionless body loses mass, and rate at which the stress of a sphere at
    the end of the longest axis equals the strength [rad/s]"""
    longest = radius / (ratio if kind == "oblate" else ratio**2) ** (1 / 3)
    sphere = radius * (FILLING / spheres) ** (1 / 3)
    axes = (1, 1, ratio) if kind == "oblate" else (1, ratio, ratio)
    weightless = limits.weightless_rate(axes, FILLING * DENSITY)
    stress = strength * (spheres ** (1 / 3) * sphere) ** -0.5
    held = stress * math.pi * sphere**2 / (DENSITY * 4 / 3 * math.pi * sphere**3) / longest
    return weightless, math.sqrt(weightless**2 + held)


def sample(runs, spheres, seed, least=100, most=5000):
    draw = random.Random(seed)
    columns = []
    for _ in range(3):
        cells = [(k + draw.random()) / runs for k in range(runs)]
        draw.shuffle(cells)
        columns.append(cells)
    for n, (flat, large, fast) in enumerate(zip(*columns)):
        kind, strength = ("oblate", "prolate")[n % 2], COEFFICIENTS[n // 2 % 2]
        ratio, radius = 0.4 + 0.6 * flat, least * (most / least) ** large
        low, high = rates(kind, ratio, radius, strength, spheres)
        rate = 1.2 * low + fast * (2 * high - 1.2 * low)
        period = 2 * math.pi / rate
        axes = f"[1, 1, {ratio:.3f}]" if kind == "oblate" else f"[1, {ratio:.3f}, {ratio:.3f}]"
        yield {
            "n": f"{n + 1:03}",
            "axes": axes,
            "sphere": f"{radius * (FILLING / spheres) ** (1 / 3):.4g} m",
            "strength": f"{strength:g} Pa",
            "rate": f"{rate:.4g} rad/s",
            "step": f"{period / 100:.3g} s",
            "duration": f"{20 * 100 * float(f'{period / 100:.3g}'):.6g} s",
            "frames": f"{5 * 100 * float(f'{period / 100:.3g}'):.6g} s",
        }


if __name__ == "__main__":
    for body in sample(*map(int, sys.argv[1:])):
        print("    {" + ", ".join(f'{key} = "{value}"' for key, value in body.items()) + "},")
