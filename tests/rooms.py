#!/usr/bin/env python3
"""Checks the code of lib/ and tools/ against the tables of docs/architecture.md: includes, external
libraries, forbidden words. Checks also the sizes of files and classes in lib/.

usage: rooms.py [ROOT]     ROOT: top of the checkout (default: the one this file is in)
       rooms.py --matrix [ROOT]     prints files, lines and number of include lines between rooms
       rooms.py --self-test

docs/architecture.md has the only copies of two tables. `| room | contents | may include | never |`:
`may include` lists rooms, separated by commas, `-` for none, or `everything`; `never` lists words
of NEVER below. `| library | rooms |`: the libraries are those of LIBRARIES below; the rooms are
names of rooms, and ".cpp files of" stands before a room whose headers may not include the library.
"""
import collections
import re
import sys
import tempfile
from pathlib import Path

from class_members import classes

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
CODE = {".hpp", ".cpp", ".h", ".hh", ".cc", ".cxx", ".ipp", ".inl"}
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')

# Library -> its headers. Standard and POSIX headers, Eigen and fmt may be included everywhere.
LIBRARIES = {
    "HDF5": r"(hdf5|H5\w*)\.h",
    "OpenSSL": r"openssl/.*",
    "CGAL": r"CGAL/.*",
    "Boost.Math": r"boost/math/.*",
    "Cairo": r"cairo.*\.h",
    "FreeType": r"ft2build\.h|freetype.*",
    "toml++": r"toml(\+\+|plusplus)?/.*|toml\.hpp",
    "Random123": r"Random123/.*",
    "zlib": r"zlib\.h",
    "UDUNITS": r"udunits2\.h",
    "CLI11": r"CLI/.*",
}
ANYWHERE = re.compile(
    r"[a-z_]+|(unistd|fcntl|poll|spawn|string|stdlib|stdio|limits|errno|link|elf|malloc|omp|"
    r"immintrin)\.h|sys/\w+\.h|Eigen/\w+|fmt/\w+\.h"
)

# Word of the column "never" -> what it forbids in code without comments. "printing" and "piles"
# look at code without strings.
NEVER = {
    "files": r"<fstream>|<filesystem>|<fcntl\.h>|<unistd\.h>|<sys/stat\.h>|\bfopen\b",
    "printing": r"<(iostream|ostream|print|cstdio|stdio\.h|fmt/(ostream|printf|color)\.h)>"
    r"|\b(std::c(out|err|log)|(std::|fmt::)?(printf|fprintf|print|println|puts|fputs|fwrite|"
    r"vprint))\s*[(<]",
    "clock": r'<chrono>|<ctime>|std::chrono|clock_gettime|"base/clock\.hpp"',
    "random": r'"base/random\.hpp"|<random>|\bs?rand\(',
    "text": r'"base/(units|words|json|range_text)\.hpp"',
    "threads": r"#\s*pragma omp|_Pragma|<(omp\.h|thread|mutex|future)>",
    "packs": r"vector_size|__builtin_(shufflevector|convertvector)|\b_mm\d*_|immintrin\.h",
    "names": r'[!=]= "|" [!=]= ',
    "piles": r"\b(Pile|Model|State)\b",
    "mutable piles": r"(?<!const )\b(Pile|State|Contacts)&",
}


# Limits of docs/decisions/0058-one-motion-one-list-one-law-folder.md, with their exceptions.
MOST_LINES = 350  # of a C++ file in lib/
LONG_FILES = {
    "lib/base/units.cpp": "one subject: quantities with units",
    "lib/picture/depths.cpp": "one subject: depths of bodies in a picture",
    "lib/store/text.cpp": "one subject: piles as text",
}
MOST_MEMBERS = 12  # data members of a class in a room of a method
METHODS = ("ssdem", "nscd", "hsdem")
LARGE_CLASSES = {
    "ssdem::ContactGeometry": "values of the inner loop over contacts, kept in registers",
    "ssdem::ContactResult": "values of the inner loop over contacts, kept in registers",
}


def cells_of(root, count):
    """(top of checkout, number of columns) => cells of the rows of docs/architecture.md with so
    many columns"""
    lines = (root / "docs/architecture.md").read_text().splitlines()
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    return [row for row in rows if len(row) == count]


def listed(cell):
    """(cell) => its items, without backquotes"""
    return [] if cell == "-" else [item.strip().strip("`") for item in cell.split(",")]


def read_rooms(root):
    """(top of checkout) => {room: (rooms that it may include, or None for all; words of the column
    "never")}"""
    rows = [row for row in cells_of(root, 4) if re.fullmatch(r"`[a-z]+`", row[0])]
    return {
        row[0].strip("`"): (None if row[2] == "everything" else set(listed(row[2])), listed(row[3]))
        for row in rows
    }


def read_libraries(root):
    """(top of checkout) => {library: ({rooms whose files may include it}, {rooms whose headers may
    not})}"""
    table = {}
    for row in cells_of(root, 2):
        for library in listed(row[0]):
            if library in LIBRARIES:
                rooms = set(re.findall(r"`([a-z]+)`", row[1]))
                table[library] = (rooms, rooms if row[1].startswith("`.cpp` files of") else set())
    return table


def sources(root):
    """(top of checkout) => (path, its room or "tools") of each C++ file of lib/ and tools/"""
    files = sorted(p for d in ("lib", "tools") for p in (root / d).rglob("*") if p.suffix in CODE)
    names = [path.relative_to(root) for path in files]
    return [(name, "tools" if name.parts[0] == "tools" else name.parts[1]) for name in names]


# Headers that each method has under the same name: a reader of one method finds them in the next.
ROLES = {"engine.hpp", "parameters.hpp", "stepper.hpp"}


def faults_of_names(root):
    """(top of checkout) => headers whose name stands in two rooms"""
    rooms = collections.defaultdict(list)
    for name, room in sources(root):
        if name.suffix == ".hpp" and name.name not in ROLES:
            rooms[name.name].append(str(name))
    return [
        f"{' and '.join(names)}: two headers of one name"
        for _, names in sorted(rooms.items())
        if len(names) > 1
    ]


def faults_of_tables(root, rooms, libraries):
    folders = {
        p.name
        for p in (root / "lib").iterdir()
        if p.is_dir() and any(q.is_file() for q in p.rglob("*"))
    }
    page = "docs/architecture.md"
    found = [f"lib/{room}: room without a row in {page}" for room in sorted(folders - set(rooms))]
    found += [
        f"{page}: row '{room}' without a room in lib/" for room in sorted(set(rooms) - folders)
    ]
    found += [
        f"{page}: no row for the library {library}"
        for library in LIBRARIES
        if library not in libraries
    ]
    for room, (allowed, never) in rooms.items():
        found += [
            f"{page}: row '{room}' names '{unknown}', which is no room"
            for unknown in sorted((allowed or set()) - set(rooms))
        ]
        found += [
            f"{page}: row '{room}' forbids '{word}', which tests/rooms.py does not know"
            for word in never
            if word not in NEVER
        ]
    for library, (allowed, _) in libraries.items():
        found += [
            f"{page}: row '{library}' names '{unknown}', which is no room"
            for unknown in sorted(allowed - set(rooms))
        ]
    return found


def faults_of_libraries(name, room, headers, libraries):
    """(file, its room, its headers in angle brackets, table of libraries) => forbidden ones"""
    found = []
    for header in headers:
        library = next(
            (library for library, pattern in LIBRARIES.items() if re.fullmatch(pattern, header)),
            None,
        )
        if library is None:
            if not ANYWHERE.fullmatch(header):
                found.append(f"{name}: <{header}> belongs to no library of tests/rooms.py")
            continue
        allowed, hidden = libraries.get(library, (set(), set()))
        if room not in allowed:
            found.append(f"{name}: <{header}> belongs to {' and '.join(sorted(allowed))} only")
        elif room in hidden and name.suffix != ".cpp":
            found.append(f"{name}: <{header}> may stand in .cpp files only")
    return found


def faults_of_includes(root, name, room, headers, rooms):
    """(top of checkout, file, its room, its headers in quotes, table of rooms) => forbidden ones"""
    found = []
    for header in headers:
        other = header.split("/")[0]
        if room == "tools" and (root / "tools" / header).exists():
            if other != name.parts[1].removesuffix(".cpp"):
                found.append(f'{name}: "{header}" belongs to tools/{other}.cpp only')
            continue
        if "/" not in header or other not in rooms:
            found.append(f'{name}: "{header}" is not written as "room/file.hpp"')
        elif not any((root / "lib" / (header + end)).exists() for end in ("", ".in")):
            found.append(f'{name}: "{header}" does not exist')
        elif (
            room in rooms
            and other != room
            and rooms[room][0] is not None
            and other not in rooms[room][0]
        ):
            found.append(f'{name}: room {room} may not include "{header}"')
    return found


def faults_of_words(name, room, code, rooms):
    """(file, its room, code without comments, table of rooms) => forbidden contents"""
    found = []
    for word in rooms.get(room, (None, []))[1]:
        if word not in NEVER or (word == "mutable piles" and name.suffix != ".hpp"):
            continue
        text = STRING.sub('""', code) if word in ("piles", "printing") else code
        if word == "names":
            text = "\n".join(
                line for line in code.splitlines() if not line.lstrip().startswith("#")
            )
        found += [
            f"{name}: {word} ({m.group().strip()}), which room {room} must not contain"
            for m in re.finditer(NEVER[word], text)
        ]
    return found


def faults_of_lines(name, text):
    """(file, its text) => its excess of lines, or an exception that it does not need"""
    lines, excused = text.count("\n"), str(name) in LONG_FILES
    if name.parts[0] != "lib" or (lines > MOST_LINES) == excused:
        return []
    if excused:
        return [f"{name}: {lines} lines: it needs no exception in LONG_FILES of tests/rooms.py"]
    return [f"{name}: {lines} lines, more than {MOST_LINES}"]


def faults_of_classes(name, room, code):
    """(file, its room, code without comments) => classes of methods with too many data members"""
    if room not in METHODS:
        return []
    found = []
    for own_name, members in classes(STRING.sub('""', code)):
        full_name = f"{room}::{own_name}"
        excused = full_name in LARGE_CLASSES
        if members > MOST_MEMBERS and not excused:
            found.append(
                f"{name}: {full_name} has {members} data members, more than {MOST_MEMBERS}"
            )
        if members <= MOST_MEMBERS and excused:
            found.append(
                f"{name}: {full_name} needs no exception in LARGE_CLASSES of tests/rooms.py"
            )
    return found


def violations(root):
    """(top of checkout) => one line of text for each broken rule, in file order"""
    rooms, libraries = read_rooms(root), read_libraries(root)
    if not rooms:
        return ["docs/architecture.md: no table of rooms found"]
    found = faults_of_tables(root, rooms, libraries) + faults_of_names(root)
    for name, room in sources(root):
        text = (root / name).read_text()
        code = COMMENT.sub(lambda m: m.group() if m.group().startswith('"') else "", text)
        includes = INCLUDE.findall(code)
        found += faults_of_libraries(
            name, room, [header for bracket, header in includes if bracket == "<"], libraries
        )
        found += faults_of_includes(
            root, name, room, [header for bracket, header in includes if bracket == '"'], rooms
        )
        found += faults_of_words(name, room, code, rooms)
        found += faults_of_lines(name, text) + faults_of_classes(name, room, code)
    return found


def print_matrix(root):
    lines, files, includes = (
        collections.Counter(),
        collections.Counter(),
        collections.defaultdict(collections.Counter),
    )
    for name, room in sources(root):
        text = (root / name).read_text()
        files[room] += 1
        lines[room] += text.count("\n")
        others = (
            header.split("/")[0] for bracket, header in INCLUDE.findall(text) if bracket == '"'
        )
        includes[room].update(other for other in others if other != room)
    print("room\tfiles\tlines\tincludes")
    for room in files:
        print(
            room,
            files[room],
            lines[room],
            ", ".join(f"{other} {count}" for other, count in includes[room].most_common()),
            sep="\t",
        )


def self_test():
    """Builds a small project, breaks each rule once, and requires that exactly this is found."""
    rooms = (
        "| `base` | x | - | files, printing, names |\n| `store` | x | base | printing, "
        "clock, mutable piles |\n"
        "| `app` | x | everything | - |\n| `config` | x | base | piles, random, text |\n| "
        "`hot` | x | base | threads, packs |\n| `nscd` | x | base | - |\n"
    )
    libraries = (
        "| HDF5, OpenSSL | `store` |\n| CGAL, Boost.Math | `store`, `config` |\n| Cairo, "
        "FreeType | `hot` |\n"
        "| toml++ | `.cpp` files of `config` |\n| Random123, zlib, UDUNITS | `base` |\n| "
        "CLI11 | `.cpp` files of `app` |\n"
    )
    # Twelve data members, and declarations that are none.
    large = """
class Large final : public Base<int, 2> {
 public:
  Large(int n, Table table = {}) : a_(n), b_{1, 2}, table_{table} {}
  Large(const Large&) = delete;
  bool operator==(const Large&) const = default;
  using Pair = std::pair<int, int>;
  friend class Other;
  static constexpr int kMost = 3;
  template <class T>
  T value(const T& x = T(), int y = 0) const {
    int local = 0, another = 0;
    return x + local + another + y;
  }
  enum class Kind { one, two };
  struct Part {
    int first, second, third;
  };

 private:
  int a_ = f(1, 2), b_[2] = {1, 2};
  std::map<int, std::pair<int, int>> table_;
  std::function<void(int, int)> visit_ = [](int, int) { g(); };
  double (*law_)(double, double) = nullptr;
  const Part& part_;
  Vec3 low_ = Vec3::Zero(), high_{0, 0, 0};
  std::array<double, 3> c_{}, d_{};
  Part own_{1, 2, 3};
  mutable bool done_ = 1 < 2;
};
"""
    thirteen = large.replace("done_ =", "begun_ = false, done_ =")
    clean = {
        "docs/architecture.md": rooms + libraries,
        "lib/base/a.hpp": "#include <vector>\n"
        "// std::cout << in a comment is no printing\nconst char* kText = "
        '"printf(";\n',
        "lib/store/b.cpp": '#include <hdf5.h>\n#include "base/a.hpp"\n'
        "void f(const State& state);\n",
        "lib/config/c.cpp": '#include <toml++/toml.h>\nbool f(S s) { return s == "x"; }\n',
        "lib/app/d.cpp": '#include <iostream>\n#include "store/b.hpp"\n',
        "lib/store/b.hpp": "",
        "lib/hot/h.cpp": "#include <unistd.h>\n#include <Eigen/Core>\n",
        "tools/t.cpp": '#include "app/d.hpp"\n#include "t/part.hpp"\n',
        "tools/t/part.hpp": "",
        "tools/t/part.cpp": '#include "t/part.hpp"\n',
        "lib/app/d.hpp": "",
        "lib/app/engine.hpp": "",
        "lib/hot/engine.hpp": "",
        "lib/app/e.cpp": "#include <CLI/CLI.hpp>\n",
        "lib/app/long.cpp": "\n" * 350,
        "lib/nscd/large.hpp": large,
    }
    broken = [
        ({"lib/base/a.hpp": '#include "store/b.hpp"\n'}, "may not include"),
        ({"lib/base/a.hpp": "#  include <hdf5.h>\n"}, "belongs to store"),
        ({"tools/t.cpp": "#include <hdf5.h>\n"}, "belongs to store"),
        ({"tools/t.cpp": "#include <toml++/toml.h>\n"}, "belongs to config"),
        ({"lib/config/c.hpp": "#include <toml++/toml.h>\n"}, ".cpp files only"),
        ({"tools/t.cpp": "#include <CLI/CLI.hpp>\n"}, "belongs to app"),
        ({"lib/app/d.hpp": "#include <CLI/CLI.hpp>\n"}, ".cpp files only"),
        ({"lib/app/d.hpp": "#include <CGAL/convex_hull_3.h>\n"}, "belongs to config and store"),
        ({"lib/app/d.hpp": "#include <cairo-svg.h>\n"}, "belongs to hot"),
        ({"lib/app/d.hpp": "#include <yaml-cpp/yaml.h>\n"}, "belongs to no library"),
        ({"lib/store/b.hpp": "#include <iostream>\n"}, "printing"),
        ({"lib/store/b.cpp": 'void f() { std::printf("x"); }\n'}, "printing"),
        ({"lib/store/b.cpp": "#include <chrono>\n"}, "clock"),
        ({"lib/store/b.hpp": "void f(State& state);\n"}, "mutable piles"),
        ({"lib/base/a.hpp": "#include <fstream>\n"}, "files"),
        ({"lib/base/a.hpp": 'bool f(S s) { return s == "x"; }\n'}, "names"),
        ({"lib/config/c.cpp": "void f(const Model&);\n"}, "piles"),
        ({"lib/config/c.cpp": "#include <random>\n"}, "random"),
        ({"lib/config/c.cpp": '#include "base/units.hpp"\n', "lib/base/units.hpp": ""}, "text"),
        ({"lib/hot/h.cpp": "#pragma omp parallel for\n"}, "threads"),
        ({"lib/hot/h.cpp": "auto x = __builtin_shufflevector(a, b, 0);\n"}, "packs"),
        ({"lib/store/b.cpp": '#include "b.hpp"\n'}, "room/file.hpp"),
        ({"lib/store/b.cpp": '#include "base/gone.hpp"\n'}, "does not exist"),
        ({"tools/u.cpp": '#include "t/part.hpp"\n'}, "belongs to tools/t.cpp only"),
        ({"lib/hot/d.hpp": ""}, "two headers of one name"),
        ({"lib/attic/e.hpp": ""}, "without a row"),
        (
            {"docs/architecture.md": rooms + libraries + "| `ghost` | x | - | - |\n"},
            "without a room",
        ),
        ({"docs/architecture.md": rooms.replace("| base |", "| bass |", 1) + libraries}, "no room"),
        (
            {"docs/architecture.md": rooms.replace("threads", "thread", 1) + libraries},
            "does not know",
        ),
        ({"docs/architecture.md": rooms + libraries.replace("| `hot` |", "| `cold` |")}, "no room"),
        (
            {"docs/architecture.md": rooms + libraries.replace("CLI11", "CLI12")},
            "no row for the library CLI11",
        ),
        ({"docs/architecture.md": ""}, "no table"),
        ({"lib/app/long.cpp": "\n" * 351}, "351 lines"),
        ({"lib/base/units.cpp": "\n"}, "needs no exception"),
        ({"lib/nscd/large.hpp": thirteen}, "nscd::Large has 13 data members"),
        (
            {
                "lib/ssdem/part.hpp": "struct ContactResult {\n  int a;\n};\n",
                "docs/architecture.md": rooms + "| `ssdem` | x | base | - |\n" + libraries,
            },
            "ContactResult needs no exception",
        ),
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
            sys.exit(f"self-test: {change} was not noticed; found: {found}")
    print(f"self-test: {len(broken)} broken rules noticed")


def main():
    words = sys.argv[1:]
    if words == ["--self-test"]:
        return self_test()
    matrix = words[:1] == ["--matrix"]
    words = words[1:] if matrix else words
    root = Path(words[0]) if words else Path(__file__).resolve().parent.parent
    if matrix:
        return print_matrix(root)
    found = violations(root)
    if found:
        sys.exit("\n".join(found))
    print(f"{len(read_rooms(root))} rooms, no forbidden include or contents, sizes within limits")


if __name__ == "__main__":
    main()
