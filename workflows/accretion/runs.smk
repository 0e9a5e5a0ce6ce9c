# The runs of each figure of the accretion study.


def across(scale, run, view):
    """=> width of the pictured region [m], in proportion to the cube root of the number of bodies: wide enough for the cloud of a collapse ("side"), for a spun-up pile ("above", "edge"), or
    for a disrupted one ("-far")"""
    if view == "near":
        return 45
    length = 10 * bodies_in(scale, run) ** (1 / 3)
    return round({"side": 1.7, "above": 2, "edge": 2}.get(view, 8) * length)


# Options of rubble-render for each view.
VIEWS = {"side": "--colour radius", "above": "--colour speed --view 0,90 --follow", "edge": "--colour speed --view 0,0 --follow", "near": ""}
VIEWS |= {"above-far": VIEWS["above"], "edge-far": VIEWS["edge"]}
PICTURES = {
    f"-{view}": dict(options=f"--size 700,700 {options}", across=lambda w: across(w.scale, w.run, w.view.removeprefix("-")))
    for view, options in VIEWS.items()
}


def singles(wildcards):
    return runs(wildcards.scale, "L4") + runs(wildcards.scale, "L5")


def accretions(wildcards):
    return runs(wildcards.scale, "L1") + runs(wildcards.scale, "L2")


def collapses(wildcards):
    return accretions(wildcards) + [run for name in ("L1-wide", "L1-sparse", "L3") for run in runs(wildcards.scale, name)]


def spun(wildcards):
    return runs(wildcards.scale, "L6")


def reaching(wildcards):
    """=> spin-ups with other distances of cohesion, and all standard spin-ups"""
    return runs(wildcards.scale, "L6-reach") + spun(wildcards)


def trials(wildcards):
    """=> the collapses of L1, which serve as reference and give the standard deviation over clouds, then those of N with one changed parameter each"""
    return runs(wildcards.scale, "L1") + runs(wildcards.scale, "N")


def twins(wildcards):
    """=> the collapses of soft spheres, and those of L1 by Contact Dynamics: from the same clouds, and from further clouds for the standard deviation"""
    return runs(wildcards.scale, "soft") + runs(wildcards.scale, "L1")


def bodies_in(scale, run):
    """=> number of bodies in the cloud that a run started from"""
    while RUNS[scale, run]["tool"] != "generate":
        run = RUNS[scale, run]["inputs"]
    return int(RUNS[scale, run]["cloud.count"])


def largest(scale, experiment):
    """=> the run of an experiment with the most bodies"""
    return max(runs(scale, experiment), key=lambda run: bodies_in(scale, run))


def by_force(wildcards):
    """=> the spin-ups of the first pile, from the least to the greatest cohesion"""
    here = [run for run in spun(wildcards) if run.endswith("-s1")]
    return sorted(here, key=lambda run: float(RUNS[wildcards.scale, run]["contact.cohesion.cohesive_force"]))


def extremes(wildcards):
    here = by_force(wildcards)
    return [here[0], here[-1]] if here else []


def cohesion(scale, run):
    """=> title with the cohesion force that gives the same Bond number in a pile of 3375 spheres, and with the actual force if it differs"""
    own = float(RUNS[scale, run]["contact.cohesion.cohesive_force"])
    bond = own * (3375 / bodies_in(scale, run)) ** (1 / 3)
    return f"f0 = {bond:.4g} N" + (f" (here {own:.3g} N)" if abs(bond / own - 1) > 0.01 else "")


def panels(figure, wildcards):
    """(number of a figure of pictures, wildcards) => its panels: run, frame, view, title"""
    scale = wildcards.scale
    if figure == 6:
        clouds = [(largest(scale, experiment), kind) for experiment, kind in (("L1", "spheres"), ("L2", "hulls")) if runs(scale, experiment)]
        return [(run, 0, "side", f"{bodies_in(scale, run)} {kind}") for run, kind in clouds] + [(run, 0, "near", "hulls") for run, kind in clouds if kind == "hulls"]
    if figure == 7:
        hulls = largest(scale, "L2")
        shown = [(hulls, frame, "side", f"{bodies_in(scale, hulls)} hulls, {10 * frame} min") for frame in (0, 1, 2, 4, 20)]
        ends = [run for run in accretions(wildcards) if run.endswith("-s1") and run != hulls]
        return shown + [(run, -1, "side", f"{bodies_in(scale, run)} {run.split('-')[0]}, 200 min") for run in ends]
    shown = extremes(wildcards)
    found = []
    for run in shown:
        for view, seen in (("above", "along the axis"), ("edge", "across the axis")):
            for frame in (8, 16, 24, 32):
                apart = "-far" if frame == 32 and run == shown[0] else ""
                found.append((run, frame, view + apart, f"{cohesion(scale, run)}, {20 * frame} min\n{seen}"))
    return found


PANELS_ACROSS = {6: 3, 7: 5, 13: 4}


def snapshots(figure):
    """(number of a figure of pictures) => its entry in FIGURES, without the experiments"""
    return dict(
        input=dict(pictures=lambda w: [f"results/{w.scale}/{run}/picture-{frame}-{view}.png" for run, frame, view, _ in panels(figure, w)]),
        params=dict(
            titles=lambda w: [title for *_, title in panels(figure, w)],
            widths=lambda w: [across(w.scale, run, view) for run, _, view, _ in panels(figure, w)],
            columns=PANELS_ACROSS[figure],
        ),
        verdict=False,
        script_name="snapshots",
    )


def planes(wildcards):
    """=> panels of Fig. 15: run, cohesion, frame, for each cohesion of the first pile at 400 and 560 min"""
    return [(run, cohesion(wildcards.scale, run), frame) for frame in (20, 28) for run in by_force(wildcards)]


def fields(wildcards):
    return [f"results/{wildcards.scale}/{run}/field-{frame}.json" for run, _, frame in planes(wildcards)]
