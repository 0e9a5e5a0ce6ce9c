#pragma once
// Tetrahedra between points or balls: Delaunay and regular triangulations, by CGAL.
#include "base/vec.hpp"

#include <array>
#include <vector>

namespace rubble::measure {

// Tetrahedra that fill the convex hull of points. For balls, the distance is the power |x - centre|^2 - radius^2.
struct Tetrahedra {
  Vec3 origin = Vec3::Zero();                   // [m]
  Vec3s point;                                  // points or centres that belong to tetrahedra, relative to the origin
                                                // [m]
  Reals weight;                                 // squared radius of each ball [m2]; 0 for points
  std::vector<std::array<Index, 4>> vertex;     // vertices of each tetrahedron, as indices into `point`; seen from
                                                // vertex 0, vertices 1 2 3 are clockwise
  std::vector<std::array<Index, 4>> neighbour;  // neighbour across the face without vertex k; -1 on the boundary of the
                                                // convex hull
  Reals square;  // squared radius of the circumscribed sphere; for balls, of the sphere orthogonal to them, which may
                 // be < 0 [m2]
  Reals volume;  // [m3]

  std::size_t size() const { return vertex.size(); }
};

// (points [m]) => their Delaunay tetrahedra; none if all points lie in one plane.
Tetrahedra delaunay(const Vec3s& points);

// (centres [m], radii [m]) => the regular tetrahedra of balls; none if all centres lie in one plane. Balls inside other
// balls may belong to no tetrahedron.
Tetrahedra regular(const Vec3s& centres, const Reals& radii);

}  // namespace rubble::measure
