#!/bin/bash
# usage: smoke.sh SNAKEMAKE SNAKEFILE FOLDER: the whole study at smoke scale, from nothing to its report; conservation must hold
# at any scale, and a second call finds nothing to do.
set -euo pipefail
rm -rf "$3" && mkdir -p "$3"
study() { "$1" --snakefile "$2" --directory "$3" --cores 2 results/smoke/report.html; }
study "$@" </dev/null || { cat "$3"/results/smoke/*/*log*; exit 1; }
failed=$(cat "$3"/results/smoke/*/failed.json "$3"/results/smoke/*/failed.csv 2>/dev/null) || true
[ -z "$failed" ] || { echo "runs failed: $failed"; exit 1; }
/usr/bin/python3 "$(dirname "$0")/smoke_verdicts.py" "$(basename "$(dirname "$2")")" "$3/results/smoke/verdict.json"
grep -q '<circle .*<title>' "$3/results/smoke/report.html"  # figures contain values
grep -q 'srcdoc=' "$3/results/smoke/report.html"  # a run in a 3D view
again=$(study "$@" 2>&1 </dev/null)
grep -q "Nothing to be done" <<<"$again" || { echo "$again"; exit 1; }
