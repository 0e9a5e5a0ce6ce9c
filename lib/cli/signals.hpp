#pragma once
// Signals that ask a run to save a checkpoint and stop: all signals that end a process by default and do not indicate a
// fault in it (docs/decisions/0020-signals.md).

namespace rubble::cli {

// For every tool: a closed pipe and a file beyond its size limit become write errors (EPIPE, EFBIG) instead of signals.
void ignore_write_signals();

// From now on the first stop signal is noted (base/interrupt.hpp), and a second SIGTERM, SIGINT or SIGQUIT ends the
// process at once. A signal that was ignored when the process started, as SIGHUP is under nohup, stays ignored.
void watch_stop_signals();

// Ends the process with the signal that was noted, so that its parent sees the default action of the signal.
[[noreturn]] void end_by_stop_signal();

}  // namespace rubble::cli
