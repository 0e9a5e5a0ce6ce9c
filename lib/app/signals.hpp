#pragma once
// SIGTERM and SIGINT: the first asks the run to save a checkpoint and stop, a second stops it at once.

namespace rubble::app {

// From now on the first signal is only noted.
void watch_stop_signals();

// The signal that was noted, 0 if none.
int stop_signal();

}  // namespace rubble::app
