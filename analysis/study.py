"""How a figure is made: from runs to tables, from tables alone to verdicts and the picture.

A script of a study has functions: collect(given, params) => {name: rows}, the tables `data` and perhaps others, written as <name>.csv beside the figure;
finish(tables, demands, scale) => (entries of verdict.json, figure or None); and draw(given, params) => figure, if the picture needs more than the
tables, such as bodies. TABLES names those that finish needs, if it needs others than `data`. What is kept of a run is enough for finish:
`python3 -m analysis.again FOLDER...` judges and draws anew without it. A study that takes more hours than a machine has at a time is run in parts: with
`--config kept=1` the tables of a figure have, beside the rows of the runs at hand, those that docs/results keeps of the other runs.
"""
from pathlib import Path

from analysis import figure, files, verdict

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "results"


def make(job, collect, finish=None, draw=None, dpi=None):
    """(the snakemake object of a figure's rule, the script's functions, dots per inch) => its outputs written; without finish nothing is judged"""
    folder = Path(job.output.data).parent
    found = collect(job.input, job.params)
    if finish and job.config.get("kept"):
        config = Path(job.input.published).parent
        found = merged(tables(RESULTS / config.parent.name / job.wildcards.scale / folder.name), found, order_of(config / "params.tsv", job.wildcards.scale))
    for name, rows in found.items():
        files.write_rows(folder / f"{name}.csv", rows)
    drawn = finish and complete(folder, finish, job.input.published, job.wildcards.scale)
    if draw:
        figure.save(draw(job.input, job.params), job.output.png, job.output.pdf, job.output.svg, dpi=dpi)
    elif not drawn:
        figure.save(figure.empty("runs that this figure needs are missing"), job.output.png, job.output.pdf, job.output.svg)


def order_of(path, scale):
    """(params.tsv, scale) => the names of its runs, in the table's order"""
    return [row["run"] for row in files.tsv_rows(path) if row["scale"] == scale]


def merged(kept, found, order):
    """(tables that were kept, {name: rows}; those of the runs at hand; names of all runs in order) => the rows of both, a run at hand in place of the
    same run that was kept. Columns that only one side has are empty in the other's rows; tables without a column `run` are those at hand."""
    return {name: merged_rows(kept.get(name, []), rows, order) for name, rows in {**kept, **found}.items()}


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
    entries, page = finish(tables(folder), verdict.demands(published), scale)
    folder = Path(folder)
    verdict.write(folder / "verdict.json", entries)
    if page is not None:
        figure.save(page, *[folder / name for name in ("figure.png", "figure.pdf", "figure.svg")[: 3 if all_formats else 1]])
    return page is not None
