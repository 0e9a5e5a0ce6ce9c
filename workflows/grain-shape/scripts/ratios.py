"""M4, Table 2 and M5, Table 3: the critical spin ratio or the disruption ratio of each composition, with the published values."""
import csv
import re

import numpy as np

from analysis import files, figure, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
NAME = re.compile(r"(?P<letter>[ST])(?P<number>\d+)(-(?P<variant>[a-z-]+))?-s(?P<seed>\d+)")
COMPOSITION = ["spheres", "spheres", "spheres", "spheres", "dumbbells", "cubes", "tetrahedra", "mixed", "diamonds", "rods"]
COLOUR = {"spheres": figure.BLACK, "dumbbells": figure.SKY, "cubes": figure.GREEN, "tetrahedra": figure.ORANGE, "mixed": figure.BLUE,
          "diamonds": figure.PURPLE, "rods": figure.VERMILION}
LIKE = {5: 2, 6: 4, 7: 3, 8: 3, 9: 3, 10: 3}  # the spheres of the same number

runs = []
for name, grains, track, path, shape in zip(snakemake.params.runs, snakemake.params.grains, given.tracks, given.critical,  # noqa: F821
                                            given.shapes):
    part = NAME.fullmatch(name).groupdict()
    found = {(row["radius"], row["threshold"]): row for row in files.tables(path)["summary"]}
    runs.append({"name": name, "letter": part["letter"], "number": int(part["number"]), "variant": part["variant"] or "",
                 "seed": int(part["seed"]), "grains": grains,
                 "found": found, "density": files.series(track)["bulk/density"][0],
                 "alpha": (lambda row: row["mass"] / row["volume"])(files.table(shape)[0])})
letter = runs[0]["letter"]
SPIN = letter == "S"
CHOSEN = ("ellipsoid", 0.05 if SPIN else 0.005)  # reading of "bulk radius", relative growth that counts as failure


def ratio(run, reading=CHOSEN):
    """=> the run's ratio [%]; nan if the body did not fail by this reading"""
    value = run["found"].get(reading, {}).get("ratio")
    return np.nan if value is None else value


def by_alpha(run):
    """=> its ratio [%] if the body's volume is that of its alpha shape, not of the ellipsoid with its extents: the critical period goes with
    the density to the power -1/2, the Roche distance to the power -1/3"""
    return ratio(run) * (run["alpha"] / run["density"]) ** (1 / 2 if SPIN else 1 / 3)


def of(number, variant="", reading=CHOSEN):
    """=> ratios of a composition's runs that failed [%], one for each seed"""
    values = np.array([ratio(r, reading) for r in runs if (r["number"], r["variant"]) == (number, variant)])
    return values[np.isfinite(values)]


numbers = sorted({r["number"] for r in runs if not r["variant"]})
mean = {n: of(n).mean() for n in numbers if len(of(n))}
groups = [of(n) for n in mean]
freedom = sum(len(g) - 1 for g in groups)
# Of few seeds the scatter itself is uncertain: one scatter for all compositions of a scale.
scatter = float(np.sqrt(sum(len(g) * g.var() for g in groups) / freedom)) if freedom else np.nan
error = {n: scatter / np.sqrt(len(of(n))) for n in mean}
OTHERS = sorted({radius for radius, _ in runs[0]["found"]} - {CHOSEN[0]})
entries = []


def say(name, number, note="", where=""):
    if np.isfinite(number):
        entries.append(verdict.judge(demands[name], float(number), scale, note, where, comparable=scale in demands[name]["scales"]))


def grains_of(number):
    return next(r["grains"] for r in runs if r["number"] == number)


for n in numbers:
    values = ", ".join(f"{v:.1f}" for v in of(n)) or "none failed"
    other = ", ".join(f"{radius} {of(n, reading=(radius, CHOSEN[1])).mean():.1f}" for radius in OTHERS
                      if len(of(n, reading=(radius, CHOSEN[1]))))
    note = f"{grains_of(n)} grains; seeds: {values}; by other readings of the bulk radius: {other or 'none'}"
    alpha = np.nanmean([by_alpha(r) for r in runs if (r["number"], r["variant"]) == (n, "")]) if n in mean else np.nan
    note += f"; with the bulk density of the alpha shape {alpha:.1f}." if n in mean else "."
    name = f"{letter}{n}"
    entries.append(verdict.judge(demands[name], float(mean[n]) if n in mean else None, scale, note,
                                 comparable=scale in demands[name]["scales"]))
for name in demands:
    pair = re.fullmatch(rf"{letter}(\d+)-{letter}(\d+)", name)
    if pair and {int(pair[1]), int(pair[2])} <= set(mean):
        a, b = int(pair[1]), int(pair[2])
        note = f"{mean[a]:.1f} and {mean[b]:.1f}" + (f"; error {np.hypot(error[a], error[b]):.1f}." if np.isfinite(scatter) else ", one seed.")
        others = [f"{radius} {of(a, reading=(radius, CHOSEN[1])).mean() - of(b, reading=(radius, CHOSEN[1])).mean():+.1f}"
                  for radius in OTHERS if len(of(a, reading=(radius, CHOSEN[1]))) and len(of(b, reading=(radius, CHOSEN[1])))]
        note += f" By other readings of the bulk radius: {', '.join(others)}." if others else ""
        if a > 4 and len(of(b, "rolling")):
            note += f" Against spheres with rolling and twisting friction {mean[a] - of(b, 'rolling').mean():+.1f}."
        say(name, mean[a] - mean[b], note)
every = len(mean) == 10
if SPIN and {3, 10} <= set(mean):
    say("rods_S", mean[10] - mean[3])
if SPIN and every:
    say("lowest_S", sum(mean[n] < mean[10] for n in mean if n != 10))
if SPIN and {7, 9} <= set(mean):
    say("second_S", mean[9] - mean[7])
if not SPIN and every:
    falls = sorted(((mean[n] - mean[like], n) for n, like in LIKE.items()))
    say("lowest_T", sum(n in (9, 10) for _, n in falls[:3]),
        ", ".join(f"{COMPOSITION[n - 1]} {fall:+.1f}" for fall, n in falls) + " points.")
if not SPIN:
    changes = {n: of(n, reading=(CHOSEN[0], 0.01)).mean() - mean[n] for n in mean if len(of(n, reading=(CHOSEN[0], 0.01)))}
    late = {n: of(n, reading=(CHOSEN[0], 0.05)).mean() - mean[n] for n in mean if len(of(n, reading=(CHOSEN[0], 0.05)))}
    if changes:
        text = ", ".join(f"{letter}{n} {changes[n]:+.1f}" + (f" ({late[n]:+.1f})" if n in late else "") for n in changes)
        say("thresholds", max(changes.values(), key=abs), f"With 1 % (5 %) in place of 0.5 %: {text} points.")
# Each variant with what it differs from.
VARIANTS = {"slow": ("", "slow"), "stiff": ("", "stiff"), "rolling": ("", f"rolling_{letter}"), "smooth": ("", "smooth"),
            "smooth-rolling": ("rolling", "smooth")}
for run in (r for r in runs if r["variant"]):
    base, key = VARIANTS[run["variant"]]
    for plain in (r for r in runs if (r["number"], r["variant"], r["seed"]) == (run["number"], base, run["seed"])):
        where = f"{letter}{run['number']}: {COMPOSITION[run['number'] - 1]}" + (f", {base}" if base else "") + f", seed {run['seed']}"
        say(key, ratio(run) - ratio(plain), f"{ratio(plain):.1f} and {ratio(run):.1f} %; with the bulk density of the alpha shape "
            f"{by_alpha(plain):.1f} and {by_alpha(run):.1f}.", where)
OTHERWISE = {"rolling": "with rolling and twisting friction", "smooth": "collapsed without friction",
             "smooth-rolling": "collapsed without friction, then with rolling and twisting friction"}
for n, variant in sorted({(r["number"], r["variant"]) for r in runs if r["variant"] in OTHERWISE and len(of(r["number"], r["variant"]))}):
    say(f"{letter}{n}", of(n, variant).mean(), f"Seeds: {', '.join(f'{v:.1f}' for v in of(n, variant))}.", OTHERWISE[variant])
if len(of(10, "smooth")) and len(of(3, "smooth-rolling")):
    rods, balls = ([by_alpha(r) for r in runs if (r["number"], r["variant"]) == pair] for pair in ((10, "smooth"), (3, "smooth-rolling")))
    say("rods_smooth", of(10, "smooth").mean() - of(3, "smooth-rolling").mean(),
        f"{of(10, 'smooth').mean():.1f} and {of(3, 'smooth-rolling').mean():.1f} %, seeds of each: {len(rods)}, {len(balls)}; with the bulk density "
        f"of the alpha shape {np.mean(rods):.1f} and {np.mean(balls):.1f}.")
verdict.write(output.verdict, entries)

page, (left, right) = figure.plt.subplots(1, 2, figsize=(12.5, 5.2), width_ratios=[1.25, 1])
for y, n in enumerate(numbers):
    colour = COLOUR[COMPOSITION[n - 1]]
    left.plot(demands[f"{letter}{n}"]["value"], y, "d", color="white", markeredgecolor=figure.BLACK, markersize=9,
              label="published (20,000 spheres)" if y == 0 else None)
    left.plot(of(n), np.full(len(of(n)), y), "o", color=colour, markersize=4, alpha=0.6)
    rest = [of(n, reading=(radius, CHOSEN[1])).mean() for radius in OTHERS if len(of(n, reading=(radius, CHOSEN[1])))]
    left.plot(rest, np.full(len(rest), y + 0.25), "|", color=figure.GREY, markersize=7,
              label="mean by other readings of the radius" if y == 0 else None)
    if n in mean:
        left.errorbar(mean[n], y, xerr=error[n] if np.isfinite(scatter) else None, fmt="|", color=colour, markersize=14, capsize=3)
rolling = {n: of(n, "rolling").mean() for n in numbers if len(of(n, "rolling"))}
left.plot(list(rolling.values()), [numbers.index(n) for n in rolling], "x", color=figure.GREY, label="with rolling friction" if rolling else None)
smooth = {n: of(n, variant).mean() for n, variant in ((3, "smooth-rolling"), (10, "smooth")) if n in numbers and len(of(n, variant))}
left.plot(list(smooth.values()), [numbers.index(n) for n in smooth], "+", color=figure.GREY, markersize=9,
          label="collapsed without friction (S3: then with rolling friction)" if smooth else None)
left.plot([], [], "o", color=figure.GREY, markersize=4, label="a seed")
left.plot([], [], "|", color=figure.GREY, markersize=14, label="mean and its error")
left.set_yticks(range(len(numbers)), [f"{letter}{n}: {grains_of(n)} {COMPOSITION[n - 1]}" for n in numbers])
left.invert_yaxis()
AXIS = "period at failure / nominal critical period [%]" if SPIN else "distance at failure / Roche distance [%]"
left.set_xlabel(f"{AXIS}\n← stronger                    weaker →")
left.legend(loc="upper center", bbox_to_anchor=(0.4, 1.18), ncols=2, fontsize=9)

spheres = [n for n in (1, 2, 3, 4) if n in mean]
right.errorbar([grains_of(n) for n in spheres], [mean[n] for n in spheres], yerr=[error[n] for n in spheres] if np.isfinite(scatter) else None,
               fmt="o-", color=figure.BLACK, capsize=3, label="spheres")
right.plot([[20000, 10000, 5000, 2500][n - 1] for n in (1, 2, 3, 4)], [demands[f"{letter}{n}"]["value"] for n in (1, 2, 3, 4)], "d--",
           color=figure.BLACK, markerfacecolor="white", label="spheres, published", linewidth=1)
if rolling:
    right.plot([grains_of(n) for n in rolling], list(rolling.values()), "x:", color=figure.GREY, label="spheres with rolling friction")
crowd = {}
for n in (n for n in mean if n > 4):
    colour, name = COLOUR[COMPOSITION[n - 1]], COMPOSITION[n - 1]
    crowd[grains_of(n)] = crowd.get(grains_of(n), 0) + 1
    x = grains_of(n) * 1.05 ** (crowd[grains_of(n)] - 2)  # those of the same number side by side
    right.errorbar(x, mean[n], yerr=error[n] if np.isfinite(scatter) else None, fmt="s", color=colour, capsize=3, label=name)
    right.plot({5: 10000, 6: 2500}.get(n, 5000) * x / grains_of(n), demands[f"{letter}{n}"]["value"], "d", color=colour, markerfacecolor="white")
right.set(xscale="log", xlabel="grains", ylabel=AXIS)
right.legend(fontsize=9, loc="center left", bbox_to_anchor=(1.0, 0.5))
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    first = runs[0]["found"]
    rows.writerow(["run", "composition", "grains", "seed", "bulk density, extents [kg/m3]",
                   "bulk density, alpha shape [kg/m3]", "published [%]",
                   *(f"{radius}, {100 * threshold:g} % [%]" for radius, threshold in first)])
    for r in runs:
        rows.writerow([r["name"], COMPOSITION[r["number"] - 1], r["grains"], r["seed"], r["density"], r["alpha"], demands[f"{letter}{r['number']}"]["value"],
                       *(ratio(r, reading) for reading in first)])
