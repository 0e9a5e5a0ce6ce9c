#pragma once
// Gravity between its evaluations: a straight line in time through the last two, renewed as soon as it is expected to
// miss by more than a wanted error. docs/theory.md 4.8.
#include "base/vec.hpp"

#include <string_view>
#include <vector>

namespace rubble::gravity {

// Sizes of forces, however much of them cancels: what the rounding of their sums is in proportion to.
struct Sizes {
  double force = 0, torque = 0;  // sum |F| [N], sum |F| |x| [N m]
  void operator+=(const Sizes& other) {
    force += other.force;
    torque += other.torque;
  }
};

struct Held {
  Vec3s value;                // acceleration at step `at` [m s-2]
  Vec3s slope;                // its change in one step [m s-2]
  std::int64_t at = -1;       // step of the last evaluation; -1: none yet
  std::int64_t interval = 1;  // steps until the next
  Sizes within;               // of what leave_out_within() left out at the last

  bool due(std::int64_t step) const { return at < 0 || step >= at + interval; }
};

// (held, step, accelerations found at that step, wanted error >= 0) => held goes on from there; `missed` is by how much
// the line missed each body's acceleration; returned: rms miss / rms acceleration. The next interval follows from that
// miss, which grows as the interval squared: at most twice the last one, and never more than kLongestHold.
// wanted = 0: evaluated at each step, nothing missed.
inline constexpr std::int64_t kLongestHold = 64;
double renew(Held& held, std::int64_t step, const Vec3s& found, double wanted, Vec3s& missed);

// (steps between two sums, n) => the mean of what the line misses at the n steps from a sum on, over what it misses at
// the next sum: where the truth bends like a parabola and the interval before was as long, it leaves it as t (t + n). 0
// of one step, 5/12 of many; where intervals double, 7 to 13 % too much.
inline double mean_miss(std::int64_t steps) {
  const auto n = static_cast<double>(steps);
  return (n - 1) * (5 * n - 1) / (12 * n * n);
}

// Takes what parts of a rigid body do to each other out of what is to be held: the body turns, and held in space they
// would turn it. (rows of the parts, masses [kg], places [m], gravitational constant, accelerations of all rows) =>
// sizes of these forces
Sizes leave_out_within(const std::vector<std::size_t>& rows, const Reals& mass, const Vec3s& place, double constant,
                       Vec3s& acceleration);

// (gravity as it is held, from a checkpoint; the state's step; name in the checkpoint) => InputError unless it was
// summed before and will be summed again.
void require_sound(const Held& held, std::int64_t now, std::string_view name);

}  // namespace rubble::gravity
