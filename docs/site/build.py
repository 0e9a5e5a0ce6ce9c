"""The documentation as a site (MkDocs): the pages of docs/, one for each tool made of what it says
with --reference, and the reports of the kept results.

Usage: build.py FOLDER_OF_THE_TOOLS OUT     OUT/index.html is the first page; nothing in it is
fetched from elsewhere
"""
import calendar
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import formulas
import reference

from analysis import output, report, study  # reference.py adds the top of the checkout to the path

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = (
    ("Installation", "install.md"),
    ("Tutorial", "tutorial.md"),
    ("How to ...", "how-to.md"),
    ("Python", "python.md"),
    ("Making your own study", "own-study.md"),
    ("Studies on a cluster", "clusters.md"),
)
FACTS = (
    ("Tools by task", "tools.md"),
    ("Parameters", "parameters.md"),
    ("File formats", "formats.md"),
    ("Theory", "theory.md"),
    ("Equations of the papers", "equations.md"),
    ("Examples", "configs.md"),
    ("Performance", "performance.md"),
)
REPRODUCTION = (
    ("Summary", "REPRODUCTION.md"),
    ("Collisions", "reproduction/collisions.md"),
    ("Shape of grains", "reproduction/grain-shape.md"),
    ("Accretion", "reproduction/accretion.md"),
    ("Aggregation", "reproduction/aggregation.md"),
    ("Strength", "reproduction/strength.md"),
    ("Coverage", "reproduction/coverage.md"),
)
PLACES = ("reproduction", "studies")  # folders of the pages of studies
OWN_STUDIES = (("One pile under five contact models", "studies/philosophies.md"),)
INTERNALS = (
    ("Architecture", "architecture.md"),
    ("Walks through the sources", "walks.md"),
    ("Fuzzing", "fuzzing.md"),
    ("Decisions", "decisions/index.md"),
)
VALUES = "A value is a number in the SI unit shown, or a string with a unit."
THEME = """theme:
  name: readthedocs
  highlightjs: false
  locale: en
  navigation_depth: 2
extra_css: [rubble.css]
plugins: [search]
use_directory_urls: false
markdown_extensions: [tables, fenced_code, sane_lists, toc]
"""
STYLE = """.wy-nav-content { max-width: 62rem; }
.wy-table-responsive table td, .wy-table-responsive table th { white-space: normal; }
.rst-content code { white-space: pre-wrap; }
.rst-content code.word, .rst-content td:first-child code { white-space: nowrap; }
.rst-content code, .rst-content pre, .rst-content pre code { font-size: 13px; }
.rst-content table { margin-bottom: 1.5rem; }
.rst-content td, .rst-content th { padding: 0.3rem 0.6rem; vertical-align: top; }
.rst-content td img { min-width: 9rem; }
.math.display { display: block; margin: 1rem 0; overflow-x: auto; overflow-y: hidden; }
.math.display .katex-html:has(.tag) {
  box-sizing: border-box; width: max-content; min-width: 100%; padding: 0 4.5rem;
}
@media (max-width: 768px) {
  .math.display .katex-html:has(.tag) { padding-left: 0; text-align: left; }
}
"""


CODE_OR_TARGET = re.compile(r"(`[^`]*`|\]\([^)]*\))")  # code, targets of links


# Pages.


def plain_stars(line):
    """A line of Markdown in which stars and underscores of formulas, as in a*b and L_(i+j), are no
    emphasis."""

    def mended(text):
        text = re.sub(r"(?<![\w*)\\])\*([A-Za-z][\w -]*\w|\w)\*(?![\w*(])", "\0\\1\0", text)
        text = re.sub(r"(?<!\\)\*(?!\*)(?<!\*\*)", r"\*", text)
        return text.replace("_", r"\_").replace("\0", "*")

    if line.startswith("* ") or "**" in line:
        return line
    return "".join(
        part if part.startswith(("`", "](")) else mended(part)
        for part in CODE_OR_TARGET.split(line)
    )


def unbroken(line):
    """A line of Markdown in which short code such as --help, a number with its %, and a value with
    its uncertainty are not split at the end of a line."""

    def mended(part):
        if part.startswith("]("):
            return part
        if part.startswith("`"):
            name = part[1:-1]
            short = re.fullmatch(r"[\w./=+-]*[-/][\w./=+-]*", name) and len(name) <= 30
            return (
                '<code class="word">'
                + re.sub(r"\W|_", lambda sign: f"&#{ord(sign[0])};", name)
                + "</code>"
                if short
                else part
            )
        return re.sub(r" \+- ", "&nbsp;&plusmn;&nbsp;", re.sub(r"(?<=\d) %", "&nbsp;%", part))

    return (
        line
        if line.startswith("#") or "``" in line
        else "".join(mended(part) for part in CODE_OR_TARGET.split(line))
    )


def readable(text):
    """Formulas outside of code keep their stars."""
    out, fenced = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        out.append(line if fenced or line.startswith("    ") else unbroken(plain_stars(line)))
    return "\n".join(out)


def linked_files(page):
    """(path of a page) => the pictures and tables under docs/ that it shows or links"""
    paths = [
        (page.parent / target).resolve()
        for target in re.findall(r"\]\(([^)\s#]+)\)", page.read_text())
    ]
    return [
        path
        for path in paths
        if path.suffix in (".png", ".csv") and path.is_file() and path.is_relative_to(ROOT / "docs")
    ]


def relinked(text, page, folder):
    """Links to what is not part of the site become the name of the file."""

    def link(found):
        words, target = found[1], found[2]
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        path = target.split("#")[0]
        if path == "../README.md":
            return found[0].replace("../README.md", "index.md")
        return (
            found[0]
            if (page.parent / path).is_file()
            and (page.parent / path).resolve().is_relative_to(folder)
            else words
        )

    return re.sub(r"\[([^\]]*)\]\(([^)\s]+)\)", link, text)


def summary(text):
    """Lines "  column: meaning" of a summary => a list."""
    lines, last = [], ""
    for line in text.split("\n"):
        item = re.match(r"  (.*?): (.*)", line)
        lines += [""] if lines and bool(item) != bool(re.match("  ", last)) else []
        lines.append(f"- `{item[1]}`: {cell(item[2])}" if item else cell(line))
        last = line
    return "\n".join(lines)


def tool_page(tool):
    lines = [
        f"# {tool['name']}",
        "",
        summary(tool["summary"]),
        "",
        f"    {tool['usage'].removeprefix('usage: ')}",
        "",
    ]
    lines += ["For example:", "", f"    {tool['example']}", "", "| option | meaning |", "|---|---|"]
    for option in tool["options"]:
        value = f" {option['value']}" if option["value"] else ""
        names = ", ".join(
            f"`{name}{value if name.startswith('--') else ''}`" for name in option["names"]
        ).replace("|", "&#124;")
        lines.append(f"| {names} | {cell(option['text'])} |")
    if tool["parameters"]:
        lines += ["", "## Parameters", "", f"Keys of the TOML file. {VALUES}", *key_tables(tool)]
    lines += [
        "",
        "## Exit codes",
        "",
        "| code | meaning |",
        "|---|---|",
        *(f"| {code['code']} | {cell(code['text'])} |" for code in tool["exit_codes"]),
    ]
    lines += ["", f"Source: {tool['source']}"]
    return "\n".join(lines) + "\n"


def key_tables(tool):
    lines = []
    for table in tool["parameters"]:
        lines += [
            "",
            f"### `{table['heading']}`",
            "",
            table["text"],
            "",
            "| key | unit | allowed | default | meaning |",
            "|---|---|---|---|---|",
        ]
        lines += [
            f"| `{row['key']}` | {cell(row['unit'])} | {cell(row['allowed'])} | "
            f"{cell(row['default'])} | {cell(row['text'])} |"
            for row in table["keys"]
        ]
    return lines


def cell(text):
    for letter, name in (
        ("&", "&amp;"),
        ("|", "&#124;"),
        ("<", "&lt;"),
        ("*", "&#42;"),
        ("_", "&#95;"),
    ):
        text = text.replace(letter, name)
    return text


# Site.


def stage(tools, folder):
    """Writes all pages; returns the navigation."""
    for source in sorted((ROOT / "docs").rglob("*.md")):
        target = folder / source.relative_to(ROOT / "docs")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    shutil.copy(ROOT / "README.md", folder / "index.md")
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for linked in linked_files(page):
            target = folder / linked.relative_to(ROOT / "docs")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(linked, target)
    shutil.copy(ROOT / "configs/README.md", folder / "configs.md")
    (folder / "decisions/README.md").rename(folder / "decisions/index.md")
    (folder / "index.md").write_text(re.sub(r"\]\(docs/", "](", (folder / "index.md").read_text()))
    for name, tool in tools.items():
        path = folder / f"tools/{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(tool_page(tool))
    by_task = folder / "tools.md"
    by_task.write_text(
        re.sub(
            r"^\| `(rubble-[\w-]+)` \|", r"| [`\1`](tools/\1.md) |", by_task.read_text(), flags=re.M
        )
    )
    add_reports(folder)
    for page in folder.rglob("*.md"):
        if page.parent.name != "tools":
            text = relinked(readable(formulas.marked(page.read_text())), page, folder.resolve())
            page.write_text(
                formulas.loaded(text, "../" * (len(page.relative_to(folder).parts) - 1))
                if formulas.available()
                else text
            )
    if formulas.available():
        formulas.copy_katex(folder)
    else:
        print(
            f"{formulas.KATEX}: no KaTeX (Debian: libjs-katex); the site shows formulas as TeX",
            file=sys.stderr,
        )
    (folder / "rubble.css").write_text(STYLE)
    return [
        ("Rubble", "index.md"),
        *PAGES,
        ("Reference", list(FACTS)),
        ("Reproduction", list(REPRODUCTION)),
        ("Studies of our own", list(OWN_STUDIES)),
        ("Internals", list(INTERNALS)),
        ("Tools", [(name, f"tools/{name}.md") for name in tools]),
    ]


def add_reports(folder):
    """(folder of the pages) Writes the report of each study's kept results at the scales with
    pictures, and links it from the page of the study."""
    for kept in sorted(
        path for scale in study.PICTURED for path in study.RESULTS.glob(f"*/{scale}")
    ):
        target = folder / "results" / kept.relative_to(study.RESULTS) / "report.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(report.kept(kept))
        pages = [folder / place / f"{kept.parent.name}.md" for place in PLACES]
        page = next(page for page in pages if page.exists())
        page.write_text(
            page.read_text().replace("`report.html`", f"[report](../{target.relative_to(folder)})")
        )


def navigation(entries, indent=2):
    lines = []
    for title, what in entries:
        quoted = '"' + title.replace("\\", "").replace('"', "'") + '"'
        if isinstance(what, str):
            lines.append(f"{' ' * indent}- {quoted}: {what}")
        else:
            lines += [f"{' ' * indent}- {quoted}:", navigation(what, indent + 4)]
    return "\n".join(lines)


def date_of_sources():
    """Seconds of the newest entry of the changelog."""
    day = re.search(r"\d{4}-\d{2}-\d{2}", (ROOT / "CHANGELOG.md").read_text())
    return str(calendar.timegm(datetime.date.fromisoformat(day[0]).timetuple())) if day else "0"


def main(tools, out):
    with tempfile.TemporaryDirectory() as scratch:
        pages = pathlib.Path(scratch) / "pages"
        pages.mkdir()
        entries = stage(reference.references(tools), pages)
        config = pathlib.Path(scratch) / "mkdocs.yml"
        config.write_text(
            f"site_name: Rubble\ndocs_dir: {pages}\n{THEME}nav:\n{navigation(entries)}\n"
        )
        # The date that MkDocs writes: that of the sources, so that the same sources make the same
        # site.
        environment = {"SOURCE_DATE_EPOCH": date_of_sources(), **os.environ}
        out = pathlib.Path(out).resolve()
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent) as beside:
            made = pathlib.Path(beside) / "site"
            subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "mkdocs",
                    "build",
                    "--strict",
                    "--quiet",
                    "-f",
                    config,
                    "-d",
                    made,
                ],
                check=True,
                env=environment,
            )
            output.put_folder(made, out, list(out.rglob("*")))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], sys.argv[2])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
