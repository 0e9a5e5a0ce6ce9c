#!/bin/bash
# A Slurm of one node for tests. It has its own munge, ports and folders, so that it does not affect a Slurm that runs here. Any user may start it.
# usage: onenode_slurm.sh start FOLDER | stop FOLDER | missing
# - start: starts it. Then `export SLURM_CONF=FOLDER/slurm.conf`. FOLDER must be a short path, because it contains a socket.
# - stop: ends its jobs and the processes that start began.
# - missing: prints the programs that are not installed (Debian: slurm-wlm, munge), or nothing.
set -euo pipefail
export PATH="$PATH:/usr/sbin:/sbin"
folder=${2-}

missing() {
  local program
  for program in munged slurmctld slurmd sbatch scontrol; do
    command -v "$program" >/dev/null || echo "$program"
  done
}

free_ports() { /usr/bin/python3 -c 'import socket
both = [socket.socket() for _ in range(2)]
[s.bind(("127.0.0.1", 0)) for s in both]
print(*(s.getsockname()[1] for s in both))'; }

configure() {
  local host memory ports user
  host=$(hostname -s)
  user=$(id -un)
  memory=$(awk '/MemTotal/ {print int($2 / 1024 * 0.7)}' /proc/meminfo)
  read -ra ports < <(free_ports)
  cat >"$folder/slurm.conf" <<TEXT
ClusterName=onenode
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
SlurmctldPort=${ports[0]}
SlurmdPort=${ports[1]}
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
MpiDefault=none
ReturnToService=2
KillWait=10
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=low Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1 PreemptMode=REQUEUE
PartitionName=high Nodes=ALL Default=NO MaxTime=INFINITE State=UP PriorityTier=10 PreemptMode=OFF
TEXT
}

start() {
  mkdir -p "$folder/state" "$folder/spool"
  chmod 755 "$folder"
  head -c 1024 /dev/urandom >"$folder/munge.key"
  chmod 600 "$folder/munge.key"
  munged --num-threads 1 --key-file "$folder/munge.key" --socket "$folder/munge.socket" --pid-file "$folder/munged.pid" \
    --log-file "$folder/munged.log" --seed-file "$folder/munged.seed"
  configure
  export SLURM_CONF=$folder/slurm.conf
  slurmctld -f "$SLURM_CONF"
  slurmd -f "$SLURM_CONF"
  for _ in {1..60}; do
    [ "$(sinfo -h -p low -o %t 2>/dev/null)" != idle ] || return 0
    sleep 0.5
  done
  sinfo || true
  tail -n 20 "$folder"/*.log
  return 1
}

stop() {
  local program
  if [ -f "$folder/slurmd.pid" ]; then
    SLURM_CONF=$folder/slurm.conf timeout 10 scancel --user "$(id -un)" || true
  fi
  for program in slurmd slurmctld munged; do
    if [ -f "$folder/$program.pid" ]; then
      kill "$(cat "$folder/$program.pid")" 2>/dev/null || true
    fi
  done
}

case ${1-} in
  missing) missing ;;
  start) start ;;
  stop) stop ;;
  *) sed -n 3,6p "$0" | cut -c 3-; exit 2 ;;
esac
