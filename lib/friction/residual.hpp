#pragma once
// Error measures for impulses, shared by all solvers and independent of each of them.
#include "friction/problem.hpp"

namespace rubble::friction {

// (problem, law, impulses [n] [N s]) => |r - P_K(r - v)| / max(|q|, |u|, |r|), with norms over all contacts and the
// dual velocity v. It is 0 for a solution. It compares impulses with velocities regardless of their units, as Siconos'
// full error does (Acary, Bremond & Huber 2018, doi:10.1007/978-3-319-75972-2_10).
double residual(const Problem& problem, Cone cone, const Vec3s& impulses);

// (problem, impulses [n]) => largest approach velocity -u_n of a contact, 0 if all separate, divided by the largest |q|
// of a contact (by 1 m/s if all q are 0). The ratio compares velocities only. It shows errors that the residual hides
// if impulses are much larger numbers than velocities.
double penetration(const Problem& problem, const Vec3s& impulses);

// (problem, law, impulses [n]) => the largest error of a contact, divided by the sum of the velocities |q_a| + sum_b
// |W_ab r_b| that add up to the velocity of this contact. It is 0 for a solution and about 1 for impulses that do
// nothing.
//
// Under Coulomb's law the error of a contact is the distance of r_n and r_t from the values that its diagonal form
// requires (Alart & Curnier 1991, doi:10.1016/0045-7825(91)90022-X), as velocities:
//   W_nn |r_n - max(0, r_n - u_n / W_nn)|,   w_t |r_t - D(r_t - u_t / w_t)|.
// Here w_t is the largest eigenvalue of W_tt, and D gives the nearest point of the disc of radius mu r_n. Under the
// relaxed law the error is the largest of w |r - P_K(r - u / w)| with w = max(W_nn, w_t), w_t (|r_t| - mu r_n), and
// -u_n. Other contacts, units and a large mu do not hide these errors: docs/theory.md 10.1.
double contact_error(const Problem& problem, Cone cone, const Vec3s& impulses);

}  // namespace rubble::friction
