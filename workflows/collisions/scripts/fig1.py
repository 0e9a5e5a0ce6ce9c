"""D2, Fig. 1: a rubble pile before and after its collapse, how its sizes are spread, and the numbers of every pile."""
import csv

import numpy as np

from analysis import files, figure, spheres, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
KM = 1000.0


def published_size(count):
    return f"radius_{count}" in demands


# The numbers of each pile.
entries = []
for packing, stress, track, path in zip(given.packing, given.stress, given.tracks, given.piles):
    values, whole, track = files.table(packing)[0], files.table(stress)[0], files.series(track)
    count = len(files.pile(path)["mass"])
    where = f"N = {count}"
    other = "" if published_size(count) else verdict.SCALE
    noise = f"Counting noise at N = {count}: about {100 * values['segregation_noise']:.0f} %."
    radius = demands["radius" if other else f"radius_{count}"]
    kinetic = track["energy/kinetic_translational"] + track["energy/kinetic_rotational"]
    quiet = kinetic[0] / abs(track["energy/gravitational"][0])  # the track begins where the relaxation ended
    entries += [
        verdict.judge(demands["quiet"], float(quiet), scale, where=where),
        verdict.judge(demands["solid_fraction"], values["solid_fraction_sphere"], scale,
                      f"Radius of that sphere: {values['radius_sphere'] / KM:.1f} km.", where, other),
        verdict.judge(demands["solid_fraction_inside"], values["solid_fraction"], scale, where=where),
        verdict.judge(radius, values["radius"] / KM, scale, where=where),
        verdict.judge(demands["segregation"], values["segregation"], scale, noise, where, other),
        verdict.judge(demands["virial"], whole["virial_ratio"], scale, where=where),
        verdict.judge(demands["coordination"], values["coordination"], scale, where=where),
    ]
verdict.write(output.verdict, entries)

# The picture: the largest pile.
before, after = max(((files.pile(a), files.pile(b)) for a, b in zip(given.seeds, given.piles)), key=lambda pair: len(pair[1]["mass"]))
classes = np.unique(after["radius"])
colour_of = dict(zip(classes, [figure.SKY, figure.ORANGE, figure.VERMILION]))
half_width = 1.05 * max(np.abs(before["position"][:, :2]).max(axis=1) + before["radius"]) / KM

page, axes = figure.plt.subplots(1, 3, figsize=(14, 4.6), width_ratios=[1, 1, 1.1])
for panel, pile, title in zip(axes, (before, after), ("before: as seeded", "after: settled under its own gravity")):
    spheres.draw(panel, pile["position"] / KM, pile["radius"] / KM, [colour_of[r] for r in pile["radius"]], half_width, "km")
    panel.set_title(title)

table = []
profile = axes[2]
for r in classes:
    for pile, style, when in ((before, "--", "before"), (after, "-", "after")):
        chosen = pile["radius"] == r
        distance = np.sort(np.linalg.norm(pile["position"][chosen], axis=1)) / KM
        share = np.arange(1, len(distance) + 1) / len(distance)
        profile.step([0, *distance], [0, *share], style, where="post", color=colour_of[r],
                     label=f"{r / KM:g} km ({len(distance)})" if when == "after" else None)
        table += [(when, r / KM, d, s) for d, s in zip(distance, share)]
profile.set(xlabel="distance from the centre of mass [km]", ylabel="share of the class inside", xlim=(0, None), ylim=(0, 1.02),
            title="full: after, dashed: before")
profile.legend(title="radius (number)", loc="upper left")
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["when", "radius of the class [km]", "distance from the centre of mass [km]", "share of the class inside"])
    rows.writerows(table)
