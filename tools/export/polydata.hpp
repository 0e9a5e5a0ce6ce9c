#pragma once
// A pile as VTK PolyData, which rubble-export writes for ParaView.
#include "model/pile.hpp"

#include <string>

namespace rubble::tools {

// (pile with contacts) => its contacts as lines, with the forces as cell values.
std::string contacts_as_lines(const Pile& pile);

// (pile) => the surfaces of its bodies, with the values of the bodies.
std::string bodies_as_polygons(const Pile& pile);

// (pile) => its bodies as points with their values. A glyph filter that draws a sphere of the given radius at each
// point shows free and glued spheres.
std::string bodies_as_points(const Pile& pile);

// (pile) => the triangles of its triangulated walls at its time, with the number of the wall and the velocity of the
// middle of each triangle.
std::string walls_as_polygons(const Pile& pile);

}  // namespace rubble::tools
