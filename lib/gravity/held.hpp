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

// (held, step, accelerations found at that step, wanted error >= 0) => starts the next line at this step. `missed` gets
// the error of the previous line for each body. Returns rms missed / rms acceleration. The next interval follows from
// this error, which grows as the interval squared. It is at most twice the last interval, and at most kLongestHold.
// wanted = 0: gravity is evaluated at each step, and nothing is missed.
inline constexpr std::int64_t kLongestHold = 64;
double renew(Held& held, std::int64_t step, const Vec3s& found, double wanted, Vec3s& missed);

// (steps between two sums, n) => mean error of the line over the n steps from a sum on, divided by its error at the
// next sum. The error after t steps is taken as proportional to t (t + n), as for a parabola if the interval before was
// equally long. The result is 0 for one step and 5/12 for many. Where intervals double it is 7 to 13 % too large.
inline double mean_miss(std::int64_t steps) {
  const auto n = static_cast<double>(steps);
  return (n - 1) * (5 * n - 1) / (12 * n * n);
}

// Removes the mutual attraction of the parts of a rigid body from accelerations that are to be held. The body turns,
// and forces held fixed in space would turn it further. (rows of the parts, masses [kg], places [m], gravitational
// constant, accelerations of all rows) => sizes of these forces
Sizes leave_out_within(const std::vector<std::size_t>& rows, const Reals& mass, const Vec3s& place, double constant,
                       Vec3s& acceleration);

// (gravity as it is held, from a checkpoint; the state's step; name in the checkpoint) => InputError unless it was
// summed before and will be summed again.
void require_sound(const Held& held, std::int64_t now, std::string_view name);

}  // namespace rubble::gravity
