#pragma once
// A shape made ready for many questions about its surface: who is beside whom, and tables for vector units. Lengths in
// the shape's unit, its radius; directions in its principal frame.
#include "base/aligned.hpp"
#include "shape/shape.hpp"

#include <array>
#include <span>

namespace rubble::shape {

// Two vertices, and the faces to the left and right of the way between them, seen from outside.
struct Edge {
  Index from, to;
  Index left, right;
};

// Points or planes, coordinate by coordinate; filled up with copies of the first to whole packs.
struct Table {
  AlignedReals x, y, z;
};

// Built once for each shape. A sphere is its centre, with a skin: one vertex, no edge, no face.
struct Solid {
  // (sphere or hull). InputError for an aggregate and for a hull of more than kMostVertices.
  explicit Solid(const Shape& shape);

  Kind kind;
  double reach;  // distance of the farthest point from the centre
  double skin;   // distance of the surface from the vertices: 1 for a sphere, 0 for a hull
  Vec3s vertex;
  Table vertices;
  Faces face;
  std::vector<Plane> plane;  // of the faces
  Table normals;             // of the faces
  AlignedReals offset;       // of the faces' planes
  std::vector<Edge> edge;    // from < to

  // Neighbours of vertex v: next[next_begin[v]] ... next[next_begin[v + 1] - 1], with the ways to them.
  std::vector<Index> next_begin, next;
  Vec3s way;
  // Faces at vertex v, likewise.
  std::vector<Index> face_begin, face_at;

  Index size() const { return static_cast<Index>(vertex.size()); }
};

// Keys of contact points, (1 + 2 V_a) (1 + 2 V_b) of them, are 32-bit numbers.
inline constexpr Index kMostVertices = 20000;
// From here on climbing along edges finds the farthest vertex sooner than looking at all.
inline constexpr Index kClimb = 96;

// (solid, direction, vertex to start from) => a vertex farthest along the direction. Up to kClimb vertices: looks at
// all, takes the first. More: goes to the highest neighbour until none is higher; heights are compared along edges, so
// that no edge is too short to be seen.
Index farthest(const Solid& solid, const Vec3& direction, Index from);

// (solid, unit direction) => half its width along it.
double half_width(const Solid& solid, const Vec3& direction);

// (solid) => half its least width along the normals of its faces; 1 of a ball.
double half_thickness(const Solid& solid);

// (solid, direction, height along it, room for the answer) => how many vertices are at least as high; their indices,
// rising, as far as there is room.
std::size_t vertices_above(const Solid& solid, const Vec3& direction, double least, std::span<Index> out);

// (hull, point) => the face whose plane the point is highest above, and how high.
struct Height {
  Index item;
  double height;
};
Height highest_plane(const Solid& hull, const Vec3& point);

}  // namespace rubble::shape
