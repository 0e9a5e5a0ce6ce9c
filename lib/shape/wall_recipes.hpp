#pragma once
// Surfaces of common walls. Their axis is z, and their middle the origin. Lengths in any one unit [L].
#include "shape/polyhedron.hpp"

#include <cstdint>

namespace rubble::shape {

// (lengths of the sides [L]) => the six faces of a box.
Polyhedron box_surface(const Vec3& sides);

// Ends of a cylinder that are closed by a disc.
enum class Ends { none, lower, both };

// (radii at the lower and the upper end > 0 [L], height [L], number of sides >= 3, closed ends) => the side of a cone
// whose corners lie on the circles, and discs at its ends: a cylinder if the radii are equal, else a funnel.
Polyhedron cone_surface(double lower, double upper, double height, std::int64_t sides, Ends ends);

}  // namespace rubble::shape
