"""docs/REPRODUCTION.md and docs/reproduction/*.md: links resolve, tables beside the results are those of verdict.json, commands run, stated numbers are printed."""
import collections
import re
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import verdict  # noqa: E402

PAGE = ROOT / "docs" / "REPRODUCTION.md"
STUDIES = sorted((ROOT / "docs" / "reproduction").glob("*.md"))
PAGES = [PAGE, *STUDIES]
RESULTS = ROOT / "docs" / "results"


def anchors(path):
    """(Markdown file) => the anchors of its headings, as GitHub makes them"""
    heads = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


# Verdict in the summary table => line of the five at the top of the page in which it is counted; None: not counted.
VERDICTS = {
    "reproduces the published value": "reproduce", "reproduces the published trend": "reproduce",
    "does not reproduce the published value": "do not", "does not reproduce the published trend": "do not",
    "not decided": "are open", "calibrated": "are open", "not run": "are open", "not comparable at this scale": "are open",
    "nothing to compare": None,
}

# Start of a section's heading: each number that the section states as obtained, and the same number as the section's command prints it.
STATED = {
    "D1:": [("3.6e-5", "3.62e-05"), ("2.15", "| 2.15 |"), ("2.09", "| 2.09 |"), ("1.95", "| 1.95 |"), ("2.8", "| 2.78 |")],
    "D2:": [("93", "93.3 km"), ("127", "127 km"), ("202", "202 km"), ("0.37", "0.374"), ("0.43", "0.428"), ("0.66", "0.66"), ("0.68", "0.681")],
    "D3 remnant": [("5.05", "5.05"), ("5.8", "5.78"), ("7.1", "7.08"), ("0.12", "0.122"), ("0.14", "0.138"), ("6.65", "6.65 to"), ("7.55", "to 7.55")],
    "D3 the jump": [("0.49", "0.488"), ("0.50", "0.501"), ("0.47", "0.468"), ("0.44", "0.44 |"), ("1.4", "Q = 1.4 and 2"), ("0.7", "0.7: from"), ("2.1", "2.14"), ("3.7", "3.73")],
    "D4:": [("0.34", "0.339 +-"), ("0.10", "0.095 %"), ("1.4", "1.42 +-"), ("0.6", "0.58 %"), ("0.070", "0.0697"), ("0.049", "0.049 %"), ("0.03", "0.0309"), ("0.35", "0.35 %")],
    "D5:": [("3.6", "3.64")],
    "D6:": [("3.4", "-0.0339"), ("0.8", "0.0081"), ("4.9", "-0.0492"), ("2.1", "0.021"), ("0.7", "-0.00676"), ("1.0", "-0.00979")],
    "D7:": [("0.28", "0.0028")],
    "claims:": [("40", "0.402")],
    "M1": [("17", "17.4"), ("30", "29.6"), ("61", "60.5 %"), ("33", "33.4 %"), ("97", "0.972"), ("1.42", "1.42")],
    "M4:": [("105.1", "seeds: 105.1"), ("106.6", "seeds: 106.6"), ("121", "Seeds: 121.4"), ("130", "Seeds: 130.0"), ("2.8", "2.76 points"), ("4.9", "-4.92 points")],
    "M5:": [("80.7", "80.7 %"), ("76.9", "76.9 %"), ("83.9", "83.9 %"), ("77.8", "77.8 %"), ("74.9", "seeds: 74.9"), ("75.3", ", 75.3"), ("83.1", ", 83.1"),
           ("5", "5.13 +-"), ("28", "27.5 +-"), ("89", "88.7 %"), ("97", "97.2 %"),
            ("103.7", "seeds: 103.7"), ("89.7", "seeds: 89.7"), ("100.9", "seeds: 100.9"), ("101.5", "seeds: 101.5"), ("88.6", "seeds: 88.6"), ("97.8", "seeds: 97.8"),
            ("60.5", "ellipsoid 60.5"), ("107.5", "ellipsoid 107.5"), ("61.8", "ellipsoid 61.8"), ("57.0", "ellipsoid 57.0"), ("80.6", "ellipsoid 80.6"), ("60.6", "ellipsoid 60.6"),
            ("10.8", "-10.8"), ("30.0", "-30.0")],
    "M6:": [("30", "30.4 cycles"), ("7.6", "7.57 cycles"), ("9.5", "9.53 cycles"), ("14.2", "14.2 cycles"), ("16.4", "16.4 cycles"), ("11.7", "11.7 cycles"), ("17.4", "17.4 cycles"), ("9.1", "9.09 cycles"), ("14.2", "14.2 cycles"), ("11.4", "11.4 cycles")],
    "L1:": [("4.1", "0.0412"), ("0.74", "0.739 +-"), ("0.02", "0.015"), ("0.015", "0.015"), ("0.37", "0.368"), ("4.0", "| 4 +-"), ("0.1", "0.12 (2"), ("1.46", "| 1.46 |"), ("2.66", "2.66 +-"), ("0.06", "0.06 (6"), ("2.03", "2.03 +-"), ("11.9", "11.9 min"), ("20.0", "20 min"), ("2.05", "2.05 +-"), ("0.111", "0.111 +-"), ("0.53", "power 0.53,"), ("27.5", "27.5 +-"), ("0.156", "-0.156 +-"), ("0.031", "0.031"), ("1.06", "| 1.06 |")],
    "L2:": [("5.35", "5.35 +-"), ("6.9", "6.9 +-"), ("1.35", "1.35 +-"), ("0.21", "0.21 (2"), ("14", "-0.136"), ("0.4", "0.0038,"), ("1.8", "0.0175")],
    "L3:": [("4.1", "4.09 +-"), ("0.18", "0.18 (2"), ("0.54", "0.544 +-"), ("14.4", "-0.144 +-"), ("0.75", "0.0075 (2"), ("4.85", "4.85 +-"), ("5.9", "5.90"), ("15", "0.145 +-"), ("0.04", "-0.0406"), ("0.11", "0.11 (2")],
    "L4": [("0.99", "0.99"), ("2.0", "2.01"), ("0.061", "0.0606"), ("1.0", "0.999"), ("6.2", "| 6.16 |"), ("25.5", "25.5 to")],
    "L6:": [("299", "299 min"), ("332", "332 +-"), ("21", "21 min"), ("1.3", "0.0128 +-"), ("5.8", "0.058 (2"), ("0.055", "-0.0547"), ("0.97", "0.968 |"), ("1.1", "1.1."), ("3.5", "3.5,"), ("631", "631 min"), ("0.014", "0.014,"), ("0.044", "0.044."), ("0.050", "0.0502 +-"), ("0.006", "0.0062 (2"), ("0.348", "0.348 +-"), ("0.069", "0.069 (2")],
    "Paper scale, L7": [("0.99", "| 0.989 |"), ("1.30", "| 1.3 |"), ("1.44", "| 1.44 |"), ("1.13", "| 1.13 |")],
    "Paper scale, L1": [("3.44", "3.44 +-"), ("1.36", "| 1.36 |"), ("1.41", ": 1.41"), ("2.61", "2.61 +-"), ("0.52", "0.521"), ("0.74", "0.74 +-"), ("0.011", "0.011 ("), ("2.02", "2.02 +-"), ("4.53", "4.53 +-"), ("11.9", "11.9 min"), ("1.76", "1.76 +-"), ("4.55", "4.55 and"), ("5.23", "5.23"), ("0.297", "0.297 +-"), ("0.101", "0.101 +-"), ("0.134", "-0.134 +-"), ("27.9", "27.9 +-"), ("1.06", "| 1.06 |")],
    "Paper scale, L2": [("4.50", "4.5 +-"), ("1.06", "1.06 +-"), ("0.16", "0.16 ("), ("0.135", "-0.135"), ("0.026", "-0.0259"), ("6.63", "6.63 +-"), ("0.076", "0.076 ("), ("0.0446", "-0.0446"), ("0.0019", "0.0019 |")],
    "Paper scale, L3": [("0.132", "-0.132"), ("0.195", "0.195 +-"), ("3.99", "3.99 +-"), ("0.0916", "-0.0916"), ("0.0014", "0.0014 ("), ("0.55", "0.55 +-"), ("0.019", "0.019 ("), ("0.158", "0.158 +-"), ("4.17", "4.17 +-"), ("5.88", "5.88")],
    "Paper scale, L6": [("295", "295 min"), ("0.03", "0.0286"), ("0.2", "0.00194"), ("481", "481 min"), ("186", "186 min"), ("1.9", "1.89"), ("3.9", "3.9,"), ("0.0515", "-0.0515"), ("0.992", "| 0.992 |"), ("0.64", "1 N 0.64")],
    "F0:": [("6.05", "6.05 +- 0.039 h"), ("0.87", "0.87 +-"), ("0.67", "0.667"), ("2.9", "by 2.9 h")],
    "F1:": [("4.98", "4.98 +-"), ("0.997", "0.997 +-"), ("5.01", "5.01 +-"), ("0.992", "0.992 +-"), ("3.8e-16", "3.78e-16"), ("49", "49.1"), ("66", "66.4"), ("214", "214.")],
    "F2:": [("0.148", "0.148 m/s"), ("0.0115", "0.0115 rad/s"), ("0.016", "0.016,"), ("0.135", "0.135 to 0.165"), ("0.165", "0.165;"), ("1.8", "| 1.8 |"), ("5.77e-5", "5.77e-05"), ("0.995", "0.995 +-"), ("0.0085", "0.0085 (2"), ("1.07", "1.07 +-"), ("0.057", "0.057 (2"), ("1.11", "1.11 +-"), ("0.055", "0.055 (2"), ("0.84", "0.84 to"), ("1.48", "to 1.48")],
    "F3:": [("0.982", "-0.982"), ("0.993", "-0.993"), ("0.97", "-0.97 |"), ("0.818", "-0.818"), ("0.894", "-0.894"), ("0.824", "| 0.824 |"), ("0.484", "| 0.484 |"), ("1.12", "| 1.12 |"), ("7.39", "| 7.39 |"), ("0.352", "0.352,"), ("0.548", "v0: 0.548"), ("0.458", "0.458."), ("4", "Omega: 4."), ("3.92", "v0: 3.92"), ("3.88", "omega0: 3.88"), ("0.29", "-0.29 +-"), ("0.67", "0.67 (2"), ("0.573", "-0.573"), ("0.598", "-0.598"), ("0.25", "-0.25 |")],
    "F5:": [("6", "| 6 |"), ("142", "Of 142 runs"), ("19", "In 19 runs"), ("39", "period 39 h")],
    "R1:": [("0.733", "| 0.733 |"), ("8.52", "8.52 degree"), ("0.972", "| 0.972 |"), ("0.00135", "0.00135"), ("0.000615", "| 0.000615 |")],
    "R2:": [("0.378", "0.378, rea"), ("0.397", "0.397, rea"), ("0.4", "0.4, rea"), ("0.383", "0.383. Esc"), ("14", "14, rea"), ("8", "| 8 |"), ("11", "11, rea"), ("4", "4. |"), ("1.85e-7", "1.85e-07"), ("0.103", "| 0.103 |"), ("0.0923", "0.0923."), ("0.431", "0.431,"), ("0.372", "0.372,"), ("0.37", "| 0.37 |"), ("0.462", "0.462.")],
    "R2b": [("0.0027", "-0.0027"), ("0.03", "0.03 (2"), ("0.0023", "-0.0023"), ("0.034", "0.034 (2"), ("7.4", "-7.4 %"), ("0.0058", "0.00582 +-"), ("0.019", "0.019 (2")],
    "R4b": [("41.4", "41.4 % in orbit"), ("40.3", "40.3 % in orbit")],
    "R4:": [("300", "of 300 runs"), ("140", "140 survive"), ("160", "160 lose"), ("0.9999", "0.9999"), ("0.532", "| 0.532 |"), ("41", "41 of 160")],
    "R3b": [("0.0248", "| 0.0248 |"), ("0.0199", "0.0199, "), ("0.0245", "0.0245."), ("0.424", "0.424, 0.491"), ("0.491", "0.491."), ("0.243", "0.243, 0.404"), ("0.404", "| 0.404 |"), ("0.251", "0.251; spheres"), ("1012", "1012, 1954"), ("1954", "1954, 1139"), ("1139", "1139."), ("0.0292", "0.0292 +-"), ("0.0035", "0.0035 (2")],
    "R3:": [("0.164", "0.164 +-"), ("0.0005", "0.00053 (2"), ("0.0641", "0.0641 +-"), ("0.0011", "0.0011 (2"), ("0.231", "| 0.231 |"), ("0.443", "| 0.443 |"), ("0.47", "bonds: 0.47,"), ("0.49", ", 0.49,"), ("0.464", "0.464."), ("0.0492", "| 0.0492 |"), ("0.0334", "0.0334 +-"), ("0.0081", "0.0081 (7"), ("0.305", "0.305 +-"), ("0.039", "0.039 (7"), ("0.366", "0.366 +-"), ("0.037", "0.037."), ("0.0219", "0.0219 +-"), ("0.0031", "0.0031."), ("1974", "1974, 0"), ("1516", "1516.")],
    "R5:": [("0.097", "0.097 (24"), ("0.042", "0.042 (10"), ("0.070", "0.070 (41"), ("0.083", "to 0.083,"), ("0.029", "to 0.029,"), ("0.032", "to 0.032,"), ("0.205", "0.205 to"), ("0.253", "to 0.253,"), ("0.231", "0.231 to"), ("0.313", "to 0.313,"), ("0.423", "| 0.423 |")],
    "F4:": [("38.1", "38.1,"), ("0.97", " 0.97,"), ("71", "of 71"), ("35.1", "mean 35.1"), ("0.803", "| 0.803 |"), ("44.5", "44.5 %"), ("53.7", "53.7,"), ("0.070", "-0.0702"), ("0.024", "0.024 ("), ("0.803", "| 0.803 |")],
}


def sections():
    """=> (heading, text, command) of each section of the studies' pages that has a command"""
    for page in STUDIES:
        for part in re.split(r"^#{2,3} ", page.read_text(), flags=re.M)[1:]:
            heading, _, text = part.partition("\n")
            command = re.search(r"`(python3 -m analysis\.(?:verdict|resolution) [^`]*)`", text)
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


def linked_from(pages):
    """(Markdown files) => the files that they link"""
    return {(page.parent / link.partition("#")[0]).resolve() for page in pages for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()) if not link.startswith("http")}


def decimals(text):
    """(text) => its numbers with a decimal point"""
    return re.findall(r"(?<![\d.])\d+\.\d+(?:e-?\d+)?(?![\d]|\.\d)", text)


def output(command):
    return subprocess.run(["/usr/bin/python3", *shlex.split(command)[1:]], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def same(stated, printed):
    """=> true if both round to the same number, directly or with one in per cent; either may have lost its last digit or its sign"""
    one, other = (re.search(r"\d+(?:\.\d+)?(?:e-?\d+)?", text)[0] for text in (stated, printed))
    return any(abs(float(one) - scale * float(other)) <= 1.0001 * (half_digit(one) + scale * half_digit(other)) for scale in (1, 100))


def half_digit(text):
    """(a number as text) => half of one in its last digit"""
    digits, _, power = text.partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


class Reproduction(unittest.TestCase):
    def test_links_exist(self):
        self.assertEqual([page.stem for page in STUDIES], ["accretion", "aggregation", "collisions", "grain-shape", "strength"])
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
            self.assertEqual(path.with_name("verdicts.md").read_text(), verdict.page(path), f"python3 -m analysis.verdict --write {path.relative_to(ROOT)}")
            parts = [e for part in sorted(path.parent.glob("*/verdict.json")) for e in verdict.read([part])]
            self.assertEqual(sorted(parts, key=lambda e: e["experiment"]), verdict.read([path]), f"python3 -m analysis.again {path.parent.relative_to(ROOT)}")

    def test_every_verdict_table_is_linked(self):
        text = PAGE.read_text()
        for path in sorted(RESULTS.glob("*/*/verdicts.md")):
            self.assertIn(f"({path.relative_to(PAGE.parent)})", text)

    def test_every_figure_and_its_data_are_linked(self):
        linked = linked_from(STUDIES)
        kept = sorted(RESULTS.rglob("figure.png"))
        kept += [path for page in STUDIES for path in sorted((RESULTS / page.stem).rglob("*.csv")) if path.name not in ("origin.csv", "failed.csv")]
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
        found = [row for row in rows_of(PAGE) if len(row) == 6 and row[0].startswith("[")]
        self.assertGreater(len(found), 45)
        for row in found:
            self.assertIn(row[5], VERDICTS, row)

    def test_five_lines_count_the_rows_of_the_summary_table(self):
        text = PAGE.read_text()
        counts = collections.defaultdict(collections.Counter)
        for row in rows_of(PAGE):
            if len(row) == 6 and row[0].startswith("["):
                counts[re.search(r"reproduction/([a-z-]+)\.md", row[0])[1]][VERDICTS[row[5]]] += 1
        self.assertEqual(sorted(counts), [page.stem for page in STUDIES])
        lines = re.findall(r"^- \*\*.*\(.* et al\. \d+\).*", text, re.M)
        stated = ["{}, {}, {}".format(*re.search(r"(\d+) reproduce, (\d+) (?:do|does) not, (\d+) are open", line).groups()) for line in lines]
        order = ["collisions", "grain-shape", "accretion", "aggregation", "strength"]
        self.assertEqual(stated, [f"{counts[name]['reproduce']}, {counts[name]['do not']}, {counts[name]['are open']}" for name in order])

    def test_numbers_of_the_summary_occur_on_the_pages_of_the_studies(self):
        for row in rows_of(PAGE):
            if len(row) == 6 and row[0].startswith("["):
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
        commands = {command for page in PAGES for command in re.findall(r"`(python3 -m analysis\.(?:verdict|resolution) [^`]*)`", page.read_text())}
        self.assertGreater(len(commands), 8)
        for command in sorted(commands):
            with self.subTest(command):
                words = shlex.split(command)
                self.assertNotIn("--write", words)
                done = subprocess.run(["/usr/bin/python3", *words[1:]], cwd=ROOT, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertGreater(done.stdout.count("\n| "), 1, "no row of a table")

    def test_numbers_are_those_that_the_command_prints(self):
        found = list(sections())
        self.assertGreater(len(found), 12)
        for start, numbers in STATED.items():
            (name, text, command), = [section for section in found if section[0].startswith(start)]
            printed = output(command)
            for stated, shown in numbers:
                with self.subTest(name, stated=stated):
                    self.assertRegex(text, rf"(?<![\d.]){re.escape(stated)}(?![\d]|\.\d)")
                    self.assertIn(shown, printed)
                    self.assertTrue(same(stated, shown), shown)

    def test_every_section_with_numbers_is_checked(self):
        for name, text, _ in sections():
            if re.search(r"\d\.\d", text):
                self.assertTrue(any(name.startswith(start) for start in STATED), name)

    def test_run_names_occur_in_the_tables(self):
        """names of runs on the pages, in backticks, occur in a study's params.tsv"""
        names = {row.split("\t")[1] for path in ROOT.glob("workflows/*/config/params.tsv") for row in path.read_text().splitlines()[1:] if not row.startswith("#") and "\t" in row}
        first = r"[STB]\d+|ccp|claim|cohesionless|collide|elastic|hulls|later|nearest|pile|reach|rigid|rough|soft|spheres|spin|step|symmetric|thirteen|tolerance|wide"
        for page in PAGES:
            for name in re.findall(rf"`((?:{first})(?:-[a-z0-9.]+)+)`", page.read_text()):
                self.assertIn(name, names, page.name)


if __name__ == "__main__":
    unittest.main()
