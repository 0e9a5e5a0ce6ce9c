#pragma once
// The request to stop. Signals make it (app/signals.hpp); whatever can last looks at it.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>

namespace rubble {

// Work was given up half done, because a signal asked for it.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped by a signal"; }
};

namespace stop {

inline std::atomic<int> signal{0};                                                    // that asked, 0 if none
inline std::atomic<std::int64_t> deadline{std::numeric_limits<std::int64_t>::max()};  // on the clock of now() [ms]
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

inline std::int64_t now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

// True if the run has to end at the next moment at which nothing is lost.
inline bool requested() { return signal.load(std::memory_order_relaxed) != 0; }

// True if that moment is long overdue, so that work is given up. For loops inside parallel regions, which then skip the
// rest of their work.
inline bool overdue() { return requested() && now() >= deadline.load(std::memory_order_relaxed); }

// Throws Stopped if overdue(). For every loop that can last, outside of parallel regions.
inline void check() {
  if (overdue()) throw Stopped();
}

}  // namespace stop
}  // namespace rubble
