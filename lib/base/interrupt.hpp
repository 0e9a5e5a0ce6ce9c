#pragma once
// Request to stop. Signals set it (cli/signals.hpp), and all operations that may take long check it.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>

namespace rubble {

// Thrown when a signal makes the program abandon an unfinished operation.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped by a signal"; }
};

namespace interrupt {

inline std::atomic<int> signal{0};  // signal that requests the stop; 0: none
inline std::atomic<std::int64_t> deadline{std::numeric_limits<std::int64_t>::max()};  // on the clock of now() [ms]
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

inline std::int64_t now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

// True if a signal requests that the run ends at the next time at which it can save a checkpoint.
inline bool requested() { return signal.load(std::memory_order_relaxed) != 0; }

// True if the requested end is long overdue, so that the present operation is abandoned. Loops inside parallel regions
// then skip the rest of their work.
inline bool overdue() { return requested() && now() >= deadline.load(std::memory_order_relaxed); }

// Throws Stopped if overdue(). For loops outside parallel regions that may take long.
inline void check() {
  if (overdue()) throw Stopped();
}

}  // namespace interrupt
}  // namespace rubble
