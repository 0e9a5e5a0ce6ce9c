#pragma once
// Two bodies in the frame of the first one, whose centre is the origin and whose principal axes are the coordinate
// axes. No digits are lost far from the origin of the pile. Lengths in metres.
#include "base/error.hpp"
#include "base/sound.hpp"
#include "shape/prepared_shape.hpp"

namespace rubble::shape {

// A point of D = {x - y: x in a, y in b} that is a difference of two vertices. The bodies overlap if D contains the
// origin. Otherwise their distance is that of the origin from D. The shortest displacement of the origin out of D
// separates overlapping bodies.
struct Corner {
  Vec3 x;              // [m]
  Index a = 0, b = 0;  // the vertices
};

class Relative {
 public:
  // SanityError if a centre is not finite or an orientation is not a unit quaternion.
  Relative(const PreparedShape& first, const Placement& at_first, const PreparedShape& second,
           const Placement& at_second)
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

  // (direction) => a corner of D farthest along it. The search may start from the vertices of the previous corner.
  Corner farthest_corner(const Vec3& direction) {
    last_a = farthest(a, direction, last_a);
    last_b = farthest(b, turn.transpose() * -direction, last_b);
    return corner(last_a, last_b);
  }

  // (point in these axes) => the point in the axes of the pile.
  Vec3 place(const Vec3& x) const { return origin + axes * x; }
  Vec3 along(const Vec3& v) const { return axes * v; }

  const PreparedShape& a;
  const PreparedShape& b;
  Mat3 axes;    // rotation from the principal frame of a to the axes of the pile
  Mat3 turn;    // rotation from the principal frame of b to that of a
  Vec3 shift;   // centre of b [m]
  Vec3 origin;  // centre of a in the axes of the pile [m]
  double radius_a, radius_b;
  double size;  // upper bound of the distances of all corners from the origin [m]
  Index last_a = 0, last_b = 0;
};

}  // namespace rubble::shape
