#!/usr/bin/python3
"""Compares the speed of Rubble with those of LAMMPS and LIGGGHTS (if installed) for one packing on
one core.

    tests/bench/peers.py --bin build/release/bin PACKING.data

PACKING.data is a LAMMPS data file of atom style sphere: a settled packing of spheres of density 1,
periodic in x and y. The case "glued" uses 2500 rigid tetrahedra of four overlapping spheres instead
(LAMMPS: fix rigid/small). Rubble first lets them fall and settle. Each case warms up, so that
contact histories are filled, then only its steps are timed. The programs run alternately, and the
fastest of several runs counts.

Positions and velocities at the end must agree: kinetic energy within 2 %, coordination within 1 %.
One row for each case and peer is added to peers.csv. `ratio` is Rubble's speed / the peer's. Debian
compiles its LAMMPS for any x86-64; `best_ratio` uses the speed expected of a build with -O3
-march=native instead (--native: speed measured with such a build).

Speeds are per second of CPU time. `core_share` is the fraction of the core that the more disturbed
of the two fastest runs had: rows much below 1 were measured on a busy machine.
"""
import argparse
import csv
import os
import pathlib
import sys
import tempfile

import deck
import programs

HERE = pathlib.Path(__file__).resolve().parent
FIELDS = [
    "cpu",
    "cores",
    "commit",
    "case",
    "N",
    "steps",
    "rubble_per_s",
    "peer",
    "peer_version",
    "peer_per_s",
    "ratio",
    "best_ratio",
    "core_share",
    "kinetic_rubble_J",
    "kinetic_peer_J",
    "coordination_rubble",
    "coordination_peer",
    "verdict",
]

# name => (copies in x and y, steps to warm up, steps to time, law)
CASES = {
    "settled": (1, 2000, 2000, deck.Law()),
    "flowing": (1, 2000, 2000, deck.Law(tilt=26.0)),
    "rolling": (1, 2000, 2000, deck.Law(rolling=True)),
    "glued": (1, 2000, 2000, deck.Law()),
    "settled-large": (3, 500, 500, deck.Law()),
    "flowing-large": (3, 500, 500, deck.Law(tilt=26.0)),
}
# Speed of LAMMPS built with -O3 -march=native / speed of Debian's build.
NATIVE_GAIN = {("LAMMPS", False): 1.08, ("LAMMPS", True): 1.40}
KINETIC_TOLERANCE, COORDINATION_TOLERANCE = 0.02, 0.01


def cpu():
    with open("/proc/cpuinfo") as file:
        return next(
            (line.split(":", 1)[1].strip() for line in file if line.startswith("model name")),
            "unknown",
        )


def measure(case, packing, contestants, repeats, core):
    """=> {name: (particle-steps/s, outcome)} of all programs, which run alternately"""
    copies, warm, steps, law = CASES[case]
    packing = packing.replicated(copies)
    best = {}
    with tempfile.TemporaryDirectory(prefix="rubble-peers-") as folder:
        for contestant in contestants:
            place = pathlib.Path(folder) / contestant.name
            place.mkdir()
            contestant.prepare(law, packing, warm, steps, place, core)
        for _ in range(repeats):
            for contestant in contestants:
                outcome = contestant.run()
                if contestant.name not in best or outcome.seconds < best[contestant.name].seconds:
                    best[contestant.name] = outcome
    return packing, {
        name: (len(packing.radius) * steps / outcome.seconds, outcome)
        for name, outcome in best.items()
    }


def rows(case, packing, rubble, contestants, results):
    """=> one row for each peer"""
    law, steps = CASES[case][3], CASES[case][2]
    speed, outcome = results[rubble.name]
    energy, neighbours = programs.kinetic(packing, outcome), programs.coordination(packing, outcome)
    for peer in contestants:
        if peer is rubble:
            continue
        peer_speed, peer_outcome = results[peer.name]
        peer_energy, peer_neighbours = programs.kinetic(
            packing, peer_outcome
        ), programs.coordination(packing, peer_outcome)
        same = (
            abs(energy / peer_energy - 1) <= KINETIC_TOLERANCE
            and abs(neighbours / peer_neighbours - 1) <= COORDINATION_TOLERANCE
        )
        ratio = speed / peer_speed
        gain = 1.0 if peer.native else NATIVE_GAIN.get((peer.name, law.rolling), 1.0)
        yield {
            "cpu": cpu(),
            "cores": os.cpu_count(),
            "commit": rubble.commit(),
            "case": case,
            "N": len(packing.radius),
            "steps": steps,
            "rubble_per_s": f"{speed:.4g}",
            "peer": peer.name,
            "peer_version": peer.version(),
            "peer_per_s": f"{peer_speed:.4g}",
            "ratio": f"{ratio:.3f}",
            "best_ratio": f"{ratio / gain:.3f}",
            "core_share": f"{min(outcome.share, peer_outcome.share):.2f}",
            "kinetic_rubble_J": f"{energy:.5g}",
            "kinetic_peer_J": f"{peer_energy:.5g}",
            "coordination_rubble": f"{neighbours:.4f}",
            "coordination_peer": f"{peer_neighbours:.4f}",
            "verdict": "same physics" if same else "DIFFERS",
        }


def show(row):
    print(
        f"{row['case']:14s} N {row['N']:7d}  Rubble {float(row['rubble_per_s']) / 1e6:6.2f}  "
        f"{row['peer']:8s} "
        f"{float(row['peer_per_s']) / 1e6:6.2f} million particle-steps/s  ratio "
        f"{row['ratio']} (best build {row['best_ratio']})  "
        f"kinetic {row['kinetic_rubble_J']} / {row['kinetic_peer_J']} J  coordination "
        f"{row['coordination_rubble']} / "
        f"{row['coordination_peer']}  {row['verdict']}",
        flush=True,
    )


def append(path, new):
    fresh = not path.exists()
    with open(path, "a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if fresh:
            writer.writeheader()
        writer.writerows(new)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "packing",
        type=pathlib.Path,
        metavar="PACKING.data",
        help="settled packing, LAMMPS data file",
    )
    parser.add_argument(
        "--bin", type=pathlib.Path, required=True, help="folder of Rubble's programs"
    )
    parser.add_argument(
        "--cases", nargs="+", choices=CASES, default=list(CASES), help="default: all"
    )
    parser.add_argument("--repeats", type=int, default=5, help="runs of each program (default 5)")
    parser.add_argument(
        "--core", type=int, default=0, help="core that all runs are bound to (default 0)"
    )
    parser.add_argument(
        "--skin", default="auto", help="reach of Rubble's neighbour lists [m] (default auto)"
    )
    parser.add_argument(
        "--peer-skin", type=float, default=0.25, help="the same for the peers (default 0.25)"
    )
    parser.add_argument(
        "--native",
        metavar="LMP",
        help="LAMMPS program built for this machine, measured as LAMMPS-native besides",
    )
    parser.add_argument(
        "--output",
        type=pathlib.Path,
        default=HERE / "peers.csv",
        help="table to add to (default: peers.csv here)",
    )
    parser.add_argument(
        "--peers",
        nargs="+",
        metavar="NAME",
        help="LAMMPS, LIGGGHTS, LAMMPS-native (default: all that are there)",
    )
    parser.add_argument(
        "--peers-only", action="store_true", help="measure the peers alone, write nothing"
    )
    return parser.parse_args()


def main():
    options = arguments()
    packing = deck.read_lammps(options.packing)
    rubble = programs.Rubble(options.bin, options.skin)
    rivals = [
        peer
        for peer in programs.peers(options.peer_skin, options.native)
        if not options.peers or peer.name in options.peers
    ]
    if not rivals:
        sys.exit("none of the peers is installed: lmp (LAMMPS), liggghts")
    failures = 0
    for case in options.cases:
        chosen = [peer for peer in rivals if peer.name != "LIGGGHTS" or not CASES[case][3].rolling]
        if not options.peers_only:
            chosen.insert(0, rubble)
        if case == "glued":
            # only builds with the package RIGID
            chosen = [program for program in chosen if program.name in ("Rubble", "LAMMPS")]
            with tempfile.TemporaryDirectory(prefix="rubble-peers-") as folder:
                grains = rubble.settled_grains(CASES[case][3], folder)
                wide, results = measure(case, grains, chosen, options.repeats, options.core)
        else:
            wide, results = measure(case, packing, chosen, options.repeats, options.core)
        if options.peers_only:
            for name, (speed, outcome) in results.items():
                print(
                    f"{case:14s} N {len(wide.radius):7d}  {name:14s} {speed / 1e6:6.2f} "
                    "million particle-steps/s  kinetic "
                    f"{programs.kinetic(wide, outcome):.5g} J  coordination "
                    f"{programs.coordination(wide, outcome):.4f}",
                    flush=True,
                )
            continue
        new = list(rows(case, wide, rubble, chosen, results))
        for row in new:
            show(row)
            failures += row["verdict"] != "same physics"
        append(options.output, new)
    sys.exit(f"{failures} comparison(s) differ in their physics" if failures else 0)


if __name__ == "__main__":
    main()
