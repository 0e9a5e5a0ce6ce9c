"""Head-on collisions of two piles: largest remnant, its shape, and heat by channel."""
from analysis import failures, figure, rubble, study
from case_plot import draw_cases
from channel_plot import draw_heats, heats_at
import philosophies as ph

COLUMNS = {"largest": "largest remnant / all", "c_over_a": "c / a of the largest remnant"}


def collect(given, _):
    rows = []
    for path, meeting in failures.succeeded(given.tracks, given.meetings):
        s, met = ph.records(path), rubble.rows.tsv(meeting)[0]
        masses = met["target_mass"], met["projectile_mass"]
        energy = 0.5 * masses[0] * masses[1] / sum(masses) * met["impact_speed"] ** 2
        rows.append(
            {
                **ph.named(path),
                "largest": float(s["packing/largest/mass"][-1] / s["packing/all/mass"][-1]),
                "c_over_a": float(s["shape/c_over_a"][-1]),
                **heats_at(s, s["time"][-1], energy),
            }
        )
    return {"data": rows}


def finish(tables, _demands, _scale):
    return [], draw(tables["data"])


def draw(rows):
    if not rows:
        return None
    settings = sorted({row["setting"] for row in rows})
    page, axes = figure.plt.subplots(
        len(settings), len(COLUMNS) + 1, figsize=(17, 5.2 * len(settings)), squeeze=False
    )
    for line, setting in zip(axes, settings):
        here = [row for row in rows if row["setting"] == setting]
        for axis, (column, label) in zip(line, COLUMNS.items()):
            draw_cases(axis, here, column, label)
            if column == "largest":
                axis.set_ylim(0, 1.05)
            axis.set_title(f"contact at {setting:g} times the escape speed")
        draw_heats(line[-1], here, "heat / kinetic energy at contact")
    axes[0][0].legend(fontsize=8)
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
