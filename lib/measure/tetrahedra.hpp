#pragma once
// Tetrahedra between points or balls: Delaunay and regular triangulations, by CGAL.
#include "base/vec.hpp"

#include <array>
#include <vector>

namespace rubble::measure {

// Tetrahedra that fill the convex hull of points; of balls the distance is the power |x - centre|^2 - radius^2.
struct Tetrahedra {
  Vec3 origin = Vec3::Zero();                   // [m]
  Vec3s point;                                  // the points or centres that belong to tetrahedra, from the origin [m]
  Reals weight;                                 // squared radius of each ball [m2]; 0 of points
  std::vector<std::array<Index, 4>> vertex;     // of each tetrahedron, in `point`; seen from 0, 1 2 3 turn clockwise
  std::vector<std::array<Index, 4>> neighbour;  // across the face without vertex k; -1: there the hull ends
  Reals square;  // of the radius of the circumscribed sphere; of balls: of that orthogonal to them, may be < 0 [m2]
  Reals volume;  // [m3]

  std::size_t size() const { return vertex.size(); }
};

// (points [m]) => their Delaunay tetrahedra; none if all points lie in one plane.
Tetrahedra delaunay(const Vec3s& points);

// (centres [m], radii [m]) => the regular tetrahedra of balls; none if all centres lie in one plane. Balls inside of
// others may belong to none.
Tetrahedra regular(const Vec3s& centres, const Reals& radii);

}  // namespace rubble::measure
