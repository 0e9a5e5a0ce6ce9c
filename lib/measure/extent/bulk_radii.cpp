#include "measure/extent/bulk_radii.hpp"

#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/radii.hpp"
#include "model/bodies.hpp"

#include <cmath>
#include <limits>

namespace rubble::measure {

const std::array<std::string, kBulkRadii>& bulk_radius_names() {
  static const std::array<std::string, kBulkRadii> names{"ellipsoid", "distance", "semi_axis", "mass95"};
  return names;
}

std::array<double, kBulkRadii> bulk_radii(const Pile& pile) {
  const Ellipsoid e = ellipsoid(pile);
  return {std::cbrt(e.extents.prod()), encompassing_radius(pile), e.semi_axes[0], mass_radius(pile, 0.95)};
}

Vec3 half_ranges(const Pile& pile) {
  const Ellipsoid e = ellipsoid(pile);
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const shape::Extents own = extents(pile.model, pile.state, i, e.centre, e.axes);
    low = low.cwiseMin(own.low), high = high.cwiseMax(own.high);
  }
  return 0.5 * (high - low);
}

}  // namespace rubble::measure
