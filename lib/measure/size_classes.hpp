#pragma once
// Grains sorted into classes by radius, for every measure that asks which sizes do the work.
#include "measure/grains.hpp"

namespace rubble::measure {

struct SizeClasses {
  struct Class {
    double smallest, largest;  // radii found in it [m]
    std::size_t grains;
  };
  std::vector<Class> classes;         // by rising radius
  std::vector<std::size_t> of_grain;  // [G] index into classes
};

// (radius of each grain, as grain_radii() has it [m] [G]) => one class for each distinct radius if there are at most 16
// of them, else eight classes of about equal numbers of grains, bounded by quantiles of the radius (equal radii always
// share a class). Radii that differ by less than 1e-9 of themselves are equal: grains of one shape are so to rounding.
SizeClasses size_classes(const Reals& radius);
// (pile's model) => the same of its grains.
SizeClasses size_classes(const Model& model);

}  // namespace rubble::measure
