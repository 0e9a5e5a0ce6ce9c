"""Figs. 3, 4: the picture."""
from analysis import figure

# speed, spin, frame
CASES = {
    "at rest": (0, 0, 0),
    "frame": (0, 0, 1.5e-5),
    "spins": (0, 4e-3, 0),
    "both": (0, 7e-3, 1.5e-5),
}
TITLES = {
    "at rest": "3a: at rest",
    "frame": "3b: frame 1.5e-5 rad/s",
    "spins": "4a: spins 4e-3 rad/s",
    "both": "4b: 7e-3 and 1.5e-5 rad/s",
}


def draw(series):
    page, axes = figure.plt.subplots(1, 4, figsize=(16, 4.2))
    for axis, case in zip(axes, CASES):
        for kind, style in (("ccp", "-"), ("coulomb", ":")):
            line = [row for row in series if row["case"] == case and row["kind"] == kind]
            for name, colour in zip(
                ("norm", "x", "y", "z"), (figure.BLACK, figure.BLUE, figure.GREEN, figure.VERMILION)
            ):
                axis.plot(
                    [row["time"] for row in line],
                    [row[name] for row in line],
                    style,
                    color=colour,
                    label=name if kind == "ccp" else None,
                )
        axis.set(xlabel="time [h]", title=TITLES[case])
    axes[0].set(ylabel="orbital angular momentum [kg m$^2$/s]")
    axes[0].legend(title="relaxed cone; dotted: Coulomb")
    return page
