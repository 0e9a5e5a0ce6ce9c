#pragma once
// Impulses of contacts at rest, which keep a kick of gravity from driving touching bodies into each other: a linear
// complementarity problem as plain data. docs/theory.md 13.6.
#include "base/vec.hpp"

#include <cstddef>
#include <vector>

namespace rubble::hsdem {

// A body after the kick. The solver adds the impulses of its contacts.
struct RestingBody {
  double inverse_mass = 0;              // [kg-1]
  bool turns = false;                   // false for free spheres, whose lever arms lie along the normals
  Mat3 inverse_inertia = Mat3::Zero();  // in inertial axes [kg-1 m-2]
  Vec3 velocity = Vec3::Zero();         // [m s-1]
  Vec3 spin = Vec3::Zero();             // [rad s-1]
};

inline constexpr std::size_t kNoBody = ~std::size_t{0};

// A contact of body a with body b, or with a wall if b is kNoBody.
struct RestingLink {
  std::size_t a = 0, b = kNoBody;
  Vec3 normal = Vec3::Zero();                       // unit vector from a to b
  Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();  // from the centres of mass to the contact [m]
  double least = 0;                                 // lower bound of the rate of the gap [m s-1]
  double recovery = 0;                              // part of that bound that opens an overlap, >= 0 [m s-1]
  double tolerance = 0;                             // of the rate of the gap [m s-1]
  double impulse = 0;                               // along the normal on b, >= 0: first guess, then the result [N s]
};

struct RestingReport {
  std::size_t sweeps = 0;  // largest number for one island, both attempts together
  bool converged = true;   // true if the last sweep of each island changed no rate by more than its tolerance
};

// (bodies, links, largest work) => number of sweeps and convergence. Finds impulses p >= 0 such that the rate of each
// gap is u >= least, and p = 0 if u > least. Among all velocities that satisfy these bounds, the result is nearest to
// the given ones in the norm of the kinetic energy.
//
// Each island, a group of bodies connected by links, is solved for itself. Projected Gauss-Seidel sweeps in the order
// of the links start from the given impulses. A nonlinear conjugate gradient accelerates them. After each 20 sweeps the
// energy is minimised over the positive impulses. The sweeps end when none changes a rate by more than its tolerance,
// or when the work of the island is done: the largest work is in multiplications, and at least 420 for each link. An
// island that does not converge is solved once more without recovery, because bounds that open overlaps can exclude
// each other: `recovery` of its links becomes 0. If it has no solution, its impulses are 0. Sources: Silcowitz-Hansen,
// Niebe & Erleben 2010, doi:10.1007/s00371-010-0502-6, and 2011, doi:10.1007/978-3-642-25382-9_15.
RestingReport solve_resting(std::vector<RestingBody>& bodies, std::vector<RestingLink>& links, double most);

}  // namespace rubble::hsdem
