"""Counts the data members of C++ classes. It needs code as clang-format lays it out, and no
macros in class bodies."""
import re

LABEL = re.compile(r"\b(public|private|protected)\s*:")
DEFINITION = re.compile(r"(?<!enum )\b(?:class|struct)\s+(\w+)(?:\s+final)?(?:\s*:[^{};()]*)?\s*\{")
TYPE = re.compile(r"(template\s*)?(class|struct|union|enum)\b")
NO_DATA = re.compile(r"(using|friend|typedef|template|enum|class|struct|union)\b")
POINTER_TO_FUNCTION = re.compile(r"\(\s*\*\s*(\w+)\s*\)\s*\(")


def without(text, pattern):
    """(text, pattern of innermost brackets) => the text without these brackets and those around
    them"""
    while (shorter := re.sub(pattern, "", text)) != text:
        text = shorter
    return text


def without_templates(text):
    return without(text, r"<[^<>;]*>")


def end_of_block(code, start):
    """(code, index of a brace) => index after the brace that closes it"""
    depth = 0
    for k in range(start, len(code)):
        depth += (code[k] == "{") - (code[k] == "}")
        if depth == 0:
            return k + 1
    return len(code)


def members_of(statement):
    """(statement of a class body, without blocks) => number of data members that it declares"""
    text = re.sub(r"\[\[.*?\]\]|\balignas\([^()]*\)", "", LABEL.sub("", statement)).strip()
    if not text or NO_DATA.match(text) or re.search(r"\b(static|operator)\b", text):
        return 0
    text = POINTER_TO_FUNCTION.sub(r"\1 = (", without_templates(text))
    if "(" in re.split(r"[=,]", text)[0]:
        return 0  # a function
    return without(text, r"\([^()]*\)|\[[^\[\]]*\]").count(",") + 1


def members_of_body(body):
    """(text between the braces of a class) => number of its data members. Members of nested
    classes do not count."""
    count, statement, k = 0, "", 0
    while k < len(body):
        if body[k] == "{":
            k = end_of_block(body, k)
            head = without_templates(LABEL.sub("", statement).strip())
            is_function = "(" in head.split("=")[0] and not re.match(r"\s*[,{]", body[k:])
            if TYPE.match(head) or is_function:
                statement = ""  # otherwise the block was an initialiser
            continue
        if body[k] == ";":
            count += members_of(statement)
            statement = ""
        else:
            statement += body[k]
        k += 1
    return count


def classes(code):
    """(code without comments and strings) => (name, number of data members) of each class and
    struct"""
    for found in DEFINITION.finditer(code):
        body = code[found.end() : end_of_block(code, found.end() - 1) - 1]
        yield found.group(1), members_of_body(body)
