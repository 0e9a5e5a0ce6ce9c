#include "measure/contacts/tensile.hpp"

#include "measure/contacts/deepest_overlap.hpp"
#include "measure/contacts/solids.hpp"
#include "measure/ledger/grain_sums.hpp"

#include <algorithm>

namespace rubble::measure {
namespace {

// (pile, distance [m]) => the nearest points of the pairs of bodies whose gap is at most this distance. Members of one
// grain are left out.
detect::ContactPoints near_points(const Pile& pile, double distance) {
  Reals bound;
  for (std::size_t i = 0; i < pile.size(); ++i) bound.push_back(bounding_radius(pile.model, i));
  const std::vector<Plane> no_walls;
  const std::vector<Index>* grain = pile.state.grouping.grains_of_bodies();
  const Solids solids(pile);
  detect::Narrow narrow;
  narrow.take(detect::find_candidates({bound, pile.state.position, no_walls, pile.model.space.at(pile.state.time),
                                       pile.state.time, grain, true},
                                      distance, {}),
              solids.bodies());
  detect::ContactPoints found;
  narrow.find(solids.bodies(), {}, distance, shape::Points::one, found);
  return found;
}

// (pile, distance [m], attraction of a pair [N], a function of its bodies) => sum of F_c n_c.l_c over the pairs within
// the distance [J].
template <class Force>
double sum_within(const Pile& pile, double distance, Force&& force) {
  if (pile.size() == 0) return 0;
  const Grains grains = grains_of(pile);
  const Vec3s centre = as_spheres(pile, grains).state.position;
  const detect::ContactPoints found = near_points(pile, distance);
  double sum = 0;
  for (std::size_t c = 0; c < found.size(); ++c) {
    const ContactKey& key = found.key[c];
    Vec3 way = centre[grains.of_body[key.b]] - centre[grains.of_body[key.a]];
    if (!found.image.empty()) way += found.image[c];
    sum += force(key.a, key.b) * found.normal[c].dot(way);
  }
  return sum;
}

}  // namespace

double pull_sum(const Pile& pile, const laws::Cohesion& law) {
  if (pile.size() == 0) return 0;
  const Reals& radius = pile.model.radius;
  const double rounding = kTouching * *std::min_element(radius.begin(), radius.end());
  return sum_within(pile, rounding,
                    [&](Index a, Index b) { return law.force(radius[a] * radius[b] / (radius[a] + radius[b])); });
}

double pull_sum(const Pile& pile, const laws::RangeCohesion& law) {
  return sum_within(pile, law.distance, [&](Index, Index) { return law.force; });
}

}  // namespace rubble::measure
