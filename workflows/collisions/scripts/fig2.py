"""D7, Fig. 2: equal piles after a collision, coloured by cluster; number of clusters, and mass
difference of the clusters of a point-symmetric pair."""
import csv

import numpy as np

from analysis import failures, figure, rubble, spheres, study, verdict
import impacts

KM = 1000.0


def collect(given, params):
    return {
        "data": [
            {
                "run": name,
                "angle [degree]": run["angle"],
                "cluster": c["cluster"],
                "bodies": c["bodies"],
                "mass [kg]": c["mass"],
                "share of the mass": c["share"],
                **{f"{k} [m]": c[f"centre_{k}"] for k in "xyz"},
                **{f"v{k} [m/s]": c[f"velocity_{k}"] for k in "xyz"},
                "set-up": run["kind"],
            }
            for name, path in failures.succeeded(params.runs, given.clusters)
            for run in [impacts.parts(name)]
            for c in rubble.rows.finder(rubble.rows.tables(path)["clusters"], "three_step")
        ]
    }


def finish(tables, demands, scale):
    entries = []
    for found in rubble.rows.groups(tables["data"], "run").values():
        angle, kind = found[0]["angle [degree]"], found[0]["set-up"]
        where = f"{angle:g} degree" + (", point-symmetric pair" if kind == "symmetric" else "")
        shares = ", ".join(f"{r['share of the mass']:.3f} ({r['bodies']})" for r in found)
        entries.append(
            verdict.evaluate(
                demands["clusters"],
                len(found),
                scale,
                f"Shares of the mass (bodies): {shares}.",
                where,
            )
        )
        if kind == "symmetric":
            masses = [r["mass [kg]"] for r in found]
            two = len(masses) > 1
            entries.append(
                verdict.evaluate(
                    demands["mirror"],
                    (masses[0] - masses[1]) / np.mean(masses[:2]) if two else None,
                    scale,
                    "" if two else "One cluster is left.",
                    where,
                )
            )
    if not any(r["set-up"] == "symmetric" for r in tables["data"]):
        entries.append(verdict.evaluate(demands["mirror"], None, scale, reason=verdict.MISSING))
    return entries, None


def draw(given, params):
    """=> the picture, which needs the bodies themselves"""
    found = failures.succeeded(params.runs, given.labels)
    if not found:
        return figure.unavailable()
    page, axes = figure.plt.subplots(1, len(found), figsize=(4.8 * len(found), 5), squeeze=False)
    for panel, (name, labels) in zip(axes[0], found):
        run = impacts.parts(name)
        with open(labels, newline="") as file:
            bodies = list(csv.DictReader(file))
        position = np.array([[float(b[axis]) for axis in "xyz"] for b in bodies])
        number = np.array([int(b["three_step"]) for b in bodies])
        radius = np.array([float(b["r"]) for b in bodies])
        colours = [
            figure.COLOURS[(n - 1) % len(figure.COLOURS)] if n else figure.GREY for n in number
        ]
        # The window holds nine tenths of the bodies in clusters and a margin. The remaining bodies
        # are far away, although bound to the largest cluster.
        distance = np.abs(position[number > 0] if (number > 0).any() else position)[:, :2].max(
            axis=1
        )
        spheres.draw(
            panel, position / KM, radius / KM, colours, 1.6 * np.quantile(distance, 0.9) / KM, "km"
        )
        clusters = int(number.max())
        pair = "point-symmetric, " * (run["kind"] == "symmetric")
        panel.set_title(
            f"{pair}{run['angle']:g}°: {clusters} cluster" + "s" * (clusters != 1), pad=-8
        )
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish, draw)  # noqa: F821
