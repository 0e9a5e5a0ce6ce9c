"""Statements of the paper that cannot all hold, or that hold for one reading only: a run and a number for each."""
import csv

import numpy as np

from analysis import files, figure, verdict

given, output = snakemake.input, snakemake.output  # noqa: F821
demands, scale = verdict.demands(given.published), snakemake.wildcards.scale  # noqa: F821
tracks = dict(zip(snakemake.params.tracks, given.tracks))  # noqa: F821
clusters = dict(zip(snakemake.params.clusters, given.clusters))  # noqa: F821
HOUR = 3600.0
made = files.settings(tracks["claim-stiff"], "rubble-generate")
RADII = np.array([min(made["size"]["radii"]), max(made["size"]["radii"])])
DENSITY = made["material"]["density"]


def least_stiffness(speed, fraction=0.1, radius=RADII[1]):
    """(speed of impact [m/s], overlap / radius) => what one of the largest spheres needs [N/m] lest the overlap of two
    exceeds that: the paper's Eq. 15, k = (4/3) pi rho R v^2 / f^2"""
    return 4 / 3 * np.pi * DENSITY * radius * speed**2 / fraction**2


def steps_in_contact(k, dt, radius=RADII[0]):
    """(stiffness of one sphere [N/m], step [s]) => steps in a contact of two of the smallest spheres, the pair's spring being k / 2"""
    mass = 4 / 3 * np.pi * DENSITY * radius**3
    return np.pi * np.sqrt(mass / 2 / (k / 2)) / dt


def oblique_impact(lever_at_surface, k, speed, friction, restitution, radii=RADII):
    """(levers: the radii, as printed, or up to the plane of contact; ...) => change of the angular momentum of two spheres
    that meet at 45 degrees, over its value before. Leapfrog of 2000 steps per contact in the plane; not Rubble's code."""
    r = radii
    m = 4 / 3 * np.pi * DENSITY * r**3
    moment = 0.4 * m * r**2
    mu, reach = m.prod() / m.sum(), r.sum()
    x, v, spin = np.array([reach, 0.0]), speed / np.sqrt(2) * np.array([-1.0, 1.0]), np.zeros(2)
    dt = np.pi * np.sqrt(mu / (k / 2)) / 2000

    def total():
        return mu * (x[0] * v[1] - x[1] * v[0]) + (moment * spin).sum()

    before = total()
    while True:
        x = x + dt / 2 * v
        d = np.hypot(*x)
        if d > reach:
            return total() / before - 1
        n, t = x / d, np.array([-x[1], x[0]]) / d
        plane = (d**2 + r[0]**2 - r[1]**2) / (2 * d)
        lever = r if lever_at_surface else np.array([plane, d - plane])
        push = k / 2 * (reach - d) * (restitution**2 if v @ n > 0 else 1)
        slip = v @ t - (lever * spin).sum()
        pull = -np.sign(slip) * min(friction * push, 2 / 7 * mu * abs(slip) / dt)  # on the second sphere
        v = v + dt / mu * (push * n + pull * t)
        spin = spin - dt * lever * pull / moment
        x = x + dt / 2 * v


def elongation(track):
    """(track.h5) => times of its frames, and the shortest over the longest axis of the bodies' moments of inertia"""
    times, ratios = files.frame_times(track), []
    for k in range(len(times)):
        frame = files.frame(track, k)
        mass = frame["radius"]**3
        x = frame["position"] - np.average(frame["position"], axis=0, weights=mass)
        spread = np.linalg.eigvalsh((mass[:, None] * x).T @ x)
        ratios.append(np.sqrt(spread[0] / spread[-1]))
    return times, np.array(ratios)


def largest(name):
    return next(row["largest"] for row in files.tables(clusters[name])["summary"] if row["finder"] == "three_step")


speed = files.tsv(given.encounter)[0]["impact_speed"]
entries, table = [], []


def say(claim, number, note, where="", reason=""):
    entries.append(verdict.judge(demands[claim], float(number), scale, note, where, reason))


page, (left, right) = figure.plt.subplots(1, 2, figsize=(11, 4.4))
for name, colour in (("claim-stiff", figure.BLUE), ("claim-soft", figure.VERMILION)):
    series, used = files.series(tracks[name]), files.settings(tracks[name])
    spring, friction = used["contact"]["normal"], used["contact"]["sliding"]["friction"]
    k, restitution = spring["stiffness"], spring["restitution"]
    label = f"k = {k:.0e} N/m"
    left.plot(series["time"], series["overlap/ever_deep"], color=colour, label=label + ", ever")
    left.plot(series["time"], series["overlap/deep"], color=colour, linewidth=0.8, linestyle=":", label=label + ", now")
    table += [(name, t, e, d) for t, e, d in zip(series["time"], series["overlap/ever_deep"], series["overlap/deep"])]
    say("claim_stiffness", k / least_stiffness(speed), f"Impact at {speed:.0f} m/s.", label)
    say("claim_steps", steps_in_contact(k, used["step"]["dt"]), "", label)
    say("claim_overlap", series["overlap/ever_deep"][-1],
        f"Largest overlap of all steps: {series['worst_overlap'][-1]:.3g} of the smaller radius.", label,
        reason="" if name == "claim-stiff" else verdict.VARIANT)
    gained = {at_surface: oblique_impact(at_surface, k, speed, friction, restitution) for at_surface in (True, False)}
    say("claim_levers", gained[True], f"With levers up to the plane of contact {gained[False]:.1e}.", label)
figure.published_line(left, 0.01, "published: less than 0.01")
left.set(xlabel="time [s]", ylabel="share of bodies with overlaps above 1 %", ylim=(0, 1.02))
left.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, fontsize=9)
for name, label, colour in (("claim-kinetic", "kinetic friction (the paper's)", figure.ORANGE), ("claim-static", "springs that stick", figure.GREEN)):
    time, ratio = elongation(tracks[name])
    right.plot(time / HOUR, ratio, "o-", color=colour, markersize=3, label=label)
    table += [(name, t, r, "") for t, r in zip(time, ratio)]
    say("claim_creep", ratio[-1], f"At the start {ratio[0]:.3f}; change in the last hour {ratio[-1] - np.interp(time[-1] - HOUR, time, ratio):+.4f}.", label)
right.set(xlabel="time [h]", ylabel="shortest / longest axis", ylim=(0, 1.02))
right.legend(loc="lower right")
figure.save(page, output.png, output.pdf)

if clusters:
    own = largest(snakemake.params.clusters[0])  # noqa: F821
    say("claim_restitution", largest("claim-springs-ratio") - own, f"Largest remnant with k_out / k_in = 0.81: {own:.4f} of all mass.")
    say("claim_rolling", largest("claim-rolling") - own, f"With 1e-5: {own:.4f}.")
with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["run", "time [s]", "share ever above 1 % overlap, or shortest / longest axis", "share above 1 % now"])
    rows.writerows(table)
verdict.write(output.verdict, entries)
