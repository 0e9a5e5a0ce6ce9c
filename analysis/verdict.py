"""What was published, what came out, and whether they agree."""
import json
import math
import sys
import tomllib
from pathlib import Path

PASS, FAIL, NONE = "pass", "FAIL", "not judged"


def demands(path):
    """(published.toml) => {name: {experiment, figure, metric, published, low, high, tolerance, note}}"""
    return tomllib.loads(Path(path).read_text())


def judge(demand, obtained, scale, note="", where="", comparable=True):
    """(one demand, the number that came out or None if it never came to it, scale, remark, which pile or run) => one
    entry of verdict.json; no verdict where nothing is demanded or what was run is not comparable with what was
    published"""
    low, high = demand.get("low", -math.inf), demand.get("high", math.inf)
    judged = comparable and ("low" in demand or "high" in demand)
    return {
        "experiment": demand["experiment"],
        "figure": demand["figure"],
        "metric": demand["metric"] + (f", {where}" if where else ""),
        "published": demand["published"],
        "obtained": obtained,
        "unit": demand.get("unit", ""),
        "tolerance": demand.get("tolerance", ""),
        "verdict": (PASS if obtained is not None and low <= obtained <= high else FAIL) if judged else NONE,
        "scale": scale,
        "note": " ".join(n for n in (demand.get("note", ""), note) if n),
    }


def number(entry, digits=4):
    """(one entry) => what came out, with its unit"""
    return "none" if entry["obtained"] is None else f"{entry['obtained']:.{digits}g} {entry['unit']}".strip()


def write(path, entries):
    Path(path).write_text(json.dumps(entries, indent=2) + "\n")


def read(paths):
    """(verdict.json files) => all entries in order"""
    return [entry for path in paths for entry in json.loads(Path(path).read_text())]


def markdown(entries):
    """(entries) => a table for docs/REPRODUCTION.md"""
    rows = ["| id | figure | metric | published | obtained | tolerance | verdict | scale |", "|" + "---|" * 8]
    for e in entries:
        rows.append(f"| {e['experiment']} | {e['figure']} | {e['metric'].replace('|', chr(92) + '|')} | {e['published']} | {number(e, 3)} "
                    f"| {e['tolerance']} | {e['verdict']} | {e['scale']} |")
    return "\n".join(rows)


if __name__ == "__main__":  # python3 -m analysis.verdict VERDICT.json...
    print(markdown(read(sys.argv[1:])))
