# The figures of a study. A study defines the table FIGURES, {figure: dict(...)}, in the order of the report, and then includes this file. Keys of an entry:
#
# - experiments: experiments that the figure shows, separated by spaces. A scale without runs of these has no such figure. None: every scale has the figure
# - input: {name: files}, which `collect` of the script receives as `given`; a value can be a function of the wildcards
# - params: {name: value}, which `collect` receives as `params`; a value can be a function of the wildcards
# - tables: names of the tables that the script writes besides data.csv, separated by spaces
# - verdict: False for a figure without comparison, which has no verdict.json
# - script_name: the script without .py, in scripts/ of the study or of workflows/; by default it has the name of the figure


def figure_rule(figure, experiments, input, params={}, tables="", verdict=True, script_name=None):
    """Defines the rule of one figure from its entry in FIGURES. The rule has the name of the figure."""
    # A function, because Snakemake evaluates the path of the script when a job runs: in a loop it would then be the script of the last figure.
    folder = f"results/{{scale}}/{figure}"
    script_name = script_name or figure  # not `script`, which is the function of Snakemake that runs it
    place = STUDY.name if (STUDY / "scripts" / f"{script_name}.py").exists() else "."

    rule:
        name:
            figure
        input:
            **input,
            **({"published": STUDY / "config" / "published.toml"} if verdict else {}),
            package=ANALYSIS,
        output:
            png=f"{folder}/figure.png",
            pdf=f"{folder}/figure.pdf",
            svg=f"{folder}/figure.svg",
            data=f"{folder}/data.csv",
            **{table: f"{folder}/{table}.csv" for table in tables.split()},
            **({"verdict": f"{folder}/verdict.json"} if verdict else {}),
        params:
            **params,
        log:
            f"{folder}/log.txt",
        group:
            "figures"
        conda:
            "../envs/rubble.yaml"
        script:
            f"../{place}/scripts/{script_name}.py"


for figure, entry in FIGURES.items():
    figure_rule(figure, **entry)


def figures(wildcards):
    """=> figures of a scale, in the order of the report"""
    return [
        figure
        for figure, entry in FIGURES.items()
        if entry["experiments"] is None
        or any(runs(wildcards.scale, name, "relax", "evolve", *selection.HEAVY) for name in entry["experiments"].split())
    ]


def figure_files(wildcards):
    return [f"results/{wildcards.scale}/{figure}/figure.svg" for figure in figures(wildcards)]


def verdict_files(wildcards):
    return [f"results/{wildcards.scale}/{figure}/verdict.json" for figure in figures(wildcards) if FIGURES[figure].get("verdict", True)]
