#pragma once
// The point of D that is nearest to the origin, by the method of Gilbert, Johnson & Keerthi 1988, doi:10.1109/56.2083.
//
// Let v be the point nearest to the origin of the hull of a few corners of D. D has no point lower along v than w, its
// corner farthest along -v, so that
//   v . w / |v| <= distance <= |v|.
// If these two do not agree, v is no point of D's nearest face yet, and the hull with w has points nearer than v, at
// least on the line from v to w. There the search goes on with the corners that its nearest point is made of, at most
// three. There are finitely many such sets, and as |v| falls none comes twice: the search ends. If the origin is a mean
// of four corners, D holds it. Rounding ends the search where |v| falls no more.
#include "shape/relative.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace rubble::shape {

// Some corners of D, and that point of their hull that is nearest to the origin.
struct Simplex {
  std::array<Corner, 4> corner;
  std::array<double, 4> share;  // of the corners in the nearest point, > 0, sum 1
  std::size_t count = 0;
  Vec3 nearest = Vec3::Zero();
  double square = std::numeric_limits<double>::infinity();  // of its distance
};

// (corners, at most three) => the nearest point of their hull.
Simplex nearest_of(std::span<const Corner> corner);

// (corners and the nearest point of their hull, at most three; one more) => the nearest of those points of the surface
// of the hull of all that are made with the new one.
Simplex nearest_with(const Simplex& simplex, const Corner& more);

// True if the origin is a mean of the three corners and one more, with weights above 0, to rounding. Elimination with
// pivots leaves no more than rounding in the mean however flat the four lie, and a mean of theirs is a point of D: no
// body that is apart passes.
bool hold_origin(const Simplex& simplex, const Corner& more, double size);

struct Approach {
  Simplex simplex;
  double bound = 0;       // the distance is not less [m]
  bool overlap = false;   // D holds the origin
  bool touch = false;     // the origin is on D to rounding
  bool enclosed = false;  // the origin is a mean of the simplex' corners, four then
};

inline constexpr double kClose = 1e-12;     // of the distance
inline constexpr double kRounding = 1e-15;  // of the corners' distance from the origin
inline constexpr double kVisible = 1e-7;  // likewise; from there on a step to a point beyond the origin is no rounding
inline constexpr int kMostSteps = 1000;   // far beyond what rounding can lead to; no pair may hang a run

// (farthest corner along a direction, corners to start from, distance that is far enough, distance that is near enough
// [m]) => the approach. The search ends early once the distance is known to be at least `enough`, or at most `near`.
template <class Farthest>
Approach approach(Farthest&& farthest_corner, const Simplex& start, double size, double enough, double near) {
  Approach now{start};
  for (int step = 0; step < kMostSteps; ++step) {
    const double rounding = kRounding * size;
    now.touch = !(now.simplex.square > rounding * rounding);
    if (now.touch || !(now.simplex.square > near * near)) return now;
    const Simplex& s = now.simplex;
    const Corner w = farthest_corner(Vec3(-s.nearest));
    const double bound = s.nearest.dot(w.x);
    if (bound > 0) now.bound = std::max(now.bound, bound / std::sqrt(s.square));
    if (now.bound > enough || s.square - bound <= kClose * s.square) return now;
    size = std::max(size, w.x.norm());
    if (s.count == 3 && bound < 0 && hold_origin(s, w, size)) {
      now.overlap = true;
      now.enclosed = true;
      now.simplex.corner[3] = w;
      now.simplex.count = 4;
      return now;
    }
    const Simplex next = nearest_with(s, w);
    if (!(next.square < s.square)) {
      now.overlap = bound <= 0 && s.square > kVisible * kVisible * size * size;
      return now;
    }
    now.simplex = next;
  }
  return now;
}

}  // namespace rubble::shape
