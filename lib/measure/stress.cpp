#include "measure/stress.hpp"

#include "measure/contact_arms.hpp"
#include "measure/principal.hpp"

#include <cmath>

namespace rubble::measure {

std::vector<Mat3> contact_moments(const Pile& pile) {
  const Contacts& contacts = pile.contacts;
  const Grains grains = grains_of(pile.model);
  const Vec3s centre = as_spheres(pile, grains).state.position;
  std::vector<Mat3> moment(grains.size(), Mat3::Zero());
  // Adds what `force` on body i does, `arm` from the sphere's centre.
  const auto add = [&](Index i, const Vec3& force, const Vec3& arm) {
    const Index g = grains.of_body[i];
    moment[g] -= force * (pile.state.position[i] - centre[g] + arm).transpose();
  };
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (glued(pile.model, contacts.pair[c])) continue;
    const auto [a, b] = contacts.pair[c];
    const Vec3& n = contacts.normal[c];
    const Vec3& f = contacts.force[c];
    const ContactArms arms = contact_arms(pile, c);
    add(a, f, arms.a * n);
    if (static_cast<std::size_t>(b) < pile.size()) add(b, -f, -arms.b * n);
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

// Calls count(share) once for each pair and each class that takes part in it.
template <class Count>
void count_contacts(const std::vector<Pair>& pairs, const SizeClasses& sizes, Count&& count, StressShares& shares) {
  for (const auto& [a, b] : pairs) {
    const std::size_t class_a = sizes.of_grain[a];
    count(shares.by_class[class_a]);
    if (static_cast<std::size_t>(b) >= sizes.of_grain.size()) continue;
    const std::size_t class_b = sizes.of_grain[b];
    if (class_b != class_a) count(shares.by_class[class_b]);
  }
}

}  // namespace

StressShares stress_shares(const Pile& pile, const SizeClasses& sizes) {
  StressShares shares;
  shares.by_class.resize(sizes.classes.size());
  const Grains grains = grains_of(pile.model);
  const std::vector<Mat3> moment = contact_moments(pile);
  for (std::size_t g = 0; g < grains.size(); ++g) {
    StressShare& share = shares.by_class[sizes.of_grain[g]];
    ++share.grains;
    share.moment += moment[g];
  }
  for (const Index g : grains.of_body) ++shares.by_class[sizes.of_grain[g]].bodies;
  const std::vector<Pair> points = between_grains(grains, pile.contacts.pair);
  const std::vector<Pair> contacts = distinct(points);
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
