#pragma once
// A shape prepared for many queries about its surface: adjacent vertices and faces, and tables for vector instructions.
// Lengths in units of the shape's radius, directions in its principal frame.
#include "shape/shape.hpp"
#include "simd/aligned.hpp"

#include <array>
#include <span>

namespace rubble::shape {

// Two vertices, and the faces to the left and right of the line between them, seen from outside.
struct Edge {
  Index from, to;
  Index left, right;
};

// Points or planes, one array per coordinate, padded to whole packs with copies of the first.
struct LaneTable {
  AlignedReals x, y, z;
};

// Lists of different lengths, one after the other: list v is item[begin[v]] ... item[begin[v + 1] - 1].
struct Lists {
  std::vector<Index> begin, item;

  std::span<const Index> of(Index v) const { return std::span(item).subspan(begin[v], begin[v + 1] - begin[v]); }
};

// Computed once for each shape, from its core (shape/kind.hpp). The core of a sphere is one vertex at its centre,
// without edges or faces.
struct PreparedShape {
  // InputError for a shape whose core has no vertices or more than kMostVertices.
  explicit PreparedShape(const Shape& shape);

  double reach;  // distance of the farthest point from the centre
  double skin;   // distance of the surface from the core: 1 for a sphere, 0 for a hull
  Vec3s vertex;
  LaneTable vertices;
  Faces face;
  std::vector<FacePlane> plane;  // planes of the faces
  LaneTable normals;             // normals of the faces
  AlignedReals offset;           // offsets of the faces' planes
  std::vector<Edge> edge;        // from < to

  Lists neighbours;  // of each vertex
  Vec3s way;         // vectors to the neighbours, in the order of neighbours.item
  Lists faces_at;    // faces at each vertex

  Index size() const { return static_cast<Index>(vertex.size()); }
  // True if the shape is a ball about its centre: a rotation does not change it.
  bool is_ball() const { return face.empty(); }
  // Largest distance of a point that moves if the shape rotates about its centre.
  double turning_reach() const { return is_ball() ? 0 : reach; }
};

// Keys of contact points are 32-bit numbers, and a pair has (1 + 2 V_a) (1 + 2 V_b) of them.
inline constexpr Index kMostVertices = 20000;
// From this number of vertices on, moving along edges finds the farthest vertex faster than testing all of them.
inline constexpr Index kClimb = 96;

// (solid, direction, vertex to start from) => a vertex farthest along the direction. With fewer than kClimb vertices,
// all are tested and the first of the farthest is returned. Otherwise the search moves to the highest neighbour until
// no neighbour is higher. It compares heights along edges, so that rounding does not hide short edges.
Index farthest(const PreparedShape& solid, const Vec3& direction, Index from);

// (solid, unit direction) => half its width along it.
double half_width(const PreparedShape& solid, const Vec3& direction);

// (solid) => half its least width along the normals of its faces; its radius if it has none.
double half_thickness(const PreparedShape& solid);

// (solid, direction, least height along it, space for indices) => the number of vertices at least as high. Their
// indices are written in ascending order until the space is full.
std::size_t vertices_above(const PreparedShape& solid, const Vec3& direction, double least, std::span<Index> out);

// (hull, point) => the face whose plane has the greatest signed distance to the point, and that distance.
struct Height {
  Index item;
  double height;
};
Height highest_plane(const PreparedShape& hull, const Vec3& point);

}  // namespace rubble::shape
