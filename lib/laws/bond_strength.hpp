#pragma once
// Stress of the bonds that hold the members of a rigid aggregate together. docs/theory.md 13.4.
#include "base/vec.hpp"

#include <cmath>
#include <numbers>

namespace rubble::laws {

// Motion of a rigid body without its velocity.
struct RigidAcceleration {
  Vec3 centre;  // acceleration of the centre of mass [m s-2]
  Vec3 spin;    // [rad s-1]
  Vec3 change;  // rate of change of the spin [rad s-2]
};

// Bond of a member: its stress over the member's cross-section, and its effect.
struct BondStress {
  double tensile;     // negative for pressure towards the centre [Pa]
  double shear;       // [Pa]
  Vec3 acceleration;  // acceleration that the bond gives to the member [m s-2]
};

// (motion of the aggregate; mass [kg], radius [m], arm from the centre of mass [m] and gravity [m s-2] of a member) =>
// its bond, which gives the difference between the acceleration in the rigid motion and gravity. Richardson et al.
// 2009, doi:10.1016/j.pss.2008.04.015, section 2.5.1.
inline BondStress bond_stress(const RigidAcceleration& motion, double mass, double radius, const Vec3& arm,
                              const Vec3& gravity) {
  const Vec3 rigid = motion.centre + motion.change.cross(arm) + motion.spin.cross(motion.spin.cross(arm));
  const Vec3 given = rigid - gravity;
  const Vec3 bond = mass / (std::numbers::pi * std::pow(radius, 2)) * given;
  const double distance = arm.norm();
  const Vec3 outwards = distance > 0 ? Vec3(arm / distance) : Vec3(Vec3::Zero());
  const double along = bond.dot(outwards);
  return {-along, (bond - along * outwards).norm(), given};
}

}  // namespace rubble::laws
