#include "measure/contacts/bond_stresses.hpp"

#include "laws/bond_strength.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::measure {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// (pile, grain, its motion, gravity) => acceleration of the grain under gravity alone:
// docs/theory.md 13.4.
laws::RigidAcceleration motion_under(const Pile& pile, std::size_t grain, const GrainMotion& now,
                                     const Vec3s& gravity) {
  const Model& model = pile.model;
  const Grouping& grouping = pile.state.grouping;
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (const Index k : grouping.members(grain)) {
    const Vec3 own = model.mass[at(k)] * gravity[at(k)];
    force += own;
    torque += (pile.state.position[at(k)] - now.position).cross(own);
  }
  const Vec3 spin = pile.state.spin[grouping.first_member(grain)];
  const Vec3 couple = now.orientation.conjugate() * Vec3(torque - spin.cross(now.momentum));
  const Vec3 change = now.orientation * Vec3(couple.cwiseQuotient(grouping.grains[grain].moments));
  return {force / grouping.grains[grain].mass, spin, change};
}

AggregateStress stress_of(const Pile& pile, std::size_t grain, const Vec3s& gravity) {
  const Model& model = pile.model;
  const Grouping& grouping = pile.state.grouping;
  const GrainMotion now = motion_of(model, pile.state, grain);
  const laws::RigidAcceleration motion = motion_under(pile, grain, now, gravity);
  constexpr double kLeast = -std::numeric_limits<double>::infinity();
  AggregateStress out{grain, grouping.members(grain).size(), grouping.grains[grain].mass, 0, kLeast, kLeast};
  double cubes = 0;
  for (const Index k : grouping.members(grain)) {
    const std::size_t i = at(k);
    const Vec3 arm = pile.state.position[i] - now.position;
    const laws::BondStress bond = laws::bond_stress(motion, model.mass[i], model.radius[i], arm, gravity[i]);
    out.tensile = std::max(out.tensile, bond.tensile);
    out.shear = std::max(out.shear, bond.shear);
    cubes += std::pow(model.radius[i], 3);
  }
  out.radius = std::cbrt(cubes);
  return out;
}

}  // namespace

std::vector<AggregateStress> bond_stresses(const Pile& pile, const Vec3s& gravity) {
  std::vector<AggregateStress> found;
  for (std::size_t g = 0; g < pile.state.grouping.grains.size(); ++g)
    if (pile.state.grouping.grains[g].count > 1) found.push_back(stress_of(pile, g, gravity));
  return found;
}

}  // namespace rubble::measure
