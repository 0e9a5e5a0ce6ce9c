#pragma once
// The point of D = {x - y: x in a, y in b} (shape/relative.hpp) that is nearest to the origin, by the method of
// Gilbert, Johnson & Keerthi 1988, doi:10.1109/56.2083.
//
// Let v be the point of the hull of a few corners of D that is nearest to the origin, and w the corner of D whose
// component along v is smallest. The distance therefore has two bounds:
//
//   v . w / |v| <= distance <= |v|.
//
// If the two bounds differ, v does not lie on the nearest face. The hull with w has points nearer than v, at least on
// the line between v and w itself. The search continues with w and the corners that determine the new nearest point, at
// most three in all. There are finitely many such sets, and none occurs twice because |v| decreases: the search ends.
// If the origin is a weighted mean of four corners, D contains it. Because of rounding, the search also ends if |v| no
// longer decreases.
#include "shape/relative.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace rubble::shape {

// Some corners of D, and the point of their hull that is nearest to the origin.
struct Simplex {
  std::array<Corner, 4> corner;
  std::array<double, 4> share;  // weights of the corners in the nearest point, > 0, sum 1
  std::size_t count = 0;
  Vec3 nearest = Vec3::Zero();
  double square = std::numeric_limits<double>::infinity();  // square of its distance from the origin
};

// (corners, at most three) => the nearest point of their hull.
Simplex nearest_of(std::span<const Corner> corner);

// (at most three corners and the nearest point of their hull, one more corner) => the nearest point to the origin of
// the vertices, edges and triangles that contain the additional corner.
Simplex nearest_with(const Simplex& simplex, const Corner& more);

// (three corners, one more corner, largest distance of a corner from the origin [m]) => true if the origin is a
// weighted mean of the four corners, with weights above 0, up to rounding. Elimination with pivoting leaves an error of
// the mean at the level of rounding, even for four nearly coplanar corners. Their mean is a point of D, so bodies that
// are apart never pass.
bool hold_origin(const Simplex& simplex, const Corner& more, double size);

struct NearestSearch {
  Simplex simplex;
  double bound = 0;       // lower bound on the distance [m]
  bool overlap = false;   // true if D contains the origin
  bool touch = false;     // true if the origin is on D up to rounding
  bool enclosed = false;  // true if the origin is a weighted mean of the corners of the simplex, of which there are
                          // then four
};

// The search ends if the bounds differ by less than this part of the distance.
inline constexpr double kClose = 1e-12;
// Rounding error of a point, relative to the largest distance of a corner from the origin.
inline constexpr double kRounding = 1e-15;
// Relative to the largest distance of a corner from the origin. If |v| no longer decreases although w lies beyond the
// origin, D contains the origin if |v| is larger than this. A smaller |v| is attributed to rounding.
inline constexpr double kVisible = 1e-7;
// Prevents endless loops; far above the number of steps that rounding can cause.
inline constexpr int kMostSteps = 1000;

// (function that returns the farthest corner along a direction, corners to start from, estimate of the largest distance
// of a corner from the origin [m], distance that is far enough [m], distance that is near enough [m]) => the approach.
// The search ends early if the distance is known to exceed `enough`, or to be at most `near`.
template <class Farthest>
NearestSearch approach(Farthest&& farthest_corner, const Simplex& start, double size, double enough, double near) {
  NearestSearch now{start};
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
