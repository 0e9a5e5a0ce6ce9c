"""The report: what it is given stands in it, as text and not as HTML, and it needs no other file."""
import base64
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import report, verdict  # noqa: E402

DEMAND = {"experiment": "D1", "figure": "Fig. 1", "metric": "share < 1 & \"more\"", "published": "less than <b>", "high": 1.0, "tolerance": "ours"}


class Reader(HTMLParser):
    """What a reader sees: text in its order, and the classes of cells; pictures."""

    def __init__(self, text):
        super().__init__()
        self.text, self.classes, self.pictures, self.links, self.open = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in ("td", "table", "details", "figure"):
            self.open.append(tag)
        if tag == "td":
            self.classes.append(given.get("class"))
        self.pictures += [given["src"]] if tag == "img" else []
        self.links += [value for name, value in attributes if name == "href" or (name == "src" and not value.startswith("data:"))]

    def handle_endtag(self, tag):
        if tag in ("td", "table", "details", "figure"):
            assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text.append(data)


class Page(unittest.TestCase):
    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            png = Path(folder, "figure.png")
            png.write_bytes(b"\x89PNG<>")
            figures = [report.picture("Fig. 1: a < b", "caption & more", png)]
        entries = [verdict.judge(DEMAND, 0.5, "demo", "note <i>"), verdict.judge(DEMAND, 2.0, "demo"), verdict.judge(DEMAND, 2.0, "demo", reason=verdict.VARIANT)]
        runs = [{"name": "run-1", "toml": 'a = "<x>"\n\n[b]\n', "records": [{"tool": "rubble-generate", "version": "9.9", "commit": "abc", "seed": 3}]},
                {"name": "run-2", "toml": "", "records": []}]
        self.text = report.page("A & B", "What <this> is", entries, figures, runs, {"Rubble": "9.9 <beta>"})
        self.seen = Reader(self.text)

    def test_text_is_text(self):
        for text in ("A & B", "What <this> is", 'share < 1 & "more"', "less than <b>", "note <i>", "Fig. 1: a < b", "caption & more", 'a = "<x>"\n\n[b]\n', "9.9 <beta>",
                     "run-1: rubble-generate 9.9 (abc)", "run-2"):
            self.assertIn(text, self.seen.text)
        self.assertEqual(self.seen.open, [])

    def test_verdicts_have_their_colours(self):
        self.assertEqual([c for c in self.seen.classes if c in ("pass", "FAIL", "none")], ["pass", "FAIL", "none"])
        self.assertIn("1 pass, 1 FAIL, 1 not judged (1 variant). An error after +- is one standard error.", self.seen.text)
        self.assertIn("variant, not judged", self.seen.text)

    def test_pictures_are_inside(self):
        self.assertEqual([base64.b64decode(picture.split(",")[1]) for picture in self.seen.pictures], [b"\x89PNG<>"])
        self.assertEqual(self.seen.links, [])


if __name__ == "__main__":
    unittest.main()
