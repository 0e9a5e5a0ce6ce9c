# The table of all runs of a scale, results/<scale>/runs.tsv: values, status, message and measured columns (../scripts/runs_table.py). A study can set TABLES,
# the names of the measured tables, before it includes these rules.
TABLES = globals().get("TABLES", measured.TABLES)


rule runs_table:
    input:
        configs=lambda w: expand("results/{{scale}}/{run}/run.toml", run=runs_at(w.scale)),
        piles=lambda w: expand("results/{{scale}}/{run}/pile.h5", run=runs_at(w.scale)),
        tables=measured_files,
    output:
        "results/{scale}/runs.tsv",
    params:
        table=str(TABLE),
        tables=list(TABLES),
        runs=lambda w: runs_at(w.scale),
        rows=lambda w: ["\t".join(RUNS[w.scale, run].values()) for run in runs_at(w.scale)],  # a changed row repeats the rule
    log:
        "results/{scale}/runs.log",
    group:
        "figures"
    conda:
        "../envs/rubble.yaml"
    script:
        "../scripts/runs_table.py"
