#include "measure/packing.hpp"

#include "base/ball.hpp"
#include "measure/contact_forces.hpp"
#include "measure/coordination.hpp"
#include "measure/ellipsoid.hpp"
#include "measure/mass.hpp"
#include "measure/radii.hpp"
#include "measure/stress.hpp"

#include <cmath>

namespace rubble::measure {

double Packing::sphere() const { return ball_volume(radius); }

double Packing::ellipsoid() const { return ellipsoid_volume(semi_axes); }

std::vector<ContactKey> loaded_points(const Pile& pile, double weak) {
  const ContactForces forces = contact_forces(pile);
  std::vector<ContactKey> loaded;
  double sum = 0;
  std::size_t loads = 0;
  for (const double force : forces.normal) {
    sum += std::abs(force);
    loads += force != 0 ? 1 : 0;
  }
  if (loads == 0) return loaded;
  const double least = weak * sum / static_cast<double>(loads);
  for (std::size_t c = 0; c < forces.normal.size(); ++c)
    if (std::abs(forces.normal[c]) > least) loaded.push_back(pile.contacts.key[forces.contact[c]]);
  return loaded;
}

Packing packing(const Pile& pile, const LoadRule& rule, const std::vector<ContactKey>& touching) {
  const Grains grains = grains_of(pile.model);
  const std::vector<ContactKey> points = between_grains(grains, loaded_points(pile, rule.weak));
  const Coordination all = coordination(grains.size(), points);
  const std::vector<ContactKey> near = between_grains(grains, touching);
  const std::vector<Mat3> moments = contact_moments(pile);
  Packing out;
  out.mass = total_mass(pile);
  out.grains = grains.size();
  out.coordination = all.number;
  for (const ContactKey& point : points) out.points += point.on_wall() ? 1 : 2;
  out.points /= static_cast<double>(grains.size());
  out.core = core_coordination(grains.size(), points, rule.core).number;
  out.touching = coordination(grains.size(), near).number;
  out.radius = encompassing_radius(pile);
  out.semi_axes = ellipsoid(pile).semi_axes;
  out.solid = grain_volume(pile);
  for (const Mat3& moment : moments) out.virial += moment.trace();
  return out;
}

}  // namespace rubble::measure
