# One rule for each kind of tool. The folder of a run, results/<scale>/<run>/, contains run.toml (all physical parameters of the tool), pile.h5, track.h5 and log.txt.
# Tools write checkpoints beside their outputs. Checkpoints are not declared as outputs, because Snakemake deletes declared outputs of interrupted jobs. With --restart
# the next attempt resumes from them.
#
# Tools run through $CALL, workflows/scripts/call.py, which decides by the exit code. A run that reaches the end of its duration before its stop rule is met (4) is a result. A run
# that would fail again in the same way (2, 3) leaves failure records in place of its outputs. Only runs stopped by the system are repeated.
#
# On a cluster, jobs of about a second run on the submitting host (localrules). Jobs of some seconds are grouped into shared jobs (groups `tables` and `figures`; the profile
# sets their size). Each run of a tool is a separate job with memory and time for its number of spheres.


include: "resources.smk"
include: "starts.smk"
include: "runs.smk"


localrules:
    all,
    run_config,
    bounce,
    combine,
    spin,
    critical,
    impact_law,


wildcard_constraints:
    scale="[a-z-]+",
    run="[^/]+",


# Rendered by Snakemake itself, without a separate process. A changed file of config/ updates each run.toml that includes it, and repeats these runs.
rule run_config:
    input:
        template=str(ROOT / "workflows" / "rules" / "run.toml.jinja"),
        parts=parts,
    output:
        "results/{scale}/{run}/run.toml",
    params:
        origin=lambda wildcards: run_config.origin(*toml_of(wildcards.scale, wildcards.run)),
        toml=lambda wildcards: run_config.complete(
            row_of(wildcards)["tool"], *toml_of(wildcards.scale, wildcards.run)
        ),
    log:
        "results/{scale}/{run}/run_config.log",
    template_engine:
        "jinja2"


rule generate:
    input:
        config="results/{scale}/{run}/run.toml",
        files=start_files,
    output:
        pile="results/{scale}/{run}/pile.h5",
    wildcard_constraints:
        run=runs_of("generate"),
    params:
        version=lambda wildcards: version("rubble-generate"),
    log:
        "results/{scale}/{run}/log.txt",
    resources:
        mem_mb=memory_of,
        runtime=minutes_of,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} -- rubble-generate --force --config {input.config} {output.pile}'


rule combine:
    input:
        config="results/{scale}/{run}/run.toml",
        piles=input_piles,
    output:
        pile="results/{scale}/{run}/pile.h5",
        table="results/{scale}/{run}/encounter.tsv",
    wildcard_constraints:
        run=runs_of("combine"),
    params:
        version=lambda wildcards: version("rubble-combine"),
    log:
        "results/{scale}/{run}/log.txt",
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output.table} --'
        " rubble-combine --force --config {input.config} {input.piles} {output.pile}"


rule spin:
    input:
        config="results/{scale}/{run}/run.toml",
        pile=input_piles,
    output:
        pile="results/{scale}/{run}/pile.h5",
        table="results/{scale}/{run}/spin.tsv",
    wildcard_constraints:
        run=runs_of("spin"),
    params:
        version=lambda wildcards: version("rubble-spin"),
    log:
        "results/{scale}/{run}/log.txt",
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output.table} --'
        " rubble-spin --force --config {input.config} {input.pile} {output.pile}"


rule evolve:
    input:
        config="results/{scale}/{run}/run.toml",
        pile=input_piles,
        files=start_files,
    output:
        pile="results/{scale}/{run}/pile.h5",
        track="results/{scale}/{run}/track.h5",
    wildcard_constraints:
        run=runs_of("evolve"),
    params:
        tool="rubble-evolve",
        version=lambda wildcards: version("rubble-evolve"),
    threads: threads_of
    log:
        "results/{scale}/{run}/log.txt",
    resources:
        mem_mb=memory_of,
        runtime=minutes_of,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --'
        " {params.tool} --restart --force --threads {threads} --config {input.config} --track {output.track} {input.pile} {output.pile}"


use rule evolve as relax with:
    wildcard_constraints:
        run=runs_of("relax"),
    params:
        tool="rubble-relax",
        version=lambda wildcards: version("rubble-relax"),
    priority: 1  # everything else waits for settled piles


use rule evolve as collide with:
    wildcard_constraints:
        run=runs_of("collide"),
    params:
        tool="rubble-collide",
        version=lambda wildcards: version("rubble-collide"),


use rule evolve as spinup with:
    wildcard_constraints:
        run=runs_of("spinup"),
    params:
        tool="rubble-spinup",
        version=lambda wildcards: version("rubble-spinup"),


use rule evolve as flyby with:
    wildcard_constraints:
        run=runs_of("flyby"),
    params:
        tool="rubble-flyby",
        version=lambda wildcards: version("rubble-flyby"),


use rule evolve as shake with:
    wildcard_constraints:
        run=runs_of("shake"),
    params:
        tool="rubble-shake",
        version=lambda wildcards: version("rubble-shake"),


# An interactive 3D view of a pile for the report.
rule view:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        "results/{scale}/{run}/view.html",
    params:
        version=lambda wildcards: version("rubble-view"),
    log:
        "results/{scale}/{run}/view.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} -- rubble-view --force {input.pile} {output}'


# Critical values from the track of a spin-up, a flyby or a shaking: ratios, rise times.
rule critical:
    input:
        track="results/{scale}/{run}/track.h5",
    output:
        "results/{scale}/{run}/critical.json",
    params:
        version=lambda wildcards: version("rubble-critical"),
    log:
        "results/{scale}/{run}/critical.log",
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-critical --json {input.track}'


# Predictions of scaling laws for an encounter: one row for each c*, then the curves over Q.
rule impact_law:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        own="results/{scale}/{run}/impact-law.json",
        curve="results/{scale}/{run}/impact-law-curve.json",
    wildcard_constraints:
        run=runs_of("combine"),
    params:
        version=lambda wildcards: version("rubble-impact-law"),
        c_star="3,4,5,6,7",
        curve="0.25,0.35,0.5,0.6,0.7,0.85,1,1.2,1.5,2,2.5,3,4,5,6,7.5,9,10.5,12,15",
    log:
        own="results/{scale}/{run}/impact-law.log",
        curve="results/{scale}/{run}/impact-law-curve.log",
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log.own} --in {input} --out {output.own} --stdout {output.own} --'
        " rubble-impact-law --json --c-star {params.c_star} {input.pile}"
        ' && "$PYTHON" "$CALL" --log {log.curve} --in {input} --out {output.curve} --stdout {output.curve} --'
        " rubble-impact-law --json --c-star {params.c_star} --energy-ratio {params.curve} {input.pile}"


# Clusters of a pile: tables of three cluster searches, and the cluster number of each body.
rule clusters:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        tables="results/{scale}/{run}/clusters.json",
        labels="results/{scale}/{run}/clusters.csv",
    params:
        version=lambda wildcards: version("rubble-clusters"),
    log:
        "results/{scale}/{run}/clusters.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output.tables} --'
        " rubble-clusters --json --force --labels {output.labels} {input.pile}"


# Spheres under the largest stress in each frame. The top is one in a hundred spheres; for few spheres one in twenty.
rule overlaps:
    input:
        track="results/{scale}/{run}/track.h5",
    output:
        "results/{scale}/{run}/overlaps.json",
    params:
        version=lambda wildcards: version("rubble-overlaps"),
        top=lambda wildcards: 0.01 if spheres_of(wildcards.scale, wildcards.run) >= 3000 else 0.05,
    log:
        "results/{scale}/{run}/overlaps.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-overlaps --json --top {params.top} {input.track}'


# Collision of two spheres of the initial pile, with the contact laws of the run and the speed of its encounter.
rule bounce:
    input:
        config="results/{scale}/{run}/run.toml",
        pile=input_piles,
    output:
        "results/{scale}/{run}/bounce.json",
    params:
        version=lambda wildcards: version("rubble-bounce"),
    log:
        "results/{scale}/{run}/bounce.log",
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-bounce --json --config {input.config} {input.pile}'


# Shear strain inside a pile at each frame of its track, and its first departure from a rigid body.
rule strain:
    input:
        track="results/{scale}/{run}/track.h5",
    output:
        "results/{scale}/{run}/strain.json",
    params:
        version=lambda wildcards: version("rubble-strain"),
    log:
        "results/{scale}/{run}/strain.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-strain --json {input.track}'


# The shape of a pile at each frame of its track.
rule shapes:
    input:
        track="results/{scale}/{run}/track.h5",
    output:
        "results/{scale}/{run}/shapes.json",
    params:
        version=lambda wildcards: version("rubble-ellipsoid"),
    log:
        "results/{scale}/{run}/shapes.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-ellipsoid --json --frames --volume sphere {input.track}'


# Reading tools: one table of a pile as JSON.
rule read:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        "results/{scale}/{run}/{reader}.json",
    wildcard_constraints:
        reader="packing|stress|ellipsoid|energy|info|contacts",
    params:
        tool=lambda wildcards: f"rubble-{wildcards.reader}",
        version=lambda wildcards: version(f"rubble-{wildcards.reader}"),
    log:
        "results/{scale}/{run}/{reader}.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- {params.tool} --json {input.pile}'


# Greatest stresses of the bonds in each aggregate of a pile.
rule bonds:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        "results/{scale}/{run}/bonds.json",
    params:
        version=lambda wildcards: version("rubble-contacts"),
    log:
        "results/{scale}/{run}/bonds.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-contacts --json --bonds {input.pile}'


# Self-gravity of a pile: its constant, and the largest acceleration.
rule gravity:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        "results/{scale}/{run}/gravity.json",
    params:
        version=lambda wildcards: version("rubble-gravity"),
    log:
        "results/{scale}/{run}/gravity.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-gravity --json --summary --sample 1 {input.pile}'


# Rotation and shape of the clusters of a pile: of the heaviest one, and of all others with at least SHARE of the mass. A study can set LINK and SHARE before it includes
# these rules.
LINK = globals().get("LINK", 0.01)  # largest gap between neighbours of a cluster, in mean diameters
SHARE = globals().get("SHARE", 0.02)  # minimum mass fraction of a cluster


rule spinstate:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        "results/{scale}/{run}/spinstate.json",
    params:
        version=lambda wildcards: version("rubble-spinstate"),
        clusters=f"--clusters {SHARE} --link {LINK}",
    log:
        "results/{scale}/{run}/spinstate.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-spinstate --json {params.clusters} {input.pile}'


# Radii of the alpha shapes: three given ones to show their influence, the automatic one, and the convex hull.
rule alphashape:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        "results/{scale}/{run}/alphashape.json",
    params:
        version=lambda wildcards: version("rubble-alphashape"),
        clusters=f"--clusters {SHARE} --link {LINK}",
        alpha="--alpha '100 m' --alpha '195 m' --alpha '400 m' --alpha inf --alpha auto",
    log:
        "results/{scale}/{run}/alphashape.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-alphashape --json {params.clusters} {params.alpha} {input.pile}'


# Final states of bodies apart from the largest remnant, frame by frame.
rule satellites:
    input:
        track="results/{scale}/{run}/track.h5",
    output:
        "results/{scale}/{run}/satellites.tsv",
    params:
        version=lambda wildcards: version("rubble-satellites"),
    log:
        "results/{scale}/{run}/satellites.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-satellites --frames {input.track}'


# Each cluster apart from the largest remnant at the end, with its orbit about the remnant.
rule companions:
    input:
        pile="results/{scale}/{run}/pile.h5",
    output:
        "results/{scale}/{run}/companions.json",
    params:
        version=lambda wildcards: version("rubble-satellites"),
    log:
        "results/{scale}/{run}/companions.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --stdout {output} -- rubble-satellites --json {input.pile}'
