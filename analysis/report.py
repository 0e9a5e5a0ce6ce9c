"""A study's report: one static, self-contained HTML page, from report.html.jinja."""
import base64
import platform
from importlib.metadata import version
from pathlib import Path

import h5py
import jinja2
import matplotlib
import numpy

from analysis import files, verdict

TEMPLATE = Path(__file__).with_name("report.html.jinja")
COLUMNS = ["experiment", "figure", "metric", "published", "obtained", "tolerance", "verdict", "scale", "note"]  # of the verdicts
PROVENANCE = ["tool", "version", "commit", "compiler", "flags", "arguments", "seed"]  # what is shown of a record


def picture(title, caption, png):
    """(title, caption, path of a PNG) => what the page shows of a figure"""
    return {"title": title, "caption": caption, "png": base64.b64encode(Path(png).read_bytes()).decode()}


def run(name, config, pile):
    """(name, path of run.toml, path of the pile) => what the page shows of a run"""
    return {"name": name, "toml": Path(config).read_text(), "records": files.provenance(pile)}


def versions(rubble):
    """(version of the tools) => {program: version}"""
    return {"Rubble": rubble, "Snakemake": version("snakemake"), "Python": platform.python_version(), "h5py": h5py.__version__,
            "numpy": numpy.__version__, "matplotlib": matplotlib.__version__}


def page(title, introduction, entries, figures, runs, versions):
    """(text, text, entries of verdict.json, pictures, runs, {program: version}) => the page's HTML"""
    shown = [{**entry, "obtained": verdict.number(entry), "verdict": verdict.said(entry),
              "colour": "none" if entry["verdict"] == verdict.NONE else entry["verdict"]} for entry in entries]
    surroundings = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    template = surroundings.from_string(TEMPLATE.read_text())
    return template.render(title=title, introduction=introduction, count=verdict.count(entries), columns=COLUMNS, entries=shown, figures=figures,
                           provenance=PROVENANCE, runs=runs, versions=versions)


def make(job, title, introduction, texts):
    """(the snakemake object of the report's rule; title; introduction, in which {scale} is the scale; {figure: (title, caption)}) => the page, and
    all verdicts in one file"""
    scale, entries = job.wildcards.scale, verdict.read(job.input.verdicts)
    figures = [picture(*texts[name], path) for name, path in zip(job.params.figures, job.input.figures)]
    runs = [run(*found) for found in zip(job.params.runs, job.input.configs, job.input.piles)]
    text = page(f"{title} ({scale} scale)", introduction.format(scale=scale), entries, figures, runs, versions(job.params.version))
    Path(job.output.page).write_text(text)
    verdict.write(job.output.verdict, entries)
