#pragma once
// Motion of grains in a slice of a pile: means over the cells of a plane.
#include "model/pile.hpp"

namespace rubble::measure {

struct Slice {
  int normal = 2;        // axis normal to the plane: 0, 1 or 2
  double thickness = 0;  // grains count if their centres are within half the thickness of the plane [m] > 0
  double cell = 0;       // width of a cell [m] > 0
};

// One cell with at least one grain.
struct FieldCell {
  double u = 0, v = 0;  // position of its centre relative to the pile's centre of mass, along the two axes after the
                        // normal [m]
  std::size_t grains = 0;
  double mass = 0;               // [kg]
  Vec3 velocity = Vec3::Zero();  // mass-weighted mean relative to the centre of mass: along u, v and the normal [m s-1]
};

// (pile, slice) => cells of the plane through the centre of mass, sorted by v, then u. A grain belongs to the cell that
// contains its centre of mass. InputError if there are no bodies.
std::vector<FieldCell> plane_field(const Pile& pile, const Slice& slice);

}  // namespace rubble::measure
