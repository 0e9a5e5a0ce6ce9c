"""JSON schema (draft 7) of the TOML files, of the tables that the tools declare: for editors (Even
Better TOML, taplo); the tools themselves check more."""
import re


def path_of(heading):
    """'[contact.normal] law = ...' => 'contact.normal'; '[[shape]] ...' => 'shape[]'; 'at the top
    level' => ''; anything else => None"""
    if heading == "at the top level":
        return ""
    found = re.match(r"\[\[([\w.]+)\]\]|\[([\w.]+)\]", heading)
    if found is None:
        return None
    return found[1] + "[]" if found[1] else found[2]


QUANTITY = {"type": ["number", "string"]}


def value_of(row):
    """(parameter) => schema of its value; a quantity is a number in SI or a text with a unit."""
    kind = row["kind"]
    if kind == "word":
        return {"type": "string", **({"enum": row["choices"]} if row["choices"] else {})}
    if kind == "vector":
        return {"type": "array", "items": QUANTITY, "minItems": 3, "maxItems": 3}
    simple = {
        "number": QUANTITY,
        "integer": {"type": "integer"},
        "boolean": {"type": "boolean"},
        "numbers": {"type": "array", "items": QUANTITY},
        "words": {"type": "array", "items": {"type": "string"}},
        "points": {"type": "array", "items": {"type": "array", "items": QUANTITY}},
    }
    return simple[kind]


def merged(a, b):
    """Schemas of one key in two tables: what either allows."""
    if a is None or {**a, "description": ""} == {**b, "description": ""}:
        return b
    if "enum" in a and "enum" in b:
        return {**a, "enum": a["enum"] + [word for word in b["enum"] if word not in a["enum"]]}
    options = a["anyOf"] if "anyOf" in a else [a]
    return {"anyOf": options + [b] if b not in options else options}


def form_of(properties, name, many):
    """(properties of a table, key, true for a list of tables) => the schema of the key, made where
    it is not there. A key may be a table of one tool and a list of tables of another one."""
    new = {"type": "object", "additionalProperties": False, "properties": {}}
    form = {"type": "array", "items": new} if many else new
    there = properties.setdefault(name, form)
    options = there.get("anyOf", [there])
    for option in options:
        if option["type"] == form["type"]:
            return option
    properties[name] = {"anyOf": options + [form]}
    return form


def table_at(root, path):
    """The schema of the table at the path, made where it is not there."""
    at = root
    for part in path.split(".") if path else []:
        name, many = part.removesuffix("[]"), part.endswith("[]")
        at = form_of(at["properties"], name, many)
        at = at["items"] if many else at
    return at


def of(tools):
    """(what the tools say of themselves) => the schema of the files of all"""
    root = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Parameters of a tool of Rubble",
        "type": "object",
        "additionalProperties": False,
        "properties": {},
    }
    for tool in tools:
        for table in tool["parameters"]:
            path = path_of(table["heading"])
            if path is None:
                continue
            properties = table_at(root, path)["properties"]
            for key, word in re.findall(r'(\w+) = "([\w-]+)"', table["heading"]):
                properties[key] = merged(properties.get(key), {"type": "string", "enum": [word]})
            for row in table["keys"]:
                about = "; ".join(
                    part
                    for part in (
                        row["text"],
                        row["unit"] if row["unit"] not in ("", "1") else "",
                        row["allowed"],
                        "required" if row["default"] == "required" else f"default {row['default']}",
                    )
                    if part
                )
                properties[row["key"]] = merged(
                    properties.get(row["key"]), {**value_of(row), "description": about}
                )
    return root
