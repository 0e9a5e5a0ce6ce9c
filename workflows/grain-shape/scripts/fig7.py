"""M6, Fig. 7A, B: side views of the box before the shaking and after the rise of the intruder."""
import numpy as np

from analysis import failures, figure, rubble, spheres, study
import grains

CM = 0.01
INTRUDER = figure.VERMILION
MEDIUM = {**grains.COLOURS, "rod": figure.BLUE}  # red is reserved for the intruder, as in the paper


class Box:
    """A shaken box at two frames: the first one, and the first in which the intruder has made 95 %
    of its rise."""

    def __init__(self, run, bed, track):
        self.run, self.pile, self.glued, self.series = (
            run,
            rubble.open(bed).arrays,
            grains.read(bed),
            rubble.open(track).records,
        )
        own = self.glued["grain"]
        # the intruder has the first rows
        self.intruder = own == own[0] if own[0] >= 0 else np.arange(len(own)) == 0
        times = rubble.open(track).frames.times
        height = self.at("intruder/height", times)
        up = int(np.argmax(height >= height[0] + 0.95 * (height.max() - height[0])))
        self.frames = [rubble.open(track).frames[k] for k in (0, up)]

    def at(self, name, time):
        """(observable of the track, times) => its values at these times"""
        return np.interp(time, self.series["time"], self.series[name])

    def cycles(self, frame):
        return self.at("shake/cycles", frame.time)

    def floor(self, frame):
        return self.at("shake/floor", frame.time)

    def top(self):
        """=> height above the floor of the pictured region [m]"""
        return (
            max(frame.arrays["position"][:, 2].max() - self.floor(frame) for frame in self.frames)
            + 0.5 * CM
        )

    def colours(self):
        """=> a colour for each sphere, by the shape of its grain; the shapes of the medium"""
        kinds = set(grains.shapes(self.glued)[~self.intruder])
        return [
            INTRUDER if i else c for c, i in zip(grains.by_shape(self.glued, MEDIUM), self.intruder)
        ], kinds


def boxes(given, params):
    return [Box(*found) for found in failures.succeeded(params.runs, given.beds, given.tracks)]


def collect(given, params):
    rows = []
    for box in boxes(given, params):
        for frame in box.frames:
            above = frame.arrays["position"] / CM - np.array([0, 0, box.floor(frame) / CM])
            names = ["x [cm]", "y [cm]", "height above the floor [cm]"]
            rows += [
                {
                    "run": box.run,
                    "cycle": f"{box.cycles(frame):.2f}",
                    **{name: f"{x:.4f}" for name, x in zip(names, place)},
                    "radius [cm]": f"{radius:.4f}",
                }
                for place, radius in zip(above, box.pile["radius"] / CM)
            ]
    return {"data": rows}


def draw(given, params):
    found = boxes(given, params)
    if not found:
        return figure.unavailable()
    page, axes = figure.plt.subplots(2, len(found), figsize=(3.8 * len(found), 7.8), squeeze=False)
    kinds = set()
    for column, box in zip(axes.T, found):
        colours, told_apart = box.colours()
        kinds |= told_apart
        for panel, frame, when in zip(
            column, box.frames, ("at the start", f"after {box.cycles(box.frames[1]):.0f} cycles")
        ):
            draw_rear_half(panel, box, frame, colours)
            panel.set_title(f"{box.run}: {when}", fontsize=10)
    marks = [
        figure.plt.Line2D([], [], marker="o", linestyle="", color=INTRUDER, label="intruder"),
        *grains.marks(kinds, MEDIUM),
    ]
    axes[1, len(found) // 2].legend(
        handles=marks, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=3, fontsize=9
    )
    return page


def draw_rear_half(panel, box, frame, colours):
    """Draws the rear half of the box and the intruder, seen along y, with heights above the moving
    floor."""
    place, radius, top = frame.arrays["position"], box.pile["radius"], box.top()
    centre = 0.5 * (place.min(axis=0) + place.max(axis=0))
    view = np.column_stack(
        [place[:, 0] - centre[0], place[:, 2] - box.floor(frame) - top / 2, place[:, 1]]
    )
    keep = (place[:, 1] <= centre[1]) | box.intruder
    half_width = 0.6 * max(top, np.ptp(place[:, 0]) + 2 * radius[1]) / CM
    spheres.draw(
        panel,
        view[keep] / CM,
        radius[keep] / CM,
        [c for c, k in zip(colours, keep) if k],
        half_width,
        "cm",
    )


if "snakemake" in globals():
    study.make(snakemake, collect, draw=draw, dpi=100)  # noqa: F821
