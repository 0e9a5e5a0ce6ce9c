#!/usr/bin/env python3
"""Every address of a formula leads somewhere: numbers of docs/theory.md are its sections, numbers of equations stand beside a source that its list of
references names, and docs/equations.md names functions that exist.

    tests/docs/equations.py [--self-test]      --self-test: breaks one address of each kind and asks whether it is found

An address is `theory.md 2.10`, `theory.md 4.3 to 4.6`, `theory.md 2 and 3.2`; in theory.md itself `see 2.10`. Beside means: in the same comment of a
program, in the same paragraph of theory.md, under the same heading of another page. In workflows/<study>/ the paper is the one that its Snakefile names.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
THEORY, TABLE = "docs/theory.md", "docs/equations.md"
FOLDERS = ("lib/", "tools/", "tests/", "workflows/", "analysis/", "docs/", "configs/", "README.md", "CONTRIBUTING.md")
CODE = (".cpp", ".hpp", ".py", ".smk", ".toml", "Snakefile")

NUMBER = r"\d+(?:\.\d+)?"
NUMBERS = rf"{NUMBER}(?:(?:, | to | and |, and ){NUMBER})*"
ADDRESS = re.compile(rf"theory\.md\)?,? ({NUMBERS})")
UNNUMBERED = re.compile(rf"theory\.md(?!\)?,? {NUMBER}|, notation)")
INNER = re.compile(rf"\bsee ({NUMBERS})")
EQUATION = re.compile(r"\b(?:eqs?\.|equations?) (?:[a-z]\.)?\d")
SECTION = re.compile(r"\bsections? \d")
BARE = re.compile(r"\s\((\d{1,2}\.\d{1,2})\)")
STRING = r'"(?:[^"\\\n]|\\.)*"'
COMMENTS = {
    ".cpp": re.compile(rf"(?:^[ \t]*//.*\n)+|//.*|{STRING}(?:\s*{STRING})*", re.M),
    ".toml": re.compile(r"(?:^[ \t]*#.*\n)+|.+", re.M),
    ".py": re.compile(rf'"""(?:.|\n)*?"""|(?:^[ \t]*#.*\n)+|#.*|{STRING}', re.M),
}
OUTSIDE = re.compile(r"\b[Ss]pec(?:ification|s)?\b[^.]*\b[A-Z]-?\d")


def read_files():
    """=> {path from the top: text} of what is checked, but for results and this file"""
    paths = [path for folder in FOLDERS for path in [ROOT / folder, *sorted((ROOT / folder).rglob("*"))]]
    passed = {"results", "__pycache__", ".snakemake"}
    wanted = [p for p in paths if p.name.endswith((*CODE, ".md")) and not passed & set(p.relative_to(ROOT).parts) and p.is_file() and p != pathlib.Path(__file__).resolve()]
    return {str(path.relative_to(ROOT)): path.read_text() for path in wanted}


def one_line(text):
    """Comment signs and ends of lines become blanks, so that names may be broken across lines."""
    return re.sub(r"\s+", " ", re.sub(r"^\s*(//|#)", " ", text, flags=re.M)).lower()


class Sources:
    """The list of references at the end of theory.md: `- **name**, **other name**, doi:...`"""

    def __init__(self, theory):
        text = theory.partition("\n## References\n")[2]
        entries = re.findall(r"^- (.*(?:\n  .*)*)", text, re.M)
        self.names = [one_line(name) for entry in entries for name in re.findall(r"\*\*(.+?)\*\*", entry, re.S)]
        self.dois = [doi.rstrip(".,:;").lower() for doi in re.findall(r"doi:(\S+)", text)]

    def named_in(self, text):
        line = one_line(text)
        return any(name in line for name in self.names) or any(doi in line for doi in self.dois)


def sections(theory):
    """=> numbers of the chapters (`## 2. ...`) and sections (paragraphs that begin `2.10 ...`)"""
    return set(re.findall(r"^## (\d+)\.", theory, re.M)) | set(re.findall(r"^(\d+\.\d+) \S", theory, re.M))


def comments(name, text):
    """(program) => its comments and texts, each (line, text); lines of comments that follow each other are one comment"""
    pattern = COMMENTS[".toml" if name.endswith(".toml") else ".cpp" if name.endswith((".cpp", ".hpp")) else ".py"]
    return [(text.count("\n", 0, part.start()) + 1, part[0]) for part in pattern.finditer(text)]


def paragraphs(name, text):
    """(page) => theory.md: its paragraphs; other pages: what stands under each heading of the first two ranks"""
    parts = re.split(r"(?:\n\s*\n)" if name == THEORY else r"(?=^##? )", text, flags=re.M)
    line, out = 1, []
    for part in parts:
        out.append((line, part))
        line += part.count("\n") + (2 if name == THEORY else 0)
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
                yield f"{name}: {THEORY} is named without a section: {flat[max(0, match.start() - 40):match.end()]}"
        if name.startswith("lib/"):
            for line, part in comments(name, text):
                for match in BARE.finditer(part):
                    yield f"{name}:{line}: ({match[1]}) does not say of which page it is a section"
        for match in OUTSIDE.finditer(text):
            yield f"{name}: leads to a page that is not here: {match[0]}"


def check_equations(files):
    sources = Sources(files[THEORY])
    for name, text in files.items():
        if name == THEORY:
            text = text.partition("\n## References\n")[0]
        study = re.match(r"workflows/[^/]+/", name)
        if study and sources.named_in(files.get(study[0] + "Snakefile", "")):
            continue
        page = name.endswith(".md")
        for line, part in paragraphs(name, text) if page else comments(name, text):
            found = EQUATION.search(one_line(part)) or (None if page else SECTION.search(one_line(part)))
            if found and not sources.named_in(part):
                yield f"{name}:{line}: which paper's? {found[0]}"


def check_dois(files):
    known = Sources(files[THEORY]).dois
    for name, text in files.items():
        if name.startswith("workflows/template/"):
            continue  # a study's own papers stand in its own files
        for match in re.finditer(r"doi:\s?(10\.\S+)", text):
            if not any(match[1].lower().startswith(doi) for doi in known):
                yield f"{name}: {match[0]} is not among the references of {THEORY}"


def expanded(text):
    """'1, 3 to 5, A.1 to A.3' => ['1', '3', '4', '5', 'A.1', 'A.2', 'A.3']"""
    out = []
    for part in text.split(","):
        ends = part.split(" to ")
        prefix, first = re.match(r"\s*([A-Z]\.)?(\d+)", ends[0]).groups("")
        last = re.match(r"\s*(?:[A-Z]\.)?(\d+)", ends[-1])[1]
        out += [f"{prefix}{k}" for k in range(int(first), int(last) + 1)]
    return out


def defines(name, text, function):
    """Whether the program defines or declares it: `f`, `Class::f`, `Class`, of Python `f`."""
    *outer, last = function.split("::")
    if name.endswith(".py"):
        return re.search(rf"^\s*(def|class) {re.escape(last)}\b", text, re.M) is not None
    text = re.sub(r"//.*", "", text)
    if not all(re.search(rf"\b{scope}\b", text) for scope in outer):
        return False
    if re.search(rf"\b(struct|class|enum) {re.escape(last)}\b", text):
        return True
    return re.search(rf"^ {{0,4}}(?! |return\b|else\b|throw\b|case\b)[\w:<>,&*\[\] ]*[\w>&*] (?:\w+::)*{re.escape(last)}\(", text, re.M) is not None


def check_table(files):
    page = files.get(TABLE, "")
    if not page:
        yield f"{TABLE} is missing"
        return
    sources, known = Sources(files[THEORY]), sections(files[THEORY])
    for chapter in re.split(r"^(?=## )", page, flags=re.M)[1:]:
        title = chapter.splitlines()[0]
        if not sources.named_in(title):
            yield f"{TABLE}: {title}: not among the references of {THEORY}"
        promised = re.search(r"^Equations (.*)\.$", chapter, re.M)
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in chapter.splitlines() if re.match(r"\| Eqs?\. |\| [Ss]ection", line)]
        listed = [number for row in rows if row[0].startswith("Eq") for number in expanded(re.sub(r"^Eqs?\. ", "", row[0]))]
        if promised is None or sorted(listed) != sorted(expanded(promised[1])):
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
    return [*check_addresses(files), *check_equations(files), *check_dois(files), *check_table(files)]


# Each breaks one address: file, what stands there, what is put in its place, what must be said of it.
BREAKS = [
    ("lib/gravity/torque.hpp", "theory.md 4.7", "theory.md 4.17", "no 4.17"),
    ("lib/gravity/fmm.hpp", "4.3 to 4.6", "4.3 to 4.99", "no 4.99"),
    ("tools/clusters.cpp", "theory.md 5.7", "theory.md", "without a section"),
    ("docs/tutorial.md", "(theory.md) 2.8", "(theory.md) 2.88", "no 2.88"),
    (THEORY, "see 2.1", "see 2.99", "no 2.99"),
    ("lib/ssdem/rigid.hpp", "docs/theory.md 8", "(11.5)", "does not say of which page"),
    ("tests/physics/held_test.cpp", "TEST(", "// Spec X-4.\nTEST(", "a page that is not here"),
    ("lib/laws/sliding.hpp", "the collision study's Eq. 8", "Eq. 8", "which paper's?"),
    ("lib/measure/impact_law.hpp", "Kokubo & Genda 2010, doi:10.1088/2041-8205/714/1/L21, Eq. 3", "Eq. 3", "which paper's?"),
    ("lib/measure/three_step.hpp", "collision study's section 2.7", "section 2.7", "which paper's?"),
    ("tools/stress.cpp", "Sanchez et al. 2021, doi:10.1016/j.icarus.2021.114441, Eqs.", "Eqs.", "which paper's?"),
    ("analysis/impacts.py", "doi:10.1088/0004-637X/745/1/79", "doi:10.1088/0004-637X/745/1/80", "not among the references"),
    (TABLE, "`contact_moments`", "`contact_moment`", "has no contact_moment"),
    (TABLE, "`lib/measure/stress.hpp`", "`lib/measure/strain.hpp`", "no lib/measure/strain.hpp"),
    (TABLE, "| Eq. 18 |", "| Eq. 19 |", "not the equations"),
    ("lib/measure/stress.hpp", "contact_moments(", "moments_of_contacts(", "has no contact_moments"),
]


def self_test(files):
    named = {THEORY, TABLE, *re.findall(r"`([^`]+/[^`]+)`", files[TABLE]), *(name for name, *_ in BREAKS)}
    files = {name: text for name, text in files.items() if name in named or name.endswith("Snakefile")}
    for name, old, new, said in BREAKS:
        assert old in files[name], f"{name} does not have: {old}"
        found = problems({**files, name: files[name].replace(old, new, 1)})
        assert any(said in problem for problem in found), f"{name}: {new}: not found; only {found}"
    assert defines("a.cpp", "Vec3 Pile::f(int a) {", "Pile::f") and not defines("a.cpp", "  return f(a);\n  const x = f(a);", "f")
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
