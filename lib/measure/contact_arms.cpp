#include "measure/contact_arms.hpp"

namespace rubble::measure {

ContactArms contact_arms(const Pile& pile, std::size_t contact) {
  const Reals& radius = pile.model.radius;
  const auto a = static_cast<std::size_t>(pile.contacts.pair[contact][0]);
  const auto b = static_cast<std::size_t>(pile.contacts.pair[contact][1]);
  const double overlap = pile.contacts.overlap[contact];
  if (b >= pile.size()) return {radius[a] - overlap, 0, radius[a] - overlap};
  const double distance = radius[a] + radius[b] - overlap;
  const double arm = (radius[a] * radius[a] - radius[b] * radius[b] + distance * distance) / (2 * distance);
  return {arm, distance - arm, distance};
}

}  // namespace rubble::measure
