#pragma once
// Contact points of two convex bodies: the second half of the narrow phase. A few points represent a contact along a
// face or an edge.
#include "shape/separation.hpp"

#include <array>
#include <span>

namespace rubble::shape {

struct TouchPoint {
  Vec3 place;     // on the surface of a [m]
  double gap;     // along the normal [m]
  Index feature;  // number of the vertices and edges that define the point; identifies the points of a pair and is
                  // constant from step to step
};

struct Manifold {
  static constexpr std::size_t kMost = 4;

  std::array<TouchPoint, kMost> point;  // in the order of the features
  std::size_t count = 0;
  Vec3 normal = Vec3::Zero();  // unit vector from a to b; not set if there are no points
  int weight = 1;              // weight of the pair in counts of contacts: 3 for two faces, 2 for an edge and a face,
                               // otherwise 1
  bool lasts = true;           // true if a small move does not change the choice of points: every candidate is a point,
                               // and no crossing edges are nearly parallel

  std::span<const TouchPoint> points() const { return {point.data(), count}; }
};

// A place that may become a contact point, as seen along the normal.
struct Candidate {
  Eigen::Vector2d at;  // [m]
  double on_a, gap;    // height of the surface of a, and of that of b above it [m]
  Index feature;
};

// Indices of the chosen candidates, ascending.
struct ChosenPoints {
  std::array<std::size_t, Manifold::kMost> index{};
  std::size_t count = 0;
};

// Number of points that a manifold may have: only the deepest, three, or four.
enum class Points : std::uint8_t { one = 1, three = 3, four = 4 };

// A point this close to the supporting plane, an edge or a corner counts as on it. Relative to a body's radius.
inline constexpr double kInPlane = 1e-3;

// (two hulls, or a hull and a sphere; their separation, from the centre and in the axes of a; gap up to which points
// count [m]) => their contact points, in the same axes. Empty if the gap is larger than `alert`.
//
// Features. The feature of a body consists of the vertices within kInPlane of its radius + alert of the plane that
// supports it along the normal. It is a corner if there is one vertex, an edge if they lie on one line, and a face
// otherwise. The outline of a face is the convex hull of these vertices as seen along the normal.
//
// Candidates. A corner touches at one point. Otherwise the candidates, as seen along the normal, are the vertices of
// each feature inside the outline of the other, and the crossings of the outlines. A vertex counts as inside within a
// tolerance of kInPlane of the smaller radius. Edges cross only if the ends of each lie farther than this on opposite
// sides of the other. Rounding therefore does not change the candidates of edges side by side or on top of each other.
// The heights of the surfaces at the candidates are exact even if the feature is not quite flat. Faces inclined by less
// than 6 degrees to the normal count only up to the height of the highest vertex. If all candidates are less deep than
// the two points of the separation, these points become one more candidate (feature 0).
//
// Choice. The deepest of the candidates with a gap up to `alert` is chosen first. The next two make the triangle of
// largest area with it (Points::three), and a fourth makes the largest quadrilateral. Candidates within 1e-4 of the
// radius of the deepest have priority, so that no load-bearing point is left out in favour of a more distant one that
// does not touch. Among candidates whose areas are equal within kInPlane, or whose depths are equal within 1e-6 of the
// radius, the one with the lower feature number is chosen.
Manifold manifold(const Relative& pair, const Separation& separation, double alert, Points most);

// (at least one candidate, in the order of the features; smaller radius [m]; largest number of points) => the choice
// above.
ChosenPoints chosen_points(std::span<const Candidate> from, double radius, Points most);

// (sphere or hull, its placement, another sphere or hull, its placement, cache of the pair, gap up to which points
// count [m]) => their contact points, in the axes of the pile: separation() followed by manifold().
Manifold touch(const PreparedShape& a, const Placement& at_a, const PreparedShape& b, const Placement& at_b,
               SeparationCache& cache, double alert, Points most);

// (sphere or hull, its placement, point of a wall [m], unit normal of the wall towards the body, gap up to which points
// count [m]) => the vertices within `alert` of the wall, chosen as in manifold(), in the axes of the pile. A sphere has
// one point.
Manifold wall_manifold(const PreparedShape& a, const Placement& at_a, const Vec3& wall, const Vec3& wall_normal,
                       double alert, Points most);

}  // namespace rubble::shape
