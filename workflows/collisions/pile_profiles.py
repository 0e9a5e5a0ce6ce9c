"""D2, Fig. 1: radial distribution of each size in a pile."""
import numpy as np

KM = 1000.0


def profile(pile, radius):
    """(pile, radius of a size class [m]) => distances of its bodies from the centre in ascending
    order [km], each with the share of the class inside"""
    distance = np.sort(np.linalg.norm(pile["position"][pile["radius"] == radius], axis=1)) / KM
    return list(zip(distance, np.arange(1, len(distance) + 1) / len(distance)))


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
