"""Dependence of the scaling law's parameter c*, fitted to head-on collisions, on the number of
bodies: python3 workflows/collisions/resolution.py FIG3/data.csv..."""
import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from analysis import figure, output, rubble  # noqa: E402
from remnants import fitted, of  # noqa: E402


def fits(path):
    """(fig3/data.csv) => rows with c* and its range: one for each pair of piles, one for all
    pairs"""
    runs = [r for r in rubble.rows.read_csv(path) if not r.get("spring")]
    pairs = sorted({(r["projectile"], r["target"]) for r in runs})
    rows = []
    for chosen in [[pair] for pair in pairs] + [pairs]:
        found = fitted([of(runs, pair, 0) for pair in chosen])
        if found:
            name = " + ".join(map(str, chosen[0])) if len(chosen) == 1 else "all"
            rows.append(
                {"scale": path.parent.parent.name, "target": pairs[-1][1], "pair": name, **found}
            )
    return rows


def draw(rows):
    page, panel = figure.plt.subplots(figsize=(6.5, 4.2))
    ratios = {
        "1:10": lambda p, t: t > 5 * p,
        "1:4": lambda p, t: 2 * p < t <= 5 * p,
        "1:1": lambda p, t: p == t,
    }
    for (label, belongs), colour, marker in zip(
        ratios.items(), (figure.SKY, figure.GREEN, figure.VERMILION), "sDo"
    ):
        mine = [
            r for r in rows if r["pair"] != "all" and belongs(*map(int, r["pair"].split(" + ")))
        ]
        panel.plot(
            [r["target"] for r in mine],
            [r["c_star"] for r in mine],
            marker,
            color=colour,
            label=label,
        )
    whole = sorted((r for r in rows if r["pair"] == "all"), key=lambda r: r["target"])
    panel.errorbar(
        [r["target"] for r in whole],
        [r["c_star"] for r in whole],
        fmt="o-",
        color=figure.BLACK,
        capsize=3,
        label="all",
        yerr=[[r["c_star"] - r["low"] for r in whole], [r["high"] - r["c_star"] for r in whole]],
    )
    panel.axhspan(3, 7, color=figure.GREY, alpha=0.2, linewidth=0, label="published law: 5 ± 2")
    panel.set(
        xscale="log",
        xlabel="bodies in the target",
        ylabel="c* fitted to head-on runs",
        ylim=(0, None),
    )
    panel.legend(fontsize=9, title="masses")
    return page


def main(arguments):
    usage = argparse.ArgumentParser(description=__doc__)
    usage.add_argument("files", nargs="+", type=Path, metavar="FIG3/data.csv")
    usage.add_argument(
        "--write", type=Path, metavar="FOLDER", help="write data.csv and figure.png there"
    )
    chosen = usage.parse_args(arguments)
    rows = [row for path in chosen.files for row in fits(path)]
    print(
        "| scale | target | pair | c* | range of c* | largest gap | with c* = 5 | means "
        "| censored |\n" + "|---" * 9 + "|"
    )
    for r in rows:
        print(
            f"| {r['scale']} | {r['target']} | {r['pair']} | {r['c_star']:.2f} | "
            f"{r['low']:.2f} to {r['high']:.2f} | {r['gap']:.3f} | {r['gap_five']:.3f} "
            f"| {r['number']} | {'yes' if r['censored'] else 'no'} |"
        )
    if chosen.write:
        chosen.write.mkdir(parents=True, exist_ok=True)
        output.write_rows(chosen.write / "data.csv", rows)
        figure.save(draw(rows), chosen.write / "figure.png")


if __name__ == "__main__":
    main(sys.argv[1:])
