#include "shape/distance.hpp"

#include "base/error.hpp"
#include "base/sound.hpp"
#include "shape/gjk.hpp"
#include "shape/kind.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::shape {
namespace {

// A body of a pair, represented by the core of its shape, relative to the centre of the first body.
struct Body {
  const Shape& shape;
  Vec3 centre;
  Mat3 axes;
  double radius;

  Body(const Shape& s, const Placement& at, const Vec3& origin)
      : shape(s), centre(at.centre - origin), axes(at.turn.toRotationMatrix()), radius(at.radius) {}

  double skin() const { return radius * skin_of(shape); }
  Vec3 farthest(const Vec3& direction) const {
    return centre + radius * (axes * core_support(shape, axes.transpose() * direction));
  }
};

// (bodies) => distance between the convex hulls of their points, which is the distance of the origin from D.
double distance_of_cores(const Body& a, const Body& b) {
  const auto farthest_corner = [&](const Vec3& v) { return Corner{a.farthest(v) - b.farthest(-v)}; };
  const Corner first = farthest_corner(b.centre - a.centre);
  const Simplex start = nearest_of({&first, 1});
  const double size = first.x.norm();  // grows to the largest distance from the origin of a corner of D that was
                                       // visited
  const NearestSearch found = approach(farthest_corner, start, size, std::numeric_limits<double>::infinity(), 0);
  return found.overlap || found.touch ? 0 : std::sqrt(found.simplex.square);
}

}  // namespace

double distance(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b) {
  for (const Placement* at : {&at_a, &at_b})
    if (!(is_place(at->centre) && is_turn(at->turn)))
      throw SanityError("a body has no finite position and orientation: its distance from another is undefined");
  const Body first(a, at_a, at_a.centre);
  const Body second(b, at_b, at_a.centre);
  return std::max(0.0, distance_of_cores(first, second) - first.skin() - second.skin());
}

}  // namespace rubble::shape
