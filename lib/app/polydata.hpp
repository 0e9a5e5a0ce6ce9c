#pragma once
// A pile as VTK PolyData: what rubble-export writes for ParaView.
#include "model/pile.hpp"

#include <string>

namespace rubble::app {

// (pile with contacts) => its contacts as lines, with their forces on them.
std::string contacts_as_lines(const Pile& pile);

// (pile) => the surfaces of its bodies, with the bodies' values on them.
std::string bodies_as_polygons(const Pile& pile);

// (pile) => its bodies as points with their values: a filter that puts one sphere of its radius at each draws free and
// glued spheres.
std::string bodies_as_points(const Pile& pile);

}  // namespace rubble::app
