#pragma once
// Which spheres a rigid aggregate cannot hold: the strength study's rigid failure. docs/theory.md 13.4.
#include "hsdem/movers.hpp"
#include "hsdem/parameters.hpp"

#include <optional>

namespace rubble::hsdem {

// (model, aggregate) => radius of the ball of its members' volumes [m].
double effective_radius(const Model& model, const Mover& mover);

// (strength, effective radius [m]) => limits of the stress [Pa], infinite where there is none.
struct StressLimits {
  double tensile, shear;
};
StressLimits stress_limits(const RigidStrength& strength, double radius);

// Force and torque of each member's bond, and the stress over the member's cross-section.
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

// Members of an aggregate that touch each other, at gaps below 2e-6 of the smaller radius: their numbers there, and the
// normal in its frame.
struct Touching {
  std::size_t a, b;
  Vec3 normal;  // unit vector from a to b
};
std::vector<Touching> touching_members(const Model& model, const Mover& mover);

// (aggregate, what its bonds bear, what is left of it when some members leave, if anything, what the bonds of that
// bear)
// => for each member by how much less its bonds give then: to one that leaves, all that they gave [m s-2].
Vec3s released_accelerations(const Mover& mover, const std::vector<Stress>& stress, const std::optional<Mover>& rest,
                             const std::vector<Stress>& rest_stress);

// True if two touching spheres separate when their bonds give that much less. (unit vector from a to b, of a, of b.)
inline bool are_pulled_apart(const Vec3& normal, const Vec3& a, const Vec3& b) { return normal.dot(a - b) > 0; }

// Failing members that are not connected to a staying one by touching pairs that do not part. If all members fail, the
// most that are connected to each other stay, of as many those with the first row. (aggregate, its members that touch,
// rows of those that fail, rising, released accelerations) => their rows, rising.
std::vector<Index> unsupported(const Mover& mover, const std::vector<Touching>& touching,
                               const std::vector<Index>& rows, const Vec3s& released);

}  // namespace rubble::hsdem
