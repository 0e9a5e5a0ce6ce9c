"""How a figure is made: from runs to tables, from tables alone to verdicts and the picture.

A script of a study has functions: collect(given, params) => {name: rows}, the tables `data` and perhaps others, written as <name>.csv beside the figure;
finish(tables, demands, scale) => (entries of verdict.json, figure or None); and draw(given, params) => figure, if the picture needs more than the tables, such
as bodies. TABLES names those that finish needs, if it needs others than `data`. The kept files of a run suffice for finish: `python3 -m analysis.again
FOLDER...` evaluates and draws again without it. A study that takes more hours than a machine has at a time is run in parts: with `--config kept=1` the tables
of a figure have, beside the rows of the runs at hand, those that docs/results keeps of the other runs, if these are still what the study's configuration says.
Properties of each run are in origin.csv beside the tables: its digest, and whether the picture shows it.

collect and draw pass over runs that failed (failures.succeeded); failed.csv beside the tables lists them. Numbers whose runs are missing then say that a run failed.
"""
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from analysis import failures, figure, files, panels, verdict, workflow

RESULTS = workflow.ROOT / "docs" / "results"
ORIGIN, FAILED = "origin", "failed"


def make(job, collect, finish=None, draw=None, dpi=None, renders=False):
    """(the snakemake object of a figure's rule, the script's functions, dots per inch, true if draw renders pictures: see with_pictures) => its outputs written; without
    finish nothing is judged"""
    folder = Path(job.output.data).parent
    failed = failures.table(failures.paths_in(list(job.input)))
    (folder / f"{FAILED}.csv").unlink(missing_ok=True)
    if failed:
        files.write_rows(folder / f"{FAILED}.csv", failed)
        print(f"omitted failed runs: {', '.join(row['run'] for row in failed)}", file=sys.stderr)
    try:
        with tempfile.TemporaryDirectory() as scratch:
            written(job, folder, collect, finish, draw and with_pictures(draw, folder, scratch, failed) if renders else draw, dpi)
    except subprocess.CalledProcessError:  # the system stopped a program: Snakemake repeats the figure
        raise
    except Exception:
        if not failed:
            raise
        traceback.print_exc()
        without(job, folder, finish, failed)


def with_pictures(draw, folder, scratch, failed):
    """(draw(given, params, render), folder of the figure, scratch folder, failed runs) => draw(given, params). render([(pile, options of rubble-render)]) => paths for
    panels.show; pictures that failed are added to failed.csv."""
    def render(wanted):
        paths = panels.rendered(wanted, scratch)
        lost = failures.table(paths)
        if lost:
            files.write_rows(folder / f"{FAILED}.csv", failed + lost)
        return paths

    return lambda given, params: draw(given, params, render)


def without(job, folder, finish, failed):
    """(..., failed runs) => the outputs of a figure that cannot be made without these runs: a picture and entries of its demands that say so, empty tables"""
    figure.save(figure.empty(f"not drawn: failed: {', '.join(row['run'] for row in failed[:3])}{', ...' if len(failed) > 3 else ''}"), job.output.png, job.output.pdf, job.output.svg)
    for path in job.output:
        if str(path).endswith(".csv"):
            files.write_rows(path, [])
    if finish:
        demands = [demand for demand in verdict.demands(job.input.published).values() if verdict.folder_of(demand["figure"]) == folder.name]
        missing = [verdict.judge(demand, None, job.wildcards.scale, reason=verdict.MISSING) for demand in demands]
        verdict.write(folder / "verdict.json", [verdict.without_failed(entry, [row["run"] for row in failed]) for entry in missing])


def written(job, folder, collect, finish, draw, dpi):
    """(as make, folder of the figure) => its outputs written"""
    found = collect(job.input, job.params)
    if finish:
        found = with_origin(found, Path(job.input.published).parent, job.wildcards.scale, folder.name, job.config.get("kept"), draw is None)
    for name, rows in found.items():
        files.write_rows(folder / f"{name}.csv", rows)
    drawn = finish and complete(folder, finish, job.input.published, job.wildcards.scale)
    if draw:
        figure.save(draw(job.input, job.params), job.output.png, job.output.pdf, job.output.svg, dpi=dpi)
    elif not drawn:
        figure.save(figure.empty("runs that this figure needs are missing"), job.output.png, job.output.pdf, job.output.svg)


def with_origin(found, config, scale, name, kept, all_drawn):
    """({name: rows} of the runs at hand, folder config/ of the study, scale, name of the figure, whether rows that were kept are wanted, whether the
    picture is drawn from the tables) => the tables, with origin.csv among them if they have runs"""
    digests = workflow.digests(config, scale)
    here = runs_in(found)
    if kept:
        found = merged(still_so(tables(RESULTS / config.parent.name / scale / name), digests, here), found, list(digests))
    rows = [{"run": run, "digest": digests[run], "drawn": int(all_drawn or run in here)} for run in digests if run in runs_in(found)]
    return {**found, ORIGIN: rows} if rows else found


def runs_in(found):
    """({name: rows}) => the runs that these rows are of"""
    return {row["run"] for name, rows in found.items() if name != FAILED for row in rows if "run" in row}


def still_so(kept, digests, here):
    """(tables that were kept, {run: its digest} as the configuration now is, runs at hand) => those tables without the runs that were made by another
    configuration or of which that is not known; those that are not at hand either are named"""
    made = {row["run"]: row["digest"] for row in kept.get(ORIGIN, [])}
    other = {run for run in runs_in(kept) if run in digests and made.get(run) != digests[run]}
    for which, why in ((other & set(made), "with an old configuration"), (other - set(made), "without a recorded configuration")):
        if which - here:
            print(f"omitted runs in docs/results {why}: {' '.join(sorted(which - here))}", file=sys.stderr)
    return {name: [row for row in rows if row.get("run") not in other] for name, rows in kept.items()}


def merged(kept, found, order):
    """(tables that were kept, {name: rows}; those of the runs at hand; names of all runs in order) => the rows of both, a run at hand in place of the
    same run that was kept. Columns that only one side has are empty in the other's rows; tables without a column `run` are those at hand."""
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
    return {path.stem: files.read_rows(path) for path in sorted(Path(folder).glob("*.csv"))}


def complete(folder, finish, published, scale, all_formats=True):
    """(folder with the tables, ..., whether the figure is wanted as PDF and SVG too) => verdict.json beside them, and the figure if tables are enough to draw it; returned: whether they are"""
    found = tables(folder)
    entries, page = finish({name: rows for name, rows in found.items() if name != FAILED}, verdict.demands(published), scale)
    failed = [row["run"] for row in found.get(FAILED, []) if row["tool"] != "rubble-render"]  # no number is read from a picture
    entries = [verdict.without_failed(entry, failed) for entry in entries]
    folder = Path(folder)
    verdict.write(folder / "verdict.json", entries)
    if page is not None:
        figure.save(page, *[folder / name for name in ("figure.png", "figure.pdf", "figure.svg")[: 3 if all_formats else 1]])
    return page is not None
