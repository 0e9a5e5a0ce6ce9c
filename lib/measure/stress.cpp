#include "measure/stress.hpp"

#include "measure/principal.hpp"

#include <cmath>

namespace rubble::measure {

std::vector<Mat3> contact_moments(const Pile& pile) {
  const Contacts& contacts = pile.contacts;
  const Reals& s = pile.model.radius;
  const auto bodies = static_cast<Index>(pile.size());
  std::vector<Mat3> moment(pile.size(), Mat3::Zero());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto [a, b] = contacts.pair[c];
    const Vec3& n = contacts.normal[c];
    const Vec3& f = contacts.force[c];
    if (b >= bodies) {
      moment[a] -= f * ((s[a] - contacts.overlap[c]) * n).transpose();
      continue;
    }
    const double distance = (pile.state.position[b] - pile.state.position[a]).norm();
    const double arm_a = (s[a] * s[a] - s[b] * s[b] + distance * distance) / (2 * distance);
    moment[a] -= f * (arm_a * n).transpose();
    moment[b] -= f * ((distance - arm_a) * n).transpose();  // force and arm of b both point the other way
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

StressShares stress_shares(const Pile& pile, const SizeClasses& sizes) {
  StressShares shares;
  shares.by_class.resize(sizes.classes.size());
  const std::vector<Mat3> moment = contact_moments(pile);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    StressShare& share = shares.by_class[sizes.of_body[i]];
    ++share.bodies;
    share.moment += moment[i];
  }
  for (const auto& [a, b] : pile.contacts.pair) {
    const std::size_t class_a = sizes.of_body[a];
    ++shares.by_class[class_a].contacts;
    if (static_cast<std::size_t>(b) >= pile.size()) continue;
    const std::size_t class_b = sizes.of_body[b];
    if (class_b != class_a) ++shares.by_class[class_b].contacts;
  }
  for (StressShare& share : shares.by_class) {
    share.virial = share.moment.trace();
    shares.all.bodies += share.bodies;
    shares.all.moment += share.moment;
  }
  shares.all.contacts = pile.contacts.size();
  shares.all.virial = shares.all.moment.trace();
  return shares;
}

}  // namespace rubble::measure
