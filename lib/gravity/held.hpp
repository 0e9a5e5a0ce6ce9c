#pragma once
// Gravity between its evaluations: a straight line in time through the last two, renewed as soon as it is expected to
// miss by more than a wanted error. docs/theory.md 4.8.
#include "base/vec.hpp"

#include <string_view>

namespace rubble::gravity {

struct Held {
  Vec3s value;                // acceleration at step `at` [m s-2]
  Vec3s slope;                // its change in one step [m s-2]
  std::int64_t at = -1;       // step of the last evaluation; -1: none yet
  std::int64_t interval = 1;  // steps until the next

  bool due(std::int64_t step) const { return at < 0 || step >= at + interval; }
};

// (held, step, accelerations found at that step, wanted error >= 0) => held goes on from there; `missed` is by how much
// the line missed each body's acceleration; returned: rms miss / rms acceleration. The next interval follows from that
// miss, which grows as the interval squared: at most twice the last one, and never more than kLongestHold.
// wanted = 0: evaluated at each step, nothing missed.
inline constexpr std::int64_t kLongestHold = 64;
double renew(Held& held, std::int64_t step, const Vec3s& found, double wanted, Vec3s& missed);

// Where the truth bends like a parabola, the line through two of its points a time T apart leaves it as t (t + T): over
// the next T on average by this share of what it misses at the end.
inline constexpr double kMeanMiss = 5.0 / 12;

// (gravity as it is held, from a checkpoint; the state's step; name in the checkpoint) => InputError unless it was summed
// before and will be summed again.
void require_sound(const Held& held, std::int64_t now, std::string_view name);

}  // namespace rubble::gravity
