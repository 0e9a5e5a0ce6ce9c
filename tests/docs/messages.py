#!/usr/bin/env python3
"""Checks the messages of programs (errors, warnings, notes): the strings in lib/, tools/,
analysis/, workflows/ and in the scripts that a user sees when something is wrong.

    tests/docs/messages.py            prints `file:line: rule: text` for each message that breaks a
    rule; the exit code is 1 if there are any
    tests/docs/messages.py FILES      the same for these files
    tests/docs/messages.py --list     prints every message as `file:line: text`; {} stands for a
    value
    tests/docs/messages.py --totals   prints the number of messages and of findings for each rule

Sources of messages in C++: a `throw`, a call that reports (REPORTERS), a `return`, and an
assignment to a variable with the name of a text (TEXTS). In Python: `raise`, `sys.exit`,
`usage.error`, `fail` and `print(..., file=sys.stderr)`. In shell: `echo ... >&2`, `die` and
`refuse`. Adjacent literals, and literals joined by +, are one message. Faults of the program itself
(std::logic_error, std::out_of_range) are not checked: no user can cause them.

Rules, beside those for words and clauses in prose.py:
- begin: a message begins with the thing that is wrong or with "expected", not with a pronoun,
  "there is" or "please". case: with a small letter, unless it is a name.
- form: after "expected" stands "found" or "given".
- noun-clause: "what" and "whether" do not stand for a thing. idiom: private turns of phrase, each
  with a replacement.
- stop: no full stop at the end of one sentence. long-message: more than 40 words. please: none.
- name: no name of a class or function. unit: a number with a format (`{:.3g}`) is followed by its
  unit, or by the word that it counts or multiplies.
"""
import ast
import collections
import pathlib
import re
import sys

import prose

ROOT = prose.ROOT
MESSAGE_WORDS = 40
REPORTERS = ("say", "fail", "refuse", "error", "error_at", "mistyped", "require_open", "fprintf")
TEXTS = (
    "message",
    "text",
    "told",
    "started",
    "why",
    "known",
    "cure",
    "advice",
    "wrong",
    "what",
    "lost",
)
FAULTS = ("logic_error", "out_of_range")

Message = collections.namedtuple("Message", "line text")

FILLER = re.compile(
    r"(?:there (?:is|are|was|were)|it|its|this "
    r"(?!format)|these|they|that|those|you|we|please|sorry|error|of|as|so|but|and|how|here|now)\b",
    re.I,
)
CLAUSE = re.compile(r"\b(?:what(?!ever)|whether|of which|in which case)\b", re.I)
# pattern, what to write instead
IDIOMS = [
    (re.compile(pattern), advice)
    for pattern, advice in (
        (r"\b(?:is|are) for\b", "needs, applies only to, supports"),
        (r"\b(?:is|are) of (?:a|the|two)\b", "describes, belongs to"),
        (r"\b(?:is|are) no (?!longer|more)\w", "is not a"),
        (r"\bis none\b|\bthere is none\b", "no ..., missing ..."),
        (r"\bis there twice\b|\bstands? twice\b", "occurs twice, repeated"),
        (r"\b(?:is|are) (?:not )?there\b", "found, present, exists"),
        (r"\b(?:a|found a) rest\b", "not a multiple of"),
        (r"\bas before\b|\bas above\b", "say it again"),
        (r"\bhad? a hand\b|\bhas a hand\b", "written by"),
        (r"\bof (?:its|their) own\b", "has its size, needs its own"),
        (r"\bgiven up\b|\bgo(?:es)? on\b|\bgoing on\b", "stopped, resumes, continues"),
        (r"\b(?:is|are) left (?!out)", "remain"),
        (r"\bleave out\b|\bleft out\b", "remove, omitted"),
        (r"\bpass(?:es|ed)? over\b", "ignored"),
        (r"\bsays?\b(?! it)", "sets, names, gives, states"),
        (r"\basks? for\b", "sets, needs, requests"),
        (r"\bgives? one\b|\bas well\b", "sets it, too"),
        (r"\bexclude each other\b", "cannot be combined"),
        (r"\bno room\b|\broom\b", "too many for, does not fit"),
        (r"\bof another number\b|\banother one\b", "a different"),
        (r"\bso that\b|\bin place of\b", "two statements, instead of"),
        (r"\bhas not\b|\bhave not\b(?! \w+e[dn]\b)", "has no"),
        (r"\brun in a circle\b|\bagain and again\b", "a loop, repeatedly"),
        (r"\bno number\b|\bin the midst\b|\bnowhere\b", "not a number, during"),
        (r"\bknows? no\b|\bnames? no\b|\bsays? no\b", "does not support, has no"),
        (r"\bof a grain's\b|\bof theirs\b|\bof ours\b", "name the thing"),
    )
]
NAME = re.compile(
    r"\b(?!OpenSSL|ParaView|LaTeX)[A-Z]?[a-z]+[A-Z][A-Za-z]*\b(?!=)|\b\w+::\w+|\b[a-z_]\w*\(\)"
)
# words that may follow a formatted number: units, countable things, and comparisons of numbers
# without a unit
UNIT = re.compile(
    r" ?(?:m|s|h|kg|J|N|Pa|%|m2|m3|m/s|rad|deg|kg/m3|kg m2|m s-1|rad "
    r"s-1|GiB|MB|particle-steps/s|bytes|steps?|times|degrees|bodies|of|and|by|or|exceeds|length "
    r"units)\b|%|[,)]? ?(?:radii|diameters?)|\""
)
PURE = re.compile(
    r"(?:fraction|ratio|error|errors|energy|momentum|factor|tolerance|weight|allowed|stick|"
    r"hold|sanity\.\{\}|volume of|most|least|up to|to|more than|by|[=:(,]) ?\"?$"
)
NUMBER = re.compile(r"\{[^{}]*:[^{}]*[efg]\}")
CAPITAL = re.compile(r"[A-Z][a-z]+ (?!Modulus)")
PLACE = re.compile(
    r"\{[^{}]*\} \(\{[^{}]*\}\): "
    r"|(?:\{[^{}]*\}|--[a-z-]+|note|warning|error|[\w./-]+|\[[\w.]+\]|'\w+'(?: in "
    r"\[[\w.]+\])?)(?::\{[^{}]*\})*: "
)


def unescaped(literal):
    """Text of a literal between its quotation marks"""
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), literal)


def masked(text):
    """C++ with comments blank and the insides of literals replaced, of the same length => (text,
    [match of a string literal])"""
    literals, out, end = [], [], 0
    for match in prose.CPP.finditer(text):
        out.append(text[end : match.start()])
        if match["line"] is not None or match["block"] is not None:
            out.append(re.sub(r"[^\n]", " ", match[0]))
        elif match[0][0] == '"':
            literals.append(match)
            out.append('"' + "_" * (len(match[0]) - 2) + '"')
        else:
            out.append(re.sub(r"[^\n]", "_", match[0]))
        end = match.end()
    return "".join(out) + text[end:], literals


def end_of(text, start, stop):
    """First character among `stop` outside of brackets that open behind start"""
    depth = 0
    for k in range(start, len(text)):
        if depth == 0 and text[k] in stop:
            return k
        depth += (text[k] in "([{") - (text[k] in ")]}")
        if depth < 0:
            return k
    return len(text)


def joins(between):
    """(code between two literals) => text that joins them: "" for adjacent literals, "{}" for a
    sum, otherwise None"""
    if not between.strip():
        return ""
    count = 1
    while count:
        between, count = re.subn(r"\([^()]*\)|\[[^\[\]]*\]", "", between)
    between = between.replace("::", "")
    if between.strip() == "+":
        return ""
    return "{}" if re.fullmatch(r"\s*\+[^?:,;=()]*\+\s*", between) else None


def pieces(text, mask, literals, start, end):
    """=> messages among the literals of text[start:end]"""
    found, last = [], None
    for literal in literals:
        if not start <= literal.start() < end:
            continue
        words = unescaped(literal[0][1:-1])
        joint = joins(mask[last.end() : literal.start()]) if last else None
        if joint is not None:
            found[-1][1] += joint + words
        else:
            if last and re.match(r"\s*\+", mask[last.end() : end]):
                found[-1][1] += "{}"
            opening = "{}" if re.search(r"\+\s*$", mask[start : literal.start()]) else ""
            found.append([text.count("\n", 0, literal.start()) + 1, opening + words])
        last = literal
    if last and re.match(r"\s*\+", mask[last.end() : end]):
        found[-1][1] += "{}"
    return [Message(*piece) for piece in found]


START = re.compile(
    rf"\b(throw)\b|\b(return)\b|\b({'|'.join(REPORTERS)})\s*\(|\b(?:std::string|const "
    rf"char\*|auto)?\s*\b({'|'.join(TEXTS)})\s*\+?=(?!=)"
)

# returns of tables of keys, columns and counters, and of functions
DATA = re.compile(
    r"add_(?:option|flag|list)|\.files "
    r"=|&\w+(?:<\w+>)?::|describe|^return\s*(?:\{|std::(?:tuple|array|vector)|columns)|"
    r"std::make_tuple|\bfield\(|Slot|\[[&=\w, "
    r"]*\]\s*(?:\([^()]*\))?\s*\{"
)


def cpp_messages(text):
    mask, literals = masked(text)
    found, done = [], -1
    for match in START.finditer(mask):
        if match.start() < done:
            continue
        if match[3]:
            end = end_of(mask, match.end(), "")
            if re.match(r"\s*(?:const\b[^;]*)?(?:\{|const)", mask[end + 1 :]) or re.search(
                r"\b(?:void|InputError|std::string)\s+(?:\w+::)?$", mask[: match.start()]
            ):
                continue  # a definition
        else:
            end = end_of(mask, match.end(), ";")
        statement = mask[match.start() : end]
        if (
            match[1]
            and re.search("|".join(FAULTS), statement)
            or match[3] == "fprintf"
            and "stderr" not in statement
            or not match[1]
            and not match[3]
            and DATA.search(statement)
        ):
            continue
        told = [
            piece
            for piece in pieces(text, mask, literals, match.start(), end)
            if is_text(piece.text, 2 if match[1] or match[3] else 3)
        ]
        found += told
        done = end
    return found


def is_text(text, least):
    """True if the words make at least part of a sentence; tables and XML do not"""
    return (
        len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{[^{}]*\}", "", text))) >= least
        and " " in text.strip()
        and not re.search(r"[<#]\?|<\w|^\s*#|\t", text)
    )


def python_messages(text):
    found = []
    for node in ast.walk(ast.parse(text)):
        call = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(call, ast.Call):
            continue
        name = ast.unparse(call.func)
        to_error = name == "print" and any(
            k.arg == "file" and ast.unparse(k.value) == "sys.stderr" for k in call.keywords
        )
        if isinstance(node, ast.Raise) or to_error or name in ("sys.exit", "usage.error", "fail"):
            found += [
                Message(a.lineno, python_text(a)) for a in call.args if is_text(python_text(a), 2)
            ]
    return sorted(set(found))


def python_text(node):
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return (python_text(node.left) or "{}") + (python_text(node.right) or "{}")
    return ""


def snakemake_messages(text):
    return [
        Message(
            text.count("\n", 0, match.start()) + 1, re.sub(r"\{[^{}]*\}", "{}", unescaped(match[1]))
        )
        for match in re.finditer(r"raise \w+\(f?\"((?:[^\"\\\n]|\\.)*)\"", text)
    ]


def shell_messages(text):
    return [
        Message(
            text.count("\n", 0, match.start()) + 1,
            re.sub(r"\$(?:\{[^{}]*\}|\([^()]*\)|\w+|[@*#?])", "{}", match[1] or match[2]),
        )
        for match in re.finditer(
            r"\becho \"((?:[^\"\\\n]|\\.)*)\" >&2|\b(?:die|refuse) \"((?:[^\"\\\n]|\\.)*)\"", text
        )
    ]


def messages_of(name, text):
    if name.endswith((".cpp", ".hpp", ".c", ".h")):
        return cpp_messages(text)
    if name.endswith(".py"):
        return python_messages(text)
    if name.endswith((".smk", "Snakefile")):
        return snakemake_messages(text)
    return shell_messages(text)


def body_of(text):
    """A message without the file, option or key in front of it"""
    text = text.lstrip()
    place = PLACE.match(text)
    while place:
        text, place = text[place.end() :], PLACE.match(text[place.end() :])
    return text


def findings_of_message(text):
    """=> [(rule, text)]"""
    flat = re.sub(r"\s+", " ", text).strip()
    found = []

    def add(rule, advice=""):
        if (rule, advice) not in found:
            found.append((rule, advice))

    block = prose.Block(1, "paragraph", flat)
    for _, rule, why in prose.findings_of_block("", block):
        if rule not in ("long-sentence", "long-paragraph"):
            add(rule, re.sub(r".*(\(.*\))$", r"\1", why) if "(" in why else "")
    body = body_of(flat)
    if FILLER.match(body):
        add("begin", "(begin with the thing that is wrong)")
    if CAPITAL.match(body) and not flat.startswith(("{", ",", ";")):
        add("case", "(small letter)")
    if (
        re.match(r"expect(?:ed|s)\b", body)
        and "xpected" in body[:8]
        and not re.search(r"\b(?:found|given)\b", body)
        and not flat.endswith("{}")
    ):
        add("form", "(expected ..., found ...)")
    if CLAUSE.search(body):
        add("noun-clause", "(name the thing)")
    for pattern, advice in IDIOMS:
        if match := pattern.search(body):
            add("idiom", f"('{match[0].strip()}'; write: {advice})")
    if re.search(r"\bplease\b", flat, re.I):
        add("please")
    if flat.endswith(".") and not flat.endswith("...") and len(prose.sentences(flat)) == 1:
        add("stop", "(no full stop)")
    words = len(prose.WORD.findall(flat))
    if words > MESSAGE_WORDS:
        add("long-message", f"({words} words)")
    if match := NAME.search(re.sub(r"'[^']*'", "", flat)):
        add("name", f"({match[0]})")
    for number in NUMBER.finditer(flat):
        behind, before = flat[number.end() :], flat[: number.start()]
        if not UNIT.match(behind) and not PURE.search(before):
            add("unit", f"({flat[max(0, number.start() - 20):number.end() + 12]})")
    return found


def is_checked(path):
    return prose.is_checked(path) or path.suffix == ".sh"


def all_messages():
    """=> {file: [Message]}"""
    paths = [ROOT / "check", ROOT / "reproduce"]
    for folder in ("lib", "tools", "analysis", "workflows"):
        paths += sorted(
            path
            for path in (ROOT / folder).rglob("*")
            if is_checked(path) and path.suffix not in (".md", ".toml")
        )
    found = {
        str(path.relative_to(ROOT)): messages_of(path.name, path.read_text()) for path in paths
    }
    return {file: messages for file, messages in found.items() if messages}


def main(arguments):
    messages = all_messages()
    if arguments and not arguments[0].startswith("--"):
        paths = [pathlib.Path(name).resolve() for name in arguments]
        messages = {
            str(path.relative_to(ROOT)): messages_of(path.name, path.read_text()) for path in paths
        }
    count = sum(map(len, messages.values()))
    if arguments == ["--list"]:
        print(
            "\n".join(
                f"{file}:{line}: {text!r}" for file, some in messages.items() for line, text in some
            )
        )
        return 0
    findings = [
        (file, line, rule, f"{text!r} {advice}".strip())
        for file, some in messages.items()
        for line, text in some
        for rule, advice in findings_of_message(text)
    ]
    if arguments == ["--totals"]:
        for rule, number in collections.Counter(rule for _, _, rule, _ in findings).most_common():
            print(f"{number:6} {rule}")
        print(f"{len(findings):6} findings in {count} messages of {len(messages)} files")
        return 0
    print(
        "\n".join(f"{file}:{line}: {rule}: {text}" for file, line, rule, text in findings)
        or f"{count} messages in {len(messages)} files, no findings"
    )
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
