"""D2, Fig. 1: a rubble pile before and after its collapse, the radial distribution of its particle
sizes, and the properties of every pile."""
import numpy as np

from analysis import failures, figure, rubble, spheres, study, uncertainty, verdict
from pile_profiles import KM, draw_profiles, profile

TABLES = ["data", "piles"]
WHEN, CLASS, DISTANCE, SHARE = (
    "when",
    "radius of the class [km]",
    "distance from the centre of mass [km]",
    "share of the class inside",
)
# of rubble-packing
NUMBERS = [
    "solid_fraction_sphere",
    "radius_sphere",
    "solid_fraction",
    "radius",
    "segregation",
    "segregation_noise",
    "coordination",
]


def collect(given, params):
    piles = []
    for run, packing, stress, track in failures.succeeded(
        params.runs, given.packing, given.stress, given.tracks
    ):
        values, series = rubble.rows.table(packing)[0], rubble.open(track).records
        kinetic = series["energy/kinetic_translational"][0] + series["energy/kinetic_rotational"][0]
        piles.append(
            {
                "run": run,
                "bodies": values["bodies"],
                **{name: values[name] for name in NUMBERS},
                "virial_ratio": rubble.rows.table(stress)[0]["virial_ratio"],
                # the track begins at the end of the relaxation
                "kinetic / |gravitational|": kinetic / abs(series["energy/gravitational"][0]),
            }
        )
    run, before, after = largest(given, params)
    data = [
        {"run": run, WHEN: when, CLASS: radius / KM, DISTANCE: d, SHARE: share}
        for radius in np.unique(after["radius"])
        for when, pile in (("before", before), ("after", after))
        for d, share in profile(pile, radius)
    ]
    return {"data": data, "piles": piles}


def largest(given, params):
    """=> run of the pile with the most bodies, this pile before and after its collapse"""
    found = (
        (run, rubble.open(before).arrays, rubble.open(after).arrays)
        for run, before, after in failures.succeeded(params.runs, given.seeds, given.piles)
    )
    return max(found, key=lambda pile: len(pile[2]["mass"]))


def finish(tables, demands, scale):
    alike = rubble.rows.groups(tables["piles"], "bodies").values()
    return [entry for piles in alike for entry in entries_of(piles, demands, scale)], None


def entries_of(piles, demands, scale):
    """(piles of other seeds with the same number of bodies) => entries of the first of them, and of
    the segregation of all. Quantities that depend on the number of bodies have published values for
    the paper's numbers alone."""
    pile, count = piles[0], piles[0]["bodies"]
    where = f"N = {count}"
    published = f"radius_{count}" in demands
    other = "" if published else verdict.SCALE
    radius = demands[f"radius_{count}" if published else "radius"]
    seen = [own["segregation"] for own in piles]
    segregation, error, freedom = uncertainty.mean(seen)
    noise = (
        f"{len(seen)} pile{'s' * (len(seen) > 1)}, {sum(s > 0 for s in seen)} of them above 0. "
        f"Counting noise at N = {count}: about {100 * pile['segregation_noise']:.0f} %."
    )
    sphere = f"Radius of the sphere that holds every body: {pile['radius_sphere'] / KM:.1f} km."
    return [
        verdict.evaluate(demands["quiet"], pile["kinetic / |gravitational|"], scale, where=where),
        verdict.evaluate(
            demands["solid_fraction"],
            pile["solid_fraction_sphere"],
            scale,
            sphere,
            where,
            other,
        ),
        verdict.evaluate(
            demands["solid_fraction_inside"], pile["solid_fraction"], scale, where=where
        ),
        verdict.evaluate(radius, pile["radius"] / KM, scale, sphere, where),
        verdict.evaluate(
            demands["segregation"],
            segregation,
            scale,
            noise,
            where,
            other,
            sigma=error,
            freedom=freedom,
        ),
        verdict.evaluate(demands["virial"], pile["virial_ratio"], scale, where=where),
        verdict.evaluate(demands["coordination"], pile["coordination"], scale, where=where),
    ]


def draw(given, params):
    _, before, after = largest(given, params)
    colours = dict(zip(np.unique(after["radius"]), [figure.SKY, figure.ORANGE, figure.VERMILION]))
    half_width = 1.05 * max(np.abs(before["position"][:, :2]).max(axis=1) + before["radius"]) / KM
    page, axes = figure.plt.subplots(1, 3, figsize=(14, 4.6), width_ratios=[1, 1, 1.1])
    for panel, pile, title in zip(
        axes, (before, after), ("before: as seeded", "after: settled under its own gravity")
    ):
        spheres.draw(
            panel,
            pile["position"] / KM,
            pile["radius"] / KM,
            [colours[r] for r in pile["radius"]],
            half_width,
            "km",
        )
        panel.set_title(title)
    draw_profiles(axes[2], before, after, colours)
    published = verdict.demands(given.published).get(f"radius_{len(after['radius'])}")
    if published and "value" in published:
        axes[2].axvline(published["value"], color=figure.BLACK, linewidth=0.8, linestyle=":")
        axes[2].annotate(
            f" published: {published['value']:g} km", (published["value"], 0.02), fontsize=9
        )
    return page


if "snakemake" in globals():
    study.make(snakemake, collect, finish, draw)  # noqa: F821
