#include "nscd/point_cohesion.hpp"

namespace rubble::nscd {
namespace {

// Shares the attraction among the points [first, last) of one pair.
void share(const detect::ContactPoints& found, const laws::RangeCohesion& law, std::size_t first, std::size_t last,
           std::vector<PointCohesion>& points) {
  double near = 0;
  double least = law.distance;
  for (std::size_t k = first; k < last; ++k) {
    if (!law.reaches(found.gap[k])) continue;
    ++near;
    least = std::min(least, found.gap[k]);
  }
  for (std::size_t k = first; k < last; ++k)
    if (law.reaches(found.gap[k])) points[k] = {law.force / near, law.energy(least) / near};
}

}  // namespace

std::vector<PointCohesion> cohesion_of(const detect::ContactPoints& found, const Parameters& p) {
  std::vector<PointCohesion> points(found.size());
  if (!(p.greatest().attraction > 0)) return points;
  const auto same_pair = [&](std::size_t i, std::size_t j) {
    return found.key[i].a == found.key[j].a && found.key[i].b == found.key[j].b;
  };
  for (std::size_t first = 0; first < found.size();) {
    std::size_t last = first + 1;
    while (last < found.size() && same_pair(first, last)) ++last;
    const laws::RangeCohesion law{p.of(found.key[first]).attraction, p.cohesion.distance};
    if (law.acts()) share(found, law, first, last, points);
    first = last;
  }
  return points;
}

}  // namespace rubble::nscd
