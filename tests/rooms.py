#!/usr/bin/env python3
"""Checks every #include of lib/ and tools/ against the table of rooms in docs/architecture.md.

usage: rooms.py [ROOT]     ROOT: top of the checkout (default: the one this file is in)
       rooms.py --self-test

The table in docs/architecture.md is the only copy: a row reads `| room | contents | may include | must not contain |`, where
`may include` lists rooms separated by commas, `-` for none, or `everything`.
"""
import re
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
PRINTING = re.compile(r"\b(?:std::c(?:out|err|log)|(?:std::|fmt::)?(?:printf|fprintf|print|println|puts|fputs|vprint))\s*[(<]")

# Header of an outside library -> the rooms that may see it ("tools" is one of them).
OUTSIDE = [
    (re.compile(r"^(hdf5|H5\w*)\.h$"), {"store"}),
    (re.compile(r"^toml(\+\+|plusplus)?/|^toml\.hpp$"), {"config"}),
    (re.compile(r"^CLI/"), {"app"}),
    (re.compile(r"^openssl/"), {"store"}),
    (re.compile(r"^Random123/"), {"base"}),
    (re.compile(r"^CGAL/"), {"measure", "shape"}),
    (re.compile(r"^boost/math/"), {"measure"}),
    (re.compile(r"^zlib\.h$"), {"base"}),
    (re.compile(r"^(iostream|ostream|print|cstdio|stdio\.h|fmt/(ostream|printf|color)\.h)$"), {"app", "tools"}),
]
# May call the printing functions; store writes results to standard output as bytes, through write(2).
PRINTERS = {"app", "tools"}


def read_table(root):
    """(top of checkout) => {room: set of rooms it may include, or None for all}"""
    table = {}
    for line in (root / "docs/architecture.md").read_text().splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if len(cells) != 4 or not re.fullmatch(r"`[a-z]+`", cells[0]):
            continue
        allowed = cells[2]
        names = set() if allowed == "-" else {n.strip().strip("`") for n in allowed.split(",")}
        table[cells[0].strip("`")] = None if allowed == "everything" else names
    return table


def violations(root):
    """(top of checkout) => one line of text for each broken rule, in file order"""
    table = read_table(root)
    if not table:
        return ["docs/architecture.md: no table of rooms found"]
    found = []
    rooms = {p.name for p in (root / "lib").iterdir() if p.is_dir() and any(q.is_file() for q in p.rglob("*"))}
    found += [f"lib/{r}: room without a row in docs/architecture.md" for r in sorted(rooms - set(table))]
    found += [f"docs/architecture.md: row '{r}' without a room in lib/" for r in sorted(set(table) - rooms)]
    for room, allowed in table.items():
        unknown = sorted((allowed or set()) - set(table))
        found += [f"docs/architecture.md: row '{room}' names '{u}', which is no room" for u in unknown]

    files = sorted(p for d in ("lib", "tools") for p in (root / d).rglob("*") if p.suffix in (".hpp", ".cpp"))
    for path in files:
        name = path.relative_to(root)
        room = "tools" if name.parts[0] == "tools" else name.parts[1]
        text = path.read_text()
        for bracket, header in INCLUDE.findall(text):
            for pattern, owners in OUTSIDE:
                if pattern.search(header) and room not in owners:
                    found.append(f"{name}: <{header}> belongs to {' and '.join(sorted(owners))} only")
            if header.startswith(("toml", "CLI/")) and path.suffix != ".cpp":
                found.append(f"{name}: <{header}> may stand in .cpp files only")
            if bracket != '"':
                continue
            other = header.split("/")[0]
            if "/" not in header or other not in table:
                found.append(f'{name}: "{header}" is not written as "room/file.hpp"')
            elif not any((root / "lib" / (header + end)).exists() for end in ("", ".in")):
                found.append(f'{name}: "{header}" does not exist')
            elif room in table and other != room and table[room] is not None and other not in table[room]:
                found.append(f'{name}: room {room} may not include "{header}"')
        if room not in PRINTERS:
            code = COMMENT.sub("", text)
            found += [f"{name}: prints ({m.group().strip()}...), which only app may" for m in PRINTING.finditer(code)]
    return found


def self_test():
    """Builds a small project, breaks each rule once, and requires that exactly this is found."""
    table = "| `base` | x | - | y |\n| `store` | x | base | y |\n| `app` | x | everything | y |\n| `config` | x | base | y |\n"
    clean = {
        "docs/architecture.md": table,
        "lib/base/a.hpp": "#include <vector>\n// std::cout << in a comment is no printing\n",
        "lib/store/b.cpp": '#include <hdf5.h>\n#include "base/a.hpp"\n',
        "lib/config/c.cpp": "#include <toml++/toml.h>\n",
        "lib/app/d.cpp": '#include <iostream>\n#include "store/b.hpp"\n',
        "lib/store/b.hpp": "",
        "tools/t.cpp": '#include "app/d.hpp"\n',
        "lib/app/d.hpp": "",
        "lib/app/e.cpp": "#include <CLI/CLI.hpp>\n",
    }
    broken = [
        ({"lib/base/a.hpp": '#include "store/b.hpp"\n'}, "may not include"),
        ({"lib/base/a.hpp": "#  include <hdf5.h>\n"}, "belongs to store"),
        ({"tools/t.cpp": "#include <hdf5.h>\n"}, "belongs to store"),
        ({"tools/t.cpp": "#include <toml++/toml.h>\n"}, "belongs to config"),
        ({"lib/config/c.hpp": "#include <toml++/toml.h>\n"}, ".cpp files only"),
        ({"tools/t.cpp": "#include <CLI/CLI.hpp>\n"}, "belongs to app"),
        ({"lib/app/d.hpp": "#include <CLI/CLI.hpp>\n"}, ".cpp files only"),
        ({"lib/app/d.hpp": "#include <CGAL/convex_hull_3.h>\n"}, "belongs to measure and shape"),
        ({"lib/store/b.hpp": "#include <iostream>\n"}, "belongs to app"),
        ({"lib/store/b.cpp": 'void f() { std::printf("x"); }\n'}, "prints"),
        ({"lib/store/b.cpp": '#include "b.hpp"\n'}, "room/file.hpp"),
        ({"lib/store/b.cpp": '#include "base/gone.hpp"\n'}, "does not exist"),
        ({"lib/attic/e.hpp": ""}, "without a row"),
        ({"docs/architecture.md": table + "| `ghost` | x | - | y |\n"}, "without a room"),
        ({"docs/architecture.md": table.replace("| base |", "| bass |", 1)}, "no room"),
        ({"docs/architecture.md": ""}, "no table"),
    ]
    for change, expected in [({}, None)] + broken:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**clean, **change}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            found = violations(Path(folder))
        if expected is None and found:
            sys.exit(f"self-test: a valid project has violations: {found}")
        if expected is not None and not any(expected in line for line in found):
            sys.exit(f"self-test: {change} was not found out; found: {found}")
    print(f"self-test: {len(broken)} broken rules found out")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    found = violations(root)
    if found:
        sys.exit("\n".join(found))
    print(f"{len(read_table(root))} rooms, no forbidden include")


if __name__ == "__main__":
    main()
