#pragma once
// The surfaces of the bodies as polygons: for pictures.
#include "model/pile.hpp"

namespace rubble::measure {

struct Surfaces {
  Vec3s point;                   // [m]
  std::vector<Index> corner;     // of all polygons, one after the other
  std::vector<std::size_t> end;  // of each polygon: one past its last corner
  std::vector<Index> body;       // that it belongs to
};

// (pile) => the faces of hulls; spheres as polyhedra with 92 corners on them.
Surfaces surfaces(const Pile& pile);

}  // namespace rubble::measure
