"""Options of Snakemake that a call of ./reproduce passes on.

    snakemake_options.py [OPTIONS]    prints "run" if Snakemake is to run jobs, else "print"
"""
import re
import sys
from pathlib import Path

PROFILES = Path(__file__).resolve().parents[1] / "profiles"
# Options of one letter without a value; several can be written as one word.
FLAGS = "aDFfklnprStv"
DRY = re.compile(rf"-[{FLAGS}]*n[{FLAGS}]*|--dry-?run|--just-print|--recon")
# Options with which Snakemake only prints or unlocks.
LISTS = re.compile(
    rf"-[{FLAGS}]*[DlSv][{FLAGS}]*|--unlock|--version|--list[a-z-]*|--summary|--detailed-summary"
    r"|--(dag|rulegraph|filegraph|d3dag|print-compilation)|--(lint|report)(=.*)?"
)
QUIET = ("-q", "--quiet")
QUIET_VALUES = ("progress", "rules", "all", "host", "reason")


def is_dry(options):
    """(options of snakemake) => true if they ask for a dry run"""
    return any(DRY.fullmatch(option) for option in options)


def only_lists(options):
    """(options of snakemake) => true if they ask for a list, or for the removal of a lock"""
    return any(LISTS.fullmatch(option) for option in options)


def loud(options):
    """(options of snakemake) => the options without those for fewer messages and for a dry run; of
    several letters in one word the others stay"""
    found, inside = [], False
    for option in options:
        inside = option in QUIET or (inside and option in QUIET_VALUES)
        letters = "" if option.startswith("--") else option.replace("n", "").lstrip("-")
        if inside:
            continue
        if not DRY.fullmatch(option):
            found.append(option)
        elif letters:
            found.append(f"-{letters}")
    return found


def with_profile(options):
    """(options of snakemake) => the options with a profile: by default the local one; the name of a
    folder in workflows/profiles becomes its path"""
    words = []
    for option in options:
        words += option.split("=", 1) if option.startswith("--profile=") else [option]
    if "--profile" not in words:
        return ["--profile", str(PROFILES / "local"), *options]
    at = words.index("--profile") + 1
    if at < len(words) and (PROFILES / words[at]).is_dir():
        words[at] = str(PROFILES / words[at])
    return words


if __name__ == "__main__":
    print("print" if is_dry(sys.argv[1:]) or only_lists(sys.argv[1:]) else "run")
