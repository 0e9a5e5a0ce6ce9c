#pragma once
// Which spheres a rigid aggregate cannot hold: the strength study's rigid failure. docs/theory.md 13.4.
#include "hsdem/movers.hpp"
#include "hsdem/parameters.hpp"

namespace rubble::hsdem {

// (model, aggregate) => radius of the ball of its members' volumes [m].
double effective_radius(const Model& model, const Mover& mover);

// (strength, effective radius [m]) => limits of the stress [Pa], infinite where there is none.
struct StressLimits {
  double tensile, shear;
};
StressLimits stress_limits(const RigidStrength& strength, double radius);

// What the bond of each member gives, and its stress over the member's cross-section.
struct Stress {
  double tensile;     // negative: it is pressed inwards [Pa]
  double shear;       // [Pa]
  Vec3 acceleration;  // that the bond gives to the member [m s-2]
};
// (model, aggregate, acceleration of each sphere of the pile by gravity [m s-2]) => one entry per member. The bond
// gives what its motion with the rigid body asks for beyond gravity.
std::vector<Stress> bond_stresses(const Model& model, const Mover& mover, const Vec3s& gravity);

// (model, aggregate, what its bonds bear, strength) => rows of the members that leave it, rising.
std::vector<Index> overloaded(const Model& model, const Mover& mover, const std::vector<Stress>& stress,
                              const RigidStrength& strength);

}  // namespace rubble::hsdem
