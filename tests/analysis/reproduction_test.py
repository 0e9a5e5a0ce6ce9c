"""docs/REPRODUCTION.md, docs/reproduction/*.md and docs/studies/*.md: links resolve, tables beside
the results are those of verdict.json, commands run, stated numbers are printed."""
import fnmatch
import re
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import coverage, rubble, verdict, verdict_table  # noqa: E402

PAGE = ROOT / "docs" / "REPRODUCTION.md"
STUDIES = [ROOT / "docs" / "reproduction" / f"{study}.md" for study in sorted(coverage.STUDIES)]
# studies of our own, which reproduce no paper
OWN = [ROOT / "docs" / "studies" / "philosophies.md"]
PAGES = [PAGE, *STUDIES, *OWN]
RESULTS = ROOT / "docs" / "results"


def anchors(path):
    """(Markdown file) => the anchors of its headings, as GitHub makes them"""
    heads = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


# verdicts in the summary table
VERDICTS = {
    "reproduces the published value",
    "reproduces the published trend",
    "does not reproduce the published value",
    "does not reproduce the published trend",
    "not decided",
    "calibrated",
    "contradiction within the paper",
    "not run",
    "not comparable at this scale",
    "nothing to compare",
}

# causes in the summary table, in the order in which the page defines them
CAUSES = (
    "one realisation",
    "uncertainty",
    "not printed",
    "not legible",
    "our choice",
    "by construction",
    "contradiction",
    "scale",
    "open",
    "-",
)

# start of a verdict: the causes that a row with this verdict can have
CAUSES_OF = {
    "reproduces": {"-"},
    "does not reproduce": {"-"},
    "calibrated": {"our choice"},
    "contradiction within the paper": {"contradiction"},
    "nothing to compare": {"by construction"},
    "not run": {"-", "scale"},
    "not comparable at this scale": {"-", "scale"},
    "not decided": set(CAUSES) - {"-"},
}

NUMBER = r"\d+(?:\.\d+)?(?:e[-+]?\d+)?"

# Start of a section's heading: decimal numbers of the section that its command does not print:
# published values, limits, parameters of runs, and values of other tables or scales. "5 +- 2"
# stands for a value with its error.
NOT_PRINTED = {
    "Paper scale, L1": "0.914",
    "L3:": "4.85, 5.60",
    "F0:": "0.425, 0.534",
    "F2:": "0.0125",
    "F3:": "71.6",
    "claims:": "1.11",
    "D1:": "0.011",
    "D2:": "0.1, 2.7, 6.2e21, 6.2e22",
    "D3 remnant": "0.407, 0.5, 0.9",
    "D3 the jump": "17.9",
    "D4:": "0.36",
    "D6:": "0.198, 0.352, 0.074, 2.4, 13.97",
    "M4:": "535.2",
    "M5:": "107.5",
    "R1:": "13.1",
    "R2:": "0.295, 0.354, 1.5",
    "R3:": "0.75, 0.51, 0.39, 8.559e-4",
    "R4:": "1.2",
    "R5:": "0.80, 0.44, 0.65",
    "Runs with both steps": "0.05",
}

# Start of a section's heading: whole numbers that the section states as obtained, and the text of
# each in the output of the section's command.
WHOLE = {
    "D2:": [("93", "93.3 km"), ("127", "127 km"), ("202", "202 km")],
    "claims:": [("40", "0.403")],
    "M1": [("17", "17.4"), ("30", "29.6"), ("33", "33.4 %"), ("97", "0.972")],
    "INC-M1": [
        ("1056", "1056 for 54.9"),
        ("1284", "1284 for 58.6"),
        ("1434", "1434 for 60.8"),
        ("534", "534 kg/m3 by the extents"),
        ("651", "651 kg/m3 by the alpha shape"),
        ("847", "847 and 1033"),
        ("1033", "1033."),
    ],
    "M4:": [("121", "Seeds: 121.4"), ("130", "Seeds: 130.0")],
    "M5:": [("5", "+- 5.3"), ("25", "24.5 +-")],
    "M6:": [("30", "30.4 cycles")],
    "L3:": [("17", "0.173 +-")],
    "L6:": [("306", "306 +-"), ("362", "362 +-"), ("16", "16 min"), ("668", "668 +-")],
    "Paper scale, L6": [("295", "295 min"), ("481", "481 min"), ("186", "186 min")],
    "F1:": [
        ("49", "49.1"),
        ("66", "66.4"),
        ("214", "214."),
        ("22", "22 in a frame alone"),
        ("57", "57 of 61"),
    ],
    "F5:": [("7", "| 7 |"), ("142", "Of 142 runs"), ("18", "In 18 runs"), ("43", "period 43 h")],
    "R2:": [("14", "14, rea"), ("8", "| 8 |"), ("11", "11, rea"), ("4", "4. |")],
    "R4:": [
        ("300", "of 300 runs"),
        ("140", "140 survive"),
        ("160", "160 lose"),
        ("41", "41 of 160"),
    ],
    "R3b": [("1012", "1012, 1954"), ("1954", "1954, 1139"), ("1139", "1139.")],
    "R3:": [("1974", "1974, 0"), ("1516", "1516.")],
    "F4:": [("74", "of 74")],
}


COMMAND = (
    r"`(python3 (?:-m analysis\.verdict|workflows/collisions/(?:resolution|speeds)\.py|"
    r"workflows/accretion/both_steps\.py) [^`]*)`"
)

REPEAT = r"`\./reproduce (\S+) --scale (\S+) --config runs='(\S+)' kept=1`"


def runs_of(study, scale):
    """(study, scale) => names of the runs in its params.tsv"""
    table = ROOT / "workflows" / study / "config" / "params.tsv"
    rows = (line.split("\t") for line in table.read_text().splitlines())
    return {row[1] for row in rows if row[0] == scale}


def matches(name, patterns):
    """=> true if one of the patterns, separated by commas, matches the name of a run"""
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns.split(","))


def sections():
    """=> (heading, text, command) of each section of the studies' pages that has a command"""
    for page in [*STUDIES, *OWN]:
        for part in re.split(r"^#{2,3} ", page.read_text(), flags=re.M)[1:]:
            heading, _, text = part.partition("\n")
            command = re.search(COMMAND, text)
            if command:
                yield heading, text.replace(command[0], ""), command[1]


def words_of(cell):
    """(cell of a table) => its words as a reader sees them, addresses of links left out"""
    return re.sub(r"\]\([^)]*\)", "", cell).split()


def rows_of(page):
    """(Markdown file) => the cells of each row of its tables"""
    for line in page.read_text().splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def summary_rows():
    """=> the rows of the summary table: study, figure, scale, published, Rubble, verdict, cause"""
    return [row for row in rows_of(PAGE) if len(row) == 7 and row[0].startswith("[")]


def wrong_causes(rows):
    """(rows of the summary table) => those whose cause is unknown or does not fit the verdict"""
    return [
        row
        for row in rows
        if not any(
            row[5].startswith(verdict) and row[6] in causes for verdict, causes in CAUSES_OF.items()
        )
    ]


def linked_from(pages):
    """(Markdown files) => the files that they link"""
    return {
        (page.parent / link.partition("#")[0]).resolve()
        for page in pages
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text())
        if not link.startswith("http")
    }


def decimals(text):
    """(text) => its numbers with a decimal point"""
    return re.findall(r"(?<![\d.])\d+\.\d+(?:e-?\d+)?(?![\d]|\.\d)", text)


def output(command):
    return subprocess.run(
        ["/usr/bin/python3", *shlex.split(command)[1:]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def prose(text):
    """(Markdown) => the text without code and addresses of links"""
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)


def agree(stated, printed, scale):
    """=> true if the printed number times the scale, without its sign, rounds to the stated one and
    has at least its significant digits"""
    digits = [len(text.partition("e")[0].replace(".", "").strip("0")) for text in (stated, printed)]
    return digits[1] >= digits[0] and abs(
        float(stated) - scale * float(printed)
    ) <= 1.0001 * half_digit(stated)


def not_printed(text, printed):
    """(section, output of its command) => decimal numbers of the section that were not printed, as
    numbers or in per cent; a value and its error must be printed together"""
    pair = rf"({NUMBER}) \+- ({NUMBER})"
    words, known, pairs = (
        prose(text),
        set(re.findall(rf"(?<![\w.]){NUMBER}", printed)),
        set(re.findall(pair, printed)),
    )
    found = [
        f"{value} +- {error}"
        for value, error in re.findall(pair, words)
        if not any(
            agree(value, one, scale) and agree(error, other, scale)
            for one, other in pairs
            for scale in (1, 100)
        )
    ]
    return found + [
        number
        for number in decimals(re.sub(pair, "", words))
        if not any(agree(number, other, scale) for other in known for scale in (1, 100))
    ]


def half_digit(text):
    """(a number as text) => half of one in its last digit"""
    digits, _, power = text.partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


class Reproduction(unittest.TestCase):
    def test_links_exist(self):
        self.assertEqual(
            sorted((ROOT / "docs" / "reproduction").glob("*")),
            sorted([coverage.COVERAGE, *STUDIES]),
        )
        for page in PAGES:
            links = re.findall(r"\]\(([^)\s]+)\)", page.read_text())
            self.assertGreater(len(links), 6)
            for link in links:
                if link.startswith("http"):
                    continue
                name, _, anchor = link.partition("#")
                target = (page.parent / name).resolve() if name else page
                self.assertTrue(target.exists(), link)
                if anchor:
                    self.assertIn(anchor, anchors(target), link)

    def test_tables_are_those_of_the_results(self):
        found = sorted(RESULTS.glob("*/*/verdict.json"))
        self.assertGreater(len(found), 5)
        for path in found:
            self.assertEqual(
                path.with_name("verdicts.md").read_text(),
                verdict_table.page(path),
                f"python3 -m analysis.verdict --write {path.relative_to(ROOT)}",
            )
            parts = [
                e
                for part in sorted(path.parent.glob("*/verdict.json"))
                for e in verdict.read([part])
            ]
            self.assertEqual(
                sorted(parts, key=lambda e: e["experiment"]),
                verdict.read([path]),
                f"python3 -m analysis.again {path.parent.relative_to(ROOT)}",
            )

    def test_coverage_and_every_verdict_table_are_linked(self):
        linked = linked_from([PAGE, *OWN])
        for path in [coverage.COVERAGE, *sorted(RESULTS.glob("*/*/verdicts.md"))]:
            self.assertIn(path, linked)

    def test_every_figure_and_its_data_are_linked(self):
        linked = linked_from([*STUDIES, *OWN])
        kept = sorted(RESULTS.rglob("figure.png"))
        kept += [
            path
            for page in [*STUDIES, *OWN]
            for path in sorted((RESULTS / page.stem).rglob("*.csv"))
            if path.name not in ("origin.csv", "failed.csv")
        ]
        self.assertGreater(len(kept), 150)
        for path in kept:
            self.assertTrue(path in linked, path.relative_to(ROOT))

    def test_no_verdict_table_is_pasted_in(self):
        for page in PAGES:
            self.assertNotIn("| tolerance |", page.read_text())

    def test_cells_are_short(self):
        for page in PAGES:
            for row in rows_of(page):
                for cell in row:
                    self.assertLessEqual(len(words_of(cell)), 20, f"{page.name}: {cell}")

    def test_summary_table_has_known_verdicts(self):
        found = summary_rows()
        linked = [row for row in rows_of(PAGE) if re.match(r"\[[^]]*\]\(reproduction/", row[0])]
        self.assertEqual(len(found), len(linked), "a row with more or fewer than seven cells")
        self.assertGreater(len(found), 45)
        for row in found:
            self.assertIn(row[5], VERDICTS, row)

    def test_causes_fit_the_verdicts(self):
        self.assertEqual(wrong_causes(summary_rows()), [])

    def test_wrong_causes_are_found(self):
        right = ("not decided", "scale"), ("not run", "-"), ("calibrated", "our choice")
        wrong = (
            ("not decided", "unknown"),
            ("not decided", ""),
            ("not decided", "-"),
            ("reproduces the published value", "open"),
            ("does not reproduce the published trend", "scale"),
            ("calibrated", "-"),
            ("contradiction within the paper", "not printed"),
        )
        rows = [["", "", "", "", "", *pair] for pair in (*right, *wrong)]
        self.assertEqual(wrong_causes(rows), rows[len(right) :])

    def test_each_cause_is_defined_and_counted(self):
        text = PAGE.read_text()
        section = text.partition("## How to read the verdicts\n")[2].partition("\n## ")[0]
        listed = section.partition("The column *cause* of the tables")[2].partition("\n\n*")[0]
        self.assertEqual(re.findall(r"^- \*\*(.+?)\*\*: \S", listed, re.M), list(CAUSES))
        found = summary_rows()
        numbers = {cause: sum(row[6] == cause for row in found) for cause in CAUSES}
        counts = ", ".join(
            f"{'none (-)' if cause == '-' else cause} {number}" for cause, number in numbers.items()
        )
        self.assertIn(
            f"The {len(found)} [rows by figure](#published-figures-and-tables) have these "
            f"[causes](#how-to-read-the-verdicts): {counts}.\n",
            text,
        )

    def test_numbers_of_the_summary_occur_on_the_pages_of_the_studies(self):
        for row in summary_rows():
            page = PAGE.parent / re.search(r"\(([^)]+)\)", row[0])[1]
            for number in decimals(row[4]):
                with self.subTest(page.name, row=row[1], number=number):
                    self.assertIn(number, decimals(page.read_text()))
        for item in re.findall(r"^\d+\. (.*)$", PAGE.read_text(), re.M):
            page = PAGE.parent / re.search(r"\((reproduction/[^)#]+)", item)[1]
            for number in decimals(re.sub(r"`[^`]*`", "", item)):
                with self.subTest(page.name, item=item[:40], number=number):
                    self.assertIn(number, decimals(page.read_text()))

    def test_commands_run(self):
        commands = {command for page in PAGES for command in re.findall(COMMAND, page.read_text())}
        self.assertGreater(len(commands), 8)
        for command in sorted(commands):
            with self.subTest(command):
                words = shlex.split(command)
                self.assertNotIn("--write", words)
                done = subprocess.run(
                    ["/usr/bin/python3", *words[1:]], cwd=ROOT, capture_output=True, text=True
                )
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertGreater(done.stdout.count("\n| "), 0, "no row of a table")

    def test_numbers_are_those_that_the_command_prints(self):
        found = list(sections())
        self.assertGreater(len(found), 30)
        for start in (*NOT_PRINTED, *WHOLE):
            self.assertEqual(len([name for name, *_ in found if name.startswith(start)]), 1, start)
        for name, text, command in found:
            printed = output(command)
            with self.subTest(name):
                exempt = {
                    number
                    for start, numbers in NOT_PRINTED.items()
                    if name.startswith(start)
                    for number in numbers.split(", ")
                }
                self.assertEqual(
                    exempt,
                    set(not_printed(text, printed)),
                    "left: NOT_PRINTED, right: numbers of the section that the command does "
                    "not print",
                )
            for stated, shown in (
                pair for start, pairs in WHOLE.items() if name.startswith(start) for pair in pairs
            ):
                with self.subTest(name, stated=stated):
                    self.assertRegex(text, rf"(?<![\d.]){re.escape(stated)}(?![\d]|\.\d)")
                    self.assertIn(shown, printed)
                    self.assertTrue(
                        any(
                            agree(stated, re.search(NUMBER, shown)[0], scale) for scale in (1, 100)
                        ),
                        shown,
                    )

    def test_changed_numbers_are_found(self):
        printed = "| 4.5 +- 0.12 (2 runs) | -0.0274 | 2.1 |"
        self.assertEqual(not_printed("4.50 +- 0.1, 2.7 %, 0.027 and 2.1", printed), [])
        self.assertEqual(
            not_printed("4.6 +- 0.1, 2.8 %, 0.0275, 2.13 and `3.3`", printed),
            ["4.6 +- 0.1", "2.8", "0.0275", "2.13"],
        )

    def test_the_table_of_rotation_is_that_of_the_runs(self):
        """mean and range of the largest remnants of Fig. 9, for each Q and kind of spin"""
        runs = rubble.rows.read_csv(RESULTS / "collisions" / "paper" / "fig9" / "data.csv")
        text = (PAGE.parent / "reproduction" / "collisions.md").read_text()
        for q in (3, 6, 9, 12):
            cells = [str(q)]
            for kind, number in (("none", 1), ("par", 3), ("anti", 3), ("perp", 6)):
                found = [
                    row["largest remnant / total mass"]
                    for row in runs
                    if (row["Q"], row["category"]) == (q, kind)
                ]
                self.assertEqual(len(found), number)
                span = f" ({min(found):.3f} to {max(found):.3f})" if number > 1 else ""
                cells.append(f"{sum(found) / number:.3f}{span}")
            self.assertIn(f"| {' | '.join(cells)} |", text)

    def test_each_of_the_ten_things_has_a_figure_and_a_command_with_its_runs(self):
        text = PAGE.read_text()
        things = re.findall(r"^(\d+)\. (.*)$", text, re.M)
        rows = {row[0]: row for row in rows_of(PAGE) if len(row) == 3 and row[0].isdigit()}
        self.assertEqual(len(things), 10)
        self.assertEqual(list(rows), [number for number, _ in things])
        for number, thing in things:
            study, scale, patterns = re.fullmatch(REPEAT, rows[number][2]).groups()
            self.assertRegex(rows[number][1], r"\]\(results/\S+\)")
            known = runs_of(study, scale)
            chosen = {name for name in known if matches(name, patterns)}
            for pattern in patterns.split(","):
                self.assertTrue(fnmatch.filter(known, pattern), f"{number}: {pattern}")
            for name in set(re.findall(r"`([^`]*)`", thing)) & known:
                self.assertIn(name, chosen, number)

    def test_run_names_occur_in_the_tables(self):
        """names of runs on the pages, in backticks, occur in a study's params.tsv"""
        names = {
            row.split("\t")[1]
            for path in ROOT.glob("workflows/*/config/params.tsv")
            for row in path.read_text().splitlines()[1:]
            if not row.startswith("#") and "\t" in row
        }
        first = (
            r"[STB]\d+|ccp|claim|cohesionless|collide|elastic|free|hulls|later|nearest|pile|reach|"
            r"rigid|rough|soft|spheres|spin|step|symmetric|thirteen|tolerance|wide"
        )
        for page in PAGES:
            for name in re.findall(rf"`((?:{first})(?:-[a-z0-9.]+)+)`", page.read_text()):
                self.assertIn(name, names, page.name)


if __name__ == "__main__":
    unittest.main()
