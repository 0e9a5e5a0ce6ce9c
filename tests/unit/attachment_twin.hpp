#pragma once
// Steps in which an attraction begins or ends, for one pair: a simpler version of lib/ssdem/attachment.hpp with the
// same bits. docs/theory.md 2.18.
#include <algorithm>
#include <cmath>

namespace rubble::test {

// Attraction F [N], its energy E from the first touch [J], and overlap [m] and energy [J] where it ends.
struct Pull {
  double force = 0, energy = 0, end_overlap = 0, end_energy = 0;
};
// Overlap [m], the speed at which it grows [m s-1], mass [kg], overlap or radius of the contact area [m].
struct Closing {
  double overlap = 0, rate = 0, mass = 0, size = 0;
};
struct Held {
  double force = 0, energy = 0, lent = 0;
  bool ends = false, idle = false;
};

// last: number of the history, > 0 if the attraction acted, 0 if the pair did not touch, < 0 if the attraction ended.
inline Held held(const Pull& pull, const Closing& m, double last, double dt) {
  const double v2 = m.rate * m.rate;
  const double now2 = v2 - 2 * pull.energy / m.mass;
  if (last < 0 && (m.rate < 0 || m.size < -last)) return {.idle = true};
  if (m.rate >= 0 && last <= 0 && now2 > 0) {
    const double mean = 0.5 * (m.rate + std::sqrt(now2));
    if (last < 0 || m.overlap <= dt * mean) {
      const double force = 0.5 * pull.force - pull.energy / (dt * mean);
      const double kicked = m.rate + 0.5 * dt * force / m.mass;
      return {force, pull.energy, 0.5 * m.mass * (v2 - kicked * kicked) - pull.energy};
    }
  }
  const double work = pull.end_energy - pull.energy, rest2 = v2 - 2 * work / m.mass;
  if (last > 0 && m.overlap < -m.rate * dt && rest2 > 0) {
    const double mean = 0.5 * (std::sqrt(rest2) - m.rate);
    if (m.overlap - pull.end_overlap < dt * mean) {
      const double force = 0.5 * pull.force + work / (dt * mean);
      const double kicked = m.rate + 0.5 * dt * (force - pull.force) / m.mass;
      return {force, 0, 0.5 * m.mass * (v2 - kicked * kicked) - work, true};
    }
  }
  return {pull.force, pull.energy};
}

}  // namespace rubble::test
