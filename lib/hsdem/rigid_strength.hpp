#pragma once
// Rigid failure of aggregates, as in the strength study: spheres whose bonds exceed the strength. docs/theory.md 13.4.
#include "hsdem/aggregates.hpp"
#include "hsdem/parameters.hpp"
#include "laws/bond_strength.hpp"

#include <optional>

namespace rubble::hsdem {

// (model, aggregate) => radius of a ball with the total volume of its members [m].
double effective_radius(const Model& model, const Mover& mover);

// (strength, effective radius [m]) => limits of the stress [Pa]; infinite if there is no limit.
struct StressLimits {
  double tensile, shear;
};
StressLimits stress_limits(const RigidStrength& strength, double radius);

using Stress = laws::BondStress;

// (model, aggregate, acceleration of each sphere of the pile by gravity [m s-2]) => one entry per member. The bond
// gives the difference between the acceleration in the rigid motion and gravity.
std::vector<Stress> bond_stresses(const Model& model, const Mover& mover, const Vec3s& gravity);

// (model, aggregate, stresses of its bonds, strength) => rows of the members that fail, in rising order.
std::vector<Index> overloaded(const Model& model, const Mover& mover, const std::vector<Stress>& stress,
                              const RigidStrength& strength);

// Two members of an aggregate that touch, at a gap below 2e-6 of the smaller radius: their numbers in the aggregate,
// and the normal in its frame.
struct Touching {
  std::size_t a, b;
  Vec3 normal;  // unit vector from a to b
};
std::vector<Touching> touching_members(const Model& model, const Mover& mover);

// (aggregate, stresses of its bonds, its remainder if some members stay, stresses of the remainder's bonds) =>
// acceleration that each member loses when its bonds break or change [m s-2]. A member that leaves loses all of the
// acceleration by its bond.
Vec3s released_accelerations(const Mover& mover, const std::vector<Stress>& stress, const std::optional<Mover>& rest,
                             const std::vector<Stress>& rest_stress);

// (unit vector from a to b, released accelerations of a and b) => true if two touching spheres separate after this
// release.
inline bool are_pulled_apart(const Vec3& normal, const Vec3& a, const Vec3& b) { return normal.dot(a - b) > 0; }

// (aggregate, its touching members, rows of the failing members in rising order, released accelerations) => rows of the
// members that leave, in rising order. A failing member stays if it is connected to a staying member through touching
// pairs that do not separate. If all members fail, the largest connected group stays; of equally large ones, the one
// with the first member. If no members are connected, all leave.
std::vector<Index> unsupported(const Mover& mover, const std::vector<Touching>& touching,
                               const std::vector<Index>& rows, const Vec3s& released);

}  // namespace rubble::hsdem
