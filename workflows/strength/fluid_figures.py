"""Comparison of bodies with fluid figures."""
import numpy as np

from analysis import limits


def fluid_figures(row):
    """(row with the columns of fluid_columns) => (b / a, c / a) of the fluid figures with its
    angular momentum: the Maclaurin spheroid and, beyond the bifurcation, the Jacobi ellipsoid"""
    found = [(1.0, row["maclaurin_short"])]
    return (
        found
        if row["jacobi_short"] is None
        else [*found, (row["jacobi_middle"], row["jacobi_short"])]
    )


def fluid_columns(momenta):
    """(angular momenta L / sqrt(G M^3 R), 0 to 2) => for each a dict with c / a of the Maclaurin
    spheroid, and b / a and c / a of the Jacobi ellipsoid (None below the bifurcation)"""
    return [
        dict(zip(("maclaurin_short", "jacobi_middle", "jacobi_short"), figures))
        for figures in limits.fluid_figures(momenta)
    ]


def curves(step):
    """(step of the angular momentum) => rows "sequence", "momentum", "c_over_a", "b_over_a" of the
    fluid figures up to an angular momentum of 1"""
    columns = ("sequence", "momentum", "c_over_a", "b_over_a")
    return [{name: row[name] for name in columns} for row in limits.table("--fluid", repr(step))]


def from_fluid(middle, short, figures):
    """(b / a, c / a of a body, result of fluid_figures) => distance in (b / a, c / a) to the
    nearest of these figures"""
    return float(min(np.hypot(middle - b, short - c) for b, c in figures))


def nearest(middle, short, figures):
    """(b / a, c / a of a body, result of fluid_figures) => (b / a, c / a) of the nearest of these
    figures"""
    return min(figures, key=lambda figure: np.hypot(middle - figure[0], short - figure[1]))


def flattening_error(middle, short, figures):
    """(b / a, c / a of a body, result of fluid_figures) => difference of c / a from that of the
    nearest of these figures"""
    return float(abs(short - nearest(middle, short, figures)[1]))


def flattening_of(row):
    """(row of a body with the columns of fluid_columns) => result of flattening_error"""
    return flattening_error(row["middle"], row["short"], fluid_figures(row))
