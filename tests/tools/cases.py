"""Messages and exit codes of the tools for valid and invalid input, one shell line for each case.

Usage: cases.py FOLDER_OF_THE_TOOLS

Each case is (name, shell line, exit code, pattern that stderr must hold or None for silence[,
check]). The lines run in bash in one scratch folder, which holds cloud.toml, run.toml and cloud.h5;
`check` is a line that must succeed afterwards.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

import h5py

from scenes import (
    CLOUD,
    EXPANSION,
    FLYBY,
    GRAINS,
    MEET,
    PLACE,
    RUN,
    SETTLED,
    SHAKE,
    SPINUP,
    STOP,
    declared,
)

GENERATE = "rubble-generate -q -c grains.toml"
# Two dumbbells of 2 x 4188.79 kg that separate, 100 m apart: kinetic energy 0.497 J, gravity
# between the two 0.470 J, within them 11.8 J.
DUMBBELLS = """id,m,r,x,y,z,vx,vy,vz,grain
0,4188.79,1,-50,-1,0,-0.0077,0,0,0
1,4188.79,1,-50,1,0,-0.0077,0,0,0
2,4188.79,1,50,-1,0,0.0077,0,0,1
3,4188.79,1,50,1,0,0.0077,0,0,1
"""
COMBINE = "rubble-combine -q --seed 3 -c meet.toml cloud.h5 cloud.h5"
EVOLVE = "rubble-evolve -q -c run.toml --set 'run.duration=2 s'"
# Makes relax.toml without the key `experiment`; outputs record the name of the file only.
UNDECLARED = "mkdir -p undeclared; sed '/^experiment/d' relax.toml > undeclared/relax.toml"


def heard(out):
    """(output of a run in the background) => a shell line that waits until the run handles signals,
    that is, until its log has begun; exit 9 after a minute without it."""
    return (
        f"i=0; until grep -qs threads {out}.log; do test $((++i)) -lt 3000 || {{ kill -KILL $!; "
        f"exit 9; }}; sleep 0.02; done"
    )


# Numeric options: (tool, option with a value, the fault)
NUMBERS = [
    ("packing", "--alpha=-3", "--alpha must be > 0 m, not -3"),
    ("packing", "--alpha=nan", '--alpha must be finite, not "nan"'),
    ("packing", "--alpha=inf", '--alpha must be finite, not "inf"'),
    ("packing", "--alpha=wide", '--alpha must be a number or a quantity in m, not "wide"'),
    ("alphashape", "--alpha=-3", "--alpha must be > 0 m, not -3"),
    (
        "alphashape",
        "--alpha=nan",
        '--alpha must be one of "auto", "inf" or a length such as "0.1 km", not "nan"',
    ),
    (
        "alphashape",
        "--alpha=autp",
        '--alpha must be one of "auto", "inf" or a length such as "0.1 km", not "autp"; did '
        'you mean "auto"?',
    ),
    ("alphashape", "--alpha='3 kg'", '--alpha expects a length in m; "3 kg" is a mass'),
    ("alphashape", "--spectrum=0", "--spectrum must be in [1, 1000], not 0"),
    ("alphashape", "--clusters=2", "--clusters must be in [0, 1], not 2"),
    ("spinstate", "--clusters=nan", '--clusters must be finite, not "nan"'),
    ("spinstate", "--link=-1", "--link must be >= 0, not -1"),
    ("spinstate", "--frame=1.5", '--frame must be a whole number, not "1.5"'),
    ("packing", "--core=5", "--core must be in [1, 4], not 5"),
    ("packing", "--core=1.5", '--core must be a whole number, not "1.5"'),
    ("stress", "--alpha=0", "--alpha must be > 0 m, not 0"),
    ("ellipsoid", "--alpha=nan", '--alpha must be finite, not "nan"'),
    ("energy", "-G -1", "--gravitational-constant must be >= 0 m3 kg-1 s-2, not -1"),
    ("stress", "-G nan", '--gravitational-constant must be finite, not "nan"'),
    ("gravity", "-G inf", '--gravitational-constant must be finite, not "inf"'),
    ("gravity", "--error=0.5", "--error must be in [1e-07, 0.05], not 0.5"),
    ("gravity", "--sample=0", "--sample must be in [1, 1000000000], not 0"),
    ("clusters", "--linking=nan", '--linking must be finite, not "nan"'),
    (
        "clusters",
        "-G x",
        '--gravitational-constant must be a number or a quantity in m3 kg-1 s-2, not "x"',
    ),
    ("impact-law", "--c-star=3,-5", "--c-star must be > 0, not -5"),
    ("impact-law", "--energy-ratio=1,nan", '--energy-ratio must be finite, not "nan"'),
    ("critical", "--threshold=0.1,inf", '--threshold must be finite, not "inf"'),
    ("critical", "--mean=-1", "--mean must be >= 0 s, not -1"),
    ("overlaps", "--top=2", "--top must be in [1e-09, 1], not 2"),
    ("strain", "--from=-1", "--from must be in [0, 1000000000], not -1"),
    ("strain", "--neighbours=0.5", "--neighbours must be in [1, 5], not 0.5"),
    ("strain", "--threshold=0", "--threshold must be > 0, not 0"),
    ("overlaps", "--resamples=-1", "--resamples must be in [0, 1000000], not -1"),
    ("diff", "--rtol=nan cloud.h5", '--rtol must be finite, not "nan"'),
    (
        "packing",
        "--columns=mass,",
        '--columns must hold a name before and after each comma, not "mass,"',
    ),
    ("packing", "--json --csv cloud.h5", "--json excludes --csv"),
    ("packing", "--alpha='3 kg'", '--alpha expects a length in m; "3 kg" is a mass'),
    (
        "packing",
        "--alpha='3 kilom'",
        '--alpha expects a length in m; "kilom" is not a known unit; did you mean km?',
    ),
    ("critical", "--mean='60 m'", '--mean expects a time in s; "60 m" is a length'),
    (
        "critical",
        "--threshold=0.1,,0.2",
        '--threshold must hold a number before and after each comma, not "0.1,,0.2"',
    ),
    (
        "critical",
        "--threshold=0.1,",
        '--threshold must hold a number before and after each comma, not "0.1,"',
    ),
    (
        "impact-law",
        "--c-star=,3",
        '--c-star must hold a number before and after each comma, not ",3"',
    ),
    ("impact-law", "--mu-bar=9", "--mu-bar must be in [0.33, 0.67], not 9"),
    (
        "overlaps",
        "--seed=-5",
        '--seed must be a whole number from 0 to 9223372036854775807, not "-5"',
    ),
    (
        "overlaps",
        "--seed=1.5",
        '--seed must be a whole number from 0 to 9223372036854775807, not "1.5"',
    ),
    ("clusters", "--least=99999999999999999999", "--least must be in [1, 1000000000], not 1e+20"),
    ("clusters", "--least=+0", "--least must be in [1, 1000000000], not 0"),
    ("clusters", "--least=5x", '--least must be a whole number, not "5x"'),
    ("export", "--frame=1.5 x.csv", '--frame must be a whole number, not "1.5"'),
    (
        "gravity",
        "--method=fmn",
        '--method must be one of "direct", "fmm", not "fmn"; did you mean "fmm"?',
    ),
    ("gravity", "--threads 1 --threads 2", "--threads is given more than once"),
    (
        "stress",
        "--volume=sphre",
        '--volume must be one of "sphere", "cluster", "ellipsoid", "extents", "ranges", '
        '"hull", "alpha", "cell" or a volume such as "2 km^3", not "sphre"; did you mean '
        '"sphere"?',
    ),
    ("ellipsoid", "--volume='2 km'", '--volume expects a volume in m3; "2 km" is a length'),
    ("stress", "--volume=-1", "--volume must be > 0 m3, not -1"),
    ("advise", "-c relax.toml --speed=0", "--speed must be > 0 m s-1, not 0"),
    (
        "advise",
        "-c relax.toml --speed='5 km'",
        '--speed expects a speed in m s-1; "5 km" is a length',
    ),
    (
        "bounce",
        "-c relax.toml --angle='90 degree'",
        '--angle must be in (0, 1.5707963267948966) rad, not 1.5707963267948966 ("90 degree")',
    ),
    ("bounce", "-c relax.toml --angle=0", "--angle must be in (0, 1.5707963267948966) rad, not 0"),
    (
        "bounce",
        "-c relax.toml --speed='5 km'",
        '--speed expects a speed in m s-1; "5 km" is a length',
    ),
    ("advise", "-c relax.toml -c run.toml", "--config is given more than once"),
    ("stress", "--threads=0", "--threads must be in [1, 1024], not 0"),
]
CASES = [
    *(
        (
            f"number: {tool} {option}",
            f"rubble-{tool} {option} cloud.h5",
            2,
            rf"^rubble-{tool}: error: {re.escape(says)}$",
        )
        for tool, option, says in NUMBERS
    ),
    ("no argument", "rubble-relax", 2, r"usage: rubble-relax .*IN\.h5 OUT\.h5"),
    (
        "help",
        "rubble-relax --help > help.txt",
        0,
        None,
        "grep -q Example: help.txt && grep -q doi: help.txt",
    ),
    (
        "help on streams",
        "rubble-relax --help > streams.txt",
        0,
        None,
        "grep -q -- '- is standard input or output' streams.txt",
    ),
    (
        "version",
        "rubble-relax --version > version.txt",
        0,
        None,
        "grep -Eq '^rubble-relax [0-9]+[.]' version.txt",
    ),
    (
        "describe",
        "rubble-relax --describe > table.txt",
        0,
        None,
        "grep -q '^\\[stop\\]' table.txt && grep -Eq 'record_every +s +> 0 +required' table.txt",
    ),
    (
        "mistyped option",
        "rubble-relax --confg run.toml cloud.h5 x.h5",
        2,
        r"--confg; did you mean --config\?",
    ),
    (
        "option far from all others",
        "rubble-bounce -c run.toml --wibble cloud.h5",
        2,
        r"unknown option --wibble; see --help$",
    ),
    (
        "a pile as configuration",
        "rubble-relax -c cloud.h5 cloud.h5 x.h5",
        2,
        r"cloud\.h5: expected a TOML file, found an HDF5 file$",
    ),
    (
        "--set in a list of tables",
        "printf '[[impact]]\n' > list.toml; rubble-impact-law -c list.toml --set impact.speed=3",
        2,
        r"'impact' is a list of tables, which options cannot change: edit the file$",
    ),
    (
        "--set of a list of tables",
        "rubble-impact-law -c list.toml --set impact=3",
        2,
        r"'impact' is a list of tables, which options cannot change: edit the file$",
    ),
    (
        "an angle out of range",
        "rubble-combine -c meet.toml --set encounter.impact_angle='300 degree' cloud.h5 "
        "cloud.h5 x.h5",
        2,
        r"'impact_angle' in \[encounter\] must be in .* rad, not 5\.23598775598298\d* "
        r"\(\"300 degree\"\)$",
    ),
    (
        "a whole number that is too large",
        "rubble-generate -c cloud.toml --set cloud.count=99999999999999999999 x.h5",
        2,
        r"'count' in \[cloud\] is too large: 99999999999999999999$",
    ),
    (
        "a whole number that is too small",
        "rubble-generate -c cloud.toml --set cloud.count=-99999999999999999999 x.h5",
        2,
        r"'count' in \[cloud\] is too small: -99999999999999999999$",
    ),
    (
        "a frame of a pile",
        "rubble-render --frame 3 cloud.h5 x.png",
        2,
        r"cloud\.h5: no frame 3: a pile has no frames$",
    ),
    (
        "force chains without contacts",
        "rubble-render --chains cloud.h5 unforced.png",
        0,
        r"^rubble-render: note: the pile has no contacts: --chains draws nothing$",
    ),
    (
        "option of nobody",
        "rubble-evolve --frobnicate-everything cloud.h5 x.h5",
        2,
        r"unknown option --frob.*--help",
    ),
    ("too few files", "rubble-evolve -c run.toml cloud.h5", 2, r"expected 2 files .*found 1"),
    (
        "too many files",
        "rubble-evolve -c run.toml cloud.h5 a.h5 b.h5",
        2,
        r"expected 2 files .*found 3",
    ),
    ("no configuration", "rubble-evolve cloud.h5 x.h5", 2, r"--config is missing"),
    ("no thread", f"{EVOLVE} --threads 0 cloud.h5 x.h5", 2, r"--threads"),
    ("too many threads", f"{EVOLVE} --threads 1025 cloud.h5 x.h5", 2, r"--threads"),
    ("missing input", f"{EVOLVE} none.h5 x.h5", 2, r"none\.h5: no such file$"),
    (
        "missing configuration",
        "rubble-evolve -c none.toml cloud.h5 x.h5",
        2,
        r"none\.toml: no such file$",
    ),
    ("input behind a file", f"{EVOLVE} cloud.h5/x x.h5", 2, r"error: cloud\.h5/x: no such file$"),
    (
        "a folder as configuration",
        "mkdir -p folder; rubble-evolve -c folder cloud.h5 x.h5",
        2,
        r"error: folder: expected a file, found a folder$",
    ),
    (
        "a folder as input",
        f"mkdir -p folder; {EVOLVE} folder x.h5",
        2,
        r"error: folder: expected a file, found a folder$",
    ),
    (
        "configuration from standard input",
        "rubble-evolve -c - cloud.h5 x.h5 < run.toml",
        2,
        r"error: --config needs a file: standard input carries piles$",
    ),
    (
        "a configuration without its option",
        "rubble-evolve run.toml cloud.h5 x.h5",
        2,
        r"error: run\.toml: a configuration needs the option -c$",
    ),
    (
        "a configuration without its option, new pile",
        "rubble-generate cloud.toml x.h5",
        2,
        r"error: cloud\.toml: a configuration needs the option -c$",
    ),
    (
        "a configuration without its option, numbers",
        "rubble-limits x/limits.toml",
        2,
        r"error: x/limits\.toml: a configuration needs the option -c$",
    ),
    (
        "a configuration without its option, or piles",
        "rubble-impact-law impact.toml",
        2,
        r"error: impact\.toml: a configuration needs the option -c$",
    ),
    (
        "a file for nobody",
        "rubble-limits -c run.toml cloud.h5",
        2,
        r"error: expected no file, found 1$",
    ),
    (
        "restart without a file",
        f"{EVOLVE} --restart cloud.h5 - > restarted.bin",
        2,
        r"error: --restart needs an output file: standard output has no checkpoint$",
    ),
    (
        "a restart into a device",
        f"{EVOLVE} --restart cloud.h5 /dev/null",
        2,
        r"error: --restart needs an output file: /dev/null has no checkpoint$",
    ),
    (
        "a unit that is none",
        f"{EVOLVE} --set 'run.record_every=0.12 hh' cloud.h5 x.h5",
        2,
        r"--set \"run\.record_every=0\.12 hh\": 'record_every' in \[run\] expects a time in "
        r"s; \"hh\" is not a known unit; did you mean h\?$",
    ),
    (
        "too many steps",
        "rubble-evolve -q -c run.toml --set 'run.duration=3 Gyr' cloud.h5 x.h5",
        2,
        r"--set \"run\.duration=3 Gyr\": 'duration' in \[run\] is 9\.46\d*e\+16 s, which is "
        r"\S+ steps of \S+ s, more than 9\.0072e\+15 steps$",
    ),
    (
        "a whole number that is none",
        "rubble-generate -c cloud.toml --set cloud.count=1e12 x.h5",
        2,
        r"--set \"cloud\.count=1e12\": 'count' in \[cloud\] must be a whole number, not "
        r"1000000000000\.0$",
    ),
    (
        "a quantity without quotes",
        "sed 's/\"400 s\"/400 s/' run.toml > bare.toml; rubble-evolve -c bare.toml cloud.h5 x.h5",
        2,
        r"bare\.toml:3:\d+: .*; write a value with a unit in quotes: \"400 s\"$",
    ),
    (
        "a table that another tool has",
        f"{UNDECLARED}; rubble-evolve -c undeclared/relax.toml cloud.h5 x.h5",
        2,
        r"unknown table \[stop\]; valid tables: \[bonds\], .*\[step\]$",
    ),
    (
        "an experiment of another tool",
        "rubble-evolve -c relax.toml cloud.h5 x.h5",
        2,
        r"relax\.toml:3:14: 'experiment' in \[run\] is \"relax\", but rubble-evolve runs "
        r"\"evolve\": use rubble-relax, or set experiment = \"evolve\"$",
    ),
    (
        "an unknown experiment",
        "rubble-spinup -c spinup.toml --set run.experiment=spinpu cloud.h5 x.h5",
        2,
        r"experiment=spinpu\": 'experiment' in \[run\] must be one of \"relax\", .*, not "
        r"\"spinpu\"; did you mean \"spinup\"\?$",
    ),
    (
        "a misspelt experiment",
        "sed s/experiment/experimunt/ relax.toml > word.toml; rubble-advise -c word.toml cloud.h5",
        2,
        r"word\.toml:3:1: unknown key 'experimunt' in \[run\]; did you mean 'experiment'\?$",
    ),
    *(
        (
            f"no experiment, {tool}",
            f"rubble-{tool} -c run.toml cloud.h5",
            2,
            r"run\.toml:2:1: missing key 'experiment' in \[run\] \(add experiment = \"NAME\" if "
            r"rubble-NAME runs the file; NAME is one of \"relax\", .*, \"evolve\"\)$",
        )
        for tool in ("advise", "bounce")
    ),
    (
        "an experiment given by an option",
        "rubble-bounce -c run.toml --set run.experiment=evolve --speed 1 cloud.h5 > bounce.tsv",
        0,
        None,
        "test -s bounce.tsv",
    ),
    (
        "a missing table like another one",
        "rubble-relax -c run.toml cloud.h5 x.h5",
        2,
        r"run\.toml:1:1: missing table \[stop\]: add it; --describe lists its keys$",
    ),
    (
        "wrong key",
        "sed s/duration/duratoin/ run.toml > key.toml; rubble-evolve -c key.toml cloud.h5 x.h5",
        2,
        r"key\.toml:3:1: .*'duratoin'.*'duration'",
    ),
    (
        "wrong dimension",
        "sed 's/400 s/400 kg/' run.toml > kg.toml; rubble-evolve -c kg.toml cloud.h5 x.h5",
        2,
        r"kg\.toml:3:\d+: .*duration",
    ),
    (
        "stroke without frequency",
        "(cat run.toml; printf '[box]\\nlower = [-1e9, -1e9, -1e9]\\nupper = [1e9, 1e9, 1e9]\\n"
        "amplitude = [0, 0, 1]\\n') > stroke.toml; rubble-evolve -q -c stroke.toml cloud.h5 x.h5",
        2,
        r"stroke\.toml:\d+.*'frequency' must be above 0 if 'amplitude' is set",
    ),
    (
        "wrong dimension on the command line",
        f"{EVOLVE} --set 'run.record_every=1 m' cloud.h5 x.h5",
        2,
        r"record_every",
    ),
    (
        "truncated input",
        f"head -c 3000 cloud.h5 > cut.h5; {EVOLVE} cut.h5 x.h5",
        2,
        r"cut\.h5: .*truncated",
    ),
    ("foreign HDF5 file", f"{EVOLVE} foreign.h5 x.h5", 2, r"foreign\.h5:.* expected an H5MD file"),
    ("no HDF5 file", f"{EVOLVE} run.toml x.h5", 2, r"run\.toml: expected an HDF5 file"),
    (
        "empty input",
        f"{EVOLVE} - x.h5 < /dev/null",
        2,
        r"standard input: expected an HDF5 file, found no data$",
    ),
    (
        "an option without its value",
        "rubble-gravity cloud.h5 --threads",
        2,
        r"error: --threads needs a value$",
    ),
    (
        "existing output",
        f"touch old.h5; {EVOLVE} cloud.h5 old.h5",
        2,
        r"old\.h5: the file exists already",
        "test ! -s old.h5",
    ),
    (
        "existing output, forced",
        f"touch old2.h5; {EVOLVE} --force cloud.h5 old2.h5",
        0,
        None,
        "test -s old2.h5",
    ),
    (
        "input as output",
        f"cp cloud.h5 same.h5; {EVOLVE} same.h5 same.h5",
        2,
        r"same\.h5 \(output\) and same\.h5 \(input\) are the same file",
        "cmp cloud.h5 same.h5",
    ),
    (
        "input as output, forced",
        f"cp cloud.h5 same2.h5; {EVOLVE} --force same2.h5 same2.h5",
        2,
        r"are the same file",
        "cmp cloud.h5 same2.h5",
    ),
    (
        "track as output",
        f"{EVOLVE} -t x.h5 cloud.h5 x.h5",
        2,
        r"x\.h5 \(output\) and x\.h5 \(track\) are the same file",
    ),
    ("missing folder", f"{EVOLVE} cloud.h5 nowhere/x.h5", 2, r"folder nowhere does not exist"),
    ("folder as output", f"mkdir -p folder; {EVOLVE} cloud.h5 folder", 2, r"folder"),
    ("full standard output, table", "rubble-stress cloud.h5 > /dev/full", 1, r"No space left"),
    ("full standard output, pile", f"{EVOLVE} cloud.h5 - > /dev/full", 1, r"No space left"),
    ("full standard output, help", "rubble-relax --help > /dev/full", 1, r"No space left"),
    (
        "closed pipe, table",
        "(sleep 0.3; rubble-stress cloud.h5) | true; exit ${PIPESTATUS[0]}",
        1,
        None,
    ),
    (
        "closed pipe, pile",
        f"(sleep 0.3; {EVOLVE} cloud.h5 -) | true; exit ${{PIPESTATUS[0]}}",
        1,
        None,
    ),
    *(
        (f"closed pipe, {what}", f"(sleep 0.3; {line}) | true; exit ${{PIPESTATUS[0]}}", 1, None)
        for what, line in [
            ("help", "rubble-relax --help"),
            ("parameters", "rubble-relax --describe"),
            ("reference", "rubble-relax --reference"),
            ("version", "rubble-relax --version"),
            ("dry run", f"{EVOLVE} --dry-run cloud.h5 x.h5"),
            ("hashes", "rubble-hash cloud.h5"),
        ]
    ),
    (
        "one particle",
        "rubble-generate -q -c cloud.toml --set cloud.count=1 - | "
        "rubble-relax -q -c relax.toml -t one-track.h5 - one.h5",
        0,
        None,
        "test -s one.h5 && test -s one-track.h5",
    ),
    (
        "three tools in a pipe",
        "rubble-generate -q -c cloud.toml - | rubble-relax -q -c relax.toml - - | "
        "rubble-stress - > stress.tsv",
        0,
        None,
        "grep -q virial_ratio stress.tsv",
    ),
    (
        "quiet by gravity between grains",
        "rubble-import -q --material rock dumbbells.csv parting.h5 && rubble-relax -q -c "
        "relax.toml --set stop.kinetic_fraction=1.1 "
        "--set 'run.duration=5 s' parting.h5 calm-pair.h5",
        0,
        None,
        "test -s calm-pair.h5",
    ),
    (
        "gravity within grains makes none quiet",
        "rubble-import -q --material rock dumbbells.csv fast.h5 && rubble-relax -q -c "
        "relax.toml --set stop.kinetic_fraction=1 "
        "--set 'run.duration=5 s' fast.h5 fast-pair.h5",
        4,
        None,
    ),
    (
        "budget over",
        "rubble-relax -c relax.toml --set 'run.duration=3 s' -t budget-t.h5 cloud.h5 budget.h5",
        4,
        r"run\.duration was reached before the stop rule was met: kinetic energy "
        r"fraction [\d.e+-]+, "
        r"limit stop\.kinetic_fraction = 0\.0001: set run\.duration to more than 3 s, or relax the "
        r"limits in \[stop\]; to continue from its last state, use it as the input of a new run: "
        r"rubble-relax -c relax\.toml --set \"run\.duration=3 s\" budget\.h5 NEW\.h5$",
        "test -s budget.h5 && test -s budget-t.h5 && test ! -e budget.h5.ckpt && grep -q '^end: "
        "run.duration was reached before the stop rule was met: kinetic energy' budget.h5.log",
    ),
    (
        "the end by a stop rule is stated",
        "rubble-import -q --material rock dumbbells.csv ruling.h5 && rubble-relax -c relax.toml "
        "--set stop.kinetic_fraction=1.1 --set 'run.duration=5 s' ruling.h5 ruled.h5",
        0,
        r"rubble-relax: stop rule met at \S+ s: kinetic energy fraction \S+, limit "
        r"stop\.kinetic_fraction = 1\.1, kept for \S+ s, limit stop\.hold = \S+ s$",
        "grep -q '^stop: stop rule met at .* s: kinetic' ruled.h5.log && grep -q '^end: done$' "
        "ruled.h5.log",
    ),
    (
        "budget without a stop rule",
        "rubble-spinup -c spinup.toml --set 'run.duration=1 s' --set run.record_every=0.5 --set "
        "run.frame_every=0 --set stop.radius=none --set stop.least_mass=0 cloud.h5 free.h5",
        4,
        r"run\.duration was reached, and no stop rule is set \(stop\.radius = \"none\", "
        r"stop\.least_mass = 0 and stop\.least_bound_mass = 0\)$",
        "grep -q '^end: run.duration was reached, and no stop rule is set' free.h5.log",
    ),
    (
        "budget of a spin-up with a stop rule of mass",
        "rubble-spinup -c spinup.toml --set 'run.duration=1 s' --set run.record_every=0.5 --set "
        "run.frame_every=0 --set stop.radius=none --set stop.least_mass=1e-3 cloud.h5 held.h5",
        4,
        r"run\.duration was reached before the stop rule was met: heaviest group \S+ of the mass, "
        r"limit stop\.least_mass = 0\.001: set run\.duration to more than 1 s, or relax",
    ),
    (
        "a refused run logs its error",
        "rubble-evolve -q -c run.toml cloud.h5 logged.h5; touch logged.h5.ckpt && "
        "rubble-evolve -q -c "
        "run.toml --restart cloud.h5 logged.h5",
        2,
        r"logged\.h5\.ckpt: ",
        "grep -q '^end: error: logged.h5.ckpt: ' logged.h5.log",
    ),
    (
        "budget of a collision without an impact",
        "rubble-generate -q -c cloud.toml --set cloud.count=1 - | rubble-collide -c "
        "collide.toml --set 'run.duration=3 s' - alone.h5",
        4,
        r"run\.duration was reached before the stop rule was met: no impact was seen \(at "
        r"all records the largest remnant was settled and its "
        r"heaviest group had the same mass\): set run\.duration to more than 3 s if the "
        r"impact is still to come; for piles without an impact "
        r"use rubble-evolve, which has no stop rule$",
        "test -s alone.h5",
    ),
    *(
        (
            f"budget without a record before the end, {tool}",
            f"rubble-{tool} -c {tool}.toml --set 'run.duration=3 s' --set run.record_every=4 "
            f"cloud.h5 {tool}-few.h5",
            4,
            r"run\.duration was reached before the stop rule was met: the rule needs records "
            r"before the end: set run\.record_every to less than 3 s$",
        )
        for tool in ("relax", "collide")
    ),
    (
        "a key of the law that an option replaces",
        "rubble-evolve -q -c run.toml --set contact.normal.law=hysteretic cloud.h5 law.h5",
        2,
        r"run\.toml:\d+:\d+ with --set \"contact\.normal\.law=hysteretic\": unknown key "
        r"'pair_stiffness' in \[contact\.normal\]: remove it, or set law = \"linear\"$",
    ),
    (
        "a key that an option requires",
        "rubble-spinup -q -c spinup.toml --set spinup.start_rate=1 cloud.h5 rate.h5",
        2,
        r"spinup\.toml:\d+:1 with --set \"spinup\.start_rate=1\": missing key 'end_rate' "
        r"in \[spinup\]",
    ),
    (
        "budget of a spin-up over",
        "rubble-spinup -c spinup.toml --set 'run.duration=1 s' --set run.record_every=0.5 "
        "--set run.frame_every=0 cloud.h5 short.h5",
        4,
        r"set run\.duration to more than 1 s, or relax the limits in \[stop\]$",
    ),
    (
        "a configuration of another tool",
        "rubble-advise -c meet.toml cloud.h5",
        2,
        r"meet\.toml:2:1: \[encounter\] configures rubble-combine; rubble-advise needs the "
        r"configuration of a run, with a table \[run\]$",
    ),
    (
        "advice for a step longer than the run",
        "rubble-advise -c relax.toml --set step.dt=1e30 cloud.h5",
        2,
        r"relax\.toml:\d+:\d+ with --set \"step\.dt=1e30\": run\.duration is .* s, less than half "
        r"a step of 1e\+30 s: raise it, or lower step\.dt$",
    ),
    (
        "a configuration of nothing",
        "rubble-advise -c /dev/null cloud.h5",
        2,
        r"/dev/null:1:1: missing table \[run\]: add it; --describe lists its keys$",
    ),
    (
        "sanity broken",
        "rubble-evolve -q -c run.toml --set sanity.energy=1e-14 -t s-t.h5 cloud.h5 s.h5",
        3,
        r"\S+ exceeds sanity\.energy = 1e-14 \(relative energy error\) at t = .* s \(step \d+\): "
        r"reduce step\.dt, .*; state saved in s\.h5\.failed\.h5",
        "test ! -e s.h5 && test ! -e s-t.h5 && rubble-hash s.h5.failed.h5",
    ),
    (
        "progress and audit",
        "rubble-evolve -c run.toml --set 'run.duration=2 s' cloud.h5 loud.h5",
        0,
        r"(?s)audit: largest overlap .*energy.*momentum.*particle-steps/s",
        "grep -q '^host: ' loud.h5.log",
    ),
    (
        "dry run",
        "rubble-evolve --dry-run -c run.toml cloud.h5 dry.h5 > dry.toml",
        0,
        r"24 bodies",
        "grep -A1 '^.step.' dry.toml | grep -q '^dt = [0-9]' && test ! -e dry.h5",
    ),
    (
        "--set is recorded",
        f"{EVOLVE} --set contact.normal.restitution=0.4375 cloud.h5 set.h5",
        0,
        None,
        "grep -aq 'restitution = 0.4375' set.h5 && grep -aq -- '--set "
        "contact.normal.restitution=0.4375' set.h5",
    ),
    (
        "equal runs, other names, other threads",
        f"{EVOLVE} -t ta.h5 --threads 1 cloud.h5 a.h5 && "
        f"{EVOLVE} -t tb.h5 --threads 2 cloud.h5 b.h5",
        0,
        None,
        "cmp a.h5 b.h5 && cmp ta.h5 tb.h5",
    ),
    (
        "stopped by a signal",
        "rubble-relax -c relax.toml --set stop.kinetic_fraction=1e-12 -t stop-t.h5 cloud.h5 "
        "stop.h5 "
        f"& {heard('stop.h5')}; kill -TERM $!; wait $!",
        75,
        r"stop\.h5\.ckpt saved; run again with --restart",
        "test -s stop.h5.ckpt && test ! -e stop.h5",
    ),
    (
        "a checkpoint is not lost by mistake",
        "rubble-relax -q -c relax.toml cloud.h5 stop.h5",
        2,
        r"use --restart to resume",
    ),
    (
        "checkpoint of another run",
        "rubble-relax -q --restart -c relax.toml -t stop-t.h5 cloud.h5 stop.h5",
        2,
        r"stop\.h5\.ckpt: checkpoint of another run \(\[stop\] kinetic_fraction = 1e-12, not "
        r"0\.0001\); use --force to start again$",
        "test -s stop.h5.ckpt",
    ),
    (
        "checkpoint of a run with another track",
        "rubble-relax -q --restart -c relax.toml --set stop.kinetic_fraction=1e-12 cloud.h5 "
        "stop.h5",
        2,
        r"stop\.h5\.ckpt: checkpoint of another run \(the track is \"stop-t\.h5\", not none\); ",
        "test -s stop.h5.ckpt",
    ),
    (
        "restarted, without the name of the experiment",
        f"S='--set stop.kinetic_fraction=1e-12'; {UNDECLARED}; rubble-relax -c "
        "undeclared/relax.toml $S --restart -t stop-t.h5 cloud.h5 stop.h5; one=$?; "
        "rubble-relax -q -c relax.toml $S -t whole-t.h5 cloud.h5 whole.h5; test $one = $?",
        0,
        r"resuming from stop\.h5\.ckpt",
        "cmp stop.h5 whole.h5 && cmp stop-t.h5 whole-t.h5 && test ! -e stop.h5.ckpt",
    ),
    (
        "restarted with a longer duration",
        "L='rubble-relax -c relax.toml --set stop.kinetic_fraction=1e-12'; "
        "$L -q -t longer-t.h5 cloud.h5 longer.h5 "
        f"& {heard('longer.h5')}; kill -TERM $!; wait $!; $L --set run.duration=450 -t "
        "longer-t.h5 --restart cloud.h5 longer.h5; one=$?; $L -q --set run.duration=450 -t "
        "long-t.h5 cloud.h5 long.h5; test $one = $?",
        0,
        r"resuming from longer\.h5\.ckpt",
        "cmp longer.h5 long.h5 && cmp longer-t.h5 long-t.h5 && test ! -e longer.h5.ckpt",
    ),
    (
        "restarted with too short a duration",
        "L='rubble-relax -q -c relax.toml --set stop.kinetic_fraction=1e-12 --set "
        "run.checkpoint_every=0.01'; $L cloud.h5 shorter.h5 & until test -e shorter.h5.ckpt; do "
        "sleep 0.02; done; kill -TERM $!; wait $!; $L --set run.duration=0.0016 --restart "
        "cloud.h5 shorter.h5",
        2,
        r"shorter\.h5\.ckpt: the checkpoint is at \S+ s, at or after the end of the run: raise "
        r"run\.duration; use --force to start again$",
        "rm shorter.h5.ckpt*",
    ),
    (
        "restart with other parameters, by force",
        "rubble-relax -q -c relax.toml --set stop.kinetic_fraction=1e-12 cloud.h5 forced.h5 "
        f"& {heard('forced.h5')}; kill -TERM $!; wait $!; rubble-relax -c relax.toml "
        "--restart --force cloud.h5 forced.h5",
        0,
        r"forced\.h5\.ckpt: checkpoint of another run .*; starting from the input",
        "test -s forced.h5 && test ! -e forced.h5.ckpt && test $(grep -c ^start: "
        "forced.h5.log) = 1",
    ),
    (
        "clusters, a table",
        "rubble-clusters cloud.h5 > clusters.tsv",
        0,
        None,
        "test $(wc -l < clusters.tsv) = 5 && grep -q '^file.time.finder.bodies' clusters.tsv",
    ),
    (
        "clusters from a pipe, JSON and labels",
        "rubble-clusters --json --labels labels.csv - < cloud.h5 > clusters.json",
        0,
        None,
        'python3 -c \'import json; t = json.load(open("clusters.json")); assert [r["finder"] '
        'for r in t["summary"]["rows"]] '
        '== ["three_step", "contacts", "friends"]; assert set(t) == {"summary", "clusters", '
        '"bound_pairs", "sizes", '
        "\"speeds\"}' && head -1 labels.csv | grep -q ',wz,three_step,contacts,friends$' && "
        "test $(wc -l < labels.csv) = 25",
    ),
    ("clusters of a missing pile", "rubble-clusters none.h5", 2, r"none\.h5: no such file$"),
    (
        "clusters, labels over a file",
        "echo mine > mine.csv; rubble-clusters --labels mine.csv cloud.h5",
        2,
        r"mine\.csv: the file exists already \(--force replaces it\)$",
        "test $(cat mine.csv) = mine",
    ),
    (
        "clusters, labels over a file, forced",
        "echo old > old.csv; rubble-clusters --force --labels old.csv cloud.h5",
        0,
        None,
        "grep -q three_step old.csv",
    ),
    (
        "import, usage",
        "rubble-import",
        2,
        r"usage: rubble-import \[OPTIONS\] "
        r"IN\.csv\|IN\.txt\|IN\.xyz\|IN\.dump\|IN\.data\|IN\.obj\|IN\.ply\|IN\.stl OUT\.h5; ",
    ),
    (
        "one name of a stream, input",
        "rubble-impact-law - < cloud.h5",
        2,
        r"error: standard input: expected a pile made from the output of rubble-combine",
    ),
    (
        "one name of a stream, a folder",
        "rubble-packing - < /",
        1,
        r"error: standard input: cannot read: Is a directory$",
    ),
    (
        "one name of a stream, output",
        "rubble-packing cloud.h5 > /dev/full",
        1,
        r"error: standard output: cannot write: No space left on device$",
    ),
    (
        "one name of a stream, pile",
        f"{EVOLVE} cloud.h5 - > /dev/full",
        1,
        r"error: standard output: cannot write: No space left on device$",
    ),
    (
        "one name of a stream, two roles",
        f"cp cloud.h5 both.h5; {EVOLVE} - - < both.h5 1<> both.h5",
        2,
        r"error: standard output \(output\) and standard input \(input\) are the same file$",
        "cmp cloud.h5 both.h5",
    ),
    (
        "clusters, a mistyped option",
        "rubble-clusters --leats 5 cloud.h5",
        2,
        r"--leats; did you mean --least\?",
    ),
    (
        "clusters, labels of two piles",
        "rubble-clusters --labels two.csv cloud.h5 cloud.h5",
        2,
        r"--labels needs one input",
    ),
    (
        "clusters, labels over the pile",
        "cp cloud.h5 kept.h5; rubble-clusters --labels kept.h5 kept.h5",
        2,
        r"\(--labels\) and kept\.h5 \(input\) are the same file",
        "cmp cloud.h5 kept.h5",
    ),
    (
        "clusters, linking within the bodies",
        "rubble-clusters --linking 0.5 cloud.h5",
        2,
        r"--linking",
    ),
    (
        "clusters, help",
        "rubble-clusters --help > ch.txt",
        0,
        None,
        "grep -q Example: ch.txt && grep -q 'docs/theory.md 5.7' ch.txt",
    ),
    (
        "closed pipe, JSON",
        "(sleep 0.3; rubble-clusters --json cloud.h5) | true; exit ${PIPESTATUS[0]}",
        1,
        None,
    ),
    (
        "an encounter, and what is expected of it",
        f"{COMBINE} meet.h5 > meet.tsv && rubble-impact-law --c-star 3,5 meet.h5 > law.tsv",
        0,
        None,
        "grep -q target_break_up_rate meet.tsv && test $(wc -l < law.tsv) = 4 && grep -aq -- "
        "'seed = 3' meet.h5",
    ),
    (
        "the same seed, the same encounter",
        f"{COMBINE} m1.h5 > m1.tsv && {COMBINE} m2.h5 > m2.tsv",
        0,
        None,
        "cmp m1.h5 m2.h5 && cmp m1.tsv m2.tsv",
    ),
    (
        "random orientation without a seed",
        "rubble-combine -c meet.toml cloud.h5 cloud.h5 x.h5",
        2,
        r"meet\.toml.*missing key 'seed'",
    ),
    (
        "a seed that nobody needs",
        f"{COMBINE} --set encounter.orientation=given x.h5",
        2,
        r"--seed applies only to an orientation that is not \"given\"",
    ),
    (
        "a pile dropped onto another",
        "rubble-place -c place.toml cloud.h5 cloud.h5 p1.h5 > p1.tsv && rubble-place -c place.toml "
        "--threads 3 cloud.h5 cloud.h5 p2.h5 > p2.tsv",
        0,
        None,
        "cmp p1.h5 p2.h5 && cmp p1.tsv p2.tsv && "
        '/usr/bin/python3 -c \'import h5py; f = h5py.File("p1.h5")["provenance"]; '
        'assert b"first_id_0" in list(f[max(f)]["result_names"])\' && '
        "rubble-evolve -q -c run.toml --set run.duration='0.1 s' p1.h5 p3.h5 && "
        "rubble-render --colour placed p3.h5 p3.png",
    ),
    (
        "an overlap with the base",
        "sed 's/drop/at/; /gap/d' place.toml > at.toml; rubble-place -c at.toml cloud.h5 cloud.h5 "
        "x.h5",
        2,
        r"at\.toml:\d+:\d+: body \d+ of cloud\.h5 \(place\[0\]\) overlaps body \d+ of cloud\.h5 "
        r"\(the base\) by [\d.e-]+ m, "
        r"the deepest of \d+ overlaps: change 'position', or set overlap = \"remove\"$",
        "test ! -e x.h5",
    ),
    (
        "labels of clusters with an unknown column",
        "rubble-clusters --labels l.csv --columns nosuch cloud.h5",
        2,
        r"--columns: unknown column 'nosuch'",
        "test ! -e l.csv",
    ),
    (
        "labels of clusters with columns of several tables",
        "rubble-clusters --json --labels l.csv --columns file cloud.h5",
        2,
        r"--columns needs one table",
        "test ! -e l.csv",
    ),
    (
        "an alpha shape with an unknown column",
        "echo keep > old.obj; rubble-alphashape --force --write old.obj --columns nosuch cloud.h5",
        2,
        r"--columns: unknown column 'nosuch'",
        "grep -q keep old.obj",
    ),
    (
        "surfaces with an unknown column",
        "printf 'v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nv 0 0 1\\nf 1 3 2\\nf 1 2 4\\n"
        "f 1 4 3\\nf 2 3 4\\n' > in.obj; "
        "echo keep > old.obj; rubble-shape --force --write old.obj --columns nosuch in.obj",
        2,
        r"--columns: unknown column 'nosuch'",
        "grep -q keep old.obj",
    ),
    (
        "one material of a table with two densities",
        "printf 'm,r,x,y,z,material,density\\n1,1,0,0,0,a,1000\\n1,1,9,0,0,a,2000\\n' > d.csv; "
        "rubble-import d.csv x.h5",
        2,
        r"d\.csv: one material has densities that differ by",
    ),
    (
        "hulls for a table without shapes",
        "printf 'm,r,x,y,z\\n1,1,0,0,0\\n' > one.csv; printf 'v 0 0 0\\nv 1 0 0\\n"
        "v 0 1 0\\nv 0 0 1\\n"
        "f 1 3 2\\nf 1 2 4\\nf 1 4 3\\nf 2 3 4\\n' > c.obj; "
        "rubble-import --material rock --hulls c.obj one.csv x.h5",
        2,
        r"column 'shape' is missing: add it, or remove --hulls$",
    ),
    (
        "a material beside those of a table",
        "printf 'm,r,x,y,z,material\\n1,1,0,0,0,ice\\n' > ice.csv; "
        "rubble-import --material rock ice.csv ice.h5 2> ice.txt",
        0,
        None,
        "grep -q 'column material.: --material is not used' ice.txt",
    ),
    (
        "placed piles of two scenes",
        "rubble-place -q -c place.toml cloud.h5 cloud.h5 scene-1.h5 && printf '[encounter]\\n"
        'relative_speed = 0\\nimpact_angle = 0\\ngap = "9 m"\\nconstant = 6.7e-7\\n'
        'orientation = "given"\\n\' > two.toml && '
        "rubble-combine -q -c two.toml scene-1.h5 scene-1.h5 scene-2.h5",
        0,
        None,
        '/usr/bin/python3 -c \'import h5py; f = h5py.File("scene-2.h5"); '
        'p = f["particles/body/placed"]; p = p["value"] if isinstance(p, h5py.Group) else p; '
        "assert set(p[()].ravel()) == {-1, 0, 1}, set(p[()].ravel())'",
    ),
    (
        "a fall along the uniform gravity",
        "printf '[external]\\nuniform = [9.8, 0, 0]\\n' | cat place.toml - > east.toml; "
        "rubble-place -c east.toml cloud.h5 cloud.h5 east.h5 | awk 'END { exit !($9 < 0) }'",
        0,
        None,
    ),
    (
        "the deepest of two overlaps",
        "printf 'id,m,r,x,y,z\\n4,1,1,1.5,0,0\\n7,1,1,-1.9,0,0\\n' > two.csv; "
        "printf 'm,r,x,y,z\\n1,1,0,0,0\\n' > ball.csv; rubble-import -q --material rock two.csv "
        "two.h5 && rubble-import -q --material rock ball.csv ball.h5 && "
        "rubble-place -c at.toml two.h5 ball.h5 x.h5",
        2,
        r"body \d+ of ball\.h5 overlaps body 4 of two\.h5 by 0\.5 m, the deepest of 2 overlaps",
    ),
    (
        "bodies of the base make room",
        "rubble-place --overlap remove -c at.toml cloud.h5 cloud.h5 room.h5 | awk 'NR == 3 && "
        "$7 > 0' | grep -q .",
        0,
        None,
        '/usr/bin/python3 -c \'import h5py; f = h5py.File("room.h5")["provenance"]; '
        'assert b"removed_0" in list(f[max(f)]["result_names"])\'',
    ),
    (
        "a placed pile without a table",
        "rubble-place -c place.toml cloud.h5 cloud.h5 cloud.h5 x.h5",
        2,
        r"place\.toml.*: expected a \[\[place\]\] table for each of 2 BODY files, found 1 tables$",
    ),
    (
        "no pile to place",
        "rubble-place -c place.toml cloud.h5 x.h5",
        2,
        r"expected BASE\.h5, one or more BODY\.h5, and OUT\.h5; found no BODY\.h5$",
    ),
    (
        "a key of a drop without one",
        "sed 's/drop/at/' place.toml > gap.toml; rubble-place -c gap.toml cloud.h5 cloud.h5 x.h5",
        2,
        r"gap\.toml:5:1: .*'gap'.*rule = \"drop\"",
    ),
    (
        "a drop in no direction",
        "echo 'direction = [0, 0, 0]' | cat place.toml - > none.toml; rubble-place -c none.toml "
        "cloud.h5 cloud.h5 x.h5",
        2,
        r"none\.toml:6:13: 'direction' must not be zero$",
    ),
    (
        "a drop past the base",
        "sed 's/\\[0, 0, 0\\]/[\"1 km\", 0, 0]/' place.toml > past.toml; rubble-place -c past.toml "
        "cloud.h5 cloud.h5 x.h5",
        2,
        r"past\.toml:4:12: the fall along \(0, 0, -1\) meets no body and no wall$",
    ),
    (
        "a placed pile that does not exist",
        "rubble-place -c place.toml cloud.h5 nobody.h5 x.h5",
        2,
        r"nobody\.h5: no such file$",
    ),
    (
        "a truncated pile to place",
        "head -c 5000 cloud.h5 > half.h5; rubble-place -c place.toml cloud.h5 half.h5 x.h5",
        2,
        r"half\.h5",
    ),
    (
        "one material of two densities",
        "rubble-generate -q -c cloud.toml --set material.density=900 light.h5; rubble-place -c "
        "place.toml cloud.h5 light.h5 x.h5",
        2,
        r"place\.toml:2:1: material \"rock\" has two densities, 1000 and 900 kg/m3",
    ),
    (
        "hulls of a table without a mesh",
        "printf 'm,r,x,y,z,shape,qw,qx,qy,qz\\n1,1,0,0,0,0,1,0,0,0\\n' > h.csv; rubble-import "
        "--material rock h.csv x.h5",
        2,
        r"h\.csv:1: column 'shape' describes hulls, but a table has no faces: add --hulls",
    ),
    (
        "hulls of a mesh that does not exist",
        "rubble-import --material rock --hulls nobody.obj h.csv x.h5",
        2,
        r"nobody\.obj: no such file$",
    ),
    (
        "a table without a material",
        "printf 'm,r,x,y,z\\n1,1,0,0,0\\n' > one.csv; rubble-import one.csv x.h5",
        2,
        r"one\.csv:1: column 'material' is missing: name the material with --material$",
    ),
    (
        "a picture instead of a table",
        "rubble-export --points cloud.h5 cloud.vtp; rubble-import --material rock cloud.vtp x.h5",
        2,
        r"cloud\.vtp: \.vtp files contain drawings, not all of a pile",
    ),
    (
        "two spheres of it that meet",
        "rubble-bounce --json -c collide.toml --set overlap.deep=0.02 meet.h5 > bounce.json "
        "&& rubble-bounce --json -c collide.toml --speed 2 --angle '30 degree' meet.h5 > "
        "bounce-2.json",
        0,
        None,
        "python3 -c 'import csv, json; rows, own = "
        '(json.load(open(f"bounce{k}.json"))["rows"] for k in ("", "-2")); '
        'met = [line.split("\\t") for line in open("meet.tsv")]; speed = '
        'float(met[2][met[0].index("impact_speed")]); '
        'assert [r["pair"] for r in rows] == [p for p in ("smallest", "largest", "unequal") '
        "for _ in range(2)]; "
        'assert all(abs(r["speed"] / speed - 1) < 1e-12 and 0 < r["loading_time"] < '
        'r["contact_time"] for r in rows), (rows, speed); '
        'assert all(r["speed"] == 2 and abs(r["angle"] - k % 2 * 0.5235987755982988) < 1e-15 '
        "for k, r in enumerate(own)), own; "
        'assert all(abs(r["angular_momentum"]) < 1e-9 < r["radius_levers"] for r in '
        "rows[1::2]), rows'",
    ),
    (
        "two spheres of a pile that never met another",
        "rubble-bounce -c collide.toml cloud.h5",
        2,
        r"cloud\.h5: expected a pile made from the output of rubble-combine, found no record "
        r"of it; set the relative speed of the spheres with --speed$",
    ),
    (
        "law of a pile that never met another",
        "rubble-impact-law cloud.h5",
        2,
        r"cloud\.h5: expected a pile made from the output of rubble-combine",
    ),
    (
        "a collision",
        "rubble-collide -c collide.toml -t hit-t.h5 meet.h5 hit.h5",
        0,
        r"collide: \d+ steps",
        "rubble-overlaps --top 0.1 hit-t.h5 > top.tsv && grep -q load_error top.tsv && "
        "rubble-impact-law hit.h5",
    ),
    (
        "a track without frames",
        f"{EVOLVE} --set 'run.frame_every=0 s' -t bare-t.h5 cloud.h5 bare.h5; "
        "rubble-overlaps bare-t.h5",
        2,
        r"bare-t\.h5: expected frames",
    ),
    (
        "strain of a track without frames",
        "rubble-strain bare-t.h5",
        2,
        r"^rubble-strain: error: bare-t\.h5: expected frames, found none: set run\.frame_every for "
        r"the run that writes the track$",
    ),
    (
        "strain relative to the last frame",
        "rubble-strain --from 9 hit-t.h5",
        2,
        r"^rubble-strain: error: hit-t\.h5: --from must be at most \d+, not 9: the track has "
        r"\d+ frames$",
    ),
    (
        "shapes of a track without frames",
        "rubble-ellipsoid --frames bare-t.h5",
        2,
        r"bare-t\.h5: expected frames",
    ),
    (
        "a collision without gravity",
        "rubble-collide -q -c collide.toml --set gravity.method=none meet.h5 x.h5",
        2,
        r"the stop rule needs self-gravity",
    ),
    (
        "a collision, stopped and restarted",
        "S='--set stop.kinetic_fraction=1e-12 --set run.duration=200'; "
        "rubble-collide -q -c collide.toml $S -t stopped-t.h5 meet.h5 stopped.h5 & "
        f"{heard('stopped.h5')}; kill -TERM $!; wait $!; one=$?; "
        "rubble-collide -q -c collide.toml $S --restart -t stopped-t.h5 meet.h5 stopped.h5; "
        "two=$?; "
        "rubble-collide -q -c collide.toml $S -t through-t.h5 meet.h5 through.h5; test $one "
        "= 75 && test $two = 4 && test $? = 0",
        0,
        None,
        "cmp stopped.h5 through.h5 && cmp stopped-t.h5 through-t.h5",
    ),
    (
        "a pile of grains",
        "rubble-generate -c grains.toml grains.h5",
        0,
        r"generate: \d+ bodies, glued to \d+ grains, \d+ passes to remove overlaps$",
        "rubble-export grains.h5 grains.csv && rubble-export grains.h5 grains.xyz && head -1 "
        "grains.csv | grep -q ',wz,grain$' && "
        "awk -F, '$1 == 0 && $NF != 0 || $1 == 13 && $NF == 0' grains.csv | wc -l | grep -qx 0 && "
        "grep -q ':omega:R:3:grain:I:1 Time=0$' grains.xyz",
    ),
    (
        "grains are counted as one",
        "rubble-packing --json grains.h5 > gp.json && rubble-clusters --json grains.h5 > "
        "gc.json && "
        "rubble-energy --json grains.h5 > ge.json && rubble-stress --json grains.h5 > "
        "gs.json && rubble-contacts --json --summary grains.h5 > gt.json",
        0,
        None,
        'python3 -c \'import json; rows = [json.load(open(f"g{k}.json"))["rows"][0] for k in '
        '"pest"]; '
        'rows.append(json.load(open("gc.json"))["summary"]["rows"][0]); '
        'assert {r["grains"] for r in rows} == {61} and all(r["bodies"] > 61 for r in rows), '
        "rows'",
    ),
    (
        "two members of grains",
        "rubble-bounce -c collide.toml --speed 1 grains.h5",
        2,
        r"grains\.h5: expected free spheres, found glued grains$",
    ),
    (
        "a volume of one's own",
        "rubble-stress --json --volume '2 km^3' cloud.h5 > vs.json && rubble-ellipsoid "
        "--json --volume 2e9 cloud.h5 > ve.json",
        0,
        None,
        'python3 -c \'import json, math; s, e = (json.load(open(f"v{k}.json"))["rows"][0] '
        'for k in "se"); '
        'assert s["volume"] == e["volume"] == 2e9 and s["volume_name"] == "given"; '
        'assert math.isclose(4 / 3 * math.pi * e["deeve_a"] * e["deeve_b"] * e["deeve_c"], 2e9)\'',
    ),
    (
        "shapes of the frames of a track",
        f"{EVOLVE} -t shape-t.h5 cloud.h5 shape.h5 && rubble-ellipsoid --json --frames "
        "--volume sphere shape-t.h5 > frames.json && "
        "rubble-ellipsoid --json --volume sphere cloud.h5 > first.json && rubble-ellipsoid "
        "--json --volume sphere shape.h5 > last.json",
        0,
        None,
        "python3 -c 'import h5py, json; read = lambda name: [{k: v for k, v in r.items() if "
        'k != "file"} for r in json.load(open(name + ".json"))["rows"]]; '
        'rows = read("frames"); assert len(rows) == '
        'len(h5py.File("shape-t.h5")["particles/body/position/time"]) > 1; '
        'assert rows[0] == read("first")[0] and rows[-1] == read("last")[0], (rows[-1], '
        'read("last"))\'',
    ),
    (
        "bulk densities",
        "rubble-ellipsoid --json --volume 2e9 cloud.h5 > densities.json",
        0,
        None,
        'python3 -c \'import json, math; r = json.load(open("densities.json"))["rows"][0]; '
        'volume = lambda axes: 4 / 3 * math.pi * math.prod(r[f"{axes}_{k}"] for k in "abc"); '
        'assert math.isclose(r["density"] * 2e9, r["mass"]) and '
        'all(math.isclose(r[f"{axes}_density"] * volume(axes), r["mass"]) for axes in '
        '("extent", "half_range"))\'',
    ),
    (
        "options with units",
        "rubble-packing --alpha 100 cloud.h5 > m.tsv && rubble-packing --alpha '0.1 km' "
        "cloud.h5 > km.tsv && "
        "rubble-gravity --summary -G 6.6743e-11 cloud.h5 > si.tsv && rubble-gravity "
        "--summary -G '6.6743e-8 cm3 g-1 s-2' cloud.h5 > cgs.tsv && "
        "rubble-packing --core +2 cloud.h5 > core.tsv",
        0,
        None,
        "cmp m.tsv km.tsv && cmp si.tsv cgs.tsv && test -s core.tsv",
    ),
    (
        "one surface, two formats",
        "rubble-alphashape --json --alpha inf --write hull.obj cloud.h5 > shape.json && "
        "rubble-alphashape --alpha inf --write hull.stl cloud.h5 && "
        "rubble-shape --json hull.obj hull.stl > hulls.json",
        0,
        None,
        'python3 -c \'import json; s = json.load(open("shape.json"))["rows"][0]; a, b = '
        'json.load(open("hulls.json"))["rows"]; '
        'assert abs(a["volume"] / s["enclosed"] - 1) < 1e-9 > abs(a["volume"] / b["volume"] '
        '- 1) and abs(a["area"] / s["area"] - 1) < 1e-9, (s, a, b)\'',
    ),
    (
        "a spectrum of surfaces",
        "rubble-alphashape -q --spectrum 3 cloud.h5 > spectrum.tsv && test $(wc -l < "
        "spectrum.tsv) = 6",
        0,
        None,
    ),
    (
        "a spectrum and a radius",
        "rubble-alphashape --spectrum 3 --alpha 5 cloud.h5",
        2,
        r"--spectrum",
    ),
    (
        "a surface of another kind",
        "rubble-alphashape --write hull.vtk cloud.h5",
        2,
        r"hull\.vtk: expected a name that ends in \.obj, \.ply or \.stl, found another ending$",
    ),
    (
        "a surface to the table's place",
        "rubble-alphashape --write - cloud.h5",
        2,
        r"--write needs a file",
    ),
    (
        "a volume that is a length",
        "rubble-ellipsoid --volume '2 km' cloud.h5",
        2,
        r"--volume expects a volume in m3; \"2 km\" is a length$",
    ),
    (
        "a misspelt volume",
        "rubble-stress --volume sphre cloud.h5",
        2,
        r"--volume must be one of \"sphere\", .* such as \"2 km\^3\", not \"sphre\"; did you "
        r"mean \"sphere\"\?$",
    ),
    (
        "a volume below 0",
        "rubble-stress --volume=-1 cloud.h5",
        2,
        r"--volume must be > 0 m3, not -1$",
    ),
    (
        "columns of a table",
        "rubble-packing --columns mass,file --csv cloud.h5 > mass.csv && "
        "rubble-packing --columns mass,file cloud.h5 > mass.tsv && "
        "rubble-packing --columns mass,file --json cloud.h5 > mass.json",
        0,
        None,
        "grep -qx 'mass .kg.,file' mass.csv && test $(wc -l < mass.csv) = 2 && "
        'test "$(sed -n 2p mass.csv | tr , \'\\t\')" = "$(sed -n 3p mass.tsv)" && '
        'python3 -c \'import json; assert list(json.load(open("mass.json"))["units"]) == '
        '["mass", "file"]\'',
    ),
    (
        "unknown column",
        "rubble-packing --columns mas cloud.h5",
        2,
        r"--columns: unknown column 'mas'; did you mean 'mass'\?$",
    ),
    (
        "column given twice",
        "rubble-packing --columns mass,file,mass cloud.h5",
        2,
        r"--columns: 'mass' is given twice$",
    ),
    (
        "columns of several tables",
        "rubble-clusters --json --columns mass cloud.h5",
        2,
        r"--columns needs one table, and --json prints several here: remove one of them$",
    ),
    (
        "area of the alpha shape",
        "rubble-packing --json cloud.h5 > area.json",
        0,
        None,
        'python3 -c \'import json, math; r = json.load(open("area.json"))["rows"][0]; '
        'assert r["alpha_area"] > (36 * math.pi * r["alpha_volume"] ** 2) ** (1 / 3), r\'',
    ),
    (
        "layers of grains, by the same seed",
        f"{GENERATE} --set cloud.form=layers l1.h5; {GENERATE} --set cloud.form=layers "
        "--threads 2 l2.h5",
        0,
        None,
        "cmp l1.h5 l2.h5",
    ),
    (
        "another seed, another pile",
        f"{GENERATE} s1.h5; {GENERATE} --seed 2 s2.h5",
        0,
        None,
        "! cmp -s s1.h5 s2.h5",
    ),
    (
        "an unknown shape",
        f"{GENERATE} --set 'grains.shapes=[\"rodd\"]' x.h5",
        2,
        r"error: --set '.*rodd.*': unknown shape 'rodd'; did you mean 'rod'\?$",
    ),
    (
        "an unknown shape of an intruder",
        f"{GENERATE} --set intruder.shape=intrude x.h5",
        2,
        r"error: --set \"intruder\.shape=intrude\": unknown shape 'intrude'; did you mean "
        r"'intruder'\?$",
    ),
    (
        "shapes that are no list",
        f"{GENERATE} --set grains.shapes=rod x.h5",
        2,
        r"'shapes' in \[grains\] must be a list of one or more words",
    ),
    (
        "grains of negative radius",
        f"{GENERATE} --set 'grains.radius=-1 mm' x.h5",
        2,
        r"'radius' in \[grains\] must be > 0 m, not -0.001 \(\"-1 mm\"\)$",
    ),
    (
        "grains without a radius",
        "sed '/^radius = \"2/d' grains.toml > g.toml; rubble-generate -c g.toml x.h5",
        2,
        r"g\.toml:6:1: the shape 'rod' needs a 'radius'$",
    ),
    (
        "a shape with a member too few",
        "sed 's/radii = .*/radii = [1]/' grains.toml > g.toml; rubble-generate -c g.toml x.h5",
        2,
        r"'peanut': expected one radius for each member",
    ),
    (
        "a shape of flat points",
        "sed 's/, 0, 0\\]]/, 0]]/' grains.toml > g.toml; rubble-generate -c g.toml x.h5",
        2,
        r"g\.toml:11:\d+: each point of 'centres' in \[\[shape\]\] must be a list of 3 numbers",
    ),
    (
        "a box that is too low",
        f"{GENERATE} --set cloud.form=layers --set 'cloud.upper=[0.05, 0.05, 0.04]' x.h5",
        2,
        r"error: --set \"cloud\.upper=.*\": the box is too low: 60 bodies need \d layers, [0-9.]+ "
        r"m high: "
        r"raise cloud\.upper or lower cloud\.count$",
    ),
    (
        "a box that is too full",
        f"{GENERATE} --set cloud.count=900 --set 'cloud.upper=[0.05, 0.05, 0.04]' --set "
        "cloud.passes=20 x.h5",
        2,
        r"--set \"cloud\.count=900\" with --set \"cloud\.upper=.*\", --set \"cloud\.passes=20\": "
        r"901 bodies do not fit into the box, solid fraction [0-9.]+: "
        r"overlaps remain after 20 passes; 2000 passes do not suffice either: lower "
        r"cloud\.count, or ",
    ),
    (
        "an intruder outside of its box",
        f"{GENERATE} --set 'intruder.position=[0, 0, 0]' x.h5",
        2,
        r"the intruder reaches z = -0\.015 m, outside the box of \[cloud\], which ends at 0 m: "
        r"change z in intruder\.position, or cloud\.lower$",
    ),
    (
        "an intruder in a sphere",
        "sed '/^lower/d; /^upper/d' grains.toml > g.toml; rubble-generate -c g.toml --set "
        "cloud.form=sphere "
        "--set cloud.solid_fraction=0.1 x.h5",
        2,
        r"g\.toml:\d+:1 with --set \"cloud\.form=sphere\": \[intruder\] needs form = \"box\" or "
        r"\"layers\" in \[cloud\]: set one of "
        r"them, or remove \[intruder\]$",
    ),
    (
        "overlaps of a cloud are kept",
        "rubble-generate -c cloud.toml --set cloud.overlaps=keep x.h5 && rm x.h5",
        0,
        r"generate: \d+ bodies, overlaps kept, sphere of radius \S+ m$",
    ),
    (
        "overlaps of a lattice",
        "sed '/^solid/d; s/sphere/lattice/' cloud.toml > g.toml; rubble-generate -c g.toml "
        "--set cloud.cell=100 --set cloud.jitter=false --set cloud.overlaps=keep x.h5",
        2,
        r"'overlaps' in \[cloud\] needs form = \"sphere\", \"box\" or \"mesh\": bodies of other "
        r"forms do not overlap; remove it$",
    ),
    (
        "radii of members and sizes",
        "(cat grains.toml; printf '[size]\\nlaw = \"uniform\"\\nmin = 1\\nmax = 2\\n') > "
        "g.toml; rubble-generate -c g.toml x.h5",
        2,
        r"g\.toml:8:10: 'radius' and \[size\] both set the size of grains: remove one of them$",
    ),
    (
        "neither sizes nor grains",
        "sed '/^.size/,/^max/d' cloud.toml > g.toml; rubble-generate -c g.toml x.h5",
        2,
        r"g\.toml:1:1: missing table: add \[size\] for free spheres, or \[grains\]",
    ),
    (
        "a misspelt table of grains",
        "sed 's/^.grains/[grians/' grains.toml > g.toml; rubble-generate -c g.toml x.h5",
        2,
        r"g\.toml:6:2: unknown table \[grians\]; did you mean \[grains\]\?$",
    ),
    (
        "grains go out as text and come back",
        "for f in csv xyz; do rubble-import -q --material rock grains.$f in-$f.h5 && "
        "rubble-export in-$f.h5 out.$f || exit; done",
        0,
        None,
        "cmp grains.csv out.csv && cmp grains.xyz out.xyz && rubble-ellipsoid --json "
        "in-csv.h5 > a.json && rubble-ellipsoid --json grains.h5 > b.json && "
        'python3 -c \'import json; a, b = (json.load(open(f))["rows"][0] for f in ("a.json", '
        '"b.json")); '
        'assert abs(a["elongation"] - b["elongation"]) < 1e-9 * b["elongation"], (a, b)\'',
    ),
    (
        "grains whose overlaps count once keep their inertia",
        f"{GENERATE} --set intruder.overlap=union u.h5 && rubble-export -q u.h5 u.csv && "
        "rubble-import -q --material rock u.csv v.h5",
        0,
        None,
        "head -1 u.csv | grep -q 'grain,exx,eyy,ezz,eyz,ezx,exy,density,material$' && "
        "/usr/bin/python3 -c 'import h5py, numpy as n; a, b = "
        '(h5py.File(f)["particles/grain/moments"][0] for f in ("u.h5", "v.h5")); '
        "assert n.allclose(a, b, rtol=1e-9), (a, b)'",
    ),
    (
        "text of an unknown kind",
        "rubble-export grains.h5 grains.txt",
        2,
        r"grains\.txt: expected a name that ends in \.csv, \.xyz, \.obj, \.ply, \.vtp, \.pvd "
        r"or \.h5",
    ),
    (
        "members that part",
        "awk -F, -v OFS=, 'NR == 4 {$7 = 1} {print}' grains.csv > g.csv; rubble-import -q "
        "--material rock g.csv x.h5",
        2,
        r"g\.csv: velocity: expected a member that moves with its grain",
    ),
    (
        "a frame of a track as text",
        f"{EVOLVE} -t single-t.h5 cloud.h5 single.h5; rubble-export -q --frame -1 "
        "single-t.h5 f.csv && rubble-export -q single.h5 p.csv",
        0,
        None,
        "cmp f.csv p.csv",
    ),
    (
        "a frame that is not there",
        "rubble-export --frame 99 single-t.h5 x.csv",
        2,
        r"single-t\.h5: no frame 99: the track has \d+ frames$",
    ),
    (
        "a track without the number of a frame",
        "rubble-export single-t.h5 x.csv",
        2,
        r"single-t\.h5.*expected a pile, found a track; select one of its frames with --frame N$",
    ),
    (
        "a track for a pile",
        "rubble-packing single-t.h5",
        2,
        r"single-t\.h5.*expected a pile, found a track; rubble-export --frame N converts a "
        r"frame to a pile$",
    ),
    (
        "a frame becomes a pile",
        "rubble-export --frame 0 single-t.h5 frame.csv && rubble-import -q --material rock "
        "frame.csv frame.h5 && rubble-packing frame.h5",
        0,
        None,
    ),
    (
        "a pile for a track",
        "rubble-overlaps cloud.h5",
        2,
        r"cloud\.h5: expected a track, found a pile; a simulation writes a track with its "
        r"option --track$",
    ),
    (
        "strain of a pile",
        "rubble-strain cloud.h5",
        2,
        r"^rubble-strain: error: cloud\.h5: expected a track, found a pile; a simulation writes a "
        r"track with its option --track$",
    ),
    (
        "a pile is given a spin",
        "printf '[spin]\\nrate = \"100 s\"\\naxis = [0, 0, 2]\\n' > turn.toml; rubble-spin "
        "-c turn.toml in-csv.h5 turned.h5 > turn.tsv",
        0,
        None,
        "grep -q rotation_energy turn.tsv && awk 'NR == 3 && ($6 < 0.0628318 || $6 > "
        "0.0628319) {exit 1}' turn.tsv && rubble-info turned.h5 | grep -q rubble-spin",
    ),
    (
        "a spin about nothing",
        "rubble-spin -c turn.toml --set spin.axis=[0,0,0] in-csv.h5 x.h5",
        2,
        r"spin\.axis.*'axis' must not be zero",
    ),
    (
        "a spin of no time",
        "rubble-spin -c turn.toml --set 'spin.rate=0 s' in-csv.h5 x.h5",
        2,
        r"'rate' in \[spin\].*the period .0 s. must not be zero",
    ),
    (
        "the law from numbers",
        "(printf '[[impact]]\\ntarget_mass = 9e18\\nprojectile_mass = 6e17\\ndensity = \"2.2 "
        'g/cm^3"\\nimpact_speed = "500 m/s"\\n'
        'impact_angle = "45 degree"\\nconstant = 6.6743e-11\\n\') > impact.toml; '
        "rubble-impact-law -c impact.toml --c-star 3,5 > law.tsv",
        0,
        None,
        "test $(wc -l < law.tsv) = 4 && grep -q 'accretion' law.tsv",
    ),
    (
        "which impact a row is of",
        "(cat impact.toml; sed 's/500 m/900 m/' impact.toml) > two.toml; rubble-impact-law "
        "--json -c two.toml --c-star 3,5 > two.json",
        0,
        None,
        'python3 -c \'import json; t = json.load(open("two.json")); assert [(r["impact"], '
        'r["c_star"], r["impact_speed"]) for r in t["rows"]] '
        "== [(1, 3, 500), (1, 5, 500), (2, 3, 900), (2, 5, 900)], t'",
    ),
    (
        "a configuration of another tool, a list",
        "rubble-advise -c impact.toml cloud.h5",
        2,
        r"impact\.toml:1:1: \[\[impact\]\] configures rubble-impact-law; ",
    ),
    (
        "numbers and a pile",
        "rubble-impact-law -c impact.toml cloud.h5",
        2,
        r"--config cannot be combined with files: cloud\.h5",
    ),
    (
        "numbers at another energy",
        "rubble-impact-law -c impact.toml --energy-ratio 3",
        2,
        r"--energy-ratio needs piles",
    ),
    (
        "numbers with a part missing",
        "grep -v density impact.toml > i.toml; rubble-impact-law -c i.toml",
        2,
        r"i\.toml:1:\d+: give either 'density' or both",
    ),
    (
        "numbers the wrong way round",
        "sed 's/9e18/9e10/' impact.toml > i.toml; rubble-impact-law -c i.toml",
        2,
        r"i\.toml:1:\d+: .*the target must not be lighter than the projectile",
    ),
    (
        "no numbers",
        "echo > i.toml; rubble-impact-law -c i.toml",
        2,
        r"i\.toml:1:1: missing table \[\[impact\]\]",
    ),
    (
        "bonds of grains",
        "rubble-import -q --material rock dumbbells.csv bonded.h5 && rubble-contacts --json "
        "--bonds bonded.h5 > bonds.json",
        0,
        None,
        'python3 -c \'import json; rows = json.load(open("bonds.json"))["rows"]; assert '
        '[r["members"] for r in rows] == [2, 2]; '
        'assert all(abs(r["tensile_stress"] + 6.6743e-11 * 4188.79**2 / 4 / 3.14159265) < '
        "1e-4 * 9.3e-5 for r in rows)'",
    ),
    (
        "bonds and kernels",
        "rubble-contacts --bonds --kernels cloud.h5",
        2,
        r"--bonds excludes --kernels|--kernels excludes --bonds",
    ),
    (
        "limits",
        'printf \'[body]\\ndensity = "1 g/cm^3"\\nconstant = 6.6743e-11\\n[planet]\\nradius '
        '= "6371 km"\\ndensity = "1 g/cm^3"\\n\' > l.toml; rubble-limits --json -c l.toml > '
        "l.json",
        0,
        None,
        'python3 -c \'import json; r = json.load(open("l.json"))["rows"][0]; assert '
        'abs(r["critical_period"] - 11883.2) < 0.1; '
        'assert abs(r["disruption_radii"] - 1.26) < 1e-9; assert abs(r["fluid_radii"] - '
        "2.44) < 1e-9'",
    ),
    (
        "limits, a planet of two masses",
        "rubble-limits -c l.toml --set planet.mass=1e24",
        2,
        r"'mass' and 'density' cannot be combined: remove one of them",
    ),
    (
        "limits, a planet of no mass",
        "grep -v radius l.toml > n.toml; rubble-limits -c n.toml",
        2,
        r"n\.toml:4:1: give either 'mass' or both",
    ),
    (
        "limits, friction angle of a sphere",
        'printf \'[body]\\ndensity = "1 g/cm^3"\\nconstant = 6.6743e-11\\n[body.strength]\\naxes = '
        '["1 km", "1 km", "1 km"]\\ncohesion = 0\\nrate = "14554 s"\\n\' > s.toml; rubble-limits '
        "--json -c s.toml > s.json; rubble-limits --json -c s.toml --set body.strength.rate='\"2 "
        "h\"' > fast.json",
        0,
        None,
        'python3 -c \'import json; r, fast = [json.load(open(f))["rows"][0] for f in '
        '("s.json", "fast.json")]; assert abs(r["mobilised_friction_angle"] - 30) < 0.01, r; '
        'assert "failure_rate" not in r and fast["mobilised_friction_angle"] is None, fast\'',
    ),
    (
        "limits, a negative rate",
        "rubble-limits -c s.toml --set body.strength.rate=-1e-4",
        2,
        r"'rate' .* must be >= 0",
    ),
    (
        "limits, a period of 0",
        "rubble-limits -c s.toml --set body.strength.rate='\"0 h\"'",
        2,
        r"the period .0 h. must not be zero",
    ),
    (
        "limits, fluid figures",
        "rubble-limits --json -c l.toml --fluid 0.1 > fluid.json",
        0,
        None,
        'python3 -c \'import json; rows = json.load(open("fluid.json"))["rows"]; assert '
        '[r["sequence"][0] for r in rows] == list("mmmm" + 7 * "mj"); '
        'assert rows[0]["period"] is None and rows[0]["c_over_a"] == 1; assert '
        'abs(rows[-1]["momentum"] - 1) < 1e-9\'',
    ),
    (
        "limits, fluid figures in no steps",
        "rubble-limits -c l.toml --fluid 0",
        2,
        r"--fluid must be in \[0\.0001, 1\], not 0$",
    ),
    ("limits, no file", "rubble-limits --json", 2, r"--config is missing"),
    (
        "a spin-up",
        "rubble-relax -q -c relax.toml cloud.h5 calm.h5 && "
        "rubble-spinup -q -c spinup.toml -t spin-t.h5 calm.h5 spun.h5 && rubble-critical "
        "--threshold 0.01,0.05 spin-t.h5 > spin.tsv",
        0,
        None,
        "test $(wc -l < spin.tsv) = 10 && grep -q ratio.uncertainty spin.tsv && ! grep -q "
        "nan spin.tsv",
    ),
    (
        "a spin-up, stopped and restarted",
        "S='--set stop.radius=none --set run.duration=600'; "
        f"rubble-spinup -q -c spinup.toml $S -t sp1-t.h5 calm.h5 sp1.h5 & {heard('sp1.h5')}; "
        "kill -TERM $!; wait $!; one=$?; "
        "rubble-spinup -q -c spinup.toml $S --restart -t sp1-t.h5 calm.h5 sp1.h5; two=$?; "
        "rubble-spinup -q -c spinup.toml $S -t sp2-t.h5 calm.h5 sp2.h5; test $? = 4 && test "
        "$one = 75 && test $two = 4",
        0,
        None,
        "cmp sp1.h5 sp2.h5 && cmp sp1-t.h5 sp2-t.h5",
    ),
    (
        "spin-up of a pile that has broken up",
        "rubble-spinup -q -c spinup.toml --set stop.least_mass=1 cloud.h5 x.h5",
        2,
        r"the heaviest group of neighbours has 0\.\d+ of the mass at the start, less than "
        r"stop\.least_mass = 1: settle the pile by rubble-relax",
        "test ! -e x.h5",
    ),
    (
        "a spin-up without gravity",
        "rubble-spinup -q -c spinup.toml --set gravity.constant=0 calm.h5 x.h5",
        2,
        r"critical spin rate needs gravity",
    ),
    (
        "a spin-up with two kinds of rates",
        "rubble-spinup -q -c spinup.toml --set spinup.start_rate=1 calm.h5 x.h5",
        2,
        r"end_rate",
    ),
    (
        "a flyby",
        "rubble-flyby -q -c flyby.toml --set run.duration=1e6 --set run.record_every=20 "
        "--set run.frame_every=0 -t fly-t.h5 calm.h5 flown.h5 && "
        "rubble-critical --json fly-t.h5 > fly.json",
        0,
        None,
        'python3 -c \'import json; t = json.load(open("fly.json"))["summary"]; assert '
        'len(t["rows"]) == 12; '
        'assert t["units"]["distance"] == "m"; assert t["rows"][0]["growth"] >= 0\'',
    ),
    (
        "a flyby that would not come so near",
        "rubble-flyby -q -c flyby.toml --set 'flyby.start_distance=7000 km' calm.h5 x.h5",
        2,
        r"'start_distance' in \[flyby\] must be at least 'pericentre', .* m, not 7e\+06 m$",
    ),
    (
        "a flyby without its rotation",
        "grep -v -e '^period' flyby.toml > turn.toml; rubble-flyby -q -c turn.toml calm.h5 x.h5",
        2,
        r"turn\.toml.*'period'",
    ),
    (
        "a flyby with two planets",
        "rubble-flyby -q -c flyby.toml --set external.planet.mass=1 --set "
        "external.planet.position=[1,0,0] calm.h5 x.h5",
        2,
        r"describe the planet in \[flyby\]",
    ),
    (
        "a shaking",
        "S='--set gravity.method=none --set run.record_every=0.1'; rubble-shake -q -c "
        "shake.toml $S -t shake-t.h5 calm.h5 shaken.h5 && "
        "rubble-critical shake-t.h5 > shake.tsv && rubble-critical --curves shake-t.h5 > "
        "curves.tsv",
        0,
        None,
        "test $(wc -l < shake.tsv) = 3 && test $(wc -l < curves.tsv) = 6 && grep -q "
        "rise_time shake.tsv",
    ),
    (
        "a shaking by a table",
        "(sed '/^amplitude/d; /^frequency/d' shake.toml; printf '[shake.table]\\ndirection = "
        "[0, 0, 1]\\ntime = [0, 1, 2]\\n"
        'displacement = [0, 0.2, 0]\\ncycle = "1 s"\\n\') > table.toml; rubble-shake -q -c '
        "table.toml --set shake.cycles=2 -t table-t.h5 calm.h5 tabled.h5",
        0,
        None,
        "/usr/bin/python3 -c 'import h5py; v = "
        'h5py.File("table-t.h5")["observables/shake/floor/value"][()]; assert abs(v[2] - '
        "0.2) < 1e-3, v'",
    ),
    (
        "a shaking by a table and a sine",
        "(cat shake.toml; printf '[shake.table]\\ndirection = [0, 0, 1]\\ntime = [0, 1]\\n"
        "displacement = [0, 0.2]\\ncycle = 1\\n') > both.toml; rubble-shake -q -c both.toml "
        "calm.h5 x.h5",
        2,
        r"both\.toml.*must not have an 'amplitude'",
    ),
    (
        "a shaking of nobody",
        "rubble-shake -q -c shake.toml --set shake.intruder=500 calm.h5 x.h5",
        2,
        r"no body has the id 500",
    ),
    (
        "critical, another track",
        f"{EVOLVE} -t plain-t.h5 cloud.h5 plain.h5; rubble-critical plain-t.h5",
        2,
        r"plain-t\.h5: expected a track of rubble-spinup",
    ),
    (
        "critical, tracks of two kinds",
        "rubble-critical spin-t.h5 fly-t.h5",
        2,
        r"fly-t\.h5: expected a track of a spin-up",
    ),
    ("critical, a pile", "rubble-critical calm.h5", 2, r"calm\.h5"),
    (
        "critical, mass lost of a shaking",
        "rubble-critical --mass-lost 0.1 --threshold 0.1 shake-t.h5",
        2,
        r"--threshold is the growth of radii, which --mass-lost replaces: remove one of them$",
    ),
    (
        "critical, mass lost of a shaking, without a growth",
        "rubble-critical --mass-lost 0.1 shake-t.h5",
        2,
        r"shake-t\.h5: --mass-lost needs a track of rubble-spinup or rubble-flyby, found one "
        r"of rubble-shake",
    ),
    (
        "critical, curves of a spin-up",
        "rubble-critical --curves spin-t.h5",
        2,
        r"--curves needs tracks of rubble-shake",
    ),
    (
        "restart without checkpoint",
        "rubble-evolve -c run.toml --set 'run.duration=2 s' --restart cloud.h5 fresh.h5",
        0,
        r"no checkpoint fresh\.h5\.ckpt; starting from the input",
        "test -s fresh.h5",
    ),
]


# Messages for a user without permission: (file, shell line, its message).
DENIED = [
    (
        "an input",
        f"chmod 0 cloud.h5; {EVOLVE} cloud.h5 x.h5",
        "cloud.h5: cannot open: Permission denied",
    ),
    (
        "an input that is measured",
        "chmod 0 cloud.h5; rubble-packing cloud.h5",
        "cloud.h5: cannot open: Permission denied",
    ),
    (
        "an input behind a folder",
        "mkdir in; mv cloud.h5 in; chmod 0 in; rubble-packing in/cloud.h5",
        "in/cloud.h5: cannot open: Permission denied",
    ),
    (
        "a table",
        "rubble-export cloud.h5 a.csv; chmod 0 a.csv; rubble-import --material rock a.csv x.h5",
        "a.csv: cannot open: Permission denied",
    ),
    (
        "a configuration",
        f"chmod 0 run.toml; {EVOLVE} cloud.h5 x.h5",
        "run.toml: cannot open: Permission denied",
    ),
    (
        "a folder to write into",
        f"mkdir out; chmod 500 out; {EVOLVE} cloud.h5 out/x.h5",
        "out/x.h5: cannot write into its folder: Permission denied",
    ),
    (
        "a folder of labels",
        "mkdir out; chmod 500 out; rubble-clusters --labels out/l.csv cloud.h5",
        "out/l.csv: cannot write into its folder: Permission denied",
    ),
    (
        "a folder of a track",
        f"mkdir out; chmod 500 out; {EVOLVE} -t out/t.h5 cloud.h5 x.h5",
        "out/t.h5: cannot write into its folder: Permission denied",
    ),
    (
        "a folder that cannot be searched",
        f"mkdir out; chmod 0 out; {EVOLVE} cloud.h5 out/x.h5",
        "out/x.h5: cannot write into its folder: Permission denied",
    ),
    (
        "a folder behind a folder",
        f"mkdir -p out/in; chmod 0 out; {EVOLVE} cloud.h5 out/in/x.h5",
        "out/in/x.h5: cannot reach its folder: Permission denied",
    ),
    (
        "a lock",
        f"touch x.h5.lock; chmod 0 x.h5.lock; {EVOLVE} cloud.h5 x.h5",
        "x.h5.lock: cannot create: Permission denied",
    ),
    (
        "a log",
        f"touch x.h5.log; chmod 0 x.h5.log; {EVOLVE} cloud.h5 x.h5",
        "x.h5.log: cannot write: Permission denied",
    ),
    (
        "a checkpoint",
        f"touch x.h5.ckpt; chmod 0 x.h5.ckpt; {EVOLVE} --restart cloud.h5 x.h5",
        "x.h5.ckpt: cannot open: Permission denied",
    ),
]


def permission_cases():
    """=> cases, each in a separate folder; none if root's permissions cannot be dropped."""
    shell = "bash"
    if os.geteuid() == 0:
        shell = "setpriv --bounding-set -dac_override,-dac_read_search bash"
        probe = subprocess.run(
            [
                *shell.split(),
                "-c",
                "touch shut && chmod 0 shut && ! cat shut; code=$?; rm -f shut; exit $code",
            ],
            capture_output=True,
            check=False,
        )
        if probe.returncode != 0:
            print("SKIPPED permissions: root may go anywhere here")
            return []
    return [
        (
            f"no permission: {what}",
            f"mkdir denied{i}; cp cloud.h5 run.toml denied{i}; cd denied{i}; {shell} -c "
            f"{shlex.quote(line)}",
            1,
            rf": error: {re.escape(says)}$",
            f"chmod -R u+rwX denied{i}; test ! -e denied{i}/x.h5",
        )
        for i, (what, line, says) in enumerate(DENIED)
    ]


def small_disk_case(folder):
    """A disk that becomes full; None if this user may not mount one."""
    disk = os.path.join(folder, "disk")
    os.mkdir(disk)
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", disk]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        return None
    return (
        "full disk",
        f"{EVOLVE} cloud.h5 disk/x.h5",
        1,
        r"disk/x\.h5: .*No space left",
        "test ! -e disk/x.h5",
    )


def prepare(folder):
    for name, text in (
        ("cloud.toml", CLOUD),
        ("run.toml", RUN),
        ("relax.toml", declared("relax", RUN + STOP)),
        ("collide.toml", declared("collide", RUN + SETTLED)),
        ("grains.toml", GRAINS),
        ("spinup.toml", declared("spinup", RUN + EXPANSION + SPINUP)),
        ("flyby.toml", declared("flyby", RUN + EXPANSION + FLYBY)),
        ("shake.toml", declared("shake", RUN + SHAKE)),
        ("meet.toml", MEET),
        ("place.toml", PLACE),
        ("dumbbells.csv", DUMBBELLS),
    ):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    with h5py.File(os.path.join(folder, "foreign.h5"), "w") as file:
        file["temperature"] = [1.0, 2.0]
    subprocess.run(
        ["rubble-generate", "-q", "-c", "cloud.toml", "cloud.h5"], cwd=folder, check=True
    )


def failure(folder, line, code, pattern, check="true"):
    """=> the fault, or None."""
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    if done.returncode != code:
        return f"exit code {done.returncode}, expected {code}; stderr: {done.stderr}"
    if pattern is None and done.stderr:
        return f"stderr should be empty: {done.stderr}"
    if pattern is not None and not re.search(pattern, done.stderr):
        return f"stderr does not hold {pattern!r}: {done.stderr}"
    if (
        code in (1, 2, 3)
        and done.stderr.count("\n") > 1
        and ": error: " in done.stderr.split("\n")[0]
    ):
        return f"an error is one line: {done.stderr}"
    after = subprocess.run(
        ["bash", "-c", check], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    return (
        None
        if after.returncode == 0
        else f"afterwards failed: {check}: {after.stdout}{after.stderr}"
    )


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"  # one thread, because several tests run side by side
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        disk = small_disk_case(folder)
        try:
            for name, *case in CASES + permission_cases() + ([disk] if disk else []):
                wrong = failure(folder, *case)
                print(
                    f"{'FAILED' if wrong else 'ok    '} {name}{': ' + wrong if wrong else ''}",
                    flush=True,
                )
                failed += wrong is not None
        finally:
            if disk:
                subprocess.run(["umount", os.path.join(folder, "disk")], check=False)
            else:
                print("SKIPPED full disk: a small file system cannot be mounted here")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
