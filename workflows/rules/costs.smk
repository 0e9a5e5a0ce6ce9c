# A figure for any study: computing time of the runs of a scale.


rule costs:
    input:
        piles=lambda wildcards: [f"results/{wildcards.scale}/{run}/pile.h5" for run in costly(wildcards)],
        published=STUDY / "config" / "published.toml",
        package=ANALYSIS,
    output:
        png="results/{scale}/costs/figure.png",
        pdf="results/{scale}/costs/figure.pdf",
        svg="results/{scale}/costs/figure.svg",
        data="results/{scale}/costs/data.csv",
        verdict="results/{scale}/costs/verdict.json",
    params:
        experiments=lambda wildcards: [RUNS[wildcards.scale, run]["experiment"] for run in costly(wildcards)],
    log:
        "results/{scale}/costs/log.txt",
    group:
        "figures"
    conda:
        "../envs/rubble.yaml"
    script:
        "../scripts/costs.py"
