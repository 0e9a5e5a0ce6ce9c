"""Copies results to docs/results: tables and verdicts of each figure, then verdict.json and
verdicts.md of the scale. At paper scale each figure also has one PNG of at most 120 kB
(docs/decisions/0059-size-of-docs-results.md). At other scales figures without verdicts are omitted,
because their tables only describe pictures of bodies.

The table of all runs, runs.tsv, is not kept: it has a row and some forty columns for each run, up
to half a megabyte for a study at paper scale, and docs/results may hold 13 MB. The tables of the
figures have the numbers that verdicts need; runs_table.py makes runs.tsv again from the runs.

Kept runs are not lost. Tables are refused if they lack a kept run that is still in params.tsv. A
kept picture is not replaced by one that shows fewer runs. Tables with runs of an earlier
configuration are refused. So are runs by programs that were built from uncommitted changes (commit
"...-dirty"), because they cannot be reproduced.
"""
import argparse
import sys
from pathlib import Path

from analysis import again, failures, output, png, rubble, study, verdict, workflow


# Largest table of a figure without verdicts [bytes]; its picture shows what a larger one describes.
MOST_UNJUDGED = 100_000


def figures_in(folder):
    """(workflows/<study>/results/<scale>) => the folders of its figures"""
    return sorted(path.parent for path in folder.glob("*/figure.png"))


def shown_in(found, digests):
    """(tables of a figure, {run: digest} of the present configuration) => the runs in its picture
    that are in params.tsv and whose configuration has not changed"""
    pictures = {row["picture"].split("/")[0] for row in found.get("data", []) if "picture" in row}
    drawn = (
        {row["run"] for row in found[study.ORIGIN] if row["drawn"]}
        if study.ORIGIN in found
        else study.runs_in(found)
    )
    shown = pictures or drawn
    return {
        run
        for run in shown
        if run in digests and study.made_of(found).get(run, digests[run]) == digests[run]
    }


def lost(kept, new, runs):
    """(kept tables, new tables, runs of the study) => kept runs that the new tables lack"""
    tables = [name for name in kept if name in new and name not in (study.ORIGIN, study.FAILED)]
    return {
        run
        for name in tables
        for run in study.runs_in({name: kept[name]}) - study.runs_in({name: new[name]})
        if run in runs
    }


def objections(kept, new, digests):
    """(kept tables, new tables, {run: digest} of the present configuration) => messages that say
    why the new tables are refused; [] if they are accepted"""
    gone, made = lost(kept, new, set(digests)), study.made_of(kept)
    changed = {run for run in gone & set(made) if made[run] != digests[run]}
    old = {run for run, digest in study.made_of(new).items() if digests.get(run, digest) != digest}
    found = [
        ("runs made before the configuration changed", old, "repeat them"),
        (
            "kept runs that the new tables lack",
            gone - changed,
            "repeat with --config kept=1",
        ),
        (
            "kept runs of an earlier configuration that the new tables lack",
            changed,
            "repeat these runs too",
        ),
    ]
    return [
        f"{what}: {' '.join(sorted(runs))}: {advice}, or give --force"
        for what, runs, advice in found
        if runs
    ]


def commits_in(found):
    """(tables of a figure) => {run: commit of the program that made it}, from the rows with a
    column `commit`"""
    return {
        row["run"]: str(row["commit"])
        for rows in found.values()
        for row in rows
        if row.get("run") and row.get("commit")
    }


def commits_of(pile):
    """(pile.h5) => commits of all programs in its provenance; [] if there is no such pile or its
    run failed"""
    return (
        []
        if not pile.exists() or failures.record(pile)
        else [str(record.get("commit", "")) for record in rubble.open(pile).provenance]
    )


def uncommitted(folder, runs):
    """(workflows/<study>/results/<scale>, runs of the study) => {run: commit} of the runs by
    programs with uncommitted changes. The commit comes from the tables or the piles."""
    found = {}
    for figure in figures_in(folder):
        tables = study.tables(figure)
        told = commits_in(tables)
        for run in study.runs_in(tables) & set(runs):
            commits = [told[run]] if run in told else commits_of(folder / run / "pile.h5")
            found.update({run: commit for commit in commits if commit.endswith("-dirty")})
    return found


def place(figure, target, digests, force):
    """(folder of a figure, its folder in docs/results, {run: digest} of the present configuration,
    whether to replace kept runs) Copies the figure, with its picture where study.pictured says so.
    A figure without a kept picture and without a verdict is not copied. A table without rows
    is copied only if the figure cannot be evaluated without it, and a large one of a figure without
    a verdict is not. Kept tables that the figure no
    longer has are removed. A message says if the kept picture is not replaced."""
    kept, new, pictured = (
        study.tables(target),
        study.tables(figure),
        study.pictured(target),
    )
    if not pictured and not (figure / "verdict.json").exists():
        return
    needed = again.needed_by(workflow.script(target.parent.parent.name, figure.name))
    filled = [path for path in figure.glob("*.csv") if new[path.stem] or path.stem in needed]
    if not (figure / "verdict.json").exists():
        filled = [path for path in filled if path.stat().st_size <= MOST_UNJUDGED]
    made = [*filled, *figure.glob("verdict.json")]
    # a scale without pictures shows no runs
    shown = shown_in(kept, digests) if pictured and (target / "figure.png").exists() else set()
    target.mkdir(parents=True, exist_ok=True)
    if not force and len(shown) > len(shown_in(new, digests)):
        print(
            f"{figure}: the stored picture is not replaced: it shows {len(shown)} runs, the "
            f"new one {len(shown_in(new, digests))} (--force replaces it)",
            file=sys.stderr,
        )
        if not (figure / "verdict.json").exists():
            return
        for row in new.get(study.ORIGIN, []):
            row["drawn"] = int(
                row["run"] in shown
                and study.made_of(kept).get(row["run"], row["digest"]) == row["digest"]
            )
    elif pictured:
        output.put(target / "figure.png", png.limited((figure / "figure.png").read_bytes()))
    else:
        (target / "figure.png").unlink(missing_ok=True)
    for path in made:
        output.copy(path, target)
    for path in set(target.glob("*.csv")) - {target / path.name for path in made}:
        path.unlink()
    if study.ORIGIN in new:
        output.write_rows(target / f"{study.ORIGIN}.csv", new[study.ORIGIN])


def keep(folder, force=False):
    """(workflows/<study>/results/<scale>) => docs/results/<study>/<scale>, where these figures
    replace those of the same name. If kept runs would be lost, or if runs have another
    configuration or uncommitted programs, it raises ValueError and changes nothing."""
    name, scale = folder.parent.parent.name, folder.name
    target = study.RESULTS / name / scale
    digests = workflow.digests(folder.parent.parent / "config", scale)
    for figure in figures_in(folder):
        against = objections(study.tables(target / figure.name), study.tables(figure), digests)
        if against and not force:
            raise ValueError(f"{figure}: {'; '.join(against)}")
    unclean = uncommitted(folder, digests)
    if unclean:
        raise ValueError(
            f"{folder}: runs made by programs with uncommitted changes "
            f"({', '.join(sorted(set(unclean.values())))}): {' '.join(sorted(unclean))}: "
            f"commit the changes, build, and repeat the runs; --force does not keep them"
        )
    for figure in figures_in(folder):
        place(figure, target / figure.name, digests, force)
    again.gather(target)
    verdict.main(["--write", str(target / "verdict.json")])
    return target


def main(arguments):
    usage = argparse.ArgumentParser(prog="python3 -m analysis.keep", description=__doc__)
    usage.add_argument("folders", nargs="+", metavar="workflows/STUDY/results/SCALE", type=Path)
    usage.add_argument(
        "--force",
        action="store_true",
        help="accept tables that lack kept runs or have runs of an earlier configuration, and "
        "pictures of fewer runs",
    )
    options = usage.parse_args(arguments)
    table = workflow.script(".", "table")
    for folder in options.folders:
        study_folder = folder.resolve().parent.parent
        if (
            folder.resolve().parent.name != "results"
            or study_folder.parent != workflow.ROOT / "workflows"
            or not figures_in(folder.resolve())
        ):
            usage.error(
                f"{folder}: expected workflows/STUDY/results/SCALE with figures, found none"
            )
        if not (study_folder / "scripts" / "report.py").exists():
            usage.error(
                f"{study_folder}/scripts/report.py: no such file; it must define the texts "
                "of the figures (see docs/own-study.md)"
            )
        try:
            table.rows_of(study_folder / "config" / "params.tsv")
            print(keep(folder.resolve(), options.force))
        except (ValueError, table.Mistake) as error:
            usage.error(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
