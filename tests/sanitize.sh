#!/bin/bash
# Runs tests with sanitizers: all unit and physics tests and a slice of the fuzzing with those of addresses and undefined
# behaviour, and what runs in parallel with that of threads. Hours of CPU time, mostly compiling; not part of ./check.
#   tests/sanitize.sh [asan-ubsan] [tsan]        both unless named
# JOBS=N: compilers at a time. FILTER=PATTERN: only these tests (GoogleTest's pattern). Exit code 1 if anything was found.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
cd "$root"
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
# Tests with loops on several threads; all determinism tests have them.
threaded='*Thread*:Parallel.*:*SameBits*'
failed=0

build() { # preset, targets
  cmake --preset "$1" -G Ninja > /dev/null
  ninja -C "build/$1" -j "${JOBS:-$(nproc)}" "${@:2}"
}

check() { # (title, command)
  echo "sanitize: $1"
  "${@:2}" || { echo "sanitize: FAILED: $1"; failed=1; }
}

for preset in "${@:-asan-ubsan}" $([ $# -gt 0 ] || echo tsan); do
  case $preset in
    asan-ubsan)
      build "$preset" all
      for group in unit physics; do
        check "$preset, test_$group" env OMP_NUM_THREADS=2 "build/$preset/tests/test_$group" --gtest_brief=1 --gtest_filter="${FILTER:-*}"
      done
      check "$preset, fuzzing" /usr/bin/python3 tests/fuzz/fuzz.py "build/$preset/bin" --count 25 --tables 60 --sanitized
      ;;
    tsan)
      build "$preset" test_unit test_physics test_determinism
      for group in unit physics; do
        check "$preset, test_$group" env OMP_NUM_THREADS=4 "build/$preset/tests/test_$group" --gtest_brief=1 --gtest_filter="${FILTER:-$threaded}"
      done
      check "$preset, test_determinism" env OMP_NUM_THREADS=4 "build/$preset/tests/test_determinism" --gtest_brief=1 --gtest_filter="${FILTER:-*}"
      ;;
    *) echo "$preset: there are asan-ubsan and tsan"; exit 2 ;;
  esac
done
exit $failed
