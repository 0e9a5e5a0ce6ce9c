#pragma once
// Drop of a pile onto another along a straight line, until the first contact. docs/theory.md 9.7.
#include "model/pile.hpp"

#include <optional>

namespace rubble::generate {

struct Landing {
  double way = 0;   // displacement along the direction, negative if the pile must be raised [m]
  Index body = -1;  // the body of the falling pile that lands first
  Index on = -1;    // the body that it lands on; -1: a wall
};

// (pile at rest, with walls and periods; falling pile; unit vector of the fall; gap >= 0 [m]) => the first
// displacement, on the way from far away, at which the smallest distance between the two piles, or between the falling
// pile and a wall that it falls towards, is `gap`. Nothing if the fall meets neither. Distances are those of spheres
// and hulls, exact up to rounding. If several pairs are first, the pair with the lowest indices is given. InputError if
// the pile at rest is periodic along the direction.
std::optional<Landing> first_landing(const Pile& at_rest, const Pile& falling, const Vec3& direction, double gap);

}  // namespace rubble::generate
