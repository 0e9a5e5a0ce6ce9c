"""Every tool against broken input: mutated TOML, mutated HDF5 files, mutated tables.

Usage: fuzz.py FOLDER_OF_THE_TOOLS [--count 1000] [--tables 300] [--seed 1] [--tools relax,info]
[--keep FOLDER] [--table FILE.md]

Each tool that reads a kind of file gets --count (tables: --tables) mutations of valid ones. For any
input a tool must end by itself or by SIGTERM, with a defined exit code (docs/architecture.md); a
refusal is one line that names the file, shows no control characters and leaves nothing behind.
Memory is limited. Failures are printed with the command and kept in --keep. Exit code 1 if there
was a failure. --table adds the results for all files, by tool and kind, to a table in Markdown.
Programs with sanitizers need --sanitized: no limit of memory (their shadow memory is huge), ten
times the time, and a separate exit code for findings of a sanitizer.
"""
import argparse
import concurrent.futures
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import mutate

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import cases  # noqa: E402
import friction_problem  # noqa: E402
import hulls  # noqa: E402
import shapes  # noqa: E402
import tool_list  # noqa: E402
from scenes import gravity, steps, times  # noqa: E402

MEMORY = 1 << 31  # [bytes] of address space
LASTS = 10  # [s] after which SIGTERM is sent
HEARD = 20  # [s] after which a tool must have ended after SIGTERM
LONGEST = 2500  # bytes of a message
SLOWER = 1  # factor for these times; larger with sanitizers
SANITIZED = {
    "ASAN_OPTIONS": "exitcode=99:detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1:exitcode=99",
    "TSAN_OPTIONS": "exitcode=99",
}

RUNS = tool_list.RUNS
# Configurations whose names begin with "impulses" are for Contact Dynamics, which moves hulls too.
CONFIGS = {
    "generate": ("cloud", "grains", "rocks", "filled"),
    "shape": ("rocks",),
    "relax": ("relax", "impulses-relax"),
    "evolve": ("run", "walls", "impulses-walls"),
    "collide": ("collide", "impulses-collide"),
    "spinup": ("spinup", "impulses-spinup"),
    "flyby": ("flyby", "impulses-flyby"),
    "shake": ("shake", "table", "impulses-shake"),
    "combine": ("meet",),
    "place": ("place",),
    "advise": ("relax",),
    "bounce": ("relax",),
    "spin": ("spin",),
    "impact-law": ("impact",),
    "limits": ("limits",),
}
# Tools that read either a configuration or piles.
EITHER = ("shape", "impact-law")
# Tools that read piles: all but those that run them or need other files. Tools that read tracks.
NO_PILES = (
    *RUNS,
    "generate",
    "import",
    "combine",
    "place",
    "critical",
    "overlaps",
    "strain",
    "limits",
    "solve",
)
PILES = tuple(name for name in tool_list.names() if name not in NO_PILES)
TRACKS = (
    "critical",
    "overlaps",
    "strain",
    "info",
    "render",
    "view",
    "hash",
    "packing",
    "energy",
    "field",
    "satellites",
)

WALLS = """
[external]
uniform = [0, 0, -1e-4]
[[planet]]
mass = 1e10
position = ["1 km", 0, 0]
radius = "20 m"
j2 = 0.1
[[plane]]
point = [0, 0, -20]
normal = [0, 0, 1]
amplitude = [0, 0, "1 mm"]
frequency = "1 Hz"
[box]
lower = [-30, -30, -30]
upper = [30, 30, 30]
[contact.cohesion]
stress = 1.0
shape_factor = 0.5
[sanity]
energy = 0.1
"""
FILLED = """seed = 1
[material]
name = "rock"
density = 2000
[size]
law = "uniform"
min = "1 cm"
max = "5 cm"
[cloud]
form = "mesh"
file = "{}"
extent = "2 m"
solid_fraction = 0.1
"""
TABLE = """
[shake.table]
direction = [0, 0, 1]
time = [0, 1, 2]
displacement = [0, 0.2, 0]
cycle = "1 s"
"""
IMPULSES = (
    times("400 s", "0.5 s", 'frame_every = "5 s"\n')
    + steps("0.05 s")
    + gravity("6.7e-7")
    + """
[method]
kind = "contact-dynamics"
[contact]
friction = 0.5
restitution = 0.2
recovery = 0.1
points = "four"
[contact.cohesion]
cohesive_force = 2
range = 0.01
[solver]
tolerance = 1e-4
iterations = 500
[sanity]
penetration = 0.5
unconverged = 0.9
"""
)
HULL_WALLS = WALLS[: WALLS.index("[contact.cohesion]")].replace("-20", "-60").replace("30", "90")
PILES_TO_RUN = ("calm.h5", "glued.h5")
# Runs of about a second that are stopped and resumed: configuration, duration [s], pile.
RESTARTS = {
    "stopped.h5.ckpt": ("run", 300, "calm.h5"),
    "stopped-hulls.h5.ckpt": ("impulses-walls", 200, "hulls.h5"),
}

# Files of a valid run that are mutated: the tool reads them all, and may name each of them.
SEEDS = {
    "calm.h5": PILES + RUNS + ("combine", "place"),
    "glued.h5": PILES + RUNS + ("combine", "place"),
    "rocks.h5": PILES + RUNS + ("combine", "place"),
    "hulls.h5": PILES + RUNS + ("combine", "place"),
    "hulls-track.h5": ("info", "overlaps", "strain"),
    "stopped-hulls.h5.ckpt": ("info", "hash"),
    "meet.h5": ("impact-law", "collide", "info"),
    "spin-track.h5": TRACKS,
    "shake-track.h5": ("critical", "info"),
    "stopped.h5.ckpt": ("info", "hash"),
    "column.h5": ("solve",),
}


DUMP = "ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp ff ff\n0 10\n0 10\n0 10\n"
OTHER_TABLES = {
    "two.dump": "ITEM: UNITS\nsi\n"
    + "".join(
        DUMP.format(step)
        + "ITEM: ATOMS id type xs y zu radius mass vx\n1 1 0 0 0 1 1000 0\n2 1 .3 5 0 1 1000 1\n"
        for step in (0, 9)
    ),
    "spheres.data": "title\n\n2 atoms\n1 atom types\n\n0 9 xlo xhi\n\nAtoms # sphere\n\n1 1 2 "
    "1000 0 "
    "0 "
    "0\n2 "
    "1 2 1000 5 0 0\n\n"
    "Velocities\n\n1 0 0 1 0 0 0\n",
    "ase.xyz": '2\nLattice="9 0 0 0 9 0 0 0 9" '
    "Properties=species:S:1:pos:R:3:radius:R:1:masses:I:1 "
    "Time=1\nSi 0 0 0 1 1000\nSi 3 0 0 1 9\n",
    "plain.txt": "# x y z m r\n0 0 0 1 1\n3.0D+00 0 0 1 1\n",
}


def prepare(folder):
    """Valid files to be broken: configurations of cases.py and some more, piles and tracks."""
    cases.prepare(folder)

    def rubble(*words, code=0):
        done = subprocess.run(
            ("rubble-" + words[0], "-q") + words[1:],
            cwd=folder,
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, (words, done)

    for name, text in (
        ("walls", cases.RUN + WALLS),
        (
            "table",
            cases.RUN
            + cases.SHAKE.replace('amplitude = [0, 0, "0.3 m"]\nfrequency = "1 Hz"\n', "")
            + TABLE,
        ),
    ):
        with open(os.path.join(folder, name + ".toml"), "w", encoding="ascii") as file:
            file.write(text)
    rubble("relax", "-c", "relax.toml", "cloud.h5", "calm.h5")
    rubble("generate", "-c", "grains.toml", "glued.h5")
    rubble("combine", "--seed", "3", "-c", "meet.toml", "calm.h5", "calm.h5", "meet.h5")
    rubble("spinup", "-c", "spinup.toml", "-t", "spin-track.h5", "calm.h5", "spun.h5")
    rubble(
        "shake",
        "-c",
        "shake.toml",
        "--set",
        "gravity.method=none",
        "--set",
        "run.record_every=0.1",
        "-t",
        "shake-track.h5",
        "calm.h5",
        "shaken.h5",
    )
    rubble("export", "calm.h5", "bodies.csv")
    for name, text in OTHER_TABLES.items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    for name in ("spin", "impact", "limits"):
        shutil.copy(os.path.join(ROOT, "configs", name + ".toml"), folder)
    with open(os.path.join(folder, "three.js"), "w", encoding="ascii") as file:
        file.write("// stands for three.js, which rubble-view copies into its page\n")
    friction_problem.write(os.path.join(folder, "column.h5"), *friction_problem.column())
    with open(os.path.join(folder, "rocks.obj"), "w", encoding="ascii") as file:
        file.write(hulls.OBJ)
    rubble("import", "--material", "rock", "--density", "2700", "rocks.obj", "rocks.h5")
    with open(os.path.join(folder, "box.obj"), "w", encoding="ascii") as file:
        file.write(shapes.BOX)
    with open(os.path.join(folder, "rocks.toml"), "w", encoding="ascii") as file:
        file.write(shapes.ROCKS.format(os.path.join(folder, "box.obj")))
    with open(os.path.join(folder, "filled.toml"), "w", encoding="ascii") as file:
        file.write(FILLED.format(os.path.join(folder, "box.obj")))
    for ending in ("ply", "stl"):
        rubble("shape", "--write", "box." + ending, "box.obj")
    with open(os.path.join(folder, "box-binary.ply"), "wb") as file:
        file.write(shapes.binary_ply())
    with open(os.path.join(folder, "box-binary.stl"), "wb") as file:
        file.write(shapes.stl(shapes.TRIANGLES))
    for name, text in (
        ("relax", cases.STOP),
        ("walls", HULL_WALLS),
        ("collide", cases.SETTLED),
        ("spinup", cases.EXPANSION + cases.SPINUP),
        ("flyby", cases.EXPANSION + cases.FLYBY),
        ("shake", cases.SHAKE),
    ):
        with open(os.path.join(folder, f"impulses-{name}.toml"), "w", encoding="ascii") as file:
            file.write(IMPULSES + text)
    rubble(
        "generate",
        "-c",
        "rocks.toml",
        "--set",
        "cloud.count=20",
        "--set",
        "motion.speed=0",
        "--set",
        "motion.spin=0",
        "loose.h5",
    )
    rubble("relax", "-c", "impulses-relax.toml", "-t", "hulls-track.h5", "loose.h5", "hulls.h5")
    for checkpoint, (config, duration, pile) in RESTARTS.items():
        stopped = checkpoint.removesuffix(".ckpt")
        line = (
            f"rubble-evolve -q -c {config}.toml --set run.duration={duration} {pile} {stopped} & "
            f"{cases.heard(stopped)}; kill -TERM $!; wait $!"
        )
        code = subprocess.run(("bash", "-c", line), cwd=folder, check=False, timeout=120).returncode
        assert code == 75, f"{line}: exit code {code}"


class Job:
    """One command with one mutated file, and its result."""

    def __init__(self, tool, kind, number, seed, seeds, folder):
        self.tool, self.kind, self.seeds = tool, kind, seeds
        self.code = None  # exit code, after the run
        self.rng = random.Random(f"{seed} {tool} {kind} {number}")
        self.folder = os.path.join(folder, f"{tool}-{kind}-{number}")
        os.mkdir(self.folder)
        self.path = os.path.join(self.folder, "broken." + {"hdf5": "h5"}.get(kind, kind))
        self.output = os.path.join(self.folder, "out.h5")
        self.command = [f"rubble-{tool}", "-q"] + getattr(self, kind)()

    def seed_file(self, name):
        return os.path.join(self.seeds, name)

    def break_text(self, name, separator):
        with open(self.seed_file(name), "rb") as file:
            data = mutate.text(self.rng, file.read(), separator)
        with open(self.path, "wb") as file:
            file.write(data)

    def break_hdf5(self, name):
        shutil.copy(self.seed_file(name), self.path)
        mutate.hdf5(self.rng, self.path)

    def short(self):
        """Options that make most runs only check their input, to save time."""
        return ["--dry-run"] if self.rng.randrange(8) else ["--set", "run.duration=0.5"]

    def toml(self):
        """Arguments of the tool with a broken configuration."""
        name = self.rng.choice(CONFIGS[self.tool])
        self.break_text(name + ".toml", b"=")
        piles = PILES_TO_RUN + (
            ("hulls.h5",)
            if name.startswith("impulses") or self.tool in ("combine", "place")
            else ()
        )
        config, pile = ["-c", self.path], self.seed_file(self.rng.choice(piles))
        if self.tool in RUNS:
            return config + self.short() + [pile, self.output]
        if self.tool == "spin":
            return config + [pile, self.output]
        if self.tool == "combine":
            return config + ["--seed", "1", pile, pile, self.output]
        if self.tool == "place":
            return config + [pile, pile, self.output]
        if self.tool == "bounce":
            return config + ["--speed=3", self.seed_file("calm.h5")]
        if self.tool in (*EITHER, "limits"):
            return config
        return config + ([pile] if self.tool == "advise" else [self.output])

    def hdf5(self):
        """Arguments of the tool with a broken pile, track or checkpoint."""
        config = (
            ["-c", self.seed_file(self.rng.choice(CONFIGS[self.tool]) + ".toml")]
            if self.tool in CONFIGS and self.tool not in EITHER
            else []
        )
        if self.tool == "evolve" and self.rng.randrange(4) == 0:
            checkpoint, (run, duration, pile) = self.rng.choice(list(RESTARTS.items()))
            self.path = self.output + ".ckpt"
            self.break_hdf5(checkpoint)
            return [
                "-c",
                self.seed_file(run + ".toml"),
                "--set",
                f"run.duration={duration}",
                "--restart",
                self.seed_file(pile),
                self.output,
            ]
        self.break_hdf5(
            self.rng.choice([name for name, tools in SEEDS.items() if self.tool in tools])
        )
        if self.tool in RUNS:
            return config + self.short() + [self.path, self.output]
        if self.tool == "combine":
            return config + ["--seed", "1", self.path, self.seed_file("calm.h5"), self.output]
        if self.tool == "place":
            piles = [self.path, self.seed_file("calm.h5")]
            self.rng.shuffle(piles)
            return config + [*piles, self.output]
        if self.tool == "spin":
            return config + [self.path, self.output]
        if self.tool == "view":
            return [
                "--three",
                self.seed_file("three.js"),
                self.path,
                os.path.join(self.folder, "out.html"),
            ]
        if self.tool in ("field", "satellites"):
            return self.rng.choice(
                ([], ["--frame=-1"] if self.tool == "field" else ["--frames"])
            ) + [self.path]
        if self.tool == "export":
            return [
                self.path,
                os.path.join(
                    self.folder,
                    self.rng.choice(("out.csv", "out.xyz", "out.obj", "out.ply", "out.vtp")),
                ),
            ]
        if self.tool == "render":
            colour = self.rng.choice(
                (
                    ["speed"],
                    ["coordination"],
                    ["pressure", "--log"],
                    ["shape"],
                    ["grain"],
                    ["cluster"],
                    ["birth"],
                )
            )
            more = self.rng.choice(
                ([], ["--chains"], ["--arrows"], ["--cut", "view"], ["--follow"])
            )
            return [
                "--size=64,48",
                "--colour",
                *colour,
                *more,
                self.path,
                os.path.join(self.folder, self.rng.choice(("out.png", "out.svg"))),
            ]
        if self.tool == "carve":
            return ["--unit=3"] + [self.path, self.seed_file("box.obj"), self.output]
        if self.tool == "diff":
            return [self.path, self.seed_file("calm.h5")]
        if self.tool == "bounce":
            return config + ["--speed=3", self.path]
        if self.tool == "solve":
            return ["--iterations=2000", self.path]
        return config + [self.path]

    def csv(self):
        """Arguments of rubble-import with a broken table."""
        self.break_text("bodies.csv", b",")
        return ["--material", "rock", self.path, self.output]

    def table(self):
        """Arguments of rubble-import with a broken table of another program, or with a broken map
        of columns."""
        name = self.rng.choice(list(OTHER_TABLES))
        self.break_text(name, b" ")
        more = self.rng.choice(
            ([], ["--frame=-1"], ["--units=g,cm,s"], ["--density=1000"], ["--radius=1"])
        )
        if name == "plain.txt":
            more = more + [
                "--columns",
                self.rng.choice(("x,y,z,m,r", "x [km],y,z,m [t],-", "x,,y", "-", "x [", "m,m")),
            ]
        return ["--material", "rock", *more, self.path, self.output]

    def obj(self):
        """Arguments of rubble-import with broken hulls, or of rubble-carve with a broken mesh."""
        self.break_text("box.obj" if self.tool == "carve" else "rocks.obj", b" ")
        if self.tool == "carve":
            return ["--crossing=keep", self.seed_file("calm.h5"), self.path, self.output]
        if self.tool == "shape":
            return self.mesh_options() + [self.path]
        return ["--material", "rock", "--density", "2700", self.path, self.output]

    def mesh_options(self):
        return self.rng.choice(([], ["--hull"], ["--json"]))

    def ply(self):
        """Arguments of rubble-shape with a broken mesh."""
        self.break_text(self.rng.choice(("box.ply", "box-binary.ply")), b" ")
        return self.mesh_options() + [self.path]

    def stl(self):
        """Arguments of rubble-shape with a broken mesh in STL."""
        self.break_text(self.rng.choice(("box.stl", "box-binary.stl")), b" ")
        return self.mesh_options() + [self.path]

    def execute(self):
        """=> exit code (None: it did not end), standard error, true if it received SIGTERM after
        the time limit"""
        with subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            for patience, then in ((LASTS, process.terminate), (HEARD, process.kill)):
                try:
                    said = process.communicate(timeout=SLOWER * patience)[1]
                    return process.returncode, said, then == process.kill
                except subprocess.TimeoutExpired:
                    then()
            return None, process.communicate()[1], True

    def wrong(self):
        """=> the fault in the behaviour of the tool, or None."""
        code, said, lasted = self.execute()
        self.code = code
        allowed = (
            {0, 2}
            | ({3, 4} if self.tool in RUNS else {3} if self.tool in ("advise", "solve") else set())
            | ({-signal.SIGTERM, 75} if lasted else set())
        )
        if code == 1 and (b"out of memory" in said or self.tool == "diff"):
            allowed.add(1)
        if code is None:
            return "does not hear SIGTERM"
        if code not in allowed:
            return f"exit code {code}"
        try:
            text = said.decode()
        except UnicodeDecodeError:
            return "says what is no UTF-8"
        if len(said) > LONGEST:
            return f"says {len(said)} bytes"
        if not text.replace("\n", "").isprintable():
            return "says what is not printable"
        if code == 2 or text:
            return self.wrong_refusal(code, text)
        return None

    def wrong_refusal(self, code, text):
        """=> the fault in the behaviour of a tool that refused its input, or None"""
        if code in (1, 2, 3) and (
            text.count("\n") != 1 or not text.startswith(f"rubble-{self.tool}: error: ")
        ):
            return "an error is one line that begins with the tool's name and 'error'"
        names = [os.path.basename(word) for word in self.command if os.path.isfile(word)] + [
            os.path.basename(self.path)
        ]
        # The message may name an option of the command line instead. For example, after a mutation
        # of the step, a duration may have too many steps to count.
        placed = '--set "' in text or "error: --" in text
        if code == 2 and not placed and not any(name in text for name in names):
            return "no file is named"
        if (
            code == 2
            and not placed
            and self.kind == "toml"
            and not re.search(
                r"broken\.toml:\d+:\d+: |calm\.h5|glued\.h5|hulls\.h5|broken\.toml: larger", text
            )
        ):
            return "no line is named"
        left = set(os.listdir(self.folder)) - {os.path.basename(self.path), "out.h5.log"}
        if code == 2 and left:
            return f"leaves {left} behind"
        return None


def report(job, wrong, keep):
    print(f"FAILED {job.tool} {job.kind}: {wrong}\n  {' '.join(job.command)}", flush=True)
    if keep:
        shutil.copytree(
            job.folder, os.path.join(keep, os.path.basename(job.folder)), dirs_exist_ok=True
        )


HEAD = (
    "tool",
    "input",
    "files",
    "accepted (0)",
    "refused (2)",
    "other exit codes",
    "failed",
    "seed, first",
)


def row_of(tool, kind, codes, failed, options):
    """(tool, kind, exit codes, how many failed, options) => a row of the table"""
    others = {code: codes.count(code) for code in sorted(set(codes) - {0, 2}, key=str)}
    return (
        f"`rubble-{tool}`",
        kind.upper(),
        len(codes),
        codes.count(0),
        codes.count(2),
        ", ".join(f"{code}: {n}" for code, n in others.items()) or "-",
        failed,
        f"{options.seed}, {options.first}",
    )


def write_table(path, rows):
    """Adds rows to a table in Markdown, which begins with them if there is none."""
    new = not os.path.exists(path)
    with open(path, "a", encoding="ascii") as file:
        if new:
            file.write("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|\n")
        for row in rows:
            file.write("| " + " | ".join(map(str, row)) + " |\n")


def plan(count, tables):
    """(numbers of mutations) => (tool, kind of its input, number of mutations) of the whole test"""
    readers = sorted({tool for tools in SEEDS.values() for tool in tools})
    return [
        *((tool, "toml", count) for tool in CONFIGS),
        *((tool, "hdf5", count) for tool in readers),
        *(("import", kind, tables) for kind in ("csv", "table", "obj")),
        ("carve", "obj", tables),
        *(("shape", kind, tables) for kind in ("obj", "ply", "stl")),
    ]


def main():
    global SLOWER
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", help="of the tools")
    parser.add_argument(
        "--count", type=int, default=1000, help="TOML files, and HDF5 files, per tool"
    )
    parser.add_argument("--tables", type=int, default=300, help="CSV tables, and OBJ files")
    parser.add_argument("--first", type=int, default=0, help="number of the first mutation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tools", help="only these, with commas between them")
    parser.add_argument("--keep", help="folder for what failed")
    parser.add_argument(
        "--table", help="table in Markdown to which what came of the files is added"
    )
    parser.add_argument(
        "--sanitized", action="store_true", help="the tools were built with sanitizers"
    )
    options = parser.parse_args()
    if options.sanitized:
        SLOWER = 10
        os.environ.update(SANITIZED)
    os.environ["PATH"] = os.path.abspath(options.folder) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    wanted = options.tools.split(",") if options.tools else None
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        seeds = os.path.join(folder, "seeds")
        os.mkdir(seeds)
        prepare(seeds)
        if not options.sanitized:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        def one(tool, kind, number):
            job = Job(tool, kind, number, options.seed, seeds, folder)
            return job, job.wrong()

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for tool, kind, count in plan(options.count, options.tables):
                if wanted and tool not in wanted:
                    continue
                start, here, codes = time.monotonic(), 0, []
                tasks = [
                    pool.submit(one, tool, kind, number)
                    for number in range(options.first, options.first + count)
                ]
                for task in tasks:
                    job, wrong = task.result()
                    codes.append(job.code)
                    if wrong:
                        report(job, wrong, options.keep)
                        here += 1
                    shutil.rmtree(job.folder)
                print(
                    f"{tool} {kind}: {count} files, {here} failed, "
                    f"{time.monotonic() - start:.1f} s",
                    flush=True,
                )
                failed += here
                if options.table:
                    write_table(options.table, [row_of(tool, kind, codes, here, options)])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
