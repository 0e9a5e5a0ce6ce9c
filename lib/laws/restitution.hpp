#pragma once
// Restitution of impulses at a contact point. docs/theory.md 11.2, 11.8.
#include "base/vec.hpp"

#include <algorithm>

namespace rubble::laws {

// Newton's law with friction: Kane & Levinson 1985. The point parts at -e times its normal velocity at the impact.
//
// (e; normal velocity u_n at the impact [m s-1], negative; change of u_n by the part of the kick that follows the
// impact [m s-1]) => term s <= 0 of the condition u_n + s >= 0 [m s-1].
inline double newton_term(double restitution, double approach, double later_kick) {
  return std::min(restitution * approach - later_kick, 0.0);
}

// Poisson's law: Glocker & Pfeiffer 1995, doi:10.1007/BF00121109. (e, impulse c of the compression [N s]) => impulse e
// c [N s]. Its normal part is the least normal impulse of the restitution phase.
inline Vec3 poisson_impulse(double restitution, const Vec3& compression) { return restitution * compression; }

}  // namespace rubble::laws
