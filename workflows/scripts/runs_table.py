"""usage: runs_table.py FOLDER [OUT.tsv]

Writes one table of all runs of a study at a scale: their values in params.tsv, their status and
message, and the columns that the reading tools measured. FOLDER is results/SCALE in the folder of
the study; by default the table is FOLDER/runs.tsv. It uses the tables that exist, so it can be
called at any time. The rule `runs_table` (rules/runs.smk) makes the tables first.
"""
import collections
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]
from analysis import failures, output  # noqa: E402
import measured  # noqa: E402
import mistakes  # noqa: E402
import run_values  # noqa: E402
import table  # noqa: E402

NAME = "runs.tsv"
STANDARD = ("scale", "run", "experiment", "tool", "base", "inputs", "threads")
DONE, UNFINISHED, FAILED, REFUSED, NOT_RUN = "done", "unfinished", "failed", "refused", "not run"
BAD_INPUT = 2  # exit code of a tool that refuses its input


def message_in(path):
    """(unfinished.json) => its message"""
    return measured.read(path)["message"]


def state_of(folder):
    """(folder of a run) => status and message"""
    pile, unfinished = folder / "pile.h5", folder / "unfinished.json"
    failed, unreadable = measured.attempt(pile, failures.record)
    if unreadable:
        return FAILED, unreadable
    if failed:
        status = {None: NOT_RUN, BAD_INPUT: REFUSED}.get(failed["code"], FAILED)
        return status, failed["message"]
    if not pile.exists():
        return NOT_RUN, ""
    if unfinished.exists():
        message, unreadable = measured.attempt(unfinished, message_in)
        return UNFINISHED, unreadable or message
    return DONE, ""


def measured_in(row, state, folder, tables):
    """(row of params.tsv, its status and message, folder of the run, names of tables) => {column:
    value}, {column: unit}, the message with those of tools that could not measure"""
    if row["experiment"] == "-" or state[0] not in (DONE, UNFINISHED):
        return {}, {}, state[1]
    cells, units, notes = measured.columns(folder, tables)
    return cells, units, "; ".join(filter(None, [state[1], *notes]))


def rows_in(path, scale, results, chosen=None, tables=measured.TABLES):
    """(params.tsv, scale, folder results/SCALE, names of the runs; None: all, names of tables) =>
    rows of the table of runs, {column: unit} in the order of the columns"""
    rows = [row for row in table.checked(path) if row["scale"] == scale]
    if not rows:
        raise mistakes.Mistake(f"{path}: no run at scale '{scale}'")
    states = {row["run"]: state_of(results / row["run"]) for row in rows}
    refused = {run for run, (status, _) in states.items() if status in (REFUSED, NOT_RUN)}
    values, own_units = run_values.with_units(run_values.of_runs(path.parent, rows), refused)
    found, units = [], {}
    for row in rows:
        run = row["run"]
        if chosen is None or run in chosen:
            cells, some, message = measured_in(row, states[run], results / run, tables)
            state = {"status": states[run][0], "message": message}
            found.append(
                {**{name: row[name] for name in STANDARD}, **state, **values[run], **cells}
            )
            units |= some
    keys = run_values.keys_in(rows)
    head = [*STANDARD, "status", "message", *keys]
    return found, {**dict.fromkeys(head, ""), **own_units, **units}


def text_of(rows, units):
    """(rows, {column: unit}) => the table as text"""
    lines = [
        list(units),
        list(units.values()),
        *([row.get(name) for name in units] for row in rows),
    ]
    texts = ["\t".join(map(run_values.cell, line)) + "\n" for line in lines]
    return texts[0] + "# " + "".join(texts[1:])


def summary(path, rows):
    """(path of the table, its rows) => the number of runs of each status, and the messages of runs
    that are no results"""
    counts = collections.Counter(row["status"] for row in rows)
    yield f"{path}: " + ", ".join(f"{number} {status}" for status, number in counts.items())
    for row in rows:
        if row["status"] not in (DONE, UNFINISHED) and row["message"]:
            yield f"{row['run']}: {row['status']}: {row['message']}"


def write(path, rows, units):
    output.put(path, text_of(rows, units))
    print(*summary(path, rows), sep="\n", file=sys.stderr)


def check_folder(word, results):
    """(argument, its absolute path) Checks that it is results/SCALE in the folder of a study."""
    if not results.is_dir():
        raise mistakes.Mistake(f"{word}: no such folder")
    if results.parent.name != "results" or not (results.parent.parent / "config").is_dir():
        raise mistakes.Mistake(f"{word}: not results/SCALE in the folder of a study")


def main(words):
    if len(words) not in (1, 2) or words[0].startswith("-"):
        sys.exit(__doc__)
    results = Path(words[0]).resolve()
    path = results.parent.parent / "config" / "params.tsv"
    target = Path(words[1]) if len(words) == 2 else results / NAME
    try:
        check_folder(words[0], results)
        write(target, *rows_in(path, results.name, results))
    except OSError as error:
        print(f"runs_table.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    except (mistakes.Mistake, ValueError) as mistake:
        print(f"runs_table.py: {mistake}", file=sys.stderr)
        return 2
    return 0


def from_rule(job):
    """(the snakemake object of the rule) Writes the output of the rule."""
    results = Path(job.output[0]).parent
    given = job.params
    found = rows_in(Path(given.table), job.wildcards.scale, results, set(given.runs), given.tables)
    write(job.output[0], *found)


if "snakemake" in globals():
    from_rule(snakemake)  # noqa: F821
elif __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
