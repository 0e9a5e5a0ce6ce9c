"""The runs of Table 2 or 3, and the definition of their ratios."""
import re

import numpy as np

from analysis import failures, rubble, uncertainty, verdict

NAME = re.compile(
    r"(?P<letter>[ST])(?P<number>\d+)(-(?P<variant>[a-z][a-z0-9-]*?))?-s(?P<seed>\d+)"
)
EXTENTS, RANGES, ALPHA, OWN = (
    f"bulk density, {which} [kg/m3]" for which in ("extents", "half ranges", "alpha shape", "run")
)
GRAIN = 1700.0  # density of a grain, config/rock.toml [kg/m3]
# definitions of the bulk radius; the first is the default
READINGS = ("distance", "ellipsoid", "semi_axis", "mass95")
# growth of the radius that counts as failure; the ratio is proportional to this power of the bulk
# density, because the critical period is to the power -1/2 and the Roche distance to -1/3; axis
DEFINED = {
    "S": ("5 %", 1 / 2, "period at failure / nominal critical period"),
    "T": ("0.5 %", 1 / 3, "distance at failure / Roche distance"),
}


class Table:
    """The runs of Table 2 (letter S) or 3 (T) and the definition of their ratios"""

    def __init__(self, rows, letter):
        self.letter, (self.threshold, self.power, self.axis) = letter, DEFINED[letter]
        self.runs = [{**row, **NAME.fullmatch(row["run"]).groupdict(default="")} for row in rows]
        for run in self.runs:
            run.update(number=int(run["number"]), seed=int(run["seed"]))
        self.numbers = sorted({r["number"] for r in self.runs if not r["variant"]})
        # One density for all compositions of the table: its ratios are then comparable.
        self.density = RANGES if self.complete(*self.numbers) else EXTENTS

    def chosen(self, number, variant=""):
        return [r for r in self.runs if (r["number"], r["variant"]) == (number, variant)]

    def ratio(self, run, radius=READINGS[0], density=None, threshold=None):
        """=> the ratio of the run [%]; nan if the body did not fail by this definition. Densities:
        that of the table by default; the one from the extents if the chosen one was not kept"""
        value = run.get(f"{radius}, {threshold or self.threshold} [%]")
        wanted = run.get(density or self.density) or run[EXTENTS]
        own = run.get(OWN) or run[EXTENTS]
        return np.nan if value is None else value * (wanted / own) ** self.power

    def values(self, number, variant="", **reading):
        """=> ratios [%] of the bodies of a composition that failed, one for each seed"""
        values = np.array([self.ratio(r, **reading) for r in self.chosen(number, variant)])
        return values[np.isfinite(values)]

    def filled(self, number, variant=""):
        """=> mean solid fraction of the alpha shapes of a composition's bodies"""
        return float(np.mean([r[ALPHA] for r in self.chosen(number, variant)]) / GRAIN)

    def complete(self, *numbers, variant=""):
        """=> true if the densities from the half ranges were kept for all bodies of these
        compositions"""
        return all(r.get(RANGES) for n in numbers for r in self.chosen(n, variant))

    def common(self, *chosen):
        """((composition, variant), ...) => the definition of the density that all of these bodies
        have"""
        kept = all(self.complete(n, variant=variant) for n, variant in chosen)
        return self.density if kept else EXTENTS

    def means(self, variant="", **reading):
        found = {n: self.values(n, variant, **reading) for n in self.numbers}
        return {n: float(values.mean()) for n, values in found.items() if len(values)}

    def deviation(self, variant="", **reading):
        """=> standard deviation over the seeds and its degrees of freedom, pooled over all
        compositions, because each has few seeds"""
        return uncertainty.pooled([self.values(n, variant, **reading) for n in self.numbers])

    def error(self, *numbers, variant="", **reading):
        """=> standard error of a sum or difference of these compositions' means"""
        return float(
            self.deviation(variant, **reading)[0]
            * np.sqrt(sum(1 / len(self.values(n, variant, **reading)) for n in numbers))
        )

    def shift(self, *numbers, variant=""):
        """=> largest relative change of a ratio of this table between the densities from the
        extents and from the half ranges; 0 if these compositions are read by the half ranges, nan
        if those of no body were kept"""
        if self.density == RANGES and self.complete(*numbers, variant=variant):
            return 0.0
        both = [run[RANGES] / run[EXTENTS] for run in self.runs if run.get(RANGES)]
        return max((abs(x**self.power - 1) for x in both), default=np.nan)

    def censored(self, *numbers, variant=""):
        """=> remark on bodies that did not fail; "" if all failed"""
        lost = [
            (
                n,
                len(self.chosen(n, variant)),
                len(self.chosen(n, variant)) - len(self.values(n, variant)),
            )
            for n in numbers
        ]
        return " ".join(
            f"Censored: {gone} of {every} bodies of {self.letter}{n} did not fail."
            for n, every, gone in lost
            if gone
        )

    def reason(self, *numbers, variant=""):
        """=> the reason why numbers of these compositions are not evaluated; "" if they are"""
        if not np.isfinite(self.shift(*numbers, variant=variant)):
            return verdict.MISSING
        return verdict.CENSORED if self.censored(*numbers, variant=variant) else ""


# of the rows 1 to 10 of both tables
COMPOSITION = ["spheres"] * 4 + ["dumbbells", "cubes", "tetrahedra", "mixed", "diamonds", "rods"]


def number_text(values):
    return ", ".join(f"{v:.1f}" for v in values) or "none failed"


def collect(given, params):
    rows = []
    for name, grains, track, path, shape in failures.succeeded(
        params.runs, params.grains, given.tracks, given.critical, given.shapes
    ):
        part, body = NAME.fullmatch(name).groupdict(), rubble.rows.table(shape)[0]
        found = {
            (row["radius"], row["threshold"]): row["ratio"]
            for row in rubble.rows.tables(path)["summary"]
        }
        rows.append(
            {
                "run": name,
                "composition": COMPOSITION[int(part["number"]) - 1],
                "grains": grains,
                "seed": int(part["seed"]),
                OWN: rubble.open(track).records["bulk/density"][0],
                EXTENTS: body["extent_density"],
                RANGES: body["half_range_density"],
                ALPHA: body["density"],
                **{
                    f"{radius}, {100 * threshold:g} % [%]": ratio
                    for (radius, threshold), ratio in found.items()
                },
            }
        )
    return {"data": rows}
