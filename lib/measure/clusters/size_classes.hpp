#pragma once
// Classes of grains by radius, for measures that depend on grain size.
#include "measure/ledger/grain_sums.hpp"

namespace rubble::measure {

struct SizeClasses {
  struct Class {
    double smallest, largest;  // smallest and largest radius in the class [m]
    std::size_t grains;
  };
  std::vector<Class> classes;         // by ascending radius
  std::vector<std::size_t> of_grain;  // [G] index into classes
};

// (radius of each grain from grain_radii() [m] [G]) => size classes. Up to 16 distinct radii make one class each. For
// more, there are at most eight classes of about equal numbers of grains, bounded by quantiles of the radius; equal
// radii always share a class. Radii with relative differences below 1e-9 count as equal, because grains of one shape
// differ by rounding.
SizeClasses size_classes(const Reals& radius);
// (pile) => size classes of its grains.
SizeClasses size_classes(const Pile& pile);

}  // namespace rubble::measure
