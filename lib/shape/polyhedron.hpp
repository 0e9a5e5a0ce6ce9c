#pragma once
// Faces of a polyhedron: normals, planes, areas, and whether they close. Coordinates in any one unit of length [L].
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

// Points x with normal . x = offset; those inside a convex body have less.
struct Plane {
  Vec3 normal;  // unit vector, outwards
  double offset;
};

// (vertices [L], one face) => normal times area [L2]: half the sum of the cross products of the sides of the triangles
// about its first vertex; for a face that is not quite planar, that of its projection with the largest area.
Vec3 area_vector(const Vec3s& vertex, const std::vector<Index>& face);

// (vertices [L], one face of area > 0) => the plane through the mean of its vertices, across its area vector.
Plane face_plane(const Vec3s& vertex, const std::vector<Index>& face);

// (vertices [L], faces) => sum of the faces' areas [L2].
double surface_area(const Vec3s& vertex, const Faces& face);

// (number of vertices, faces) => the fault that keeps the faces from being one closed surface without holes, if any: a
// face of fewer than three vertices; a vertex that is not there, twice in a face or in fewer than three faces; an edge
// that does not belong to two faces with opposite directions; V - E + F other than 2 (Euler).
std::optional<std::string> not_closed(std::size_t vertices, const Faces& face);

// (vertices [L], closed faces, points [L], room [L]) => the fault that keeps the faces from being those of a convex
// body that holds the points, by more than `room`, if any: a face without area, corners outside their face's plane or
// that turn right seen from outside, points above a face (all of them where faces are clockwise). Cost: faces x log
// points, where the body is convex.
std::optional<std::string> not_convex(const Vec3s& vertex, const Faces& face, const Vec3s& points, double room);

}  // namespace rubble::shape
