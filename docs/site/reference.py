"""Manual pages, completions for bash, zsh and fish, and the schema of TOML files, all made of what
the tools say with --reference.

Usage: reference.py FOLDER_OF_THE_TOOLS OUT     OUT gets man/man1, bash-completion, zsh, fish and
rubble/rubble.schema.json, as under /usr/share
"""
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import schema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from analysis import output  # noqa: E402


def references(folder):
    """(folder of the tools) => the reference of each tool, by name. A folder without tools ends the
    program with one line."""
    sources = pathlib.Path(__file__).resolve().parents[2] / "tools"
    tools = [
        pathlib.Path(folder) / f"rubble-{source.stem}" for source in sorted(sources.glob("*.cpp"))
    ]
    for tool in tools:
        if not tool.is_file():
            sys.exit(f"{tool}: no such program")
    return {
        tool.name: json.loads(
            subprocess.run([tool, "--reference"], check=True, capture_output=True, text=True).stdout
        )
        for tool in tools
    }


# Manual pages.


def roff(text):
    """Text as roff takes it: no letter of it is a command."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    return "\n".join(r"\&" + line if line.startswith(".") else line for line in text.split("\n"))


def option_entry(option):
    value = rf" \fI{roff(option['value'])}\fR" if option["value"] else ""
    names = ", ".join(rf"\fB{roff(name)}\fR" for name in option["names"])
    return f".TP\n{names}{value}\n{roff(option['text'])}"


def parameter_entry(row):
    about = [
        row["unit"] if row["unit"] not in ("", "1") else "",
        row["allowed"],
        "required" if row["default"] == "required" else f"default {row['default']}",
    ]
    return (
        f".TP\n\\fB{roff(row['key'])}\\fR "
        f"({roff('; '.join(part for part in about if part))})\n{roff(row['text'])}"
    )


def manual_page(tool, others):
    name, words = tool["name"], tool["usage"].removeprefix("usage: ").split(" ", 1)
    parts = [
        f'.TH {name.upper()} 1 "" "Rubble {tool["version"]}" "Rubble"',
        ".SH NAME",
        f"{roff(name)} \\- {roff(purpose(tool))}",
        ".SH SYNOPSIS",
        f"\\fB{roff(words[0])}\\fR {roff(words[1] if len(words) > 1 else '')}",
        ".SH DESCRIPTION",
        roff(tool["summary"]),
    ]
    if tool["streams"]:
        parts += [".PP", roff("- is standard input or output; after -- all words are files.")]
    if any("--json" in option["names"] for option in tool["options"]):
        parts += [
            ".PP",
            roff(
                "Tables: the first line holds the names of the columns, the second line, "
                'after #, their units. In Python: pandas.read_csv(FILE, sep="\\t", '
                "skiprows=[1]), or pandas.read_csv(FILE) after --csv."
            ),
        ]
    parts += [".SH OPTIONS", *(option_entry(option) for option in tool["options"])]
    if tool["parameters"]:
        parts += [
            ".SH PARAMETERS",
            roff(
                "Tables of the TOML file, with SI units. A value is a number in the SI unit "
                'or a quantity with a unit, such as "2.7 g/cm^3".'
            ),
        ]
        for table in tool["parameters"]:
            parts += [
                f".SS {roff(table['heading'])}",
                roff(table["text"]),
                *(parameter_entry(row) for row in table["keys"]),
            ]
    parts += [
        ".SH EXIT STATUS",
        *(f".TP\n\\fB{code['code']}\\fR\n{roff(code['text'])}" for code in tool["exit_codes"]),
    ]
    parts += [
        ".SH EXAMPLE",
        ".nf",
        roff(tool["example"]),
        ".fi",
        ".SH SOURCE",
        roff(tool["source"]),
    ]
    parts += [
        ".SH SEE ALSO",
        ", ".join(f"\\fB{roff(other)}\\fR(1)" for other in others if other != name),
    ]
    return "\n".join(parts) + "\n"


def purpose(tool):
    """Text after the name of the tool: the first sentence, without its full stop."""
    first = re.split(r"(?<=[a-z0-9)])\.\s|[:;] ", tool["summary"])[0].rstrip(".")
    return first[0].lower() + first[1:]


# Completions.


def values_of(option):
    """Words that an option takes, where it takes a few; what stands in capitals is no word but a
    value."""
    if "|" not in option["value"] or takes_file(option):
        return []
    return [word for word in option["value"].split("|") if not word.isupper()]


def takes_file(option):
    return bool(re.search(r"FILE|\.(toml|h5|csv|svg|hdf5|obj)\b", option["value"]))


def settings(tool):
    """Keys as --set takes them."""
    keys = set()
    for table in tool["parameters"]:
        path = schema.path_of(table["heading"])
        if path is not None and not path.endswith("[]"):
            keys.update((path + "." if path else "") + row["key"] + "=" for row in table["keys"])
    return sorted(keys)


def bash(tool):
    files = 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word")'
    cases = []
    for option in tool["options"]:
        if not option["value"]:
            continue
        if takes_file(option):
            action = files
        elif values_of(option):
            action = (
                f'mapfile -t COMPREPLY < <(compgen -W "{" ".join(values_of(option))}" -- "$word")'
            )
        elif "--set" in option["names"]:
            action = (
                "compopt -o nospace; mapfile -t COMPREPLY < <(compgen -W "
                f'"{" ".join(settings(tool))}" -- "$word")'
            )
        else:
            action = ":"
        cases.append(f'    {"|".join(option["names"])}) {action}; return ;;')
    names = " ".join(name for option in tool["options"] for name in option["names"])
    function = "_" + tool["name"].replace("-", "_")
    return "\n".join(
        [
            f"# bash completion of {tool['name']}",
            f"{function}() {{",
            "  local last=$COMP_CWORD",
            "  local word=${COMP_WORDS[last]}",
            "  COMPREPLY=()",
            "  # bash makes three words of --option=value",
            '  [[ "$word" == "=" ]] && word="" && last=$((last + 1))',
            "  local before=${COMP_WORDS[last - 1]}",
            '  [[ "$before" == "=" ]] && before=${COMP_WORDS[last - 2]}',
            '  case "$before" in',
            *cases,
            "  esac",
            '  if [[ "$word" == -?* ]]; then',
            f'    mapfile -t COMPREPLY < <(compgen -W "{names}" -- "$word")',
            "  else",
            f"    {files}",
            "  fi",
            "}",
            f"complete -F {function} {tool['name']}",
            "",
        ]
    )


def zsh_text(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh(tool):
    lines = []
    for option in tool["options"]:
        names, text = option["names"], zsh_text(option["text"])
        value = ""
        if option["value"]:
            action = (
                "_files"
                if takes_file(option)
                else f"({' '.join(values_of(option))})"
                if values_of(option)
                else ""
            )
            value = f":{zsh_text(option['value'])}:{action}"
        for name in names:
            alone = "*" if option["repeats"] else f"({' '.join(names)})" if len(names) > 1 else ""
            lines.append(f"  '{alone}{name}[{text}]{value}'")
    return "\n".join(
        [
            f"#compdef {tool['name']}",
            "_arguments -s \\",
            *(line + " \\" for line in lines),
            "  '*:file:_files'",
            "",
        ]
    )


def fish(tool):
    lines = []
    for option in tool["options"]:
        words = ["complete", "-c", tool["name"]]
        for name in option["names"]:
            words += ["-l", name[2:]] if name.startswith("--") else ["-s", name[1:]]
        if option["value"]:
            words.append("-r" if takes_file(option) else "-x")
        choices = values_of(option) or (settings(tool) if "--set" in option["names"] else [])
        if choices:
            words += ["-a", "'" + " ".join(choices) + "'"]
        text = option["text"].replace("\\", "\\\\").replace("'", "\\'")
        lines.append(" ".join(words) + f" -d '{text}'")
    return "\n".join(lines) + "\n"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def main(folder, out):
    """(folder of the tools, folder such as /usr/share) Makes all files in a scratch folder, then
    moves them to their names: a tool or a disk that fails leaves the old files. Files of programs
    that no longer exist are removed, and files of other packages stay."""
    tools, share = references(folder), pathlib.Path(out)
    share.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=share) as scratch:
        made = pathlib.Path(scratch)
        make(tools, made)
        folders = {
            path.parent.relative_to(made) for path in made.rglob("*rubble*") if path.is_file()
        }
        output.put_folder(
            made, share, [path for folder in folders for path in (share / folder).glob("*rubble-*")]
        )


def make(tools, out):
    """({name: what it says of itself}, empty folder) => all pages in it"""
    for name, tool in tools.items():
        write(
            out / f"man/man1/{name}.1.gz", gzip.compress(manual_page(tool, tools).encode(), mtime=0)
        )
        write(out / f"bash-completion/completions/{name}", bash(tool))
        write(out / f"zsh/vendor-completions/_{name}", zsh(tool))
        write(out / f"fish/vendor_completions.d/{name}.fish", fish(tool))
    write(out / "rubble/rubble.schema.json", json.dumps(schema.of(tools.values()), indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], sys.argv[2])
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
