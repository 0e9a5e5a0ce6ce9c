#include "measure/extent/ring.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "measure/contacts/stress.hpp"
#include "measure/ledger/masses.hpp"
#include "model/bodies.hpp"

#include <cmath>
#include <numbers>

namespace rubble::measure {
namespace {

void require_patch(const Pile& pile, const std::string& name) {
  require_spheres(pile.model, name + ": the measures of a ring");
  if (!pile.state.grouping.grains.empty())
    throw InputError(name +
                     ": a patch of a ring must consist of free spheres, found grains: make the pile without [grains]");
  const Space& space = pile.model.space;
  if (!space.hill.turns() || !space.repeats(0) || !space.repeats(1))
    throw InputError(name +
                     ": the pile is not a patch of a ring: run it with [hill], and with [periodic] along x and y");
}

// Means of velocity relative to the flow, and of height.
struct Means {
  double mass = 0;
  Vec3 velocity = Vec3::Zero();
  double height = 0;
};

Vec3 own_velocity(const Pile& pile, std::size_t i) {
  return pile.state.velocity[i] - pile.model.space.hill.flow(pile.state.position[i]);
}

Means means_of(const Pile& pile) {
  Means means;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const double m = pile.model.mass[i];
    means.mass += m;
    means.velocity += m * own_velocity(pile, i);
    means.height += m * pile.state.position[i].z();
  }
  means.velocity /= means.mass;
  means.height /= means.mass;
  return means;
}

// Sums over the bodies that motion and place of each give.
void add_bodies(const Pile& pile, const Means& means, RingPatch& out) {
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const double share = pile.model.mass[i] / means.mass, r = pile.model.radius[i];
    const Vec3 c = own_velocity(pile, i) - means.velocity;
    const double z = pile.state.position[i].z() - means.height;
    out.dispersion += share * c * c.transpose();
    out.height += share * z * z;
    out.spin += share * pile.state.spin[i].squaredNorm();
    out.optical_depth += std::numbers::pi * r * r / out.area;
    out.filling += std::numbers::pi * std::max(0.0, r * r - z * z) / out.area;
  }
  out.height = std::sqrt(out.height);
  out.spin = std::sqrt(out.spin);
}

}  // namespace

RingPatch ring_patch(const Pile& pile, const std::string& name) {
  require_patch(pile, name);
  const Space& space = pile.model.space;
  const Means means = means_of(pile);
  RingPatch out;
  out.area = space.period.x() * space.period.y();
  out.surface_density = means.mass / out.area;
  add_bodies(pile, means, out);
  const double rate = -space.hill.shear();
  out.local_viscosity = out.dispersion(0, 1) / rate;
  double flux = 0;
  for (const Mat3& moment : contact_moments(pile)) flux += moment(1, 0);  // -F_y x of each body
  out.collisional_viscosity = flux / (means.mass * rate);
  return out;
}

}  // namespace rubble::measure
