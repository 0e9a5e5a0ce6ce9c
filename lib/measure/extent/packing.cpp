#include "measure/extent/packing.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "measure/contacts/coordination.hpp"
#include "measure/contacts/forces.hpp"
#include "measure/contacts/stress.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/radii.hpp"
#include "measure/ledger/masses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::measure {

double Packing::sphere() const { return ball_volume(radius); }

double Packing::ellipsoid() const { return ellipsoid_volume(semi_axes); }

namespace {

constexpr double kTouches = 1e-3;  // largest gap of touching surfaces, in mean diameters of the pair (at a wall, radii)

// True if the contact has a gap, across which cohesion pulls or a bond of soft spheres acts.
bool acts_from_afar(const Pile& pile, std::size_t contact, double normal) {
  const ContactKey& key = pile.contacts.key[contact];
  const auto& bonds = pile.bonds.pair;
  const bool bonded = pile.bonds.beams && !key.on_wall() &&
                      std::binary_search(bonds.begin(), bonds.end(), std::array<Index, 2>{key.a, key.b});
  const Reals& s = pile.model.radius;
  const double size = key.on_wall() ? s[key.a] : s[key.a] + s[key.b];
  return (normal < 0 || bonded) && pile.contacts.gap[contact] > kTouches * size;
}

}  // namespace

std::vector<ContactKey> loaded_points(const Pile& pile, double weak) {
  const ContactForces forces = contact_forces(pile);
  std::vector<ContactKey> loaded;
  Reals size(forces.normal.size(), 0.0);
  double sum = 0;
  std::size_t loads = 0;
  for (std::size_t c = 0; c < size.size(); ++c) {
    if (acts_from_afar(pile, forces.contact[c], forces.normal[c])) continue;
    size[c] = std::abs(forces.normal[c]);
    sum += size[c];
    loads += size[c] != 0 ? 1 : 0;
  }
  if (loads == 0) return loaded;
  const double least = weak * sum / static_cast<double>(loads);
  for (std::size_t c = 0; c < size.size(); ++c)
    if (size[c] > least) loaded.push_back(pile.contacts.key[forces.contact[c]]);
  return loaded;
}

Packing packing(const Pile& pile, const LoadRule& rule, const std::vector<ContactKey>& touching) {
  if (pile.size() == 0) throw InputError("the pile has no bodies");
  const Grains grains = grains_of(pile);
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
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  const bool open = !pile.model.space.repeats();
  out.radius = open ? encompassing_radius(pile) : undefined;
  out.semi_axes = open ? ellipsoid(pile).semi_axes : Vec3(Vec3::Constant(undefined));
  out.solid = grain_volume(pile);
  for (const Mat3& moment : moments) out.virial += moment.trace();
  return out;
}

}  // namespace rubble::measure
