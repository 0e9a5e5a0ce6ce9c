"""A study's report: one static, self-contained HTML page."""
import base64
import html
import platform
from pathlib import Path

import h5py
import matplotlib
import numpy

from analysis import verdict

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 90rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.35rem 0.6rem; border-bottom: 1px solid #ddd; vertical-align: top; }
td.number { font-variant-numeric: tabular-nums; }
td.metric, td.note { min-width: 16rem; }
.pass { color: #006b4f; font-weight: 600; } .FAIL { color: #b03a00; font-weight: 600; }
img { max-width: 100%; } figcaption, .small { font-size: 0.9rem; color: #555; }
pre { background: #f5f5f5; padding: 0.7rem; overflow-x: auto; font-size: 0.8rem; }
"""


def table(head, rows):
    """(column names, rows of (text, class or "")) => HTML"""
    cells = "".join(f"<th>{html.escape(h)}</th>" for h in head)
    body = "".join(
        "<tr>" + "".join(f'<td class="{kind}">{html.escape(str(text))}</td>' for text, kind in row) + "</tr>\n" for row in rows)
    return f"<table>\n<tr>{cells}</tr>\n{body}</table>\n"


def verdict_table(entries):
    head = ["experiment", "figure", "metric", "published", "obtained", "tolerance", "verdict", "scale", "note"]
    rows = []
    for e in entries:
        kinds = {"obtained": "number", "verdict": e["verdict"].split()[0]}
        said = {**e, "obtained": verdict.number(e), "verdict": verdict.said(e)}
        rows.append([(said[h], kinds.get(h, h)) for h in head])
    return table(head, rows)


def figure_block(title, caption, png):
    data = base64.b64encode(Path(png).read_bytes()).decode()
    return (f"<h2>{html.escape(title)}</h2>\n<figure><img alt=\"{html.escape(title)}\" src=\"data:image/png;base64,{data}\">"
            f"<figcaption>{html.escape(caption)}</figcaption></figure>\n")


def runs_block(runs):
    """({name: (text of run.toml, provenance records, path of the pile)}) => HTML: each run's parameters and history"""
    out = []
    for name, (toml, records) in runs.items():
        last = records[-1] if records else {}
        title = f"{name}: {last.get('tool', '?')} {last.get('version', '')} ({last.get('commit', '')})"
        rows = [[(r.get(k, ""), "") for k in ("tool", "version", "commit", "compiler", "flags", "arguments", "seed")] for r in records]
        out.append(
            f"<details><summary>{html.escape(title)}</summary>\n<pre>{html.escape(toml)}</pre>\n"
            + table(["tool", "version", "commit", "compiler", "flags", "arguments", "seed"], rows) + "</details>\n")
    return "".join(out)


def page(path, title, introduction, entries, figures, runs, extra_versions):
    """Writes the page. figures: (title, caption, path of PNG); runs: see runs_block; extra_versions: {program: version}"""
    versions = {**extra_versions, "Python": platform.python_version(), "h5py": h5py.__version__, "numpy": numpy.__version__,
                "matplotlib": matplotlib.__version__}
    text = (
        f"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{html.escape(title)}</title>\n"
        f"<meta name=\"viewport\" content=\"width=device-width\">\n<style>{STYLE}</style></head>\n<body>\n"
        f"<h1>{html.escape(title)}</h1>\n<p>{html.escape(introduction)}</p>\n"
        f"<h2>Verdicts</h2>\n<p>{verdict.count(entries)}. An error after +- is one standard deviation.</p>\n"
        + verdict_table(entries)
        + "".join(figure_block(*f) for f in figures)
        + "<h2>Parameters and provenance</h2>\n<p class=\"small\">For each run: the complete file that its tool was given, and the "
        "chain of tools behind its pile as recorded inside that pile.</p>\n" + runs_block(runs)
        + "<h2>Versions</h2>\n" + table(["program", "version"], [[(k, ""), (v, "")] for k, v in versions.items()])
        + "</body></html>\n")
    Path(path).write_text(text)
