#pragma once
// Surfaces of the bodies as polygons, for pictures.
#include "model/pile.hpp"

namespace rubble::measure {

struct Surfaces {
  Vec3s point;                   // [m]
  std::vector<Index> corner;     // corners of all polygons in sequence
  std::vector<std::size_t> end;  // for each polygon: index one past its last corner
  std::vector<Index> body;       // body of each polygon
};

// (pile) => the faces of hulls; spheres as inscribed polyhedra with 92 corners.
Surfaces surfaces(const Pile& pile);

}  // namespace rubble::measure
