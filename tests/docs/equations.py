#!/usr/bin/env python3
"""Addresses of formulas lead somewhere.

    tests/docs/equations.py [--self-test]      --self-test: breaks one address of each kind and asks
    whether it is found

Checked:
- `theory.md 2.10`, `theory.md 4.3 to 4.6`, `theory.md 2 and 3.2`, in theory.md itself `see 2.10`:
  sections of docs/theory.md. lib/ and tools/ name none without its number; a bare `(2.10)` stands
  nowhere in lib/ and theory.md.
- `decision 12`, `decisions/0012-held-gravity.md`, `(0012-held-gravity.md)`: a record in
  docs/decisions.
- `Eq. 3`, `Equations 3 to 5`, `section 2.7`: beside a source from theory.md's list of references.
  "Beside" means in the same comment or text of a program, in the same paragraph of theory.md, or
  under the same heading of another page. In workflows/<study>/ the source may also be the paper
  that the Snakefile names, in docs/reproduction/ the paper that the page names first. Equations in
  equations.md, and sections in pages other than theory.md, are not checked.
- Numbers of equations: where the source is a paper that has a table in docs/equations.md, the table
  lists them. The source is the one named last before them, else the first.
- DOIs: in the list of references.
- theory.md: `\\tag{2.1.1}` stands in section 2.1, once; behind `Code:` stand files that exist, and
  names in brackets that the file before them has: Code: `lib/laws/linear_spring.hpp` (`Linear`).
- docs/equations.md: each row that is built has a section of theory.md, a file that exists and
  functions (or classes) that the file defines or declares. The rows of a paper are the equations
  that its heading promises.

Not checked: whether a section, an equation or a function is the right one; sections of papers;
equations of papers without a table.
"""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
THEORY, TABLE = "docs/theory.md", "docs/equations.md"
FOLDERS = (
    "lib/",
    "tools/",
    "tests/",
    "workflows/",
    "analysis/",
    "docs/",
    "configs/",
    "README.md",
    "CONTRIBUTING.md",
)
CODE = (".cpp", ".hpp", ".py", ".smk", ".toml", "Snakefile")

NUMBER = r"\d+(?:\.\d+)?"
NUMBERS = rf"{NUMBER}(?:(?:, | to | and |, and ){NUMBER})*"
ADDRESS = re.compile(rf"theory\.md\)?,? ({NUMBERS})")
DECISION = re.compile(r"\bdecisions? (\d+)")
RECORD = re.compile(r"\b(\d{4}-[a-z-]+\.md)\b")
UNNUMBERED = re.compile(rf"theory\.md(?!\)?,? {NUMBER}|, notation)")
INNER = re.compile(rf"\bsee ({NUMBERS})")
EQUATION = re.compile(
    r"\b(?:eqs?\.|equations?) ((?:[a-z]\.)?\d+(?:(?:, | to | and |, and )(?:[a-z]\.)?\d+)*)"
)
SECTION = re.compile(r"\bsections? \d")
BARE = re.compile(r"\s\((\d{1,2}\.\d{1,2})\)")
STRING = r'"(?:[^"\\\n]|\\.)*"'
COMMENTS = {
    ".cpp": re.compile(rf"(?:^[ \t]*//.*\n)+|//.*|{STRING}(?:\s*{STRING})*", re.M),
    ".toml": re.compile(r"(?:^[ \t]*#.*\n)+|.+", re.M),
    ".py": re.compile(rf'"""(?:.|\n)*?"""|(?:^[ \t]*#.*\n)+|#.*|{STRING}', re.M),
}


def read_files():
    """=> {path from the top: text} of all checked files, without results and this file"""
    paths = [
        path for folder in FOLDERS for path in [ROOT / folder, *sorted((ROOT / folder).rglob("*"))]
    ]
    passed = {"results", "__pycache__", ".snakemake"}
    wanted = [
        p
        for p in paths
        if p.name.endswith((*CODE, ".md"))
        and not passed & set(p.relative_to(ROOT).parts)
        and p.is_file()
        and p != pathlib.Path(__file__).resolve()
    ]
    return {str(path.relative_to(ROOT)): path.read_text() for path in wanted}


@functools.cache
def one_line(text):
    """Comment signs and ends of lines become blanks, so that names may be broken across lines."""
    return re.sub(r"\s+", " ", re.sub(r"^\s*(//|#)", " ", text, flags=re.M)).lower()


def sources_of(theory):
    return read_references(theory.partition("\n## References\n")[2])


@functools.cache
def read_references(text):
    return Sources(text)


class Sources:
    """The list of references at the end of theory.md: `- **name**, **other name**, doi:...`"""

    def __init__(self, text):
        self.names = []  # of each source: its names and DOIs
        for entry in re.findall(r"^- (.*(?:\n  .*)*)", text, re.M):
            names = re.findall(r"\*\*(.+?)\*\*", entry, re.S) + re.findall(r"doi:(\S+)", entry)
            self.names.append([one_line(name).rstrip(".,:;") for name in names])
        self.dois = [doi.rstrip(".,:;").lower() for doi in re.findall(r"doi:(\S+)", text)]

    @functools.cache
    def places(self, text):
        """=> [(place in one_line(text), number of the source)], in order"""
        line = one_line(text)
        here = [(k, name) for k, names in enumerate(self.names) for name in names if name in line]
        return sorted(
            (match.start(), k) for k, name in here for match in re.finditer(re.escape(name), line)
        )

    def named_in(self, text):
        return bool(self.places(text))


def sections(theory):
    """=> numbers of the chapters (`## 2. ...`) and sections (headings `### 2.10 ...`, or paragraphs
    that begin `2.10 ...`)"""
    return set(re.findall(r"^## (\d+)\.", theory, re.M)) | set(
        re.findall(r"^(?:### )?(\d+\.\d+) \S", theory, re.M)
    )


@functools.cache
def comments(name, text):
    """(program) => its comments and texts, each (line, text); lines of comments that follow each
    other are one comment"""
    pattern = COMMENTS[
        ".toml" if name.endswith(".toml") else ".cpp" if name.endswith((".cpp", ".hpp")) else ".py"
    ]
    return [(text.count("\n", 0, part.start()) + 1, part[0]) for part in pattern.finditer(text)]


def paragraphs(name, text):
    """(page) => theory.md: its sections, or paragraphs where a section has no heading; other pages:
    what stands under each heading of the first two ranks"""
    line, out = 1, []
    for part in re.split(
        r"(?=^##? |^### \d)" if name == THEORY else r"(?=^##? )", text, flags=re.M
    ):
        pieces = [part]
        if name == THEORY:
            # A section without a heading may follow one with a heading.
            pieces = re.split(
                r"(\n\s*\n)(?=\d+\.\d+ \S)" if part.startswith("### ") else r"(\n\s*\n)", part
            )
        for piece in pieces:
            if piece.strip():
                out.append((line, piece))
            line += piece.count("\n")
    return out


def check_addresses(files):
    known = sections(files[THEORY])
    for name, text in files.items():
        flat = re.sub(r"\n\s*(?://|#)?\s*", " ", text)  # an address may be broken across lines
        found = [(m, ADDRESS) for m in ADDRESS.finditer(flat)]
        if name == THEORY:
            found += [(m, INNER) for m in INNER.finditer(flat.partition("## References")[0])]
        for match, _ in found:
            for number in re.findall(NUMBER, match[1]):
                if number not in known:
                    yield f"{name}: {match[0]}: {THEORY} has no {number}"
        if name.startswith(("lib/", "tools/")):
            for match in UNNUMBERED.finditer(flat):
                yield (
                    f"{name}: {THEORY} is named without a section: "
                    f"{flat[max(0, match.start() - 40):match.end()]}"
                )
        if name.startswith("lib/") or name == THEORY:
            for line, part in paragraphs(name, text) if name == THEORY else comments(name, text):
                for match in BARE.finditer(part):
                    yield f"{name}:{line}: ({match[1]}) does not say of which page it is a section"


def check_decisions(files):
    records = {path.rpartition("/")[2] for path in files if re.match(r"docs/decisions/\d", path)}
    numbers = {int(record[:4]) for record in records}
    for name, text in files.items():
        flat = re.sub(r"\n\s*(?://|#)?\s*", " ", text)
        for match in DECISION.finditer(flat):
            if int(match[1]) not in numbers:
                yield f"{name}: there is no {match[0]}"
        for match in RECORD.finditer(flat):
            if match[1] not in records:
                yield f"{name}: there is no decision {match[1]}"


def chapters(files):
    """=> [(title, rows, text)] of docs/equations.md"""
    for chapter in re.split(r"^(?=## )", files.get(TABLE, ""), flags=re.M)[1:]:
        lines = chapter.splitlines()
        rows = [
            [cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in lines
            if re.match(r"\| Eqs?\. |\| [Ss]ection", line)
        ]
        yield lines[0], rows, chapter


def listed(rows):
    """=> numbers of the equations in the rows"""
    return [
        number
        for row in rows
        if row[0].startswith("Eq")
        for number in expanded(re.sub(r"^Eqs?\. ", "", row[0]))
    ]


def check_equations(files):
    sources = sources_of(files[THEORY])
    tables = {
        sources.places(title)[0][1]: {number.lower() for number in listed(rows)}
        for title, rows, _ in chapters(files)
        if sources.named_in(title)
    }
    for name, text in files.items():
        if name == THEORY:
            text = text.partition("\n## References\n")[0]
        if name == TABLE:
            continue
        study = re.match(r"workflows/[^/]+/", name)
        paper = sources.places(files.get(study[0] + "Snakefile", "")) if study else []
        if name.startswith("docs/reproduction/"):
            paper = sources.places(text)[:1]
        page = name.endswith(".md")
        for line, part in paragraphs(name, text) if page else comments(name, text):
            flat, named = one_line(part), sources.places(part) or paper
            found = EQUATION.search(flat) or (
                None if page and name != THEORY else SECTION.search(flat)
            )
            if found and not named:
                yield f"{name}:{line}: which paper's? {found[0]}"
            for match in EQUATION.finditer(flat) if named else ():
                source = ([k for place, k in named if place < match.start()] or [named[0][1]])[-1]
                for number in (
                    expanded(match[1].replace(" and ", ", ").replace(",,", ","))
                    if source in tables
                    else ()
                ):
                    if number not in tables[source]:
                        yield (
                            f"{name}:{line}: {match[0]}: {TABLE} has no {number} of "
                            f"{sources.names[source][0]}"
                        )


def check_theory(files):
    tags = set()
    for line, part in paragraphs(THEORY, files[THEORY]):
        section = re.match(r"\s*(?:### )?(\d+\.\d+) ", part)
        for tag in re.findall(r"\\tag\{([^}]*)\}", part):
            if section is None or tag.rpartition(".")[0] != section[1] or tag in tags:
                yield (
                    f"{THEORY}:{line}: \\tag{{{tag}}} is not a number of its own in "
                    f"{section[1] if section else 'a section'}"
                )
            tags.add(tag)
        for code in re.findall(r"^Code: (?:.|\n)*?(?=\n\s*\n|\Z)", part, re.M):
            for path, names in re.findall(r"`([^`\s]+/[^`\s]+)`(?:\s+\(([^()]*)\))?", code):
                if path not in files:
                    yield f"{THEORY}:{line}: Code: there is no {path}"
                for named in re.findall(r"`(\w+(?:::\w+)*)`", names):
                    if path in files and not all(
                        re.search(rf"\b{word}\b", files[path]) for word in named.split("::")
                    ):
                        yield f"{THEORY}:{line}: Code: {path} has no {named}"


def check_dois(files):
    known = sources_of(files[THEORY]).dois
    for name, text in files.items():
        if name.startswith("workflows/template/"):
            continue  # a study's own papers are in its own files
        for match in re.finditer(r"doi:\s?(10\.\S+)", text):
            if not any(match[1].lower().startswith(doi) for doi in known):
                yield f"{name}: {match[0]} is not among the references of {THEORY}"


def expanded(text):
    """'1, 3 to 5, A.1 to A.3' => ['1', '3', '4', '5', 'A.1', 'A.2', 'A.3']"""
    out = []
    for part in text.split(","):
        ends = part.split(" to ")
        prefix, first = re.match(r"\s*([A-Za-z]\.)?(\d+)", ends[0]).groups("")
        last = re.match(r"\s*(?:[A-Za-z]\.)?(\d+)", ends[-1])[1]
        out += [f"{prefix}{k}" for k in range(int(first), int(last) + 1)]
    return out


def defines(name, text, function):
    """True if the program defines or declares it: `f`, `Class::f`, `Class`, of Python `f`."""
    *outer, last = function.split("::")
    if name.endswith(".py"):
        return re.search(rf"^\s*(def|class) {re.escape(last)}\b", text, re.M) is not None
    text = re.sub(r"//.*", "", text)
    if not all(re.search(rf"\b{scope}\b", text) for scope in outer):
        return False
    # no parameter of a template
    if re.search(rf"\b(struct|class|enum) {re.escape(last)}\b(?!\s*[,>=])", text):
        return True
    heads = re.finditer(
        rf"^( {{0,4}})(?! |return\b|else\b|throw\b|case\b)[\w:<>,&*\[\] ]*[\w>&*] "
        rf"(?:\w+::)*{re.escape(last)}(\(.*)",
        text,
        re.M,
    )
    return any(is_function(text, head.start(2), head[1]) for head in heads)


def is_function(text, at, indent):
    """(program, place of the bracket behind a name) => true if it is a function's: a body follows,
    or it is declared outside of functions"""
    depth = 0
    for end in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            break
    behind = re.match(
        r"\)(?:\s*(?:const|noexcept|override|-> [\w:]+))*\s*(?:= 0)?\s*([{:;])", text[end:]
    )
    if behind is None or behind[1] != ";":
        return behind is not None
    # `Clock clock(now);` within a function is a variable, `double heat(double now);` within a class
    # is not.
    return indent == "" or re.search(r"\w[&*]? \w|^\)", text[at + 1 : end + 1]) is not None


def check_table(files):
    page = files.get(TABLE, "")
    if not page:
        yield f"{TABLE} is missing"
        return
    sources, known = sources_of(files[THEORY]), sections(files[THEORY])
    for title, rows, chapter in chapters(files):
        if not sources.named_in(title):
            yield f"{TABLE}: {title}: not among the references of {THEORY}"
        promised = re.search(r"^Equations (.*)\.$", chapter, re.M)
        if promised is None or sorted(listed(rows)) != sorted(expanded(promised[1])):
            yield f"{TABLE}: {title}: the rows are not the equations that it says it has"
        for row in rows:
            yield from check_row(files, known, row)


def check_row(files, known, row):
    """row: equation, what it is, where it is computed, section of theory.md"""
    where, theory = row[2], row[3]
    for number in re.findall(NUMBER, theory):
        if number not in known:
            yield f"{TABLE}: {row[0]}: {THEORY} has no {number}"
    if where == "not built yet" or where.startswith("none: "):
        return
    if not re.search(NUMBER, theory):
        yield f"{TABLE}: {row[0]}: is built, but no section of {THEORY} says how"
    for part in where.split(";"):
        quoted = re.findall(r"`([^`]+)`", part)
        paths = [q for q in quoted if "/" in q]
        if len(paths) != 1 or len(quoted) < 2:
            yield f"{TABLE}: {row[0]}: functions in one file are wanted, not: {part}"
        elif paths[0] not in files:
            yield f"{TABLE}: {row[0]}: there is no {paths[0]}"
        else:
            for function in quoted[:-1]:
                if not defines(paths[0], files[paths[0]], function):
                    yield f"{TABLE}: {row[0]}: {paths[0]} has no {function}"


def problems(files):
    return [
        *check_addresses(files),
        *check_decisions(files),
        *check_equations(files),
        *check_theory(files),
        *check_dois(files),
        *check_table(files),
    ]


# Inserted into theory.md for the self-test: a section with a heading and one without.
SECTIONS = r"""
### 90.1 Spring with a heading

The force of Eqs. 4 and 5 (see 2.1), with the branches of 90.2 (see 90.2) and the grains of
decision 0013.

```math
f = k \delta \tag{90.1.1}
```

```math
g = h \tag{90.1.2}
```

Source: the collision study.

Code: `lib/laws/linear_spring.hpp` (`Linear`).

90.2 Paragraph of a section without a heading (see 90.1).

## References
"""

# Each row breaks one address: file, original text, replacement, expected message.
BREAKS = [
    ("lib/gravity/torque.hpp", "theory.md 4.7", "theory.md 4.17", "no 4.17"),
    ("lib/gravity/fmm.hpp", "4.3 to 4.6", "4.3 to 4.99", "no 4.99"),
    ("tools/clusters.cpp", "theory.md 5.7", "theory.md", "without a section"),
    ("docs/tutorial.md", "(theory.md) 2.8", "(theory.md) 2.88", "no 2.88"),
    (THEORY, "(see 2.1)", "(see 2.99)", "no 2.99"),
    ("lib/ssdem/grain_quad.hpp", "docs/theory.md 8", "(11.5)", "does not say of which page"),
    (THEORY, "(see 2.1)", "(2.1)", "does not say of which page"),
    (THEORY, "decision 0013", "decision 0099", "no decision 0099"),
    (THEORY, "see 90.1", "see 90.3", "no 90.3"),
    (THEORY, "see 90.2", "see 90.3", "no 90.3"),
    (THEORY, "{90.1.1}", "{90.2.1}", "not a number of its own"),
    (THEORY, "{90.1.2}", "{90.1.1}", "not a number of its own"),
    (THEORY, "`Linear`", "`Curved`", "has no Curved"),
    (
        THEORY,
        "`lib/laws/linear_spring.hpp`",
        "`lib/laws/linear_springs.hpp`",
        "no lib/laws/linear_springs.hpp",
    ),
    ("lib/model/grouping.hpp", "0013-grains.md", "0013-grain.md", "no decision 0013-grain.md"),
    (THEORY, "Paragraph of a section", "As in section 9.9", "which paper's?"),
    (THEORY, "Source: the", "Source: a", "which paper's?"),
    (
        "lib/laws/kinetic_sliding.hpp",
        "the collision study's Eq. 8",
        "the collision study's Eqs. 71 and 72",
        "has no 71",
    ),
    (THEORY, "Eqs. 4 and 5", "Eqs. 4 to 99", "has no 99"),
    ("lib/laws/kinetic_sliding.hpp", "the collision study's Eq. 8", "Eq. 8", "which paper's?"),
    (
        "lib/measure/scaling/impact_law.hpp",
        "Kokubo & Genda 2010, doi:10.1088/2041-8205/714/1/L21, Eq. 3",
        "Eq. 3",
        "which paper's?",
    ),
    (
        "lib/measure/clusters/three_step.hpp",
        "Source: the collision study (doi:10.33232/001c.143461),",
        "Source:",
        "which paper's?",
    ),
    (
        "tools/stress.cpp",
        "Sanchez et al. 2021, doi:10.1016/j.icarus.2021.114441, Eqs.",
        "Eqs.",
        "which paper's?",
    ),
    (
        "workflows/collisions/impacts.py",
        "doi:10.1088/0004-637X/745/1/79",
        "doi:10.1088/0004-637X/745/1/80",
        "not among the references",
    ),
    (TABLE, "`contact_moments`", "`contact_moment`", "has no contact_moment"),
    (
        TABLE,
        "`lib/measure/contacts/stress.hpp`",
        "`lib/measure/strain.hpp`",
        "no lib/measure/strain.hpp",
    ),
    (
        TABLE,
        "`lib/measure/contacts/stress.hpp` | 5.1 |",
        "`lib/measure/contacts/stress.hpp` | - |",
        "no section",
    ),
    (TABLE, "`SphereMotion::move`", "`SphereMotion::clock`", "has no SphereMotion::clock"),
    (TABLE, "| Eq. 18 |", "| Eq. 19 |", "not the equations"),
    (
        "lib/measure/contacts/stress.hpp",
        "contact_moments(",
        "moments_of_contacts(",
        "has no contact_moments",
    ),
]


def self_test(files):
    pages = files[TABLE] + files[THEORY]
    named = {
        THEORY,
        TABLE,
        *(name for name in files if f"`{name}`" in pages),
        *(name for name, *_ in BREAKS),
    }
    files = {
        name: text
        for name, text in files.items()
        if name in named or name.endswith("Snakefile") or name.startswith("docs/decisions/")
    }
    files[THEORY] = files[THEORY].replace("\n## References\n", SECTIONS, 1)
    assert not problems(files), problems(files)
    for name, old, new, said in BREAKS:
        assert old in files[name], f"{name} does not have: {old}"
        changed = files[name].rpartition("\n### 90.1 ") if name == THEORY else ("", "", files[name])
        found = problems({**files, name: changed[0] + changed[1] + changed[2].replace(old, new, 1)})
        assert any(said in problem for problem in found), f"{name}: {new}: not found; only {found}"
    for text in (
        "Vec3 Pile::f(int a) {",
        "struct Pile {\n  double f(double a) const;\n",
        "struct Pile {\n  double f();\n",
        "double Pile::f(int a,\n    int b);",
    ):
        assert defines("a.cpp", text, "Pile::f"), text
    assert not defines("a.cpp", "void g() {\n  Clock f(now);\n", "f") and not defines(
        "a.cpp", "template <class f, class T>\nvoid g(T x) {", "f"
    )
    assert not defines("a.cpp", "  return f(a);\n  const x = f(a);", "f")
    assert expanded("1, 3 to 5, A.1 to A.2") == ["1", "3", "4", "5", "A.1", "A.2"]


def main():
    files = read_files()
    found = problems(files)
    if found:
        sys.exit("\n".join(found))
    if "--self-test" in sys.argv:
        self_test(files)


if __name__ == "__main__":
    main()
