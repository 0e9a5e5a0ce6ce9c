"""R5: notes of the verdicts."""
import fluid_figures
from fluid_remnants import LIMIT, rate_of


def escaped(row):
    return row["lost"] - row["orbiting"] - row["returning"]


def distances(row):
    """=> distances in (b / a, c / a) of the initial and of the final shape from the nearest fluid
    figure with the final angular momentum"""
    figures = fluid_figures.fluid_figures(row)
    return fluid_figures.from_fluid(
        row["middle_before"], row["short_before"], figures
    ), fluid_figures.from_fluid(row["middle"], row["short"], figures)


def ends_of(rows):
    """=> text: difference of c / a and distance in (b / a, c / a) of each final shape"""
    return ", ".join(
        f"{row['run']}: {fluid_figures.flattening_of(row):.3f}, in (b / a, c / a) "
        f"{distances(row)[1]:.3f} ({100 * escaped(row):.0f} % escape, remnant "
        f"{1 - row['lost']:.3f}, b / a {row['middle']:.3f}, of the figure {middle_of(row):.3f})"
        for row in rows
    )


def middle_of(row):
    """=> b / a of the fluid figure that is nearest to the final shape"""
    figures = fluid_figures.fluid_figures(row)
    return fluid_figures.nearest(row["middle"], row["short"], figures)[0]


def ways_of(rows):
    """=> text: distances of the initial and of the final shape of each body"""
    return ", ".join(f"{row['run']}: {'{:.3f} to {:.3f}'.format(*distances(row))}" for row in rows)


def told(start, text):
    return f"{start}: {text}" if text else ""


def sentences(*texts):
    return " ".join(f"{text}." for text in texts if text)


def pieces_of(rows, scale):
    """=> text: largest cluster and mass in orbit of each body, and the rate of oblate ones"""
    return "; ".join(
        f"{row['run']}, largest cluster {1 - row['lost']:.3g}, in orbit {row['orbiting']:.3g}, "
        f"returns {row['returning']:.3g}{multiple(row, scale)}"
        for row in rows
    )


def multiple(row, scale):
    """=> text: rate of an oblate body / rate at which it loses mass; empty for a prolate body"""
    rate = rate_of(row["run"], scale) if row["kind"] == "oblate" else None
    return f", rate / limit {rate / LIMIT:.2f}" if rate else ""
