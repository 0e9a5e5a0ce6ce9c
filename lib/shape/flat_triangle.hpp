#pragma once
// A triangle as a body without volume, for the searches of convex bodies.
#include "shape/prepared_shape.hpp"

namespace rubble::shape {

class FlatTriangle {
 public:
  FlatTriangle();
  // (corners [L], unit of its shape [L]) Moves the triangle. Tolerances of contact points are relative to the smaller
  // unit of two bodies, so that the unit of a wall is the radius of the body that touches it.
  void set(const std::array<Vec3, 3>& corner, double unit);

  const PreparedShape& solid() const { return solid_; }
  const Placement& at() const { return at_; }

 private:
  PreparedShape solid_;
  Placement at_;
};

}  // namespace rubble::shape
