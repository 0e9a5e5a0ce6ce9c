#!/usr/bin/env python3
"""Checks the prose of Markdown files and of comments against the project's rules of style.

    tests/docs/prose.py            prints `file:line: rule: text` for each file with more findings
    than prose_debt.txt allows
    tests/docs/prose.py FILES      prints every finding in these files, the allowed ones too; the
    exit code is 1 if there are any
    tests/docs/prose.py --totals   prints the number of findings for each rule, and the files with
    the most
    tests/docs/prose.py --write    lowers the counts in prose_debt.txt to the present ones; it never
    raises a count

Rules:
- long-sentence: more than 40 words. long-paragraph: more than 150 words. long-cell: a table cell
  with more than 25 words.
- noun-clause: a sentence that begins with a relative clause used as a noun (Who, What), unless it
  ends with a question mark; certain such clauses anywhere.
- headless: a sentence of a comment that begins with Of, Whether, How, What, Those that or The ones
  that, unless it ends with a question mark.
- metaphor, word: private metaphors, and words for which the field has another term. WORDS below
  lists each pattern with its replacement.
- relative: a table cell that begins with "of these", "the same" or "as above": a cell is read
  alone.
- number: a gain by a number without "times", and "a" in place of "per" before a unit.

Not checked: code blocks, inline code, formulas (```math, $`...`$), strings of programs,
docs/results/. Descriptions of keys are checked in docs/parameters.md, which the tools write.
prose_debt.txt holds the number of findings that a file may still have for a rule. A file that is
not listed must be clean.
"""
import collections
import io
import pathlib
import re
import sys
import tokenize

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEBT = ROOT / "tests/docs/prose_debt.txt"
FOLDERS = ("lib", "tools", "tests", "workflows", "analysis", "configs", "docs")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
PASSED = {"results", "__pycache__", ".snakemake", "build"}

SENTENCE_WORDS, PARAGRAPH_WORDS, CELL_WORDS = 40, 150, 25

QUANTITIES = (
    "impacts|steps|pairs|particles|contacts|events|spheres|runs|updates|bytes|kicks|"
    "collisions|seconds|ms|ns|us|s"
)
UNITS = (
    "second|minute|hour|day|year|step|particle|sphere|grain|hull|pair|contact|impact|event|"
    "core|thread|frame"
)
# rule, pattern, what to write instead
WORDS = [
    (rule, re.compile(pattern, re.I if pattern != r"\bFAIL\b" else 0), advice)
    for rule, pattern, advice in (
        (
            "noun-clause",
            r"\bwhat (?:rests|touches|takes|(?:is|was) (?:left|lost)(?! out))\b|\bhow "
            r"(?:often|much|long) what\b",
            "name the thing: bodies at rest, largest remnant",
        ),
        ("noun-clause", r"\bthat which\b", "name the thing"),
        ("noun-clause", r"\bwhoever\b", "you, a user"),
        ("metaphor", r"\bhouses?\b", "describe the thing"),
        ("metaphor", r"(?<!\bno )\brooms?\b(?!\.py)", "library folder, neighbour list, margin"),
        ("metaphor", r"\bdoors?\b", "entry point, script"),
        ("metaphor", r"\btournaments?\b", "describe the algorithm"),
        ("metaphor", r"\bteams?\b", "group, block"),
        ("metaphor", r"\bwish(?:es|ed)?\b", "request, setting"),
        ("metaphor", r"\blamps?\b", "flag, status"),
        ("metaphor", r"\bjudg(?:es?|ed|ing)\b", "check, compare, evaluate"),
        ("metaphor", r"\breferees?\b", "validation, check"),
        ("metaphor", r"\bfates?\b", "outcome, final state"),
        ("metaphor", r"\bplays? twice\b|\bnobody plays\b|\bdoes not play\b", "describe the thing"),
        ("metaphor", r"\broads?\b", "path, way, procedure"),
        ("word", r"\banew\b", "again; regenerate with another seed"),
        ("word", r"\b(?:hears?|heard|hearing)\b", "respond to, handle"),
        ("word", r"\b(?:the|its|a|their|whose|list's) reach\b", "neighbour list margin, range"),
        (
            "word",
            r"\b(?:roam(?:s|ed|ing)?|stray(?:s|ed|ing)?|bends)\b",
            "prediction bound; leaves the bound",
        ),
        (
            "word",
            r"\bscatter\b(?! plots?\b)",
            "standard error, sample standard deviation, confidence interval",
        ),
        (
            "word",
            r"\b(?:runs?|comparisons?|claims?) (?:that )?(?:is|are|was|were|stays?) "
            r"(?:missing|open)\b|\b(?:missing|open) (?:runs|comparisons|claims)\b",
            "not run, not available",
        ),
        ("word", r"\bFAIL\b", "does not reproduce the published value"),
        (
            "word",
            r"\b(?:dis)?agrees? with (?:the )?(?:published|printed|paper)",
            "reproduces the published value",
        ),
        (
            "word",
            r"\bauto: (?:none|off|no)\b|\bauto (?:means|is|for) (?:none|off|nothing)\b",
            '"none" disables it; auto is computed from the data',
        ),
        ("word", r"\brows? of (?:the |a )?(?:state|model|pile|system)\b", "particle, grain"),
        ("word", r"\blikewise\b", "say it again"),
        ("word", r"\bgo(?:es)? on from\b|\bgoing on (?:from|with)\b", "resume from, continue with"),
        ("word", r"\bjobs? of (?:its|their) own\b", "separate job"),
        ("word", r"\bby as (?:many|much)\b", "in proportion to"),
        ("word", r"\brepeats? itself\b", "periodic"),
        (
            "word",
            r"\b(?:are|is) for (?:space|numbers|groups)\b|\bis one of (?:groups|numbers)\b",
            "periodic boxes; a numeric column; a category",
        ),
        (
            "number",
            r"\bgain(?:s|ed)? (?:a factor (?:of )?)?\d+\.\d+(?!\d|e| ?%| times\b)",
            "1.8 times faster than one",
        ),
        ("number", rf"\b(?:{QUANTITIES}) an? (?:{UNITS})\b", "per"),
    )
]
# docs/architecture.md defines this word as the name of a library folder; tests/rooms.py checks that
# page.
ALLOWED = {
    (file, word)
    for file in ("docs/architecture.md", "tests/rooms.py")
    for word in ("room", "rooms")
}

NOUN_CLAUSE = re.compile(r"(?:who|whom|whoever|what|that which) \S", re.I)
INVERSION = re.compile(r"of (?:one|that|those|what) (?:that|which|is|are|\w+s)\b", re.I)
HEADLESS = re.compile(r"(?:Of|Whether|How|What|Those that|The ones that) \S")
RELATIVE = re.compile(r"(?:of these|of those|the same|likewise|as above|ditto)\b", re.I)
WORD = re.compile(r"(?<!\S)(?!\W*MATH\W*(?:\s|$))\S*[A-Za-z0-9]\S*")
MATH = re.compile(r"\$(`+)(.+?)\1\$", re.S)
ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|eqs?|figs?|sects?|secs?|al|vs|cf|approx|no|ref|refs|tab|ch|resp|dr|"
    r"[A-Z])|^\d+)\.$",
    re.I,
)
SENTENCE_END = re.compile(r"[.!?][)\"”']*(?=\s+[\"“(\[]*[A-Z0-9`])")

# kind: paragraph, heading or cell; text may have several lines
Block = collections.namedtuple("Block", "line kind text")


def plain(text):
    """Markdown => its words. Each piece of inline code becomes one word, a formula one that is not
    counted; the number of lines stays."""
    text = MATH.sub(lambda match: "MATH" + "\n" * match[0].count("\n"), text)
    text = re.sub(
        r"(`+)(.+?)\1", lambda match: "CODE" + "\n" * match[0].count("\n"), text, flags=re.S
    )
    text = re.sub(r"!?\[([^\]]*)\]\([^)\s]*\)", r"\1", text)
    text = re.sub(r"<https?://[^>]*>|https?://\S+|doi:\S+", "ADDRESS", text)
    text = re.sub(r"</?[a-zA-Z][^>\n]*>", "", text)
    return re.sub(r"\*\*|(?<![\w*])[*_](?=\w)|(?<=\w)[*_](?![\w*])", "", text)


def markdown_blocks(text):
    """=> Blocks of a Markdown page, without its code"""
    text = re.sub(r"<!--.*?-->", lambda match: "\n" * match[0].count("\n"), text, flags=re.S)
    blocks, lines, start = [], [], 0
    fence, blank, in_list = "", True, False

    def close():
        if lines:
            blocks.append(Block(start, "paragraph", "\n".join(lines)))
        lines.clear()

    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
            continue
        if mark:
            close()
            fence = mark[1]
            continue
        item = re.match(r"\s*(?:[-*+]|\d+[.)])\s+", line)
        if not line.strip():
            close()
            blank = True
            continue
        indent = len(line) - len(line.lstrip())
        if (
            blank
            and not item
            and indent >= (8 if in_list else 4)
            or not in_list
            and blank
            and indent >= 4
        ):
            continue  # code, and `blank` stays for its next line
        if line.startswith("#"):
            close()
            blocks.append(Block(number, "heading", line.lstrip("# ")))
            in_list = False
        elif line.lstrip().startswith("|"):
            close()
            row = re.sub(r"(`+)(.+?)\1", "CODE", MATH.sub("MATH", line)).strip().strip("|")
            for cell in re.split(r"(?<!\\)\|", row):
                if re.search(r"[A-Za-z]", cell):
                    blocks.append(Block(number, "cell", cell.strip()))
        elif item:
            close()
            in_list, start = True, number
            lines.append(line[item.end() :])
        else:
            if not lines:
                start = number
                in_list = in_list and indent > 0
            lines.append(line.strip().lstrip("> "))
        blank = False
    close()
    return blocks


def comment_blocks(lines):
    """[(line, column, has the line for itself, text)] of comments, in order => Blocks. A comment
    continues one in the same column of the line before it, except behind code."""
    blocks, last = [], None
    for line, column, alone, text in lines:
        text = text.strip()
        item = re.match(r"(?:[-*+]|\d+[.)])\s+", text)
        if not re.search(r"[A-Za-z]", text) or re.match(
            r"(?:!|shellcheck |NOLINT|clang-format|SPDX|pragma|noqa|-\*-)", text
        ):
            last = None
            continue
        if last == (line - 1, column) and alone and not item:
            blocks[-1] = blocks[-1]._replace(text=blocks[-1].text + "\n" + text)
        else:
            blocks.append(Block(line, "paragraph", text[item.end() :] if item else text))
        last = (line, column)
    return blocks


def lines_of(line, text):
    """A comment of several lines => entries of comment_blocks"""
    return [
        (line + k, 0, True, part.strip().lstrip("*")) for k, part in enumerate(text.split("\n"))
    ]


def place(text, start):
    """(text, offset) => line, column, whether nothing but blanks stands before it in its line"""
    begin = text.rfind("\n", 0, start) + 1
    return text.count("\n", 0, start) + 1, start - begin, not text[begin:start].strip()


CPP = re.compile(
    r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\[^\n]{1,4}?)\'|'
    r"//[/!]?<?(?P<line>.*)|/\*(?P<block>(?:.|\n)*?)\*/"
)


def cpp_blocks(text):
    found = []
    for match in CPP.finditer(text):
        if match["line"] is not None:
            found.append((*place(text, match.start()), match["line"]))
        elif match["block"] is not None:
            found += lines_of(place(text, match.start())[0], match["block"])
    return comment_blocks(found)


HASH = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|(?:(?<=\s)|^)#(?P<line>.*)", re.M)


def hash_blocks(text):
    """Shell, TOML, CMake"""
    return comment_blocks(
        [
            (*place(text, match.start()), match["line"])
            for match in HASH.finditer(text)
            if match["line"] is not None
        ]
    )


def python_blocks(text):
    """Python and Snakemake: comments, and strings in three quotation marks at the start of a file,
    class, function or rule"""
    found, opening, first, start = [], True, "", True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            found.append((*token.start, not token.line[: token.start[1]].strip(), token.string[1:]))
        elif token.type == tokenize.NEWLINE:
            opening, start = first in ("def", "class", "async", "rule", "checkpoint"), True
        elif token.type not in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING):
            if (
                token.type == tokenize.STRING
                and start
                and opening
                and re.match(r"[rR]?\"\"\"", token.string)
            ):
                found += docstring_lines(token.start[0], token.string)
            first, start = token.string if start else first, False
    return comment_blocks(sorted(found))


def docstring_lines(line, string):
    """Its lines but those with a deeper indentation, which show commands."""
    lines = string.strip("rR")[3:-3].split("\n")
    indents = [len(part) - len(part.lstrip()) for part in lines[1:] if part.strip()]
    depth = min(indents, default=0)
    return [
        (line + k, 0, True, part if k == 0 or len(part) - len(part.lstrip()) <= depth + 2 else "")
        for k, part in enumerate(lines)
    ]


def blocks_of(name, text):
    if name.endswith(".md"):
        blocks = markdown_blocks(text)
    elif name.endswith((".cpp", ".hpp", ".c", ".h", ".cpp.in")):
        blocks = cpp_blocks(text)
    elif name.endswith((".py", ".smk", "Snakefile")):
        blocks = python_blocks(text)
    else:
        blocks = hash_blocks(text)
    return [
        block._replace(text=plain(re.sub(r"^\([^()]*\)\s*=>\s*|^=>\s*", "", block.text)))
        for block in blocks
    ]


def sentences(text):
    """=> [(offset, sentence)]"""
    start, found = 0, []
    for end in SENTENCE_END.finditer(text):
        if not ABBREVIATION.search(text[start : end.start() + 1]):
            found.append((start, text[start : end.end()]))
            start = end.end()
    found.append((start, text[start:]))
    return [
        (offset + len(part) - len(part.lstrip()), part.strip())
        for offset, part in found
        if part.strip()
    ]


def findings_of_block(name, block):
    """=> [(line, rule, text)]"""
    found, seen = [], set()

    def add(offset, rule, text):
        if (offset, rule) in seen:
            return  # one clause can match two patterns
        seen.add((offset, rule))
        found.append(
            (block.line + block.text.count("\n", 0, offset), rule, re.sub(r"\s+", " ", text))
        )

    words = len(WORD.findall(block.text))
    if block.kind == "cell":
        if words > CELL_WORDS:
            add(0, "long-cell", f"{words} words: {block.text[:70]}")
        if RELATIVE.match(block.text):
            add(0, "relative", f"{block.text[:70]} (a cell is read alone)")
    elif words > PARAGRAPH_WORDS:
        add(0, "long-paragraph", f"{words} words: {block.text[:70]}")
    for offset, sentence in sentences(block.text):
        words = len(WORD.findall(sentence))
        if words > SENTENCE_WORDS and block.kind != "cell":
            add(offset, "long-sentence", f"{words} words: {sentence[:70]}")
        bare = re.sub(r"\s+", " ", sentence.lstrip("\"“('"))
        if not sentence.rstrip(")\"”'").endswith("?"):
            if NOUN_CLAUSE.match(bare):
                add(offset, "noun-clause", sentence[:90])
            elif INVERSION.match(bare):
                add(offset, "noun-clause", sentence[:90])
            elif not name.endswith(".md") and HEADLESS.match(bare):
                add(
                    offset, "headless", f"{sentence[:90]} (write: a noun phrase or a full sentence)"
                )
    flat = block.text.replace("\n", " ")
    for rule, pattern, advice in WORDS:
        for match in pattern.finditer(flat):
            if (name, match[0].lower()) not in ALLOWED:
                add(
                    match.start(),
                    rule,
                    f'"{match[0]}" in '
                    f'"{flat[max(0, match.start() - 30):match.end() + 30].strip()}" (write: '
                    f"{advice})",
                )
    return sorted(found)


def findings_of_text(name, text):
    return [
        finding for block in blocks_of(name, text) for finding in findings_of_block(name, block)
    ]


def is_checked(path):
    if PASSED & set(path.relative_to(ROOT).parts) or not path.is_file():
        return False
    return (
        path.name.endswith(
            (
                ".md",
                ".cpp",
                ".hpp",
                ".c",
                ".h",
                ".cpp.in",
                ".py",
                ".smk",
                ".sh",
                ".toml",
                ".cmake",
                "CMakeLists.txt",
            )
        )
        or path.name == "Snakefile"
    )


def all_findings():
    """=> {file: [(line, rule, text)]} of the whole project"""
    paths = [ROOT / page for page in PAGES] + [
        ROOT / script for script in ("check", "reproduce", "CMakeLists.txt")
    ]
    paths += sorted(
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if is_checked(path)
    )
    return {
        str(path.relative_to(ROOT)): findings_of_text(str(path.relative_to(ROOT)), path.read_text())
        for path in paths
    }


def read_debt(text):
    """=> {(file, rule): count}"""
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {(file, rule): int(count) for count, rule, file in rows}


def debt_text(debt):
    head = (
        "# Findings of prose.py that a file may still have: count, rule, file. Counts only fall: "
        "`tests/docs/prose.py --write` lowers them.\n"
    )
    return head + "".join(
        f"{count} {rule} {file}\n" for (file, rule), count in sorted(debt.items()) if count
    )


def compare(found, debt):
    """=> lines about findings whose number differs from the list"""
    counts = collections.Counter(
        (file, rule) for file, findings in found.items() for _, rule, _ in findings
    )
    lines = []
    for key in sorted(counts.keys() | debt.keys()):
        file, rule = key
        count, allowed = counts[key], debt.get(key, 0)
        if count > allowed:
            lines += [
                f"{file}:{line}: {other}: {text}"
                for line, other, text in found[file]
                if other == rule
            ]
            lines.append(f"{file}: {rule}: {count} findings, {allowed} allowed")
        elif count < allowed:
            lines.append(
                f"{file}: {rule}: lower the count in tests/docs/prose_debt.txt from "
                f"{allowed} to {count} (tests/docs/prose.py --write)"
            )
    return lines


def print_totals(found):
    rules = collections.Counter(rule for findings in found.values() for _, rule, _ in findings)
    for rule, count in rules.most_common():
        print(f"{count:6} {rule}")
    print(f"{sum(rules.values()):6} in {sum(map(bool, found.values()))} of {len(found)} files\n")
    for file, findings in sorted(found.items(), key=lambda pair: -len(pair[1]))[:20]:
        print(f"{len(findings):6} {file}")


def main(arguments):
    if arguments and not arguments[0].startswith("--"):
        lines = []
        for name in arguments:
            path = pathlib.Path(name).resolve()
            lines += [
                f"{name}:{line}: {rule}: {text}"
                for line, rule, text in findings_of_text(
                    str(path.relative_to(ROOT)), path.read_text()
                )
            ]
        print("\n".join(lines) or "no findings")
        return 1 if lines else 0
    found = all_findings()
    if arguments == ["--totals"]:
        print_totals(found)
        return 0
    counts = collections.Counter(
        (file, rule) for file, findings in found.items() for _, rule, _ in findings
    )
    if arguments == ["--write"]:
        old = read_debt(DEBT.read_text()) if DEBT.exists() else counts
        DEBT.write_text(debt_text({key: min(count, counts[key]) for key, count in old.items()}))
    lines = compare(found, read_debt(DEBT.read_text()))
    print("\n".join(lines) or f"{len(found)} files, {sum(counts.values())} findings still allowed")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
