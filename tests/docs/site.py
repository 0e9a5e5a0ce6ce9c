"""The documentation as a site: it is built without warnings, has a page for each tool and the
reports of kept results, typesets its formulas, and loads nothing from other servers.

Usage: site.py FOLDER_OF_THE_TOOLS
"""
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs/site"))
sys.path.insert(0, str(ROOT / "tests/tools"))
import formulas  # noqa: E402
import tool_list  # noqa: E402

# Formulas that Markdown would damage: emphasis, stars, character references, a fence in a list,
# inline code beside them.
SAMPLE = (
    "`a_b`, `` $`code`$ `` and $`x_i * y_j * z < \\|w_{k}\\| & a`$\n\n```math\nf = k_n\n  - "
    "C_n \\tag{1.1.1}\n```\n\n- item\n\n  ```math\n  g\n  ```\n\n```text\n$`code`$\n```\n"
)
ALL_PARSE = """const katex = require(process.argv[1]);
for (const [page, display, tex] of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  try { katex.renderToString(tex, { displayMode: display }); } catch (error) {
    console.log(page + ": " + tex + ": " + error.message);
  }
}
"""


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.fetched, self.links, self.emphasised, self.inside = [], [], [], False
        self.formulas, self.in_formula = [], False  # [displayed or inline, TeX]

    def handle_starttag(self, tag, attributes):
        known = dict(attributes)
        if tag in ("script", "img", "iframe"):
            self.fetched.append(known.get("src") or "")
        if tag == "link":
            self.fetched.append(known.get("href") or "")
        if tag == "a":
            self.links.append(known.get("href") or "")
        self.inside = self.inside or tag == "em"
        kinds = (known.get("class") or "").split()
        if tag == "span" and "math" in kinds:
            self.in_formula = True
            self.formulas.append(["display" in kinds, ""])

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "em"
        self.in_formula = self.in_formula and tag != "span"

    def handle_data(self, data):
        if self.inside:
            self.emphasised.append(data)
        if self.in_formula:
            self.formulas[-1][1] += data


def read(path):
    page = Page()
    page.feed(path.read_text())
    return page


def check_sample():
    page = Page()
    page.feed(formulas.marked(SAMPLE))
    assert page.formulas == [
        [False, r"x_i * y_j * z < \|w_{k}\| & a"],
        [True, r"f = k_n - C_n \tag{1.1.1}"],
        [True, "g"],
    ], page.formulas
    assert formulas.marked(SAMPLE).count("$`code`$") == 2


def check_formulas(site, pages):
    """A page with formulas loads KaTeX from the site, which has all files that KaTeX loads; if node
    is installed, KaTeX must parse every formula."""
    if not formulas.available():
        print("skipped: KaTeX (Debian: libjs-katex) is not installed")
        return
    found = []
    for path in pages:
        page, name = read(path), path.relative_to(site)
        loads = [address for address in page.fetched if "katex/" in address]
        assert bool(loads) == bool(
            page.formulas
        ), f"{name}: {len(page.formulas)} formulas, but it loads {loads}"
        for address in loads:
            assert (path.parent / address).resolve().is_relative_to(site.resolve()) and (
                path.parent / address
            ).is_file(), f"{name}: {address} leads nowhere"
        assert "$<code>" not in path.read_text(), f"{name}: a formula was left as code"
        found += [(str(name), *formula) for formula in page.formulas]
    style = site / "katex/katex.min.css"
    for address in re.findall(r"url\(([^)]*)\)", style.read_text()):
        assert (style.parent / address).is_file(), f"{style.name}: {address} leads nowhere"
    if shutil.which("node"):
        said = subprocess.run(
            ["node", "-e", ALL_PARSE, str(site / "katex/katex.min.js")],
            input=json.dumps(found),
            capture_output=True,
            text=True,
            check=True,
        )
        assert not said.stdout, said.stdout
    print(f"{len(found)} formulas")


def check_reports(site):
    """The page of each study links the report of its kept results at paper scale, which contains
    all figures that have a picture."""
    kept = sorted((ROOT / "docs/results").glob("*/paper"))
    assert len(kept) == 6, kept
    for folder in kept:
        name = f"results/{folder.parent.name}/paper/report.html"
        pages = [
            site / place / f"{folder.parent.name}.html" for place in ("reproduction", "studies")
        ]
        page = next(page for page in pages if page.exists())
        assert f"../{name}" in read(page).links, f"no link to {name}"
        links = read(site / name).links
        missing = [
            path.parent.name
            for path in folder.glob("*/figure.png")
            if f"#{path.parent.name}" not in links
        ]
        assert not missing, f"{name}: no figures {missing}"


def main(tools):
    check_sample()
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([sys.executable, ROOT / "docs/site/build.py", tools, out], check=True)
        site = pathlib.Path(out)
        for tool in tool_list.names():
            assert (site / f"tools/rubble-{tool}.html").exists(), f"no page of rubble-{tool}"
        pages = sorted(site.rglob("*.html"))
        for path in pages:
            page = read(path)
            outside = [
                address for address in page.fetched if address.startswith(("http:", "https:", "//"))
            ]
            assert not outside, (path, outside)
            for link in page.links:
                target = link.split("#")[0]
                if target and ":" not in target and path.name != "404.html":
                    assert (
                        path.parent / target
                    ).exists(), f"{path.relative_to(site)}: {link} leads nowhere"
        spoiled = [
            words
            for words in read(site / "theory.html").emphasised
            if not words.replace(" ", "").replace("-", "").replace("_", "").isalnum()
        ]
        assert not spoiled, f"formulas that lost their stars: {spoiled}"
        check_formulas(site, pages)
        check_reports(site)
        for config in (ROOT / "configs").iterdir():
            assert (
                config.name == "README.md"
                or f"`{config.name}`" in (ROOT / "configs/README.md").read_text()
            ), f"configs/README.md leaves out {config.name}"
        print(f"{len(pages)} pages")


main(sys.argv[1])
