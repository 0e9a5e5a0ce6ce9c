"""How a figure is made: from runs to tables, from tables alone to verdicts and the picture.

A script of a study has functions: collect(given, params) => {name: rows}, the tables `data` and perhaps others, written as <name>.csv beside the figure;
finish(tables, demands, scale) => (entries of verdict.json, figure or None); and draw(given, params) => figure, if the picture needs more than the
tables, such as bodies. TABLES names those that finish needs, if it needs others than `data`. What is kept of a run is enough for finish:
`python3 -m analysis.again FOLDER...` judges and draws anew without it.
"""
from pathlib import Path

from analysis import figure, files, verdict


def make(job, collect, finish=None, draw=None, dpi=None):
    """(the snakemake object of a figure's rule, the script's functions, dots per inch) => its outputs written; without finish nothing is judged"""
    folder = Path(job.output.data).parent
    for name, rows in collect(job.input, job.params).items():
        files.write_rows(folder / f"{name}.csv", rows)
    if finish:
        complete(folder, finish, job.input.published, job.wildcards.scale)
    if draw:
        figure.save(draw(job.input, job.params), job.output.png, job.output.pdf, job.output.svg, dpi=dpi)


def tables(folder):
    """(folder of a figure) => {name: rows} of its tables"""
    return {path.stem: files.read_rows(path) for path in sorted(Path(folder).glob("*.csv"))}


def complete(folder, finish, published, scale, all_formats=True):
    """(folder with the tables, ..., whether the figure is wanted as PDF and SVG too) => verdict.json beside them, and the figure if tables are enough to draw it"""
    entries, page = finish(tables(folder), verdict.demands(published), scale)
    folder = Path(folder)
    verdict.write(folder / "verdict.json", entries)
    if page is not None:
        figure.save(page, *[folder / name for name in ("figure.png", "figure.pdf", "figure.svg")[: 3 if all_formats else 1]])
