#pragma once
// Bodies sorted into classes by radius, for every measure that asks which sizes do the work.
#include "model/pile.hpp"

namespace rubble::measure {

struct SizeClasses {
  struct Class {
    double smallest, largest;  // radii found in it [m]
    std::size_t bodies;
  };
  std::vector<Class> classes;        // by rising radius
  std::vector<std::size_t> of_body;  // [N] index into classes
};

// (radius [m] [N]) => one class for each distinct radius if there are at most 16 of them, else eight classes of about
// equal numbers of bodies, bounded by quantiles of the radius (equal radii always share a class).
SizeClasses size_classes(const Reals& radius);

}  // namespace rubble::measure
