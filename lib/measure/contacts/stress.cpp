#include "measure/contacts/stress.hpp"

#include "measure/extent/principal.hpp"

#include <cmath>

namespace rubble::measure {

std::vector<Mat3> contact_moments(const Pile& pile) {
  const Contacts& contacts = pile.contacts;
  const Grains grains = grains_of(pile);
  const Vec3s centre = as_spheres(pile, grains).state.position;
  std::vector<Mat3> moment(grains.size(), Mat3::Zero());
  const auto add = [&](Index body, const Vec3& force, const Vec3& point) {
    const Index g = grains.of_body[body];
    moment[g] -= force * (point - centre[g]).transpose();
  };
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactKey& key = contacts.key[c];
    if (glued(pile.state.grouping, key)) continue;
    add(key.a, contacts.force[c], contacts.point[c]);
    if (!key.on_wall()) add(key.b, -contacts.force[c], contacts.point[c] - image_of(contacts, c));
  }
  return moment;
}

Stress stress(const Mat3& moment, double volume) {
  Stress out;
  out.tensor = moment / volume;
  out.pressure = out.tensor.trace() / 3;
  const Mat3 symmetric = 0.5 * (out.tensor + out.tensor.transpose());
  out.deviator = std::sqrt(1.5) * (symmetric - out.pressure * Mat3::Identity()).norm();
  const Principal p = principal(symmetric);
  out.principal = p.values;
  out.directions = p.directions;
  return out;
}

namespace {

// Calls count(share) once for each contact and each class that takes part in it.
template <class Count>
void count_contacts(const std::vector<ContactKey>& keys, const SizeClasses& sizes, Count&& count,
                    StressShares& shares) {
  for (const ContactKey& key : keys) {
    const std::size_t class_a = sizes.of_grain[key.a];
    count(shares.by_class[class_a]);
    if (key.on_wall()) continue;
    const std::size_t class_b = sizes.of_grain[key.b];
    if (class_b != class_a) count(shares.by_class[class_b]);
  }
}

}  // namespace

StressShares stress_shares(const Pile& pile, const SizeClasses& sizes) {
  StressShares shares;
  shares.by_class.resize(sizes.classes.size());
  const Grains grains = grains_of(pile);
  const std::vector<Mat3> moment = contact_moments(pile);
  for (std::size_t g = 0; g < grains.size(); ++g) {
    StressShare& share = shares.by_class[sizes.of_grain[g]];
    ++share.grains;
    share.moment += moment[g];
  }
  for (const Index g : grains.of_body) ++shares.by_class[sizes.of_grain[g]].bodies;
  const std::vector<ContactKey> points = between_grains(grains, pile.contacts.key);
  const std::vector<ContactKey> contacts = distinct(points);
  count_contacts(
      points, sizes, [](StressShare& share) { ++share.points; }, shares);
  count_contacts(
      contacts, sizes, [](StressShare& share) { ++share.contacts; }, shares);
  for (StressShare& share : shares.by_class) {
    share.virial = share.moment.trace();
    shares.all.grains += share.grains;
    shares.all.bodies += share.bodies;
    shares.all.moment += share.moment;
  }
  shares.all.points = points.size();
  shares.all.contacts = contacts.size();
  shares.all.virial = shares.all.moment.trace();
  return shares;
}

}  // namespace rubble::measure
