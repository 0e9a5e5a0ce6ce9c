#pragma once
// Signals that ask a run to save a checkpoint and stop: all that end a process by default and
// say nothing of a fault in it (docs/decisions/0020-signals.md).

namespace rubble::app {

// For every tool: a closed pipe and a file that would grow beyond its limit become errors of the write (EPIPE, EFBIG).
void ignore_write_signals();

// From now on the first signal that asks is noted (base/stop.hpp), and a second SIGTERM or SIGINT ends the process at
// once. A signal that was ignored when the process began, as nohup does with SIGHUP, stays ignored.
void watch_stop_signals();

// Ends the process by the signal that was noted, as if it had never been watched.
[[noreturn]] void end_by_stop_signal();

}  // namespace rubble::app
