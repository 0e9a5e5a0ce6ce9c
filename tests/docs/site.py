"""The documentation as a site: it is made without a warning, has a page for each tool, and fetches nothing.

Usage: site.py FOLDER_OF_THE_TOOLS
"""
import html.parser
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.fetched, self.links, self.emphasised, self.inside = [], [], [], False

    def handle_starttag(self, tag, attributes):
        known = dict(attributes)
        if tag in ("script", "img", "iframe"):
            self.fetched.append(known.get("src") or "")
        if tag == "link":
            self.fetched.append(known.get("href") or "")
        if tag == "a":
            self.links.append(known.get("href") or "")
        self.inside = self.inside or tag == "em"

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "em"

    def handle_data(self, data):
        if self.inside:
            self.emphasised.append(data)


def read(path):
    page = Page()
    page.feed(path.read_text())
    return page


def main(tools):
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([sys.executable, ROOT / "docs/site/build.py", tools, out], check=True)
        site = pathlib.Path(out)
        for tool in pathlib.Path(tools).glob("rubble-*"):
            assert (site / f"tools/{tool.name}.html").exists(), f"no page of {tool.name}"
        pages = sorted(site.rglob("*.html"))
        for path in pages:
            page = read(path)
            outside = [address for address in page.fetched if address.startswith(("http:", "https:", "//"))]
            assert not outside, (path, outside)
            for link in page.links:
                target = link.split("#")[0]
                if target and ":" not in target and path.name != "404.html":
                    assert (path.parent / target).exists(), f"{path.relative_to(site)}: {link} leads nowhere"
        formulas = [words for words in read(site / "theory.html").emphasised if not words.replace(" ", "").replace("-", "").replace("_", "").isalnum()]
        assert not formulas, f"formulas that lost their stars: {formulas}"
        for config in (ROOT / "configs").iterdir():
            assert config.name == "README.md" or f"`{config.name}`" in (ROOT / "configs/README.md").read_text(), f"configs/README.md leaves out {config.name}"
        print(f"{len(pages)} pages")


main(sys.argv[1])
