"""The report contains its input, as text and not as HTML, and needs no other file."""
import base64
import json
import re
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import failures, figure, points, report, summary, verdict, verdict_table  # noqa: E402

TABLE = "Q,mass\n1,0.5\n"
DEMAND = {
    "experiment": "D1",
    "figure": "Fig. 1",
    "metric": 'share < 1 & "more"',
    "published": "less than <b>",
    "high": 1.0,
    "tolerance": "ours",
}
BARE = {"experiment": "D1", "figure": "Fig. 1", "published": "-"}
LIMITS = {"high": 1.0, "tolerance": "below 1 (ours)"}


class Reader(HTMLParser):
    """Visible content of the page: text in its order, and the classes of cells; pictures."""

    def __init__(self, text):
        super().__init__()
        self.text, self.classes, self.pictures, self.links, self.ids, self.open = (
            [],
            [],
            [],
            [],
            [],
            [],
        )
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in ("td", "table", "details", "figure"):
            self.open.append(tag)
        if tag == "td":
            self.classes.append(given.get("class"))
        self.pictures += [given["src"]] if tag == "img" else []
        self.links += [
            value
            for name, value in attributes
            if name in ("href", "src", "xlink:href") and not value.startswith("data:")
        ]
        self.ids += [given["id"]] if "id" in given else []

    def handle_endtag(self, tag):
        if tag in ("td", "table", "details", "figure"):
            assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text.append(data)


class Failed(unittest.TestCase):
    def test_runs_that_failed_or_ran_out_of_time(self):
        """each failed run once, with its message, from piles and from figures; complete runs are
        not listed"""
        with tempfile.TemporaryDirectory() as folder:
            piles = [Path(folder, run, "pile.h5") for run in ("a", "b", "c")]
            for pile in piles:
                pile.parent.mkdir()
                pile.write_bytes(b"\x89HDF")
            lost = {
                "run": "a",
                "tool": "rubble-relax",
                "code": 3,
                "message": "energy < tolerance",
                "because": "",
            }
            failures.write(piles[0], lost)
            (piles[1].parent / "unfinished.json").write_text(
                json.dumps(
                    {
                        "run": "b",
                        "tool": "rubble-relax",
                        "code": 4,
                        "message": "time is over",
                        "because": "",
                    }
                )
            )
            reader = {
                "run": "c",
                "tool": "rubble-packing",
                "code": 2,
                "message": "no bodies",
                "because": "",
            }
            self.assertEqual(
                failures.succeeded(["a", "b", "c"], piles), [("b", piles[1]), ("c", piles[2])]
            )
            self.assertEqual(
                failures.succeeded([[piles[0], piles[1]], {"x": piles[2]}]), [{"x": piles[2]}]
            )
            self.assertEqual(failures.table(2 * piles), [lost])
            figures = [
                {
                    "name": "fig1",
                    "title": "Fig. 1",
                    "caption": "",
                    "svg": None,
                    "every": 1,
                    "png": "",
                    "tables": [],
                    "failed": [lost, reader],
                }
            ]
            seen = Reader(report.page("A", "B", [], figures, [], {}, piles=piles)).text
        for text in (
            "2 runs failed",
            "energy < tolerance",
            "no bodies",
            "time is over",
            "rubble-packing",
        ):
            self.assertEqual(sum(text in part for part in seen), 1, text)

    def test_numbers_without_their_runs_say_why(self):
        missing, told = verdict.evaluate(
            DEMAND, None, "demo", reason=verdict.MISSING
        ), verdict.evaluate(DEMAND, 0.5, "demo")
        self.assertEqual(verdict.without_failed(missing, []), missing)
        self.assertEqual(verdict.without_failed(told, ["a"]), told)
        found = verdict.without_failed(missing, ["a", "b", "c", "d"])
        self.assertEqual(
            (found["reason"], found["note"]), ("run failed", "Failed: a, b, c and 1 more.")
        )
        verdict.check(found)

    def test_folders_of_figures(self):
        self.assertEqual(
            [verdict.folder_of(text) for text in ("Fig. 3", "Figs. 8, 9", "Table 2a", "-")],
            ["fig3", "fig8", "table2", ""],
        )


class Page(unittest.TestCase):
    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            png = Path(folder, "figure.png")
            png.write_bytes(b"\x89PNG<>")
            Path(folder, "data.csv").write_text(TABLE)
            figures = [report.picture("fig1", "Fig. 1: a < b", "caption & more", png)]
        entries = [
            verdict.evaluate(DEMAND, 0.5, "demo", "note <i>"),
            verdict.evaluate(DEMAND, 2.0, "demo"),
            verdict.evaluate(DEMAND, 2.0, "demo", reason=verdict.VARIANT),
        ]
        runs = [
            report.described(
                "run-1",
                "D1",
                'a = "<x>"\n\n[b]\n',
                [{"tool": "rubble-generate", "version": "9.9", "commit": "abc", "seed": 3}],
            ),
            report.described("run-2", "-", "", []),
        ]
        self.text = report.page(
            "A & B", "What <this> is", entries, figures, runs, {"Rubble": "9.9 <beta>"}
        )
        self.seen = Reader(self.text)

    def test_text_is_text(self):
        for text in (
            "A & B",
            "What <this> is",
            'share < 1 & "more"',
            "less than <b>",
            "note <i>",
            "Fig. 1: a < b",
            "caption & more",
            'a = "<x>"\n\n[b]\n',
            "9.9 <beta>",
            "D1: run-1: rubble-generate 9.9 (abc)",
            "run-2",
        ):
            self.assertIn(text, self.seen.text)
        self.assertEqual(self.seen.open, [])

    def test_verdicts_have_their_colours(self):
        self.assertEqual(
            [c for c in self.seen.classes if c in ("pass", "FAIL", "none")],
            ["FAIL", "pass", "none"],
            "what failed comes first",
        )
        self.assertIn("Own numerics: 1 pass, 1 FAIL, 1 not evaluated (variant: 1).", self.seen.text)
        self.assertIn("1 of 2 own numerics pass", self.seen.text)
        self.assertIn("variant, not evaluated", self.seen.text)

    def test_numbers_without_a_verdict_are_folded(self):
        self.assertRegex(
            self.text,
            r'(?s)<details class="small"><summary>1 not evaluated \(variant: '
            r"1\)</summary>.*?measured 2; published: less than &lt;b&gt;.*?</details>",
        )

    def test_notes_are_below_the_metric(self):
        """a column of notes would not fit into the width of the page"""
        self.assertNotIn("note", report.COLUMNS)
        self.assertIn(
            '&lt; 1 &amp; &#34;more&#34;<p class="note">note &lt;i&gt;</p></td>',
            self.text,
        )
        widths = re.findall(r"col\.(\w+) { width: ([\d.]+)%; }", self.text)
        self.assertEqual([name for name, _ in widths], report.COLUMNS)
        self.assertEqual(sum(float(width) for _, width in widths), 100)

    def test_reasons_are_explained(self):
        for reason in verdict.REASONS:
            self.assertRegex(self.text, rf"<li>(<span[^>]*>)?{reason}(</span>)?[:;]")

    def test_pictures_are_inside(self):
        self.assertEqual(
            [base64.b64decode(picture.split(",")[1]) for picture in self.seen.pictures],
            [b"\x89PNG<>"],
        )

    def test_links_lead_to_a_place_in_the_page(self):
        self.assertTrue({"#fig1", "#run-run-1"} <= set(self.seen.links))
        self.assertEqual([link for link in self.seen.links if link[1:] not in self.seen.ids], [])

    def test_style_and_script_are_as_written(self):
        for name in ("report.css", "report.js"):
            self.assertIn((ROOT / "analysis" / name).read_text(), self.text)

    def test_tables_are_inside(self):
        found = re.findall(
            r'download="fig1-data.csv" href="data:text/csv;base64,([^"]*)"', self.text
        )
        self.assertEqual([base64.b64decode(text).decode() for text in found], [TABLE])


class Kinds(unittest.TestCase):
    """The kind of each number is shown, and the page can be filtered by it."""

    def setUp(self):
        given = {
            "a": dict(kind=verdict.NUMBER, published="3", reason=verdict.UNPUBLISHED),
            "b": dict(kind=verdict.TREND, reason=verdict.CALIBRATED),
            "c": dict(kind=verdict.TREND, reason=verdict.CONTRADICTION),
            "d": dict(kind=verdict.OWN, reason=verdict.UNPUBLISHED),
            "e": dict(kind=verdict.NUMBER, chosen="Before the first run: round.", **LIMITS),
            "f": dict(kind=verdict.TREND, **LIMITS),
        }
        entries = [
            verdict.evaluate({**BARE, "metric": name, **more}, 2.5, "demo")
            for name, more in given.items()
        ]
        self.figures = [
            {
                "name": "fig1",
                "title": "Fig. 1",
                "caption": "",
                "svg": None,
                "png": "",
                "tables": [],
                "failed": [],
            }
        ]
        self.rows = [summary.shown(entry, self.figures, []) for entry in entries]
        self.text = report.page("A", "B", entries, self.figures, [], {})

    def test_rows_can_be_filtered(self):
        self.assertEqual(
            re.findall(r'<tr data-verdict="(\w+)" data-kind="([\w ]+)">', self.text),
            [
                ("FAIL", "printed number"),
                ("FAIL", "printed trend"),
                ("contradiction", "printed trend"),
                ("calibrated", "printed trend"),
                ("none", "printed number"),
                ("none", "own numerics"),
            ],
        )
        for kind in verdict.KINDS:
            self.assertIn(f"<option>{kind}</option>", self.text)
        for colour in report.ORDER:
            self.assertIn(f'<option value="{colour}">', self.text)

    def test_calibration_and_contradiction_have_colours(self):
        for colour, words in (
            ("calibrated", "calibrated"),
            ("contradiction", "contradiction within the paper"),
        ):
            self.assertIn(f'<td class="{colour}">{words}</td>', self.text)
            self.assertIn(f'<span class="{colour}">{words}</span>', self.text)
            self.assertEqual(self.text.count(f"\n.{colour} {{ color: var(--{colour});"), 1)
            self.assertEqual(self.text.count(f" --{colour}: #"), 1)

    def test_how_limits_were_chosen(self):
        self.assertIn('below 1 (ours)<p class="note">Before the first run: round.</p>', self.text)
        self.assertIn("; tolerance: below 1 (ours). Before the first run: round</li>", self.text)

    def test_disagreements_without_a_verdict_are_not_folded(self):
        """a, a printed number that is not evaluated, is shown with its difference; own numerics
        and variants are folded"""
        folded = [
            summary.shown(
                verdict.evaluate({**BARE, "metric": "v", **more}, 2.5, "demo", reason=reason),
                self.figures,
                [],
            )
            for more, reason in (
                (dict(kind=verdict.NUMBER, published="3", **LIMITS), verdict.VARIANT),
                (dict(kind=verdict.OWN, published="3", **LIMITS), verdict.MISSING),
            )
        ]
        for entry in folded:
            self.assertEqual(entry["difference"], "-0.5")
            self.assertEqual(summary.of_figure([entry], "fig1")["open"], [])
        found = summary.of_figure(self.rows, "fig1")
        self.assertEqual([entry["metric"] for entry in found["open"]], ["a", "b", "c", "e", "f"])
        self.assertEqual([entry["metric"] for entry in found["rest"]], ["d"])
        self.assertIn("a: measured 2.5; published: 3; difference: -0.5", self.text)
        self.assertIn('<td class="difference">-0.5</td>', self.text)

    def test_summary_counts_each_kind(self):
        (line,) = summary.summary(self.rows, self.figures)
        self.assertEqual(line["said"], "0 of 1 printed numbers pass, 0 of 1 printed trends pass")
        self.assertIn("2 fail, largest deviation", line["more"])
        self.assertIn(
            " 1 calibrated, 1 contradiction within the paper, 2 not evaluated (not published: 2).",
            line["more"],
        )


class Summary(unittest.TestCase):
    """The lines at the top: one for each figure, with or without comparisons, and one for demands
    that belong to no figure."""

    def line(self, entries, name="Fig. 1"):
        figures = [{"name": "fig1", "title": "Fig. 1"}, {"name": "fig2", "title": "Fig. 2"}]
        lines = summary.summary([summary.shown(entry, figures, []) for entry in entries], figures)
        (found,) = [line for line in lines if line["figure"] == name]
        return found["said"] + found["more"]

    def test_only_the_largest_deviation_is_described(self):
        entries = [
            verdict.evaluate({**DEMAND, "metric": f"m{value:g}"}, value, "demo")
            for value in (0.5, 1.5, 4.0, 2.0)
        ]
        self.assertEqual(
            self.line(entries),
            "1 of 4 own numerics pass; 3 fail, largest deviation: m4: measured 4; published: less "
            "than <b>; tolerance: ours.",
        )
        self.assertEqual(
            self.line(entries[:2]),
            "1 of 2 own numerics pass; 1 fails: m1.5: measured 1.5; published: less than <b>; "
            "tolerance: ours.",
        )

    def test_a_missing_number_deviates_most(self):
        entries = [
            verdict.evaluate({**DEMAND, "metric": name}, value, "demo")
            for name, value in (("far", 1e9), ("never", None))
        ]
        self.assertIn("2 fail, largest deviation: never: measured none", self.line(entries))

    def test_nothing_evaluated(self):
        entry = verdict.evaluate(DEMAND, 2.0, "demo", reason=verdict.VARIANT)
        self.assertEqual(self.line([entry]), "1 not evaluated (variant: 1).")
        self.assertEqual(self.line([entry], "Fig. 2"), "picture without compared numbers.")
        self.assertEqual(
            self.line([entry, verdict.evaluate(DEMAND, 0.5, "demo")]),
            "1 of 1 own numerics pass. 1 not evaluated (variant: 1).",
        )

    def test_numbers_without_a_figure(self):
        entry = verdict.evaluate({**DEMAND, "figure": "identity"}, 0.5, "demo")
        self.assertEqual(
            self.line([entry], "Numbers without a figure"), "1 of 1 own numerics pass."
        )
        figures = [{"name": "fig1", "title": "Fig. 1"}]
        self.assertEqual(
            [
                line["figure"]
                for line in summary.summary(
                    [summary.shown(verdict.evaluate(DEMAND, 0.5, "demo"), figures, [])], figures
                )
            ],
            ["Fig. 1"],
        )


class Hover(unittest.TestCase):
    def setUp(self):
        page, axes = figure.plt.subplots(figsize=(4, 3))
        axes.plot([1, 2, 3], [10, 20, 40], "o", label="ours")
        axes.errorbar([1.5], [30], yerr=[5], fmt="s", label="published")
        axes.set(xlabel="Q", ylabel="mass & more", xlim=(0, 4), ylim=(0, 50))
        self.page, self.svg = page, points.svg(page)
        self.circles = re.findall(
            r'<circle cx="([\d.]+)" cy="([\d.]+)" r="4"><title>(.*?)</title>', self.svg, re.S
        )

    def test_points_show_their_values(self):
        said = {text for _, _, text in self.circles}
        self.assertEqual(
            said,
            {
                "ours\nQ: 1\nmass &amp; more: 10",
                "ours\nQ: 2\nmass &amp; more: 20",
                "ours\nQ: 3\nmass &amp; more: 40",
                "published\nQ: 1.5\nmass &amp; more: 30\ny from 25 to 35",
            },
        )

    def test_points_are_where_they_are_drawn(self):
        """marks drawn by matplotlib, <use x= y=>, are at the positions of the values"""
        marks = {
            (float(x), float(y))
            for x, y in re.findall(
                r'<use xlink:href="#\w+" x="([\d.]+)" y="([\d.]+)" style="fill', self.svg
            )
        }
        for x, y, text in self.circles:
            self.assertTrue(
                any(abs(float(x) - u) < 0.1 and abs(float(y) - v) < 0.1 for u, v in marks), text
            )

    def test_same_bytes(self):
        self.assertEqual(points.svg(self.page), self.svg)

    def test_ids_are_those_of_the_figure(self):
        svg = points.own_ids(self.svg, "fig1")
        ids, seen = Reader(svg).ids, Reader(svg)
        self.assertTrue(ids)
        self.assertEqual([name for name in ids if not name.startswith("fig1-")], [])
        self.assertEqual(
            [
                link
                for link in seen.links + re.findall(r"url\((#[^)]*)\)", svg)
                if link[1:] not in ids
            ],
            [],
        )
        # nothing else has changed
        self.assertEqual(
            len(svg) - len(self.svg), 5 * (len(ids) + len(seen.links) + svg.count("url(#"))
        )

    def test_words_are_left_alone(self):
        self.assertEqual(
            points.own_ids('<a id="b">url(#b) id="b" <!-- id="b" --></a>', "f"),
            '<a id="f-b">url(#b) id="b" <!-- id="b" --></a>',
        )

    def test_some_of_many_points_have_labels(self):
        page, axes = figure.plt.subplots(figsize=(4, 3))
        axes.plot(range(2 * points.MOST + 1), range(2 * points.MOST + 1), ".")
        svg = points.svg(page)
        self.assertEqual(
            (points.every(svg), svg.count("<circle cx")), (3, 2 * points.MOST // 3 + 1)
        )
        self.assertEqual(points.every(self.svg), 1)


class TwoFigures(unittest.TestCase):
    def test_ids_are_unique(self):
        page, axes = figure.plt.subplots(figsize=(4, 3))
        axes.plot([1, 2], [1, 2], "o")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "figure.svg")
            path.write_text(points.svg(page))
            figures = [report.picture(name, name, "", path) for name in ("fig1", "fig2")]
        seen = Reader(report.page("T", "", [], figures, [], {}))
        self.assertEqual(len(seen.ids), len(set(seen.ids)))
        self.assertEqual([link for link in seen.links if link[1:] not in seen.ids], [])


class Kept(unittest.TestCase):
    """Pages of the results in docs/results: at a scale without pictures, at paper scale, and at a
    scale with a figure of which the verdicts alone are kept."""

    def test_pages_are_small_and_whole(self):
        for place in ("strength/demo", "strength/paper", "collisions/paper-quarter"):
            path = ROOT / "docs" / "results" / place
            text = report.kept(path)
            self.assertLess(len(text), 10e6, path)
            self.assertEqual("<img" in text, path.name == "paper")  # pictures of bodies
            self.assertIn("<svg", text)
            seen = Reader(text)
            self.assertEqual([link for link in seen.links if not link.startswith("#")], [], path)
            self.assertEqual(len(seen.ids), len(set(seen.ids)), path)
            counts = verdict_table.counts(verdict.read(sorted(path.glob("*/verdict.json"))))
            for line in counts:
                self.assertTrue(f"{line[0].upper()}{line[1:]}." in seen.text, line)


if __name__ == "__main__":
    unittest.main()
