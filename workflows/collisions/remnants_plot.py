"""D3, Fig. 3: the picture."""
import math

from analysis import figure
from remnants import MASS, SECOND, boundaries, fitted, law_curve, of
from remnants_marks import draw_doubtful, draw_unsettled

PUBLISHED = 5.0  # c* of the law
ENDS = {"merging_speed": "merging ends", "hit_and_run_speed": "hit-and-run begins"}


def title_of(pair, angle):
    assumed = " (assumed)" if angle else ""
    return f"{pair[0]} + {pair[1]} grains, {angle:g}°{assumed}"


def draw(every, runs, pairs, angles):
    whole = fitted([of(runs, pair, 0) for pair in pairs])
    best = whole["c_star"] if whole else PUBLISHED
    law = f"law, c* = {best:.1f}" + (" (fitted)" if whole else "")
    page, axes = figure.plt.subplots(
        len(pairs),
        len(angles),
        figsize=(4.3 * len(angles), 3.3 * len(pairs)),
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    for row, pair in zip(axes, pairs):
        for panel, angle in zip(row, angles):
            group = of(runs, pair, angle)
            if not group:
                panel.text(
                    0.5,
                    0.5,
                    "not run at this scale",
                    transform=panel.transAxes,
                    ha="center",
                    color=figure.GREY,
                )
                panel.set(xscale="log", title=title_of(pair, angle))
                continue
            q, low = law_curve(group, 3.0)
            panel.fill_between(
                q,
                low,
                law_curve(group, 7.0)[1],
                color=figure.GREY,
                alpha=0.25,
                linewidth=0,
                label="law, c* = 3 to 7",
            )
            panel.plot(
                q,
                law_curve(group, best)[1],
                color=figure.BLACK,
                linewidth=1,
                label=law,
            )
            panel.plot(
                q,
                law_curve(group, PUBLISHED)[1],
                color=figure.BLACK,
                linewidth=1,
                linestyle="--",
                label=f"law, c* = {PUBLISHED:g}",
            )
            panel.axhline(
                pair[1] / sum(pair),
                color=figure.GREY,
                linestyle=":",
                linewidth=1,
                label="target / total mass",
            )
            panel.plot(
                [r["Q"] for r in group],
                [r[MASS] for r in group],
                "o",
                color=figure.BLUE,
                markersize=6,
                alpha=0.7,
                label="largest remnant",
            )
            panel.plot(
                [r["Q"] for r in group],
                [r[SECOND] for r in group],
                "^",
                color=figure.VERMILION,
                markersize=3.5,
                alpha=0.7,
                label="second largest remnant",
            )
            draw_doubtful(panel, group)
            draw_unsettled(panel, group)
            soft = of(every, pair, angle, "soft")
            if soft:
                panel.plot(
                    [r["Q"] for r in soft],
                    [r[MASS] for r in soft],
                    "x",
                    color=figure.GREEN,
                    label="largest, soft spring (variant)",
                )
            if pair[0] == pair[1] and angle > 0:
                found = boundaries(group)
                for (key, end), style in zip(
                    ((key, found[key]) for key in ENDS if key in found), ("--", "-.")
                ):
                    panel.axvline(
                        end, color=figure.PURPLE, linestyle=style, linewidth=1, label=ENDS[key]
                    )
            panel.set(xscale="log", ylim=(-0.03, 1.05), title=title_of(pair, angle))
    for panel in axes[-1]:
        panel.set_xlabel("Q = kinetic / |gravitational| energy")
        panel.set_xticks([0.5, 1, 3, 6, 12], ["0.5", "1", "3", "6", "12"])
        panel.minorticks_off()
    for panel in axes[:, 0]:
        panel.set_ylabel("remnant / total mass")
    handles = {
        label: handle
        for panel in axes.flat
        for handle, label in zip(*panel.get_legend_handles_labels())
    }
    columns = min(4, 2 * len(angles))
    rows = math.ceil(len(handles) / columns)
    low = (0.22 + 0.19 * rows) / page.get_figheight()  # height of the legend below all panels
    page.get_layout_engine().set(rect=(0, low, 1, 1 - low))
    page.legend(
        handles.values(),
        handles.keys(),
        loc="lower center",
        ncols=columns,
        fontsize=9,
    )
    return page
