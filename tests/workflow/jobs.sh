#!/bin/bash
# usage: jobs.sh SNAKEMAKE SNAKEFILE FOLDER: at every scale a dry run in an empty folder lists jobs of every kind of tool.
set -euo pipefail
rm -rf "$3" && mkdir -p "$3"
for scale in smoke demo paper-quarter paper paper-full; do
  list=$("$1" --snakefile "$2" --directory "$3" --cores 1 --dry-run "results/$scale/report.html" 2>&1)
  rules="run_config generate relax evolve combine read report"
  [ $scale = paper-full ] || rules+=" collide impact_law clusters"
  [[ $scale == paper-* ]] || rules+=" overlaps"
  for rule in $rules; do
    grep -qE "^(local)?rule $rule:" <<<"$list" || { echo "no job of rule $rule at scale $scale"; echo "$list"; exit 1; }
  done
done
