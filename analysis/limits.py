"""Tables of rubble-limits for figures: fluid figures, and rates of rotation of ellipsoids."""
import json
import subprocess

from analysis import workflow

BODY = workflow.ROOT / "workflows" / "rules" / "limits.toml"
# required by the tool, without effect on the rate
STRENGTH = {"friction_angle": "30 degree", "cohesion": "0 Pa"}


def table(*options):
    """(options of rubble-limits) => its rows, each a dict by column name"""
    done = subprocess.run(
        ["rubble-limits", "--json", "--config", BODY, *options],
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)["rows"]


def weightless_rate(axes, density):
    """(semi-axes of an ellipsoid that rotates about the third [m], density [kg m-3]) => rate at
    which the end of the longer one of the first two is weightless [rad s-1]"""
    values = {
        "axes": list(map(float, axes)),
        **{name: f'"{value}"' for name, value in STRENGTH.items()},
    }
    options = [f"--set=body.strength.{name}={value}" for name, value in values.items()]
    return table(*options, f"--set=body.density={float(density)!r}")[0]["weightless_rate"]


def fluid_figures(momenta):
    """(angular momenta L / sqrt(G M^3 r), r = radius of the ball of equal volume) => [(c / a of the
    Maclaurin spheroid, b / a and c / a of the Jacobi ellipsoid or None below the bifurcation)] with
    these angular momenta"""
    rows = (
        table("--momentum", ",".join(repr(float(momentum)) for momentum in momenta))
        if len(momenta)
        else []
    )
    found = []
    for row in rows:
        if row["sequence"] == "maclaurin":
            found.append((row["c_over_a"], None, None))
        else:
            found[-1] = (found[-1][0], row["b_over_a"], row["c_over_a"])
    return found


def fluid_curves(step):
    """(step of the angular momentum) => rows "sequence", "momentum", "c_over_a" of the fluid
    figures up to an angular momentum of 1"""
    return [
        {name: row[name] for name in ("sequence", "momentum", "c_over_a")}
        for row in table("--fluid", repr(step))
    ]
