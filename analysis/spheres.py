"""Pictures of piles: shaded spheres in orthographic projection along -z, nearer spheres in
front."""
import numpy as np
from matplotlib.colors import to_rgb

from analysis import figure

LIGHT = np.array([-0.45, 0.55, 0.70])


def picture(position, radius, colours, half_width, pixels=700):
    """(centres [N, 3], radii [N], one colour per sphere, half the width of the view, all in one
    unit) => RGB image, origin lower"""
    image = np.ones((pixels, pixels, 3))
    depth = np.full((pixels, pixels), -np.inf)
    axis = (np.arange(pixels) + 0.5) / pixels * 2 * half_width - half_width
    light = LIGHT / np.linalg.norm(LIGHT)
    rgb = np.array([to_rgb(c) for c in colours])
    for (x, y, z), r, colour in zip(position, radius, rgb):
        columns = slice(*np.searchsorted(axis, [x - r, x + r]))
        rows = slice(*np.searchsorted(axis, [y - r, y + r]))
        nx, ny = np.meshgrid((axis[columns] - x) / r, (axis[rows] - y) / r)
        inside = nx**2 + ny**2 < 1
        nz = np.sqrt(np.where(inside, 1 - nx**2 - ny**2, 0))
        seen = inside & (z + r * nz > depth[rows, columns])
        shade = 0.35 + 0.65 * np.clip(nx * light[0] + ny * light[1] + nz * light[2], 0, 1)
        depth[rows, columns][seen] = (z + r * nz)[seen]
        image[rows, columns][seen] = (colour * shade[..., None])[seen]
    return image


def draw(axes, position, radius, colours, half_width, unit):
    """Draws spheres on axes without ticks, with a scale bar of a round length."""
    extent = [-half_width, half_width] * 2
    axes.imshow(
        picture(position, radius, colours, half_width),
        origin="lower",
        extent=extent,
        interpolation="antialiased",
    )
    bar = figure.round_below(0.7 * half_width)
    left, bottom = -0.95 * half_width, -0.95 * half_width
    axes.plot(
        [left, left + bar], [bottom, bottom], color="black", linewidth=3, solid_capstyle="butt"
    )
    axes.text(
        left + bar / 2,
        bottom + 0.03 * half_width,
        f"{bar:g} {unit}",
        ha="center",
        va="bottom",
        fontsize=10,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
    )
    axes.set(xlim=extent[:2], ylim=extent[2:], aspect="equal")
    axes.axis("off")
