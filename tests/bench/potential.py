#!/usr/bin/env python3
"""Error of the potential energy by the fast multipole method, as a function of the requested error
of the accelerations.

    tests/bench/potential.py FOLDER_OF_TOOLS OUT.csv [--count N]

Piles: spheres of two size laws at random places in a sphere, which are compared with the direct
sum, and a hexagonal packing of N spheres, which is compared with a requested error of 1e-7.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

PACKED = pathlib.Path(__file__).resolve().parents[2] / "configs" / "packed.toml"
CLOUD = """seed = 3
[material]
name = "rock"
density = "3 g/cm^3"
[size]
SIZES
[cloud]
form = "sphere"
count = COUNT
solid_fraction = 0.1
"""
EVEN = 'law = "uniform"\nmin = "4 m"\nmax = "5 m"'
POWER = 'law = "power"\nexponent = -3\nmin = "4 m"\nmax = "40 m"'
ERRORS = ("1e-2", "3e-3", "1e-3", "3e-4", "1e-4", "3e-5", "1e-5")
FINEST = ("--method", "fmm", "--error", "1e-7")
COLUMNS = ("pile", "bodies", "requested_error", "energy_error")


def run(*command):
    """=> text that a command prints"""
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def energy(tools, pile, *options):
    """(tools, pile, options of rubble-gravity) => potential energy [J]"""
    printed = run(
        tools / "rubble-gravity", "-q", "--json", "--summary", "--sample", "2", *options, pile
    )
    return json.loads(printed)["rows"][0]["energy"]


def make_piles(tools, folder, count):
    """=> {name of a pile: (its file, number of bodies, options of the reference)}"""
    piles = {}
    for name, sizes, bodies in (("even", EVEN, 20000), ("power", POWER, 100000)):
        config = folder / "cloud.toml"
        config.write_text(CLOUD.replace("SIZES", sizes).replace("COUNT", str(bodies)))
        run(tools / "rubble-generate", "-q", "-c", config, folder / f"{name}.h5")
        piles[name] = folder / f"{name}.h5", bodies, ("--method", "direct")
    size = ("--set", f"cloud.count={count}", "--set", "cloud.glued=false")
    run(tools / "rubble-generate", "-q", "-c", PACKED, *size, folder / "packed.h5")
    piles["packed"] = folder / "packed.h5", count, FINEST
    return piles


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000000)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        piles = make_piles(options.tools, pathlib.Path(name), options.count)
        for pile, (path, bodies, reference) in piles.items():
            exact = energy(options.tools, path, *reference)
            for error in ERRORS:
                found = energy(options.tools, path, "--method", "fmm", "--error", error)
                rows.append((pile, bodies, error, f"{abs(found / exact - 1):.1e}"))
                print(*rows[-1], sep="\t", flush=True)
    with open(options.out, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
