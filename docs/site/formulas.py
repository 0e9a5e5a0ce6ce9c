"""Mathematics of the site: formulas of Markdown pages become elements that KaTeX typesets in the
browser.

Formulas have the form that GitHub reads: a fence of ```math, or inline $`...`$. KaTeX comes from
Debian's package libjs-katex and is copied into the site.
"""
import pathlib
import re
import shutil

KATEX = pathlib.Path("/usr/share/javascript/katex")
INLINE = re.compile(r"(``+).*?\1|\$`([^`\n]+)`\$")  # code, a formula
TYPESET = """document.querySelectorAll(".math").forEach(function (element) {
  katex.render(element.textContent, element, {
    displayMode: element.classList.contains("display"), throwOnError: false
  });
});
"""


def element(tex, kind):
    """Signs of TeX become character references, so that Markdown leaves them as they are."""
    return (
        f'<span class="{kind}">'
        + re.sub(r"[^A-Za-z0-9 ]", lambda sign: f"&#{ord(sign[0])};", " ".join(tex.split()))
        + "</span>"
    )


def inline(line):
    return INLINE.sub(lambda found: element(found[2], "math") if found[2] else found[0], line)


def marked(text):
    """Page => the page with an element for each formula"""
    out, fence, formula = [], "", []
    for line in text.split("\n"):
        mark = re.match(r"\s*(```+|~~~+)\s*(\w*)", line)
        if fence and mark and mark[1].startswith(fence[:3]) and not mark[2]:
            out.append(
                line[: len(line) - len(line.lstrip())] + element(" ".join(formula), "math display")
                if fence.endswith("math")
                else line
            )
            fence, formula = "", []
        elif fence.endswith("math"):
            formula.append(line)
        elif fence:
            out.append(line)
        elif mark:
            fence = mark[1] + mark[2]
            if not fence.endswith("math"):
                out.append(line)
        else:
            out.append(inline(line))
    return "\n".join(out)


def loaded(text, top):
    """Page with formulas => the page that loads KaTeX; top: the way from the page to the top of the
    site, as in '../'"""
    if 'class="math' not in text:
        return text
    lines = [
        f'<link rel="stylesheet" href="{top}katex/katex.min.css">',
        f'<script src="{top}katex/katex.min.js"></script>',
        f'<script src="{top}katex/typeset.js"></script>',
    ]
    return text.rstrip("\n") + "\n\n<div>\n" + "\n".join(lines) + "\n</div>\n"


def copy_katex(site):
    """(folder of the site) KaTeX, its style, its fonts, and the script that calls it"""
    folder = pathlib.Path(site) / "katex"
    folder.mkdir()
    for name in ("katex.min.js", "katex.min.css"):
        shutil.copy(KATEX / name, folder / name)
    shutil.copytree(KATEX / "fonts", folder / "fonts")
    (folder / "typeset.js").write_text(TYPESET)


def available():
    return (KATEX / "katex.min.js").is_file() and (KATEX / "fonts").is_dir()
