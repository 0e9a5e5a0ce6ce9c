#include "measure/bulk_radii.hpp"

#include "measure/ellipsoid.hpp"
#include "measure/radii.hpp"

#include <cmath>

namespace rubble::measure {

const std::array<std::string, kBulkRadii>& bulk_radius_names() {
  static const std::array<std::string, kBulkRadii> names{"ellipsoid", "distance", "semi_axis", "mass95"};
  return names;
}

std::array<double, kBulkRadii> bulk_radii(const Pile& pile) {
  const Ellipsoid e = ellipsoid(pile);
  return {std::cbrt(e.extents.prod()), encompassing_radius(pile), e.semi_axes[0], mass_radius(pile, 0.95)};
}

}  // namespace rubble::measure
