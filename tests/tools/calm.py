"""Runs with almost no events: bodies at rest, far apart, without contacts. They must end with the
expected result.

Usage: calm.py FOLDER_OF_THE_TOOLS

The cases have the form of those in cases.py, with separate files.
"""
import os
import pathlib
import sys
import tempfile

from cases import failure
from scenes import CLOUD, FLOOR, PACKED, contact, declared, expansion, gravity, steps, times

NATURE = '"6.67430e-11 m^3 kg^-1 s^-2"'
RUN = times("50 s", "0.5 s") + steps() + gravity(NATURE)
FREE = declared("evolve", RUN.replace('"auto"', "0.01"))
CONTACT = contact("1e7 N/m", 0.5)
STOP = """
[stop]
kinetic_fraction = 1e-6
hold = "5 min"
remove_rotation = true
"""
PLANET = """
[external.planet]
mass = "5.972e24 kg"
position = ["1e11 m", 0, 0]
"""
PASS = """
[flyby]
planet_mass = "5.972e24 kg"
pericentre = "7645 km"
eccentricity = 1.0
start_distance = "1e9 m"
end_distance = "1e9 m"
rotation = "none"
volume = "extents"
""" + expansion(
    "all", 0.05, "60 s", 0.5
)
GRAIN = """
seed = 1
[material]
name = "rock"
density = "2.7 g/cm^3"
[grains]
shapes = ["cube"]
radius = "1 m"
[cloud]
form = "sphere"
count = 1
solid_fraction = 0.2
"""
FILES = {
    "packed.toml": PACKED,
    "floor.toml": RUN + CONTACT + FLOOR,
    "space.toml": RUN + CONTACT,
    "relax.toml": RUN + contact("auto", 0.5) + STOP,
    "planet.toml": RUN + CONTACT + PLANET,
    "pass.toml": RUN + CONTACT + PASS,
    "free.toml": FREE,
    "free-floor.toml": FREE + FLOOR,
    "auto.toml": RUN,
    "grain.toml": GRAIN,
    "cloud.toml": CLOUD,
    "one.csv": "id,m,r,x,y,z\n0,1000,0.5,0,0,0.5\n",
    "apart.csv": "id,m,r,x,y,z,vx\n0,1e10,0.5,0,0,0,0\n1,1e10,0.5,20,0,0,-0.05\n",
    "approach.csv": "id,m,r,x,y,z,vx\n0,1000,0.5,0,0,0,0\n7,1000,0.5,3,0,0,-1\n",
    "inside.csv": "id,m,r,x,y,z\n0,1000,0.5,0,0,0\n1,1000,0.5,0.9,0,0\n",
    "high.csv": "id,m,r,x,y,z\n0,1000,0.5,0,0,1\n",
}
PILES = (
    "for name in one apart approach inside high; do rubble-import -q --material rock "
    "$name.csv $name.h5; done; "
    "rubble-generate -q -c grain.toml grain.h5; rubble-generate -q -c cloud.toml cloud.h5; true"
)
RELAX = (
    "rubble-relax -q -c relax.toml --set run.duration=1e6 --set run.record_every=30 --set "
    "stop.hold=3600"
)
MOMENTUM = (
    "/usr/bin/python3 -c 'import h5py, sys; f = h5py.File(sys.argv[1]); e = "
    'f["observables/error/momentum/value"][()]; assert e.max() < 1e-12, e.max()\''
)

CASES = [
    (
        "a sphere at rest on a floor",
        "rubble-evolve -q -c floor.toml -t floor-t.h5 one.h5 floor1.h5",
        0,
        None,
        f"{MOMENTUM} floor-t.h5",
    ),
    (
        "once more",
        "rubble-evolve -q -c floor.toml -t again-t.h5 floor1.h5 floor2.h5",
        0,
        None,
        f"{MOMENTUM} again-t.h5",
    ),
    ("a grain at rest", "rubble-evolve -q -c space.toml grain.h5 grain1.h5", 0, None),
    (
        "one body of many spheres at rest",
        "rubble-generate -q -c packed.toml packed.h5 && rubble-evolve -q -c space.toml "
        "--set gravity.hold=1e-3 -t packed-t.h5 packed.h5 packed1.h5",
        0,
        None,
        f"{MOMENTUM} packed-t.h5",
    ),
    (
        "a grain at rest without gravity",
        "rubble-evolve -q -c space.toml --set gravity.method=none grain.h5 grain2.h5",
        0,
        None,
    ),
    (
        "a settled pile settles again, and again",
        f"{RELAX} cloud.h5 r1.h5 && {RELAX} r1.h5 r2.h5 && {RELAX} -t r3-t.h5 r2.h5 r3.h5",
        0,
        None,
        f"{MOMENTUM} r3-t.h5",
    ),
    ("a settled pile with other sums", f"{RELAX} --set gravity.hold=1e-3 r3.h5 r4.h5", 0, None),
    (
        "a planet far away",
        "rubble-evolve -q -c planet.toml --set run.record_every=0.01 one.h5 planet.h5",
        0,
        None,
    ),
    (
        "passing a planet far away",
        "rubble-flyby -q -c pass.toml --set run.duration=200 --set step.dt=0.25 one.h5 pass.h5",
        4,
        None,
    ),
    (
        "two bodies far apart need no contacts",
        "rubble-evolve -c free.toml apart.h5 apart1.h5",
        0,
        r"(?s)no contacts.*audit: largest overlap / smaller radius 0 \(limit 0\.5\), energy "
        r"created 0 \(limit 0\.01\), no contacts",
        "! grep -aqF contact.normal apart1.h5",
    ),
    (
        "their energy is kept",
        "rubble-evolve -q -c free.toml -t apart-t.h5 apart.h5 apart2.h5",
        0,
        None,
        "/usr/bin/python3 -c 'import h5py; e = "
        'h5py.File("apart-t.h5")["observables/error/energy/value"][()]; assert 0 < e.max() < '
        "1e-4, e.max()'",
    ),
    (
        "bodies that meet without contacts",
        "rubble-evolve -q -c free.toml approach.h5 x.h5",
        3,
        r"bodies 0 and 1 touch at t = 2(\.\d+)? s, but the table \[contact\] is missing "
        r"\(step 20[01]\); state saved",
        "test ! -e x.h5",
    ),
    (
        "a floor without contacts",
        "rubble-evolve -q -c free-floor.toml high.h5 x.h5",
        3,
        r"body 0 and wall 0 touch at t = 0\.3\d* s",
    ),
    (
        "bodies that touch from the start, without contacts",
        "rubble-evolve -q -c free.toml inside.h5 y.h5",
        2,
        r"bodies 0 and 1 touch at t = 0 s, but the table \[contact\] is missing$",
        "test ! -e y.h5",
    ),
    (
        "a contact time without contacts",
        "rubble-evolve -q -c auto.toml apart.h5 y.h5",
        2,
        r"auto\.toml:6:6: .*'dt' in \[step\] must be a time if \[contact\] is missing",
    ),
    (
        "contacts by half",
        "(cat free.toml; printf '[contact.sliding]\\nlaw = \"none\"\\n') > half.toml; "
        "rubble-evolve -q -c half.toml apart.h5 y.h5",
        2,
        r"contact\.normal",
    ),
    (
        "advice without contacts",
        "rubble-advise -c free.toml apart.h5",
        3,
        r"bodies 0 and 1 touch at t = .* but the table \[contact\] is missing",
    ),
    (
        "a bounce without contacts",
        "rubble-bounce -c free.toml --set step.dt=1e-7 --speed 1 apart.h5",
        2,
        r"free\.toml.*missing table \[contact\], the law of contact$",
    ),
    (
        "advice for a run without contacts",
        "rubble-advise --json -c free.toml --set step.dt=1e-7 apart.h5 > free.json",
        0,
        r"h of wall time",
        'grep -q \'"choice": "config"\' free.json && ! grep -q \'"auto"\' free.json',
    ),
    (
        "the fast method says that it sums few bodies directly",
        "rubble-evolve -v -c space.toml --set gravity.method=fmm -t few-t.h5 cloud.h5 few.h5",
        0,
        r"gravity is summed directly, which is exact and faster for 24 bodies: \"fmm\" is "
        r"used from 1500 bodies on",
        "grep -q '^gravity: summed directly' few.h5.log && /usr/bin/python3 -c 'import "
        'h5py; p = h5py.File("few-t.h5")["provenance"]; '
        'r = p[max(p)]; assert r["result_names"][0] == b"gravity_summed_directly" and '
        'r["results"][0] == 1\'',
    ),
    (
        "without --verbose only its log does",
        "rubble-evolve -q -c space.toml --set gravity.method=fmm cloud.h5 few2.h5",
        0,
        None,
        "grep -q '^gravity: summed directly' few2.h5.log",
    ),
    (
        "the direct sum has nothing to say",
        "rubble-evolve -q -c space.toml -t direct-t.h5 cloud.h5 direct.h5",
        0,
        None,
        "! grep -q '^gravity:' direct.h5.log && /usr/bin/python3 -c 'import h5py; p = "
        'h5py.File("direct-t.h5")["provenance"]; '
        'assert list(p[max(p)]["result_names"]) == [b"exit_code"]\'',
    ),
    (
        "the table of gravity names what was used",
        "rubble-gravity --summary --method fmm cloud.h5 > gravity.tsv",
        0,
        None,
        "tail -1 gravity.tsv | cut -f4 | grep -qx direct",
    ),
]


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + os.pathsep + os.environ["PATH"]
    os.environ["OMP_NUM_THREADS"] = "1"
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            (pathlib.Path(folder) / name).write_text(text, encoding="ascii")
        for name, *case in [("the piles", PILES, 0, None)] + CASES:
            wrong = failure(folder, *case)
            print(
                f"{'FAILED' if wrong else 'ok    '} {name}{': ' + wrong if wrong else ''}",
                flush=True,
            )
            failed += wrong is not None
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
