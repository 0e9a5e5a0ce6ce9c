# Pictures of the frames of a track, for figures that show them side by side. A study that includes this file defines the table PICTURES,
# {end of the file's name: dict(options=..., across=...)}, with an entry for each view of a run:
#
# - options: options of rubble-render
# - across: width of the pictured region [m]
#
# Each value can be a function of the wildcards. A study with a single view has the entry "": its pictures are picture-0.png, picture-1.png, ...; frame -1 is the last.


rule picture:
    input:
        track="results/{scale}/{run}/track.h5",
    output:
        "results/{scale}/{run}/picture-{frame}{view}.png",
    wildcard_constraints:
        frame="-?[0-9]+",
        view=f"(?:{'|'.join(PICTURES)})",
    params:
        version=lambda wildcards: version("rubble-render"),
        options=lambda wildcards: value_for(PICTURES[wildcards.view]["options"], wildcards),
        across=lambda wildcards: value_for(PICTURES[wildcards.view]["across"], wildcards),
    log:
        "results/{scale}/{run}/picture-{frame}{view}.log",
    group:
        "tables"
    resources:
        mem_mb=memory_of,
        runtime=10,
    conda:
        "../envs/rubble.yaml"
    shell:
        '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} --'
        " rubble-render --force --frame {wildcards.frame} {params.options} --plain --across '{params.across} m' {input.track} {output}"
