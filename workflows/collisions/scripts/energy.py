"""D1: energy in the elastic collapse of a cloud, at three time steps."""
import csv

import numpy as np

from analysis import files, figure, verdict

steps = [float(text.split()[0]) for text in snakemake.params.dt]  # noqa: F821
output, demands = snakemake.output, verdict.demands(snakemake.input.published)  # noqa: F821
scale = snakemake.wildcards.scale  # noqa: F821
STUDY_STEP = 0.04  # [s] the step that the demand is about

errors = {}
for dt, path in zip(steps, snakemake.input.tracks):  # noqa: F821
    track = files.series(path)
    total = files.total_energy(track)
    errors[dt] = track["time"], (total - total[0]) / abs(total[0])
worst = np.array([np.abs(errors[dt][1]).max() for dt in steps])
# Each impact adds an error of random sign. Its size shows the order of the scheme better than the sum of a few, the largest error.
change = np.array([np.sqrt(np.mean(np.diff(errors[dt][1]) ** 2)) for dt in steps])
order, order_largest = (float(np.polyfit(np.log(steps), np.log(size), 1)[0]) for size in (change, worst))

page, (left, right) = figure.plt.subplots(1, 2, figsize=(10, 4.2))
for dt, colour, style in zip(steps, figure.COLOURS, ["-", "--", "-."]):
    time, error = errors[dt][0], np.abs(errors[dt][1])
    left.semilogy(time[1:], np.where(error[1:] > 0, error[1:], np.nan), style, color=colour, label=f"dt = {dt:g} s")
figure.published_line(left, demands["energy"]["high"], "demanded at 0.04 s: below this")
left.set(xlabel="time [s]", ylabel="|E - E0| / |E0|", title="elastic collapse without friction")
left.legend(loc="lower right")
guide = np.array([min(steps), max(steps)])
for size, marker, colour, label in ((worst, "o", figure.BLUE, "largest of the run"),
                                    (change, "s", figure.VERMILION, "rms change between records")):
    right.loglog(steps, size, marker, color=colour, label=label)
    middle = np.exp(np.mean(np.log(size)) - 2 * np.mean(np.log(steps)))
    right.loglog(guide, middle * guide**2, "--", color=figure.GREY, label="second order" if marker == "s" else None)
right.set(xlabel="time step dt [s]", ylabel="relative energy error", title=f"fitted order of the changes: {order:.2f}")
right.set_xticks(steps, [f"{dt:g}" for dt in steps])
right.set_xticks([], minor=True)
right.legend()
figure.save(page, output.png, output.pdf)

with open(output.data, "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["dt [s]", "time [s]", "(E-E0)/|E0|"])
    for dt, (time, error) in errors.items():
        rows.writerows((dt, t, e) for t, e in zip(time, error))
verdict.write(output.verdict, [
    verdict.judge(demands["energy"], float(worst[steps.index(STUDY_STEP)]), scale),
    verdict.judge(demands["energy_order"], order, scale, f"Fitted over dt = {', '.join(map(str, steps))} s."),
    verdict.judge(demands["energy_order_largest"], order_largest, scale, "A random walk over the impacts: see the other order."),
])
