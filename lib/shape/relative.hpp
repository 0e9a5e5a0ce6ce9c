#pragma once
// Two bodies seen from the first one: its centre is the origin, its principal frame the axes, so that no digit is lost
// far from the origin of the pile. Lengths in metres.
#include "base/error.hpp"
#include "base/sound.hpp"
#include "shape/solid.hpp"

namespace rubble::shape {

// A point of D = {x - y: x of a, y of b} that is a difference of two vertices. A and B overlap if D holds the origin;
// their distance is that of the origin from D, and by the shortest way out of D they come apart.
struct Corner {
  Vec3 x;              // [m]
  Index a = 0, b = 0;  // the vertices
};

class Relative {
 public:
  Relative(const Solid& first, const Placement& at_first, const Solid& second, const Placement& at_second)
      : a(first),
        b(second),
        axes(at_first.turn.toRotationMatrix()),
        turn((at_first.turn.conjugate() * at_second.turn).toRotationMatrix()),
        shift(axes.transpose() * (at_second.centre - at_first.centre)),
        origin(at_first.centre),
        radius_a(at_first.radius),
        radius_b(at_second.radius),
        size(radius_a * a.reach + radius_b * b.reach + shift.norm()) {
    if (!(size < 10 * kFarthest && is_turn(at_first.turn) && is_turn(at_second.turn)))
      throw SanityError("a body has no finite position and orientation: its distance from another is undefined");
  }

  Vec3 of_a(Index v) const { return radius_a * a.vertex[v]; }
  Vec3 of_b(Index v) const { return shift + radius_b * (turn * b.vertex[v]); }
  Corner corner(Index i, Index j) const { return {of_a(i) - of_b(j), i, j}; }

  // (direction) => a corner of D farthest along it. Starts, where that helps, from the vertices of the last one.
  Corner farthest_corner(const Vec3& direction) {
    last_a = farthest(a, direction, last_a);
    last_b = farthest(b, turn.transpose() * -direction, last_b);
    return corner(last_a, last_b);
  }

  // (point, direction in these axes) => in those of the pile.
  Vec3 place(const Vec3& x) const { return origin + axes * x; }
  Vec3 along(const Vec3& v) const { return axes * v; }

  const Solid& a;
  const Solid& b;
  Mat3 axes;    // principal frame of a => axes of the pile
  Mat3 turn;    // principal frame of b => that of a
  Vec3 shift;   // centre of b [m]
  Vec3 origin;  // centre of a in the axes of the pile [m]
  double radius_a, radius_b;
  double size;  // no coordinate of a corner is larger [m]
  Index last_a = 0, last_b = 0;
};

}  // namespace rubble::shape
