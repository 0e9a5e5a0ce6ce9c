#!/usr/bin/python3
"""Cost of the kernels against the number of bodies: runs bench_kernels or bench_impulses on one
core, fits slopes, draws.

    tests/bench/scaling.py build/release/tests/bench_kernels OUT
    tests/bench/scaling.py build/release/tests/bench_impulses OUT

OUT.csv gets one row for each kernel and N (fastest of the repetitions), OUT-slopes.csv the exponent
s of time ~ N^s fitted to each kernel that was measured at two sizes or more, OUT.png the curves. An
exponent is a least-squares fit in logarithms; its error is that of the fit. For bench_impulses the
parts of a step have separate rows (wall time), and OUT-steps.csv has iterations and contacts.
--from reads a JSON file that bench_kernels wrote earlier instead of running it.
"""
import argparse
import csv
import json
import math
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from analysis import figure  # noqa: E402

# kernels whose items are pairs; all other kernels have bodies as items
PER_PAIR = {"direct_gravity"}
# Names in the legend. A kernel that is not listed keeps its name.
LABELS = {
    "contacts/linear_coulomb": "contacts: linear, Coulomb",
    "contacts/linear_coulomb_rolling": "contacts: linear, Coulomb, rolling",
    "contacts/hysteretic_kinetic": "contacts: hysteretic, kinetic",
    "direct_gravity": "gravity: direct sum",
    "close_pairs": "neighbour lists",
    "three_step": "three-step cluster search",
}


def measure(options):
    """=> bench_kernels' JSON"""
    if options.source:
        return json.loads(options.source.read_text())
    command = [
        options.program,
        "--benchmark_format=json",
        f"--benchmark_repetitions={options.repeats}",
        f"--benchmark_filter={options.filter}",
    ]
    done = subprocess.run(
        command,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {options.core}),
    )
    return json.loads(done.stdout)


def fastest(report):
    """(JSON) => {kernel: {N: CPU seconds of one pass over all bodies}}, the fastest repetition of
    each"""
    out = {}
    for row in report["benchmarks"]:
        if row.get("run_type") == "aggregate" or "error_occurred" in row:
            continue
        kernel, _, count = row["run_name"].rpartition("/")
        if not kernel or not count.isdigit():
            continue
        n = int(count)
        seconds = (n * n if kernel in PER_PAIR else n) / row["items_per_second"]
        times = {
            kernel: seconds,
            **{
                f"{kernel} {name[:-3]}": 1e-3 * value
                for name, value in row.items()
                if name.endswith("_ms")
            },
        }
        for part, took in times.items():
            sizes = out.setdefault(part, {})
            sizes[n] = min(took, sizes.get(n, math.inf))
    return out


def of_steps(report):
    """(JSON) => rows kernel, N, iterations and contacts per step, speed over g h, if available"""
    rows = {
        row["run_name"]: row
        for row in report["benchmarks"]
        if "iterations_per_step" in row and row.get("run_type") != "aggregate"
    }
    for name, row in rows.items():
        kernel, _, count = name.rpartition("/")
        yield [
            kernel,
            count,
            *(
                f"{row[column]:.4g}"
                for column in ("iterations_per_step", "contacts", "speed_over_gh")
            ),
        ]


def slope(sizes):
    """({N: seconds}) => (exponent, its standard error or None for two sizes)"""
    x, y = [math.log(n) for n in sizes], [math.log(t) for t in sizes.values()]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    exponent = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / spread
    if len(x) < 3:
        return exponent, None
    rest = sum((b - mean_y - exponent * (a - mean_x)) ** 2 for a, b in zip(x, y))
    return exponent, math.sqrt(rest / (len(x) - 2) / spread)


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def scenes_of(kernels):
    """=> {scene: its kernels}: kernels with several parts have separate scenes, all others share
    one"""
    in_parts = {name.split(" ")[0] for name in kernels if " " in name}
    scenes = {}
    for name in kernels:
        scene = name.split(" ")[0]
        scenes.setdefault(scene if scene in in_parts else "", []).append(name)
    return scenes


def draw(kernels, slopes, path):
    """Draws one panel for each scene; dashed: N log N through the first point of the first
    scene."""
    scenes = scenes_of(kernels)
    columns = min(2, len(scenes))
    rows = math.ceil(len(scenes) / columns)
    picture, panels = figure.plt.subplots(
        rows,
        columns,
        figsize=(6.2 * columns, 4.2 * rows),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for axes, (scene, names) in zip(panels.flat, scenes.items()):
        for name in names:
            counts = sorted(kernels[name])
            text = (
                LABELS.get(name, name) if not scene else name[len(scene) :].strip() or "all"
            ) + (f": N^{slopes[name][0]:.2f}" if name in slopes else "")
            axes.loglog(counts, [kernels[name][n] for n in counts], "o-", markersize=4, label=text)
        first = min(kernels[names[0]])
        last = max(kernels[names[0]])
        guide = [first, last]
        axes.loglog(
            guide,
            [kernels[names[0]][first] * n * math.log(n) / (first * math.log(first)) for n in guide],
            "k--",
            linewidth=1,
            label="N log N",
        )
        axes.set_title(scene.removeprefix("pile/").replace("_", ", "))
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    for axes in panels[-1]:
        axes.set_xlabel("number of bodies N")
    for axes in panels[:, 0]:
        axes.set_ylabel("time for all bodies once,\none core [s]")
    figure.save(picture, path)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", help="bench_kernels or bench_impulses")
    parser.add_argument("out", help="path of the results, without suffix")
    parser.add_argument(
        "--filter", default=".", help="regular expression: which kernels (default: all)"
    )
    parser.add_argument(
        "--repeats",
        type=int,
        default=3,
        help="repetitions of each, of which the fastest counts (default 3)",
    )
    parser.add_argument("--core", type=int, default=0, help="core to be bound to (default 0)")
    parser.add_argument(
        "--from",
        dest="source",
        type=pathlib.Path,
        metavar="JSON",
        help="read this instead of running",
    )
    return parser.parse_args()


def main():
    options = arguments()
    report = measure(options)
    kernels = fastest(report)
    if not kernels:
        sys.exit("no kernel was measured")
    slopes = {kernel: slope(sizes) for kernel, sizes in kernels.items() if len(sizes) > 1}
    write(
        options.out + ".csv",
        ["kernel", "N", "seconds", "bodies_per_s"],
        [
            [kernel, n, f"{t:.5g}", f"{n / t:.4g}"]
            for kernel, sizes in kernels.items()
            for n, t in sorted(sizes.items())
        ],
    )
    write(
        options.out + "-slopes.csv",
        ["kernel", "from_N", "to_N", "exponent", "standard_error"],
        [
            [
                kernel,
                min(kernels[kernel]),
                max(kernels[kernel]),
                f"{s:.3f}",
                "" if error is None else f"{error:.3f}",
            ]
            for kernel, (s, error) in slopes.items()
        ],
    )
    steps = list(of_steps(report))
    if steps:
        write(
            options.out + "-steps.csv",
            ["kernel", "N", "iterations", "contacts", "speed_over_gh"],
            steps,
        )
    draw(kernels, slopes, options.out + ".png")
    for kernel, (s, error) in slopes.items():
        print(f"{kernel:36s} time ~ N^{s:.3f}" + ("" if error is None else f" +- {error:.3f}"))


if __name__ == "__main__":
    main()
