"""D2, Fig. 1: a rubble pile before and after its collapse, the radial distribution of its particle
sizes, and the properties of every pile."""
import numpy as np

from analysis import failures, figure, rubble, spheres, study, verdict

KM = 1000.0
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


def profile(pile, radius):
    """(pile, radius of a size class [m]) => distances of its bodies from the centre in ascending
    order [km], each with the share of the class inside"""
    distance = np.sort(np.linalg.norm(pile["position"][pile["radius"] == radius], axis=1)) / KM
    return list(zip(distance, np.arange(1, len(distance) + 1) / len(distance)))


def finish(tables, demands, scale):
    return [entry for pile in tables["piles"] for entry in entries_of(pile, demands, scale)], None


def entries_of(pile, demands, scale):
    """=> entries of one pile. Quantities that depend on the number of bodies have published values
    for the paper's numbers alone."""
    count = pile["bodies"]
    where = f"N = {count}"
    published = f"radius_{count}" in demands
    other = "" if published else verdict.SCALE
    radius = demands[f"radius_{count}" if published else "radius"]
    noise = f"Counting noise at N = {count}: about {100 * pile['segregation_noise']:.0f} %."
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
        verdict.evaluate(demands["segregation"], pile["segregation"], scale, noise, where, other),
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


def draw_profiles(panel, before, after, colours):
    for radius, colour in colours.items():
        for pile, style in ((before, "--"), (after, "-")):
            distance, share = zip(*profile(pile, radius))
            label = f"{radius / KM:g} km ({len(distance)})" if pile is after else None
            panel.step([0, *distance], [0, *share], style, where="post", color=colour, label=label)
    panel.set(
        xlabel="distance from the centre of mass [km]",
        ylabel="share of the class inside",
        xlim=(0, None),
        ylim=(0, 1.02),
        title="full: after, dashed: before",
    )
    panel.legend(title="radius (number)", loc="upper left")


if "snakemake" in globals():
    study.make(snakemake, collect, finish, draw)  # noqa: F821
