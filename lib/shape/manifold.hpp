#pragma once
// Where two convex bodies touch: the second half of the narrow phase. A few points stand for the whole of a contact of
// faces or edges.
#include "shape/separation.hpp"

#include <array>
#include <span>

namespace rubble::shape {

struct TouchPoint {
  Vec3 place;  // on the surface of a [m]
  double gap;  // along the normal [m]
  Index
      feature;  // which vertices and edges make it: tells the points of a pair apart, and is the same from step to step
};

struct Manifold {
  static constexpr std::size_t kMost = 4;

  std::array<TouchPoint, kMost> point;  // by feature
  std::size_t count = 0;
  Vec3 normal = Vec3::Zero();  // unit vector from a to b, unset without points
  int weight = 1;              // of the contact in counts: 3 of two faces, 2 of an edge and a face, else 1
  bool lasts = true;           // a small move does not change it: all candidates are points, no edges cross that are
                               // nearly parallel

  std::span<const TouchPoint> points() const { return {point.data(), count}; }
};

// How many points a manifold may have: only the deepest, three, or four.
enum class Points : std::uint8_t { one = 1, three = 3, four = 4 };

// In parts of a body's radius: what is within this of its supporting plane, of an edge or of a corner counts as in it.
inline constexpr double kInPlane = 1e-3;

// (two hulls or a hull and a sphere; their separation, from the centre and in the axes of a; gap up to which points
// count [m]) => where they touch, in the same axes. Empty if the gap is larger than `alert`.
//
// Features. Of each body the vertices within kInPlane of its radius + alert of the plane that supports it along the
// normal. One vertex: a corner; more on one line: an edge; else a face, whose outline is the convex hull of the
// vertices as seen along the normal.
//
// Candidates. A corner touches at one place. Else, as seen along the normal: vertices of a feature within the other's
// outline, and places where the outlines cross. A vertex counts as within with the room of kInPlane of the smaller
// radius, and edges cross only if the ends of each are on two sides of the other by more: what lies side by side or one
// on the other makes the same candidates if it moves by a rounding. The surfaces' heights there are exact, whether the
// feature is quite flat or not; of faces within 6 degrees of the normal only as far as the highest vertex tells. If all
// are less deep than the two points of the separation, those are one more candidate (feature 0).
//
// Chosen are the deepest of those with a gap up to `alert`, and the two that make with it the triangle of largest area
// (Points::three), and one more, that of the largest quadrilateral; those first that are as deep as the deepest within
// 1e-4 of the radius, so that of points that may carry none is left out for a wider one that does not touch. Among
// features equal within kInPlane, or 1e-6 of the radius in depth, the lower one is taken.
Manifold manifold(const Relative& pair, const Separation& separation, double alert, Points most);

// (sphere or hull, where it is, another one, memory of the pair, gap up to which points count [m]) => where they touch,
// in the axes of the pile: separation() and manifold() in one.
Manifold touch(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b, SeparationCache& cache,
               double alert, Points most);

// (sphere or hull, where it is, point of a wall [m], its unit normal towards the bodies, gap up to which points count
// [m]) => the vertices within `alert` of the wall, chosen as above, in the axes of the pile; of a sphere one point.
Manifold wall_manifold(const Solid& a, const Placement& at_a, const Vec3& wall, const Vec3& wall_normal, double alert,
                       Points most);

}  // namespace rubble::shape
