# Rules of tools that prepare a pile, such as those of piles from files. There is one for each entry of ../scripts/tool_table.py without a rule in tools.smk.
# Files that a tool reads are inputs of its rule, so that a changed file repeats the run. If a file does not exist, the tool refuses the run.
import tool_table


def start_files(wildcards):
    """=> the existing files that the tool of a run reads"""
    row = row_of(wildcards)
    return [str(path) for path in tool_table.tracked_files(row["tool"], start_toml(wildcards), STUDY) if path.exists()]


def start_toml(wildcards):
    return run_config.merged(*toml_of(wildcards.scale, wildcards.run))


def start_command(wildcards, input, output):
    """=> the command of a run for a shell"""
    tool = row_of(wildcards)["tool"]
    return tool_table.command(tool, start_toml(wildcards), STUDY, input.config, input.piles, output.pile)


def start_rule(tool):
    """Defines the rule of a tool, with its name."""

    rule:
        name:
            tool
        input:
            config="results/{scale}/{run}/run.toml",
            piles=input_piles,
            files=start_files,
        output:
            pile="results/{scale}/{run}/pile.h5",
        wildcard_constraints:
            run=runs_of(tool),
        params:
            version=lambda wildcards: version(tool_table.program(tool)),
            command=start_command,
        log:
            "results/{scale}/{run}/log.txt",
        resources:
            mem_mb=memory_of,
            runtime=minutes_of,
        conda:
            "../envs/rubble.yaml"
        shell:
            '"$PYTHON" "$CALL" --log {log} --in {input} --out {output} -- {params.command}'


for tool, entry in tool_table.TOOLS.items():
    if not entry.own_rule:
        start_rule(tool)
