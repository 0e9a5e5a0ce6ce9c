#!/usr/bin/env python3
"""The first table of docs/REPRODUCTION.md: runs and verdicts of each study at paper scale.

`python3 docs/reproduction/summary.py` prints its rows, `--write` writes their numbers into the
page. First and last cell of a row are text of the page.
"""
import fnmatch
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import files, output, verdict, verdict_table  # noqa: E402

PAGE = ROOT / "docs" / "REPRODUCTION.md"
SCALE = "paper"
SIMULATIONS = ("evolve", "collide", "spinup", "flyby", "shake")  # tools; others prepare their input
# study => patterns of the runs that figures and tables of its paper show, further seeds included
PUBLISHED = {
    "collisions": "elastic-* collision-* collide-*-s? spin-* symmetric-*",
    "grain-shape": "[STB]?-s? [ST]10-s?",
    "accretion": "spheres-* hulls-* rough-* spin-* free-*-linearised impact-*-linearised",
    "aggregation": "ccp-*",
    "strength": "cubes-* reaccumulate-* fragment-* step-* stick-* cohesionless-* rigid-* "
    "elastic-* survey-* oblate-* prolate-*",
}


def collision(row):
    """(row of Fig. 3 of the collisions) => name of its run"""
    return "collide-{:g}-{:g}-a{:g}-q{:g}-s{:g}".format(
        *(row[name] for name in ("projectile", "target", "angle [degree]", "Q", "seed"))
    )


def spinning(row):
    """(row of Fig. 9 of the collisions) => name of its run"""
    axes = row["axes of target and projectile"]
    kind = "-".join(filter(None, (row["category"], axes)))
    return f"spin-5000-5000-q{row['Q']:g}-{kind}-s{row['seed']:g}"


# figures whose tables have no column `run` => name of the run of a row
NAMES = {
    "collisions/fig3": collision,
    "collisions/fig9": spinning,
    "collisions/energy": lambda row: f"elastic-500-dt{row['dt [s]']:g}",
    "collisions/fig4": lambda row: f"collision-500-e{row['restitution']:.1f}",
}


def planned(study):
    """(study) => names of the runs that its published figures need"""
    rows = files.tsv_rows(ROOT / "workflows" / study / "config" / "params.tsv")
    return {
        row["run"]
        for row in rows
        if row["scale"] == SCALE
        and row["tool"] in SIMULATIONS
        and any(fnmatch.fnmatchcase(row["run"], like) for like in PUBLISHED[study].split())
    }


def kept(study):
    """(study) => names of the runs in its kept tables"""
    found = set()
    for path in (ROOT / "docs" / "results" / study / SCALE).glob("*/*.csv"):
        name = NAMES.get(f"{study}/{path.parent.name}", lambda row: row.get("run"))
        if path.stem not in ("origin", "failed"):
            found.update(map(name, files.read_rows(path)))
    return found


def counted(entries, kind):
    """(entries, kind) => "reproduced / refuted / undecided", and the others by name"""
    own = verdict_table.of_kind(entries, kind)
    said = [verdict.said(entry) for entry in own]
    text = f"{said.count(verdict.PASS)} / {said.count(verdict.FAIL)}"
    text += f" / {len(verdict_table.undecided(own))}"
    names = {verdict.CALIBRATED: "calibrated", verdict.CONTRADICTION: "contradictory"}
    others = [f", {said.count(word)} {name}" for word, name in names.items() if word in said]
    return text + "".join(others)


def cells(study):
    """(study) => the cells of its row: runs, printed numbers, printed trends, own numerics"""
    wanted = planned(study)
    entries = verdict.read([ROOT / "docs" / "results" / study / SCALE / "verdict.json"])
    runs = f"{len(wanted & kept(study))} of {len(wanted)}"
    return [runs, *(counted(entries, kind) for kind in verdict.KINDS)]


def written(text):
    """(text of the page) => the text with the present numbers"""

    def row(found):
        return f"{found[1]} | {' | '.join(cells(found[2]))} |{found[3]}"

    line = r"^(\| \*\*\[[^|]*\]\(reproduction/([a-z-]+)\.md\)[^|]*?) \|(?:[^|]*\|){4}(.*)$"
    return re.sub(line, row, text, flags=re.M)


def main(arguments):
    if arguments not in ([], ["--write"]):
        sys.exit(__doc__)
    if arguments:
        output.put(PAGE, written(PAGE.read_text()))
        return
    for study in PUBLISHED:
        print(f"| {study} | {' | '.join(cells(study))} |")


if __name__ == "__main__":
    main(sys.argv[1:])
