"""The report of a study: one self-contained HTML page, from report.html.jinja, report.css and
report.js.

`python3 -m analysis.report docs/results/<study>/<scale>...` makes the page of kept results, from
their tables and figures. Git ignores it. The documentation site contains the pages of the paper
scale.
"""
import argparse
import base64
import hashlib
import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path

import h5py
import jinja2
import matplotlib
import numpy

from analysis import failures, figure, output, points, rubble, verdict, verdict_table, workflow
from analysis.summary import of_figure, shown, summary

FOLDER = Path(__file__).parent
# of the verdicts; the note stands below the metric
COLUMNS = [
    "experiment",
    "figure",
    "metric",
    "published",
    "obtained",
    "difference",
    "tolerance",
    "kind",
    "verdict",
]
# fields shown of a record
PROVENANCE = ["tool", "version", "commit", "compiler", "flags", "arguments", "seed", "inputs"]
ORDER = [verdict.FAIL, verdict.PASS, "contradiction", "calibrated", "none"]  # of the colours


def encoded(path):
    return base64.b64encode(Path(path).read_bytes()).decode()


def tables(folder):
    """(folder of a figure) => its tables for download: names and contents as base64"""
    return [
        {"name": path.name, "base64": encoded(path)} for path in sorted(Path(folder).glob("*.csv"))
    ]


def picture(name, title, caption, path):
    """(name of the figure, title, caption, path of its SVG or PNG) => a figure's data for the page.
    An SVG that contains pixels is replaced by the PNG beside it."""
    path = Path(path)
    svg = path.read_text() if path.suffix == ".svg" else None
    if svg and "<image" in svg:
        path, svg = path.with_suffix(".png"), None
    return drawn(name, title, caption, svg, None if svg else encoded(path), path.parent)


def drawn(name, title, caption, svg, png, folder):
    """(name, title, caption, SVG or None, PNG as base64 or None, folder with the tables) => a
    figure's data for the page"""
    return {
        "name": name,
        "title": title,
        "caption": caption,
        "svg": svg and points.own_ids(svg, name),
        "every": points.every(svg or ""),
        "png": png,
        "tables": tables(folder),
        "failed": failed_in(folder),
    }


def failed_in(folder):
    """(folder of a figure) => the failed runs that it omits"""
    path = Path(folder) / "failed.csv"
    return rubble.rows.read_csv(path) if path.exists() else []


def failed_runs(figures, piles):
    """(figures' data for the page, piles of all runs) => each failed run once; runs that were not
    started because an earlier run failed come last"""
    found = {
        (row["run"], row["tool"]): row
        for rows in [failures.table(piles), *(figure["failed"] for figure in figures)]
        for row in rows
    }
    return sorted(found.values(), key=lambda row: row["code"] is None)


def unfinished_runs(piles):
    """(piles of all runs) => records of the runs that reached the end of their duration before
    their stop rule was met"""
    marks = (Path(pile).with_name("unfinished.json") for pile in piles)
    return [json.loads(path.read_text()) for path in marks if path.exists()]


def run(name, experiment, config, pile):
    """(name, experiment or "-", path of run.toml, path of the pile) => a run's data for the page"""
    return described(
        name,
        experiment,
        Path(config).read_text(),
        [] if failures.record(pile) else rubble.open(pile).provenance,
    )


def described(name, experiment, toml, records):
    """(name, experiment, text of the TOML, provenance) => a run's data for the page"""
    return {
        "name": name,
        "experiment": "" if experiment == "-" else experiment,
        "toml": toml,
        "hash": hashlib.sha256(toml.encode()).hexdigest(),
        "records": records,
    }


def view(name, path):
    """(name of a run, page written by rubble-view) => its data for the report"""
    return {"name": name, "html": Path(path).read_text()}


def versions(tools):
    """(version of the tools, None without runs) => {program: version}"""
    programs = {"Rubble": tools, "Snakemake": version("snakemake")} if tools else {}
    return {
        **programs,
        "Python": platform.python_version(),
        "h5py": h5py.__version__,
        "numpy": numpy.__version__,
        "matplotlib": matplotlib.__version__,
    }


def page(
    title,
    introduction,
    entries,
    figures,
    runs,
    versions,
    views=(),
    kept=False,
    piles=(),
    pages=(),
):
    """(text, text, entries of verdict.json, pictures, runs, {program: version}, views, whether
    these are kept results without their runs, piles of the runs, names of further pages in the
    same folder) => the page's HTML"""
    rows = sorted(
        (shown(entry, figures, runs) for entry in entries),
        key=lambda entry: (
            ORDER.index(entry["colour"]),
            verdict.KINDS.index(entry["kind"]),
        ),
    )
    figures = [{**figure, **of_figure(rows, figure["name"])} for figure in figures]
    surroundings = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template = surroundings.from_string((FOLDER / "report.html.jinja").read_text())
    return template.render(
        title=title,
        introduction=introduction,
        counts=verdict_table.counts(entries),
        legend=verdict_table.LEGEND,
        kinds=verdict.KINDS,
        columns=COLUMNS,
        entries=rows,
        figures=figures,
        summary=summary(rows, figures),
        provenance=PROVENANCE,
        runs=runs,
        versions=versions,
        views=views,
        pages=pages,
        kept=kept,
        failed=failed_runs(figures, piles),
        unfinished=unfinished_runs(piles),
        style=(FOLDER / "report.css").read_text(),
        script=(FOLDER / "report.js").read_text(),
    )


def entries_of(paths):
    """(verdict.json of each figure) => all entries, each with the name of the figure's folder as
    `made_by`"""
    return [
        {**entry, "made_by": Path(path).parent.name}
        for path in paths
        for entry in verdict.read([path])
    ]


def make(job, title, introduction, texts):
    """(the snakemake object of the report's rule; title; introduction, in which {scale} is
    replaced; {figure: (title, caption)}) Writes the page and one file with all verdicts."""
    scale = job.wildcards.scale
    figures = [
        picture(name, *texts[name], path)
        for name, path in zip(job.params.figures, job.input.figures)
    ]
    runs = [
        run(*found)
        for found in zip(
            job.params.runs, job.params.experiments, job.input.configs, job.input.piles
        )
    ]
    views = [
        view(Path(path).parent.name, path)
        for path in failures.succeeded(list(job.input.get("views", [])))
    ]
    text = page(
        f"{title} ({scale} scale)",
        introduction.format(scale=scale),
        entries_of(job.input.verdicts),
        figures,
        runs,
        versions(job.params.version),
        views,
        piles=job.input.piles,
        pages=[Path(path).name for path in job.input.get("pages", [])],
    )
    output.put(job.output.page, text)
    verdict.write(job.output.verdict, verdict.read(job.input.verdicts))


def kept_picture(folder, texts):
    """(folder of a kept figure, {figure: (title, caption)}) => the figure's data for the page:
    drawn again from its tables if finish can do so, else the kept PNG; None without a kept PNG"""
    from analysis import again

    finish, title = again.finish_of(folder), texts.get(folder.name, (folder.name, ""))
    if finish:
        published = (
            workflow.ROOT / "workflows" / folder.parent.parent.name / "config" / "published.toml"
        )
        _, found = finish(
            {path.stem: rubble.rows.read_csv(path) for path in sorted(folder.glob("*.csv"))},
            verdict.demands(published),
            folder.parent.name,
        )
        if found is not None:
            svg = points.svg(found)
            figure.plt.close(found)
            return drawn(folder.name, *title, svg, None, folder)
    return (
        picture(folder.name, *title, folder / "figure.png")
        if (folder / "figure.png").exists()
        else None
    )


def kept_runs(study, scale):
    """(study, scale) => the runs in params.tsv, with their TOML from the files in config/"""
    complete = workflow.script(".", "run_config").complete
    return [
        described(row["run"], row["experiment"], complete(row["tool"], parts, own), [])
        for row, parts, own in workflow.recipes(
            workflow.ROOT / "workflows" / study / "config", scale
        )
    ]


def kept(folder):
    """(docs/results/<study>/<scale>) => the HTML of its page. Figures without a picture are left
    out; their verdicts are in the table of all verdicts."""
    study, scale = folder.parent.name, folder.name
    script = workflow.script(study, "report")
    files_of_figures = ("figure.png", "data.csv", "verdict.json")
    places = {path.parent for name in files_of_figures for path in folder.glob(f"*/{name}")}
    if script is None or not places:
        raise FileNotFoundError(
            f"{folder}: expected docs/results/STUDY/SCALE with figures, found none"
        )
    order = {name: place for place, name in enumerate(script.TEXTS)}
    found = sorted(places, key=lambda path: (order.get(path.name, len(order)), path.name))
    pictures = [
        picture for picture in (kept_picture(path, script.TEXTS) for path in found) if picture
    ]
    entries = entries_of(
        [path / "verdict.json" for path in found if (path / "verdict.json").exists()]
    )
    return page(
        f"{script.TITLE} ({scale} scale)",
        script.INTRODUCTION.format(scale=scale),
        entries,
        pictures,
        kept_runs(study, scale),
        versions(None),
        kept=True,
    )


def main(arguments):
    usage = argparse.ArgumentParser(
        prog="python3 -m analysis.report", description="Writes report.html for kept results."
    )
    usage.add_argument("folders", nargs="+", metavar="docs/results/STUDY/SCALE", type=Path)
    for folder in usage.parse_args(arguments).folders:
        try:
            output.put(folder / "report.html", kept(folder.resolve()))
        except FileNotFoundError as error:
            usage.error(str(error))
        print(folder / "report.html")


if __name__ == "__main__":
    main(sys.argv[1:])
