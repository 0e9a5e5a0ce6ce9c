"""Signals, messages that cannot be written, runs that blow up, and invalid names, one shell line
for each case.

Usage: hostile.py FOLDER_OF_THE_TOOLS

The cases have the form of those in cases.py and run in a folder like theirs.
"""
import os
import subprocess
import sys
import tempfile

import cases

RUN = "rubble-evolve -c run.toml --set 'run.duration=2 s'"
WHOLE = (
    "(test -e whole.h5 || rubble-evolve -q -c run.toml --set 'run.duration=2 s' cloud.h5 whole.h5)"
)
LONG_RUN = "rubble-evolve -q -c run.toml --set 'run.duration=600 s'"  # long enough to be stopped
LONG = f"(test -e long.h5 || {LONG_RUN} cloud.h5 long.h5)"
LIMIT = "ulimit -v 2000000"  # [KiB]


def polled(condition):
    """(shell command) => a shell line that waits until the command succeeds; after a minute it ends
    the job in the background, with exit code 9."""
    return (
        f"i=0; until {condition}; do test $((++i)) -lt 1200 || {{ kill -KILL $!; exit 9; }}; "
        "sleep 0.05; done"
    )


def stopped_by(signal):
    """A run that the signal stops, and that is restarted, gives the results of an undisturbed
    run."""
    out = f"by{signal}.h5"
    # With set -m, because background jobs of a script start with SIGINT ignored; the shell's
    # messages about its jobs are removed.
    line = (
        f"(set -m; {LONG_RUN} cloud.h5 {out} & {cases.heard(out)}; kill -{signal} $!; wait "
        "$!; one=$?; "
        f"{LONG_RUN} --restart cloud.h5 {out}; test $one-$? = 75-0) 2> /dev/null"
    )
    return (f"stopped by SIG{signal}", line, 0, None, f"{LONG}; cmp {out} long.h5")


def blown_up(name, pattern, settings):
    line = (
        f"rm -f blown*; {LIMIT}; timeout 60 rubble-evolve -q -c run.toml {settings} cloud.h5 "
        "blown.h5"
    )
    return (
        f"a run that blows up by {name}",
        line,
        3,
        pattern,
        "test -e blown.h5.failed.h5 && test ! -e blown.h5",
    )


def silent(name, line, pattern="", code=0):
    """The output of the line must be printable and fit on a screen; it is stored in said.txt."""
    return (
        name,
        f"({line}) 2> said.txt; exit $?",
        code,
        None,
        "test $(wc -c < said.txt) -lt 2500 && grep -q 'error: ' said.txt && "
        "/usr/bin/python3 -c 'import sys; "
        'text = open("said.txt", "rb").read().decode(); sys.exit(not '
        f"text[:-1].isprintable())' && grep -Eqe '{pattern}' said.txt",
    )


SIGNALS = [
    stopped_by(name)
    for name in (
        "TERM",
        "INT",
        "HUP",
        "QUIT",
        "USR1",
        "USR2",
        "XCPU",
        "ALRM",
        "VTALRM",
        "PROF",
        "PWR",
        "IO",
    )
] + [
    (
        "nohup",
        f"(trap '' HUP; exec {LONG_RUN} cloud.h5 hup.h5) & {cases.heard('hup.h5')}; kill "
        "-HUP $!; wait $!",
        0,
        None,
        f"{LONG}; cmp hup.h5 long.h5",
    ),
    (
        "a limit on the size of files",
        f"(ulimit -f 8; exec {RUN} -q cloud.h5 limited.h5)",
        1,
        r"limited\.h5: .*File too large",
        "test ! -e limited.h5",
    ),
    (
        "a cloud that takes long, stopped",
        "rubble-generate -q -c cloud.toml --set cloud.count=3000 --set "
        "cloud.solid_fraction=0.7 --set cloud.passes=1000000 slow.h5 & "
        f"{polled('test -e slow.h5.lock')}; kill -TERM $!; "
        f"{polled('! kill -0 $! 2> /dev/null')}; wait $!",
        143,
        None,
        "test ! -e slow.h5",
    ),
]
BLOWN_UP = [
    blown_up(
        "a step of 1e6 s",
        r"bod(y|ies) \d+|overlap|energy|momentum",
        "--set step.dt=1e6 --set run.duration=1e9 --set run.record_every=1e6",
    ),
    blown_up(
        "records that are far between",
        r"bod(y|ies) \d+|overlap|energy|momentum",
        "--set step.dt=1e3 --set run.duration=1e8 --set run.record_every=1e7",
    ),
]
MESSAGES = [
    (
        "standard error is full",
        f"{RUN} cloud.h5 full.h5 2> /dev/full",
        0,
        None,
        f"{WHOLE}; cmp full.h5 whole.h5",
    ),
    (
        "standard error is full, generate",
        "rubble-generate -c cloud.toml full-cloud.h5 2> /dev/full",
        0,
        None,
        "cmp full-cloud.h5 cloud.h5",
    ),
    (
        "standard error is closed",
        f"{RUN} -v cloud.h5 closed.h5 2>&-",
        0,
        None,
        f"{WHOLE}; cmp closed.h5 whole.h5 && ! grep -q rubble-evolve: closed.h5.log",
    ),
    (
        "nobody reads standard error",
        f"(sleep 0.3; exec {RUN} cloud.h5 unread.h5) 2>&1 | true; exit ${{PIPESTATUS[0]}}",
        0,
        None,
        f"{WHOLE}; cmp unread.h5 whole.h5",
    ),
    (
        "an error that nobody reads",
        "rubble-evolve -c none.toml cloud.h5 x.h5 2> /dev/full",
        2,
        None,
    ),
    ("standard output is closed", "rubble-info cloud.h5 >&-", 1, r"standard output"),
    (
        "parameters to a full disk",
        "rubble-relax --describe > /dev/full",
        1,
        r"standard output: cannot write: No space left",
    ),
    (
        "the log is a folder",
        f"mkdir -p nolog.h5.log; {RUN} cloud.h5 nolog.h5",
        2,
        r"nolog\.h5\.log .*: expected a file name, found a folder",
        "test ! -e nolog.h5",
    ),
    (
        "the log fills its disk",
        f"ln -sf /dev/full fulllog.h5.log; {RUN} --force cloud.h5 fulllog.h5",
        0,
        r"fulllog\.h5\.log: cannot write: No space left",
        f"{WHOLE}; cmp fulllog.h5 whole.h5",
    ),
]
LETTERS = (
    "/usr/bin/python3 -c 'print(open(\"run.toml\").read() + {})' > long.toml; rubble-evolve "
    "-q -c long.toml cloud.h5 x.h5"
)
NAMES = [
    silent(
        "a key of a million letters",
        LETTERS.format('"k" * 1000000 + " = 1"'),
        r"long\.toml:[0-9]+:1: .*unknown key.*kkk\.\.\.kkk",
        2,
    ),
    silent(
        "a table of a million letters",
        LETTERS.format('"[" + "k" * 1000000 + "]"'),
        r"long\.toml:[0-9]+:[0-9]+: .*kkk\.\.\.kkk",
        2,
    ),
    silent(
        "a value of a million letters",
        "sed s/linear/$(printf %0100000d 7)/ run.toml > long.toml; rubble-evolve -q -c "
        "long.toml cloud.h5 x.h5",
        r"long\.toml:[0-9]+:[0-9]+: ",
        2,
    ),
    silent(
        "a number of many digits",
        "sed s/6.7e-7/$(printf %0100000d 7)/ run.toml > long.toml; rubble-evolve -q -c "
        "long.toml cloud.h5 x.h5",
        r"long\.toml:[0-9]+:[0-9]+: ",
        2,
    ),
    silent(
        "an option of many letters",
        "rubble-info --$(printf %0100000d 7) cloud.h5",
        r"unknown option",
        2,
    ),
    silent(
        "a parameter of many letters",
        "rubble-evolve -c run.toml --set $(printf %0100000d 7)=1 cloud.h5 x.h5",
        r"--set",
        2,
    ),
    silent(
        "a key that clears the screen", LETTERS.format('"\\"\\\\u001b[2J\\" = 1"'), r"x1b\[2J", 2
    ),
    silent(
        "a comment that clears the screen",
        LETTERS.format('"# \\x1b[2J"'),
        r"long\.toml:[0-9]+:[0-9]+: ",
        2,
    ),
    silent(
        "a file name that clears the screen",
        "rubble-info $'\\x1b[2J\\xff.h5'",
        r"x1b\[2J.xff\.h5: no such file",
        2,
    ),
    silent(
        "an option that clears the screen",
        "rubble-info --$'\\x1b[2J' cloud.h5",
        r"unknown option --.x1b",
        2,
    ),
    silent(
        "a column that clears the screen",
        "printf 'id,m,\\x1b[2J,r,x,y,z\\n' > wild.csv; rubble-import --material rock wild.csv x.h5",
        r"wild\.csv:1: .*x1b\[2J",
        2,
    ),
    (
        "a material that clears the screen",
        'sed \'s/"rock"/"\\\\u001b[2J"/\' cloud.toml > wild.toml; rubble-generate -q -c '
        "wild.toml wild.h5; rubble-info wild.h5 > wild.tsv",
        0,
        None,
        "grep -q 'x1b.2J' wild.tsv && ! grep -q $'\\x1b' wild.tsv && "
        "rubble-info --json wild.h5 | /usr/bin/python3 -m json.tool > wild.json",
    ),
]
SEEDS = [
    (
        "a negative seed",
        "rubble-generate -c cloud.toml --seed -1 x.h5",
        2,
        r"--seed .*whole number.*0 to 9223372036854775807.*-1",
    ),
    (
        "a seed that is too large",
        "rubble-generate -c cloud.toml --seed 9223372036854775808 x.h5",
        2,
        r"--seed .*0 to 9223372036854775807.*9223372036854775808",
    ),
    (
        "a seed with a fraction",
        "rubble-generate -c cloud.toml --seed 1.5 x.h5",
        2,
        r"--seed .*whole number.*1\.5",
    ),
    (
        "the largest seed",
        "rubble-generate -q -c cloud.toml --seed 9223372036854775807 x.h5 && rm x.h5",
        0,
        None,
    ),
    (
        "a negative seed in the file",
        "sed s/^seed.*/seed=-1/ cloud.toml > s.toml; rubble-generate -c s.toml x.h5",
        2,
        r"s\.toml:2:\d+: 'seed' .*>= 0.*-1",
    ),
    (
        "a seed in the file that is too large",
        "sed s/^seed.*/seed=9223372036854775808/ cloud.toml > s.toml; rubble-generate -c "
        "s.toml x.h5",
        2,
        r"s\.toml:2:\d+: .*9223372036854775808",
    ),
]
DASHES = [
    (
        "the end of the options",
        "rubble-info -- cloud.h5 > info.tsv",
        0,
        None,
        "grep -q bodies info.tsv",
    ),
    (
        "files that begin with a dash",
        f"cp cloud.h5 ./--json; {RUN} -q --force -- --json -x.h5 && rubble-info -- -x.h5 > "
        "info.tsv",
        0,
        None,
        f"{WHOLE}; rubble-diff -- -x.h5 whole.h5 > same.tsv && rm ./-x.h5 ./--json && grep "
        "-q bodies info.tsv",
    ),
    ("an option after the end of the options", "rubble-info -- --json", 2, r"--json: no such file"),
]


def placed(name, line, pattern, pile="cloud.h5"):
    """A message names the file, line and column."""
    return (f"where: {name}", f"{line} {pile} x.h5", 2, pattern)


PLACED = [
    placed(
        "a flyby without gravity",
        "rubble-flyby -q -c flyby.toml --set gravity.constant=0",
        r"flyby\.toml:\d+:\d+ with --set \"gravity\.constant=0\": .*gravity",
    ),
    placed(
        "an orbit that stays outside",
        "rubble-flyby -q -c flyby.toml --set 'flyby.start_distance=7000 km'",
        r"error: --set \"flyby\.start_distance=7000 km\": 'start_distance' in \[flyby\] must be "
        r"at least 'pericentre', 7\.6e\+06 m, not 7e\+06 m$",
    ),
    placed(
        "an orbit that turns back",
        "sed 's/^speed_at_infinity.*/eccentricity = 0.5/' flyby.toml > ellipse.toml; "
        "rubble-flyby -q -c ellipse.toml --set flyby.start_distance=1e9",
        r"error: --set \"flyby\.start_distance=1e9\": 'start_distance' in \[flyby\] must be at "
        r"most the apocentre of the orbit, .* m, not .* m$",
    ),
    placed(
        "a spin-up without gravity",
        "rubble-spinup -q -c spinup.toml --set gravity.constant=0",
        r"spinup\.toml:\d+:\d+ with --set \"gravity\.constant=0\": the critical spin rate needs "
        r"gravity",
    ),
    placed(
        "a collision without gravity",
        "rubble-collide -q -c collide.toml --set gravity.method=none",
        r"collide\.toml:\d+:\d+ with --set \"gravity\.method=none\": .*self-gravity",
    ),
    placed(
        "a shaken box without weight",
        "rubble-shake -q -c shake.toml --set external.uniform=[0,0,0]",
        r"shake\.toml:\d+:\d+ with --set \"external\.uniform=.*\": shaking needs walls and uniform "
        r"gravity",
    ),
    placed(
        "a shaken box without a stroke",
        "sed '/^frequency/d' shake.toml > still.toml; rubble-shake -q -c still.toml --set "
        "box.amplitude=[0,0,0]",
        r"still\.toml:\d+:\d+ with --set \"box\.amplitude=.*\": no wall moves",
    ),
    placed(
        "a shaken box with a frequency alone",
        "rubble-shake -q -c shake.toml --set box.amplitude=[0,0,0]",
        r"shake\.toml:\d+:\d+ with --set \"box\.amplitude=.*\": 'frequency' has no effect",
    ),
    placed(
        "a shaken box without an intruder",
        "rubble-shake -q -c shake.toml --set shake.intruder=500",
        r"error: --set \"shake\.intruder=500\": .*no body has the id 500",
    ),
    placed(
        "a frozen body that does not exist",
        "sed '$a[[frozen]]\\nids=[0, 500]' run.toml > f.toml; rubble-evolve -q -c f.toml",
        r"f\.toml:\d+:\d+: .*no body with the id 500",
    ),
    placed(
        "bodies that two tables freeze",
        "sed '$a[[frozen]]\\nids=[1]\\n[[frozen]]\\nmaterial=\"rock\"' run.toml > f.toml; "
        "rubble-evolve -q -c f.toml",
        r"f\.toml:\d+:\d+: .*body 1 is selected by two tables",
    ),
    placed(
        "a pile that is frozen as a whole",
        "sed '$a[[frozen]]\\nmaterial=\"rock\"' run.toml > f.toml; rubble-evolve -q -c f.toml",
        r"f\.toml:\d+:\d+: .*all bodies of the pile are frozen",
    ),
    placed(
        "frozen bodies in a spin-up",
        "sed '$a[[frozen]]\\nids=[1]' spinup.toml > f.toml; rubble-spinup -q -c f.toml",
        r"f\.toml:\d+:\d+: .*\[spinup\] needs a free pile: remove \[\[frozen\]\]",
    ),
    placed(
        "more steps than numbers",
        "rubble-evolve -q -c run.toml --set run.duration=1e300",
        r"--set \"run\.duration=1e300\": .duration. in .run. is 1e\+300 s",
    ),
    placed(
        "a step lost in the digits",
        f"{WHOLE}; sed 's/dt = .*/dt = 1e-17/' run.toml > d.toml; rubble-evolve -q -c d.toml "
        "--set run.duration=1e-16 "
        "--set run.record_every=1e-16 --set run.frame_every=0",
        r"d\.toml:\d+:\d+ with --set \"run\.duration=1e-16\": .*below the rounding error",
        "whole.h5",
    ),
    placed(
        "a space that repeats too soon",
        "sed '$a[periodic]\\nperiod=[1,0,0]' run.toml > p.toml; rubble-evolve -q -c p.toml "
        "--set gravity.method=none",
        r"p\.toml:\d+:\d+: .*too short",
    ),
]


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        cases.prepare(folder)
        for name, *case in SIGNALS + BLOWN_UP + MESSAGES + NAMES + SEEDS + DASHES + PLACED:
            subprocess.run(["rm", "-f", "x.h5", "x.h5.log"], cwd=folder, check=True)
            wrong = cases.failure(folder, *case)
            print(
                f"{'FAILED' if wrong else 'ok    '} {name}{': ' + wrong if wrong else ''}",
                flush=True,
            )
            failed += wrong is not None
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
