"""The table of all diagnostics as a picture."""
from analysis import figure
import philosophies as ph

NO_VALUE = "no value"  # of a pile that does not grow by 5 %, or that no friction angle holds


def draw(rows, variances, collapses):
    """(rows of diagnostics.means, of spreads.rows_of and of spread_collapse.rows_of) => figure: a
    line for each variant and matching, a column for each diagnostic. Below, for each matching and
    set of variants: the spread of the variants and the probability p that equal variants differ so
    much. Last: the collapse K, with a 95 % interval if there are enough piles."""
    if not rows:
        return None
    lines = ph.cases(rows)
    units = {row["diagnostic"]: row["unit"] for row in rows}
    columns = list(units)
    cells = {(row["variant"], row["matching"], row["diagnostic"]): row for row in rows}
    texts = {
        ", ".join(line): [text_of(cells[*line, column]) for column in columns] for line in lines
    }
    texts |= spreads_of(variances, columns) | collapses_of(collapses, columns)
    page, axis = figure.plt.subplots(figsize=(3.2 + 1.45 * len(columns), 1.2 + 0.33 * len(texts)))
    axis.axis("off")
    table = axis.table(
        list(texts.values()),
        rowLabels=list(texts),
        colLabels=[wrapped(heading(column, units[column])) for column in columns],
        cellLoc="center",
        bbox=(0.2, 0, 0.8, 1),
    )
    table.auto_set_font_size(False)
    table.set_fontsize(9)
    for column in range(len(columns)):
        table[0, column].set_height(1.6 * table[0, column].get_height())
    return page


def spreads_of(rows, columns):
    """(rows of spreads.rows_of, diagnostics) => {label: texts}, with seeds as blocks"""
    blocked = [row for row in rows if row["seeds"] == "blocked"]
    return lines_of(
        [(f"spread of {r['variants']}, {r['matching']}", r, spread_text(r)) for r in blocked],
        columns,
    )


def collapses_of(rows, columns):
    """(rows of spread_collapse.rows_of, diagnostics) => {label: texts}"""
    return lines_of(
        [(f"collapse K of {row['variants']}", row, collapse_text(row)) for row in rows], columns
    )


def lines_of(cells, columns):
    """([(label of the line, row, text)], diagnostics) => {label: texts}, without empty lines"""
    found = {}
    for label, row, text in cells:
        if text:
            found.setdefault(label, dict.fromkeys(columns, ""))[row["diagnostic"]] = text
    return {label: list(texts.values()) for label, texts in found.items()}


def spread_text(row):
    """=> spread and p; "no value" if a pile has none, "" without runs or for one pile"""
    if row["piles without a value"]:
        return NO_VALUE
    if row["spread"] is None:
        return ""
    return f"{row['spread']:.2g}" + ("" if row["p"] is None else f"\np = {row['p']:.1g}")


def collapse_text(row):
    """=> K, its interval and the number of piles, or why K is not evaluated; "" without runs or for
    one pile"""
    if row["runs without a value"]:
        return NO_VALUE
    p = row["p with equal coefficients"]
    if row["K"] is None:
        return "" if p is None else f"not evaluated\np = {p:.1g}"
    interval = "" if row["low"] is None else f"\n{row['low']:.2g} to {row['high']:.2g}"
    return f"{row['K']:.2g} (n = {row['seeds']}){interval}"


def text_of(row):
    """=> mean and standard error; "no value" if a pile has none, "" without runs"""
    if row["mean"] is None:
        return NO_VALUE if row["piles without a value"] else ""
    error = row["standard error"]
    return f"{row['mean']:.3g}" + (f" +- {error:.1g}" if error is not None else "")


def heading(name, unit):
    return name if unit == "1" else f"{name} [{unit}]"


def wrapped(text):
    """=> the text on two or three lines"""
    words, lines = text.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 15:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
