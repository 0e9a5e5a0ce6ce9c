"""Makes the figures of a study: tables from the runs, then verdicts and the picture from the
tables.

The script of a figure defines these functions:

- collect(given, params) => {name: rows}: the tables, `data` and possibly others, written as
  <name>.csv beside the figure;
- finish(tables, demands, scale) => (entries of verdict.json, figure or None). If it needs other
  tables than `data`, the script lists them in TABLES;
- derive(tables) => {name: rows}: tables that are computed from the others, such as means over runs.
  Optional. It reads the written tables, so that derived tables contain the kept rows;
- draw(given, params) => figure, only if the picture needs more than the tables, such as the
  positions of bodies.

PICTURED in a script lists scales at which the picture of the figure is kept in docs/results, beside
those of PICTURED below.

finish needs no run: `python3 -m analysis.again FOLDER...` evaluates and draws kept tables again. A
long study can be run in parts. With `--config kept=1` the tables of a figure contain the rows of
the present runs, and for the other runs the rows in docs/results, unless the configuration of these
runs has changed. The table origin.csv beside them has the digest of each run and whether the
picture shows the run. The configuration of old runs is not recorded: they have no digest, and their
rows stay until they are repeated.

collect and draw skip failed runs (failures.succeeded); failed.csv beside the tables lists them. A
number that needs a failed run then has the reason "run failed".
"""
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from analysis import failures, figure, output, panels, rubble, verdict, workflow

RESULTS = workflow.ROOT / "docs" / "results"
# scales whose pictures are kept in RESULTS (docs/decisions/0059-size-of-docs-results.md)
PICTURED = ("paper",)
ORIGIN, FAILED = "origin", "failed"


def make(job, collect, finish=None, draw=None, dpi=None, renders=False, derive=None):
    """(the snakemake object of a figure's rule, the script's functions, dots per inch, whether draw
    renders pictures: see with_pictures) Writes the outputs of the rule. Without finish there is no
    verdict.json and there are no derived tables."""
    folder = Path(job.output.data).parent
    failed = failures.table(failures.paths_in(list(job.input)))
    (folder / f"{FAILED}.csv").unlink(missing_ok=True)
    if failed:
        output.write_rows(folder / f"{FAILED}.csv", failed)
        print(f"omitted failed runs: {', '.join(row['run'] for row in failed)}", file=sys.stderr)
    try:
        with tempfile.TemporaryDirectory() as scratch:
            written(
                job,
                folder,
                collect,
                finish,
                draw and with_pictures(draw, folder, scratch, failed) if renders else draw,
                dpi,
                derive,
            )
    # the system stopped a program: Snakemake repeats the figure
    except subprocess.CalledProcessError:
        raise
    except Exception:
        if not failed:
            raise
        traceback.print_exc()
        without(job, folder, finish, failed)


def with_pictures(draw, folder, scratch, failed):
    """(draw(given, params, render), folder of the figure, scratch folder, failed runs) =>
    draw(given, params). render([(pile, options of rubble-render)]) => paths for panels.show;
    pictures that failed are added to failed.csv."""

    def render(wanted):
        paths = panels.rendered(wanted, scratch)
        lost = failures.table(paths)
        if lost:
            output.write_rows(folder / f"{FAILED}.csv", failed + lost)
        return paths

    return lambda given, params: draw(given, params, render)


def without(job, folder, finish, failed):
    """(..., failed runs) Writes the outputs of a figure that cannot be made without these runs: a
    picture that names them, empty tables, and entries with the reason "run failed"."""
    figure.save(
        figure.empty(
            "not drawn: failed: "
            f"{', '.join(row['run'] for row in failed[:3])}{', ...' if len(failed) > 3 else ''}"
        ),
        job.output.png,
        job.output.pdf,
        job.output.svg,
    )
    for path in job.output:
        if str(path).endswith(".csv"):
            output.write_rows(path, [])
    if finish:
        demands = [
            demand
            for demand in verdict.demands(job.input.published).values()
            if verdict.folder_of(demand["figure"]) == folder.name
        ]
        missing = [
            verdict.evaluate(demand, None, job.wildcards.scale, reason=verdict.MISSING)
            for demand in demands
        ]
        verdict.write(
            folder / "verdict.json",
            [verdict.without_failed(entry, [row["run"] for row in failed]) for entry in missing],
        )


def written(job, folder, collect, finish, draw, dpi, derive=None):
    """(snakemake object, folder of the figure, functions of the script) Writes the outputs."""
    found = collect(job.input, job.params)
    if finish:
        found = with_origin(
            found,
            Path(job.input.published).parent,
            job.wildcards.scale,
            folder.name,
            job.config.get("kept"),
            draw is None,
        )
    for name, rows in found.items():
        output.write_rows(folder / f"{name}.csv", rows)
    drawn = finish and complete(
        folder, finish, job.input.published, job.wildcards.scale, derive=derive
    )
    if draw:
        figure.save(
            draw(job.input, job.params), job.output.png, job.output.pdf, job.output.svg, dpi=dpi
        )
    elif not drawn:
        figure.save(
            figure.unavailable(),
            job.output.png,
            job.output.pdf,
            job.output.svg,
        )


def with_origin(found, config, scale, name, kept, all_drawn):
    """({name: rows} of the present runs, folder config/ of the study, scale, name of the figure,
    whether to add kept rows, whether the picture is drawn from the tables) => the tables, with the
    table ORIGIN if they have rows of runs
    """
    digests = workflow.digests(config, scale)
    here = runs_in(found)
    recorded = set(digests)
    if kept:
        stored = still_so(tables(RESULTS / config.parent.name / scale / name), digests, here)
        recorded = here | set(made_of(stored))
        found = merged(stored, found, list(digests))
    rows = [
        {
            "run": run,
            "digest": digests[run] if run in recorded else None,
            "drawn": int(all_drawn or run in here),
        }
        for run in digests
        if run in runs_in(found)
    ]
    return {**found, ORIGIN: rows} if rows else found


def runs_in(found):
    """({name: rows}) => names of the runs in these rows"""
    return {
        row["run"] for name, rows in found.items() if name != FAILED for row in rows if "run" in row
    }


def made_of(found):
    """(tables of a figure) => {run: digest of the configuration that the run was made with}, for
    the runs whose configuration is recorded"""
    return {row["run"]: row["digest"] for row in found.get(ORIGIN, []) if row["digest"]}


def still_so(kept, digests, here):
    """(kept tables, {run: digest} of the present configuration, present runs) => the kept tables
    without the runs of another configuration. Messages name these runs, and those without a
    recorded configuration, which stay until they are repeated. Present runs are not named."""
    made = made_of(kept)
    other = {run for run in set(made) & set(digests) if made[run] != digests[run]}
    for which, what in (
        (other, "omitted runs in docs/results with an old configuration"),
        (
            runs_in(kept) & set(digests) - set(made),
            "runs in docs/results without a recorded configuration, to be repeated",
        ),
    ):
        if which - here:
            print(f"{what}: {' '.join(sorted(which - here))}", file=sys.stderr)
    return {
        name: [row for row in rows if row.get("run") not in other] for name, rows in kept.items()
    }


def merged(kept, found, order):
    """(kept tables, {name: rows}; tables of the present runs; names of all runs in order) => the
    rows of both; a present run replaces the kept rows of the same run. A column that one side lacks
    is empty in its rows. Tables without a column `run` are taken from the present runs.
    """
    return {name: merged_rows(kept.get(name, []), rows, order) for name, rows in found.items()}


def merged_rows(kept, found, order):
    if not all("run" in row for row in kept + found):
        return found
    here = {row["run"] for row in found}
    rows = [row for row in kept if row["run"] not in here and row["run"] in order] + found
    columns = dict.fromkeys(name for row in found + kept for name in row)
    rows.sort(key=lambda row: order.index(row["run"]))
    return [{name: row.get(name) for name in columns} for row in rows]


def tables(folder):
    """(folder of a figure) => {name: rows} of its tables"""
    return {path.stem: rubble.rows.read_csv(path) for path in sorted(Path(folder).glob("*.csv"))}


def pictured(folder):
    """(docs/results/<study>/<scale>/<figure>) => whether the picture of this figure is kept"""
    name, scale, shown = Path(folder).resolve().parts[-3:]
    return scale in (*PICTURED, *getattr(workflow.script(name, shown), "PICTURED", ()))


def complete(folder, finish, published, scale, kept=False, derive=None):
    """(folder with the tables, ..., whether it is in docs/results, function for derived tables or
    None) => whether finish draws the figure from the tables. Writes the derived tables,
    verdict.json and, in that case, the figure: as PNG, PDF and SVG, or in docs/results as a small
    PNG, if its picture is kept there."""
    for name, rows in derive(tables(folder)).items() if derive else ():
        output.write_rows(Path(folder) / f"{name}.csv", rows)
    found = tables(folder)
    entries, page = finish(
        {name: rows for name, rows in found.items() if name != FAILED},
        verdict.demands(published),
        scale,
    )
    # no number is read from a picture
    failed = [row["run"] for row in found.get(FAILED, []) if row["tool"] != "rubble-render"]
    entries = [verdict.without_failed(entry, failed) for entry in entries]
    folder = Path(folder)
    verdict.write(folder / "verdict.json", entries)
    if page is not None:
        formats = ["png"] * pictured(folder) if kept else ["png", "pdf", "svg"]
        figure.save(page, *[folder / f"figure.{name}" for name in formats], small=kept)
    return page is not None
