"""D3, Fig. 3: mass of the largest remnant against the impact energy for each mass ratio and angle, with the scaling law."""
import numpy as np

from analysis import failures, figure, files, impacts, study, uncertainty, verdict

MASS, SECOND = "largest / total mass, three_step", "second / total mass, three_step"
AGREEMENT = "agreement three steps - friends"
STARS = (3, 4, 5, 6, 7)
ENDS = {"merging_speed": "merging ends", "hit_and_run_speed": "hit-and-run begins"}
SPEEDS = {"merging_speed": "merging speed [m/s]", "hit_and_run_speed": "hit-and-run speed [m/s]", "erosion_speed": "erosion speed [m/s]"}


def collect(given, params):
    rows = []
    for name, piles, clusters, law in failures.succeeded(params.runs, params.piles, given.clusters, given.laws):
        run = impacts.parts(name)
        found = {row["finder"]: row for row in files.tables(clusters)["summary"]}
        stars = {row["c_star"]: row for row in files.table(law)}
        five = stars[5]
        rows.append({"projectile": run["projectile"], "target": run["target"], "angle [degree]": run["angle"], "Q": run["q"], "seed": run["seed"],
                     **{f"{what} / total mass, {finder}": found[finder][what] for finder in found for what in ("largest", "second")},
                     AGREEMENT: found["three_step"]["agreement_friends"], **{f"law, c* = {star}": stars[star]["largest"] for star in STARS},
                     "regime, c* = 5": five["regime"], "target / total mass": five["target"], "piles": piles, "spring": run["variant"],
                     "impact speed [m/s]": five["impact_speed"], **{column: five[key] for key, column in SPEEDS.items()}})
    return {"data": rows}


def of(runs, pair, angle, spring=None):
    return [r for r in runs if (r["projectile"], r["target"], r["angle [degree]"], r.get("spring")) == (*pair, angle, spring)]


def means(group, column=MASS):
    """(runs) => their values of Q in ascending order, and the mean of the column over the seeds at each"""
    ratios = sorted({r["Q"] for r in group})
    return np.array(ratios), np.array([np.mean([r[column] for r in group if r["Q"] == q]) for q in ratios])


def fitted(groups):
    """(groups of runs) => impacts.fit to the means over seeds of all groups"""
    mass, law = ([value for group in groups for value in means(group, column)[1]] for column in (MASS, "law, c* = 5"))
    return impacts.fit(mass, law)


def head_on(runs, pairs, demands, scale):
    """=> entries of the head-on runs: deviation from the law with the best-fitting c*, this c*, and monotonic decrease with Q"""
    entries, whole = [], fitted([of(runs, pair, 0) for pair in pairs])
    if whole:
        edge = " Censored: at the edge of the trial values." if whole["censored"] else ""
        singles = {pair: fitted([of(runs, pair, 0)]) for pair in pairs}
        text = ", ".join(f"{p} + {t}: {one['c_star']:.2g}" for (p, t), one in singles.items() if one)
        few = "" if whole["number"] >= 5 else verdict.MISSING
        entries.append(verdict.evaluate(demands["law"], whole["gap"], scale, f"c* = {whole['c_star']:.2f}, {whole['number']} means over seeds.", reason=few))
        entries.append(verdict.evaluate(
            demands["c_star"], whole["c_star"], scale,
            f"Least squares over {whole['number']} means; {whole['low']:.1f} to {whole['high']:.1f} within one share of the squares.{edge} By pair: {text}.",
            reason=few, sigma=(whole["high"] - whole["low"]) / 2, freedom=whole["number"] - 1))
    for pair in pairs:
        q, mass = means(of(runs, pair, 0))
        if len(q) > 1:
            entries.append(verdict.evaluate(demands["monotone"], float(np.diff(mass).max()), scale, where=f"{pair[0]} + {pair[1]}"))
    return entries


def boundaries(group):
    """(runs of one pair at one angle) => {regime: Q at its boundary}; {} if impact speeds were not kept"""
    if any(r.get("impact speed [m/s]") is None for r in group):
        return {}
    q, speed = means(group, "impact speed [m/s]")
    return {key: impacts.ratio_at(group[0][column], q, speed) for key, column in SPEEDS.items()}


def jump(group, angle, demands, scale):
    """=> entries of a group of equal piles at one angle: size of the sudden decrease of the remnant, and its Q relative to the regime boundaries"""
    q, mass = means(group)
    at, where = int(np.argmin(np.diff(mass))), f"{angle:g} degree"
    place, ends = float(np.sqrt(q[at] * q[at + 1])), boundaries(group)
    note = f"Between Q = {q[at]:g} and {q[at + 1]:g}: from {mass[at]:.3f} to {mass[at + 1]:.3f}."
    entries = [verdict.evaluate(demands["jump"], float(mass[at] - mass[at + 1]), scale, note, where)]
    for name, key in (("jump_merging", "merging_speed"), ("jump_place", "hit_and_run_speed")):
        end = ends.get(key)
        if end is None:
            entries.append(verdict.evaluate(demands[name], None, scale, "Impact speeds were not kept.", where, verdict.MISSING))
        elif end > 0:
            entries.append(verdict.evaluate(demands[name], place / end, scale, f"{note} The regime ends at Q = {end:.2f}.", where,
                                         bracket=(q[at] / end, q[at + 1] / end)))
        else:
            entries.append(verdict.evaluate(demands[name], None, scale, "The regime ends below the smallest Q of these runs.", where, verdict.UNPUBLISHED))
    return entries


def finish(tables, demands, scale):
    every = tables["data"]
    runs = [r for r in every if not r.get("spring")]
    pairs, angles = (sorted({key(r) for r in runs}) for key in (lambda r: (r["projectile"], r["target"]), lambda r: r["angle [degree]"]))
    entries = head_on(runs, pairs, demands, scale)
    for pair in pairs:
        for angle in angles:
            group = of(runs, pair, angle)
            if pair[0] == pair[1] and angle > 0 and len({r["Q"] for r in group}) > 1:
                entries += jump(group, angle, demands, scale)
    groups = [[r for r in of(runs, pair, angle) if r["Q"] == q] for pair in pairs for angle in angles for q in {r["Q"] for r in of(runs, pair, angle)}]
    made, _ = uncertainty.pooled([uncertainty.per_realisation(group, lambda r: r[MASS]) for group in groups])
    if np.isfinite(made):
        entries.append(verdict.evaluate(demands["seeds"], made, scale, f"From {sum(len({r['piles'] for r in g}) > 1 for g in groups)} encounters."))
    soft = [r for r in every if r.get("spring")]
    for r in soft:
        stiff = means([s for s in of(runs, (r["projectile"], r["target"]), r["angle [degree]"]) if s["Q"] == r["Q"]])[1]
        if len(stiff):
            entries.append(verdict.evaluate(demands["soft"], r[MASS] - float(stiff[0]), scale, f"{stiff[0]:.3f} and {r[MASS]:.3f}.",
                                         f"{r['projectile']} + {r['target']}, Q = {r['Q']:g}", verdict.VARIANT))
    agreed = [r[AGREEMENT] for r in runs]
    entries.append(verdict.evaluate(demands["agreement"], float(np.median(agreed)), scale, f"Least: {min(agreed):.3f}."))
    return entries, draw(every, runs, pairs, angles)


def law_curve(group, c_star):
    """(runs of one pair and angle, c*) => values of Q, and the largest remnant by the law at each; results in regimes that do not depend on c* are unchanged"""
    q = sorted({r["Q"] for r in group})
    law = []
    for ratio in q:
        run = next(r for r in group if r["Q"] == ratio)
        free = run["law, c* = 3"] != run["law, c* = 7"]
        law.append(float(impacts.scaled_law(run["law, c* = 5"], c_star)) if free else run["law, c* = 5"])
    return q, law


def draw(every, runs, pairs, angles):
    whole = fitted([of(runs, pair, 0) for pair in pairs])
    best = whole["c_star"] if whole else 5.0
    page, axes = figure.plt.subplots(len(pairs), len(angles), figsize=(4.3 * len(angles), 3.3 * len(pairs)), sharex=True, sharey=True, squeeze=False)
    for row, pair in zip(axes, pairs):
        for panel, angle in zip(row, angles):
            group = of(runs, pair, angle)
            if not group:
                panel.text(0.5, 0.5, "not run at this scale", transform=panel.transAxes, ha="center", color=figure.GREY)
                panel.set(xscale="log", title=f"{pair[0]} + {pair[1]} grains, {angle:g}°")
                continue
            q, low = law_curve(group, 3.0)
            panel.fill_between(q, low, law_curve(group, 7.0)[1], color=figure.GREY, alpha=0.25, linewidth=0, label="law, c* = 3 to 7")
            panel.plot(q, law_curve(group, best)[1], color=figure.BLACK, linewidth=1, label=f"law, c* = {best:.1f} (fitted)")
            panel.axhline(pair[1] / sum(pair), color=figure.GREY, linestyle=":", linewidth=1, label="target / total mass")
            panel.plot([r["Q"] for r in group], [r[MASS] for r in group], "o", color=figure.BLUE, markersize=6, alpha=0.7, label="largest remnant")
            panel.plot([r["Q"] for r in group], [r[SECOND] for r in group], "^", color=figure.VERMILION, markersize=3.5, alpha=0.7, label="second largest remnant")
            soft = of(every, pair, angle, "soft")
            if soft:
                panel.plot([r["Q"] for r in soft], [r[MASS] for r in soft], "x", color=figure.GREEN, label="largest, soft spring (variant)")
            if pair[0] == pair[1] and angle > 0:
                found = boundaries(group)
                for (key, end), style in zip(((key, found[key]) for key in ENDS if key in found), ("--", "-.")):
                    panel.axvline(end, color=figure.PURPLE, linestyle=style, linewidth=1, label=ENDS[key])
            panel.set(xscale="log", ylim=(-0.03, 1.05), title=f"{pair[0]} + {pair[1]} grains, {angle:g}°")
    for panel in axes[-1]:
        panel.set_xlabel("Q = kinetic / |gravitational| energy")
        panel.set_xticks([0.5, 1, 3, 6, 12], ["0.5", "1", "3", "6", "12"])
        panel.minorticks_off()
    for panel in axes[:, 0]:
        panel.set_ylabel("remnant / total mass")
    handles = {label: handle for panel in axes.flat for handle, label in zip(*panel.get_legend_handles_labels())}
    low = 0.6 / page.get_figheight()  # height of the legend below all panels
    page.get_layout_engine().set(rect=(0, low, 1, 1 - low))
    page.legend(handles.values(), handles.keys(), loc="lower center", ncols=min(4, 2 * len(angles)), fontsize=9)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
