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

// Computed once for each shape. A sphere is represented by one vertex at its centre, without edges or faces, and a
// skin.
struct PreparedShape {
  // (sphere or hull). InputError for an aggregate and for a hull of more than kMostVertices.
  explicit PreparedShape(const Shape& shape);

  Kind kind;
  double reach;  // distance of the farthest point from the centre
  double skin;   // distance of the surface from the vertices: 1 for a sphere, 0 for a hull
  Vec3s vertex;
  LaneTable vertices;
  Faces face;
  std::vector<FacePlane> plane;  // planes of the faces
  LaneTable normals;             // normals of the faces
  AlignedReals offset;           // offsets of the faces' planes
  std::vector<Edge> edge;        // from < to

  // Neighbours of vertex v: next[next_begin[v]] ... next[next_begin[v + 1] - 1], and the vectors to them.
  std::vector<Index> next_begin, next;
  Vec3s way;
  // Faces at vertex v: face_at[face_begin[v]] ... face_at[face_begin[v + 1] - 1].
  std::vector<Index> face_begin, face_at;

  Index size() const { return static_cast<Index>(vertex.size()); }
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

// (solid) => half its least width along the normals of its faces; 1 for a ball.
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
