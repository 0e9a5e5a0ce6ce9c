#pragma once
// Faces of a polyhedron: normals, planes, areas, and closure. Coordinates in any one unit of length [L].
#include "base/vec.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::shape {

// Each face is the cycle of its vertices, counter-clockwise seen from outside.
using Faces = std::vector<std::vector<Index>>;

struct Polyhedron {
  Vec3s vertex;
  Faces face;
};

// Points x with normal . x = offset; points inside a convex body have a smaller product.
struct FacePlane {
  Vec3 normal;  // unit vector, outwards
  double offset;
};

// (vertices [L], one face) => normal times area [L2]: half the sum of the cross products of the sides of the triangles
// about its first vertex. If a face is not quite planar, it is the area vector of the projection with the largest area.
Vec3 area_vector(const Vec3s& vertex, const std::vector<Index>& face);

// (vertices [L], one face of area > 0) => the plane through the mean of the vertices that is perpendicular to the area
// vector.
FacePlane face_plane(const Vec3s& vertex, const std::vector<Index>& face);

// (vertices [L], faces) => sum of the faces' areas [L2].
double surface_area(const Vec3s& vertex, const Faces& face);

// (number of vertices, faces) => the reason why the faces are not one closed surface without holes, if any. Reasons
// are:
// - a face with fewer than three vertices;
// - a vertex that does not exist, occurs twice in a face, or belongs to fewer than three faces;
// - an edge that does not belong to two faces with opposite directions;
// - V - E + F other than 2 (Euler).
std::optional<std::string> not_closed(std::size_t vertices, const Faces& face);

// (vertices [L], closed faces, points [L], tolerance [L]) => the reason why the faces are not those of a convex body
// that contains the points within the tolerance, if any. Reasons are: a face without area, a corner that is outside the
// plane of its face or turns right seen from outside, or a point above a face. If the faces are clockwise, points lie
// above each of them. The cost is faces x log points if the body is convex.
std::optional<std::string> not_convex(const Vec3s& vertex, const Faces& face, const Vec3s& points, double tolerance);

}  // namespace rubble::shape
