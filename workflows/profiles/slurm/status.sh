#!/bin/sh
# usage: status.sh JOB: prints running, success or failed, as Snakemake 7 asks. A job that Slurm has put back into its queue is running.
# The controller knows it first; the accounting, if there is one, knows those that the controller has forgotten.
job=$1
if shown=$(scontrol -o show job "$job" 2>&1); then
  state=$(printf '%s' "$shown" | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p')
else
  state=$(sacct -X -n -P -o State -j "$job" 2>/dev/null | head -n 1)
  case "$shown" in *Invalid*) state=${state:-FORGOTTEN} ;; esac # else the controller is away for a moment
fi
case "$state" in
  COMPLETED) echo success ;;
  PENDING* | CONFIGURING* | RUNNING* | COMPLETING* | SUSPENDED* | REQUEUE* | RESIZING* | STOPPED* | SIGNALING* | STAGE_OUT* | "") echo running ;;
  *) echo failed ;;
esac
