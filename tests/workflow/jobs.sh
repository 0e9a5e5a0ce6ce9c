#!/bin/bash
# usage: jobs.sh SNAKEMAKE SNAKEFILE FOLDER: at every scale of the study's table a dry run in an empty folder lists jobs of every tool that the
# scale has rows for, and of the readers that its figures need. So does each command of docs/REPRODUCTION.md that selects runs.
set -euo pipefail
rm -rf "$3" && mkdir -p "$3"
table=$(dirname "$2")/config/params.tsv
study=$(basename "$(dirname "$2")")
scales=$(grep -v '^#' "$table" | tail -n +2 | cut -f 1 | sort -u)
# One dry run for all scales: Snakemake needs seconds to start. A job's scale is the folder of its outputs.
reports=$(for scale in $scales; do echo "results/$scale/report.html"; done)
# shellcheck disable=SC2086  # one word per scale
list=$("$1" --snakefile "$2" --directory "$3" --cores 1 --dry-run $reports 2>&1) || { echo "$list"; exit 1; }
jobs=$(awk '/^ *(local)?rule [^ ]*:$/ {rule = $NF; sub(":", "", rule)} /^ *output: results\// {split($2, part, "/"); print part[2], rule}' <<<"$list" | sort -u)
for scale in $scales; do
  rules="run_config report $(awk -F '\t' -v scale="$scale" '$1 == scale {print $4}' "$table" | sort -u | paste -sd ' ')"
  case $study in
    collisions)
      rules+=" read impact_law clusters"
      [[ $scale == paper-* ]] || rules+=" overlaps bounce shapes" ;;
    grain-shape)
      rules+=" read critical fig1 table2 fig5 table3 shape fig6 fig7 fig8" ;;
    accretion)
      rules+=" picture divergence field view fig4 fig6 fig7 fig8 fig13 fig14 reach numerics methods claims" ;;
    aggregation)
      rules+=" spinstate alphashape clusters picture view fig2 fig3 table2 table3 fig5 fig6 fig7 fig8 numerics claims" ;;
    strength)
      rules+=" satellites picture view fig1 cubes fig2 remnant numerics fig3 strengths survey fluid claims" ;;
    philosophies)
      rules+=" place satellites view together strain table spin shape control departure energy steps bodies frames film bed costs"
      [ "$scale" = smoke ] || rules+=" flybys collisions"
      [ "$scale" = demo ] || rules+=" sizes" ;;
    template)
      rules+=" read runs_table fig1" ;;
  esac
  for rule in $rules; do
    grep -qxF "$scale $rule" <<<"$jobs" || { echo "no job of rule $rule at scale $scale"; echo "$list"; exit 1; }
  done
  echo "$scale: $rules"
done

# `first` selects that number of heavy runs, of any tool, and the runs from which they start.
grep -q "^demo$" <<<"$scales" || exit 0
wanted=$(awk -F '\t' '$1 == "demo" && $4 ~ /^(collide|spinup|flyby|shake)$/ {n++} END {print (n > 3 ? 3 : n + 0)}' "$table")
list=$("$1" --snakefile "$2" --directory "$3" --cores 1 --dry-run results/demo/report.html --config first=3 2>&1)
heavy=$(grep -cE "^ *rule (collide|spinup|flyby|shake):" <<<"$list") || true
[ "$heavy" -eq "$wanted" ] || { echo "first=3 takes $heavy heavy runs"; echo "$list"; exit 1; }

# The commands of docs/REPRODUCTION.md that select runs by name plan the jobs of these runs.
page=$(dirname "$2")/../../docs/REPRODUCTION.md
{ grep -oE "\./reproduce $study --scale [a-z]+ --config runs='[^']+' kept=1" "$page" || true; } | while read -r _ _ _ scale _ choice _; do
  list=$("$1" --snakefile "$2" --directory "$3" --cores 1 --dry-run "results/$scale/report.html" --config "${choice//\'/}" kept=1 2>&1) ||
    { echo "$study, $scale, $choice:"; echo "$list"; exit 1; }
done
