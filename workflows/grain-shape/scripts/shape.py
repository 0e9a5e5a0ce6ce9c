"""M4 and M5, the headline of the paper: effect of the shape of grains on the ratios of Tables 2 and
3, by all readings of the bulk radius, with and without friction during the collapse."""
from analysis import study
import ratio_table
import shape_effect
import shape_plot


def collect(given, params):
    """=> the rows of both tables, with the columns of both"""
    rows = ratio_table.collect(given, params)["data"]
    columns = dict.fromkeys(name for row in rows for name in row)
    return {"data": [{name: row.get(name) for name in columns} for row in rows]}


def finish(tables, demands, scale):
    both = [
        ratio_table.Table([row for row in tables["data"] if row["run"].startswith(letter)], letter)
        for letter in "ST"
    ]
    entries = [entry for t in both for entry in shape_effect.headlines(t, demands, scale)]
    return entries, shape_plot.draw(both, demands)


if "snakemake" in globals():
    study.make(snakemake, collect, finish)  # noqa: F821
