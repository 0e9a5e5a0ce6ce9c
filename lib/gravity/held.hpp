#pragma once
// Gravity between its evaluations: linear extrapolation in time from the last two. Gravity is evaluated again before
// the expected error exceeds the requested one, at the latest after kLongestHold steps. docs/theory.md 4.8.
#include "base/archive.hpp"
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace rubble::gravity {

// Sums of absolute values of forces, to which rounding errors of sums of forces are proportional.
struct Sizes {
  double force = 0, torque = 0;  // sum |F| [N], sum |F| |x| [N m]
  void operator+=(const Sizes& other) {
    force += other.force;
    torque += other.torque;
  }
};

struct Held {
  Vec3s value;                // acceleration at step `at` [m s-2]
  Vec3s slope;                // change of the acceleration per step [m s-2]
  std::int64_t at = -1;       // step of the last evaluation; -1: none yet
  std::int64_t interval = 1;  // steps until the next evaluation
  Sizes within;               // sizes of the forces that leave_out_within() removed in the last evaluation

  bool due(std::int64_t step) const { return at < 0 || step >= at + interval; }
};

// (held, step, accelerations at that step, requested error >= 0) Starts the next extrapolation at this step. `missed`
// gets the error of the previous one for each body [m s-2]. => rms missed / rms acceleration. The next interval is
// computed from this error, which grows as the square of the interval. It is at most twice the last interval, and at
// most kLongestHold. If the requested error is 0, gravity is evaluated at each step and nothing is missed.
inline constexpr std::int64_t kLongestHold = 64;
double renew(Held& held, std::int64_t step, const Vec3s& found, double wanted, Vec3s& missed);

// (number n of steps between two evaluations) => mean error of the extrapolation over the n steps after an evaluation /
// its error at the next evaluation. The error after t steps is assumed to be proportional to t (t + n), as for a
// parabola if the previous interval was equally long. The result is 0 for one step and 5/12 for many. If intervals
// double, it is 7 to 13 % too large.
inline double mean_miss(std::int64_t steps) {
  const auto n = static_cast<double>(steps);
  return (n - 1) * (5 * n - 1) / (12 * n * n);
}

// (rows of the parts, masses [kg], positions [m], G [m3 kg-1 s-2], accelerations of all rows [m s-2]) Removes the
// mutual attraction of the parts of a rigid body from accelerations that are to be held. The body turns, and held
// forces, which do not turn with it, would exert a spurious torque. => sizes of these forces
Sizes leave_out_within(const std::vector<std::size_t>& rows, const Reals& mass, const Vec3s& place, double constant,
                       Vec3s& acceleration);

// Saves or loads held gravity of this number of sources as <name> and <name>_slope, _within/force, _within/torque,
// _held.
void archive(Archive& archive, const std::string& name, std::size_t sources, Held& held);

// (held gravity from a checkpoint, step of the state) InputError unless the last evaluation is at a step from 0 to the
// present one and the interval is from 1 to kLongestHold. InputError also if a number is not finite, or if a size in
// `within` is below 0.
void require_sound(const Held& held, std::int64_t now);

}  // namespace rubble::gravity
