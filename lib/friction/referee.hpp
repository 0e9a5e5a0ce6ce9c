#pragma once
// How good impulses are: measures that all solvers share and none of them defines.
#include "friction/problem.hpp"

namespace rubble::friction {

// (problem, law, impulses [n]) => |r - P_K(r - v)| / max(|q|, |u|, |r|), norms over all contacts, v the dual velocity:
// 0 for a solution. Numbers are compared as they come, whatever their units: the scale of Siconos' full error (Acary,
// Bremond & Huber 2018, doi:10.1007/978-3-319-75972-2_10).
double residual(const Problem& problem, Cone cone, const Vec3s& impulses);

// (problem, impulses [n]) => the largest -u_n of the contacts, 0 if all part, over the largest |q| of a contact (over 1
// m/s if all q are 0). Both are velocities: it says what the residual hides where impulses are much larger numbers.
double penetration(const Problem& problem, const Vec3s& impulses);

}  // namespace rubble::friction
