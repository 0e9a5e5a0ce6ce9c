#!/bin/sh
# usage: status.sh JOB: prints running, success or failed, as Snakemake 7 requires. A requeued job counts as running.
# The controller has the latest state. The accounting, if there is one, has jobs that the controller no longer lists.
job=$1
if shown=$(scontrol -o show job "$job" 2>&1); then
  state=$(printf '%s' "$shown" | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p')
else
  state=$(sacct -X -n -P -o State -j "$job" 2>/dev/null | head -n 1)
  case "$shown" in *Invalid*) state=${state:-FORGOTTEN} ;; esac # otherwise the controller is temporarily unreachable
fi
case "$state" in
  COMPLETED) echo success ;;
  PENDING* | CONFIGURING* | RUNNING* | COMPLETING* | SUSPENDED* | REQUEUE* | RESIZING* | STOPPED* | SIGNALING* | STAGE_OUT* | "") echo running ;;
  *) echo failed ;;
esac
