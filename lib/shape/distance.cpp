#include "shape/distance.hpp"

#include "base/error.hpp"
#include "shape/support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <Eigen/LU>

namespace rubble::shape {
namespace {

constexpr double kClose = 1e-12;     // of the distance
constexpr double kRounding = 1e-15;  // of the points' distance from the origin
constexpr double kVisible = 1e-7;    // likewise; from there on a step to a point beyond the origin is no rounding

// A body of a pair: the points of its hull, or the centre of a sphere, from the centre of the first body.
struct Body {
  const Shape& shape;
  Vec3 centre;
  Mat3 axes;
  double radius;

  Body(const Shape& s, const Placement& at, const Vec3& origin)
      : shape(s), centre(at.centre - origin), axes(at.turn.toRotationMatrix()), radius(at.radius) {
    if (s.kind == Kind::aggregate)
      throw InputError("shape '" + s.name + "' is an aggregate: its surface is that of its members");
  }

  double skin() const { return shape.kind == Kind::sphere ? radius : 0; }
  Vec3 farthest(const Vec3& direction) const {
    if (shape.kind == Kind::sphere) return centre;
    return centre + radius * (axes * shape.vertex[farthest_vertex(shape, axes.transpose() * direction)]);
  }
};

// Some points of D, and that point of their hull that is nearest to the origin.
struct Simplex {
  std::array<Vec3, 4> point;
  std::size_t count = 0;
  Vec3 nearest = Vec3::Zero();
  double square = std::numeric_limits<double>::infinity();  // of its distance
};

// Takes the point of the hull of these points, if it is nearer. Shares above 0 make it a point of that hull however
// they were rounded.
template <std::size_t N>
void consider(const std::array<Vec3, N>& point, const std::array<double, N>& share, Simplex& best) {
  double sum = 0;
  for (const double s : share) {
    if (!(s > 0)) return;
    sum += s;
  }
  Vec3 x = Vec3::Zero();
  for (std::size_t k = 0; k < N; ++k) x += share[k] / sum * point[k];
  if (!(x.squaredNorm() < best.square)) return;
  std::copy(point.begin(), point.end(), best.point.begin());
  best.count = N;
  best.nearest = x;
  best.square = x.squaredNorm();
}

// The origin's foot on the line: a + t (b - a), t = -a . (b - a) / |b - a|^2; measured from the nearer end.
void consider_edge(const Vec3& a, const Vec3& b, Simplex& best) {
  const Vec3 along = b - a;
  consider<2>({a, b}, {b.dot(along), -a.dot(along)}, best);
}

// The origin's foot p on the plane: the shares are the areas of the triangles that p makes with the sides.
void consider_triangle(const Vec3& a, const Vec3& b, const Vec3& c, Simplex& best) {
  const Vec3 normal = (b - a).cross(c - a);
  const Vec3 foot = normal.dot(a) / normal.squaredNorm() * normal;
  const Vec3 pa = a - foot;
  const Vec3 pb = b - foot;
  const Vec3 pc = c - foot;
  consider<3>({a, b, c}, {normal.dot(pb.cross(pc)), normal.dot(pc.cross(pa)), normal.dot(pa.cross(pb))}, best);
}

// (points, at most four) => the nearest point of the corners, edges and faces of their hull, and the points that it is
// made of.
Simplex nearest_of(std::span<const Vec3> point) {
  Simplex best;
  const std::size_t n = point.size();
  for (std::size_t i = 0; i < n; ++i) consider<1>({point[i]}, {1}, best);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) consider_edge(point[i], point[j], best);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = j + 1; k < n; ++k) consider_triangle(point[i], point[j], point[k], best);
  return best;
}

// Whether the origin is a mean of the four points, with weights above 0, to rounding. Elimination with pivots leaves no
// more than rounding in the mean however flat the four lie, and a mean of theirs is a point of D: no body that is apart
// passes.
bool hold_origin(const std::array<Vec3, 4>& point, double size) {
  Mat3 edges;
  for (int k = 0; k < 3; ++k) edges.col(k) = point[static_cast<std::size_t>(k)] - point[3];
  const Vec3 share = edges.fullPivLu().solve(-point[3]);
  const double last = 1 - share.sum();
  if (!(share.minCoeff() > 0 && last > 0)) return false;
  const Vec3 mean = share[0] * point[0] + share[1] * point[1] + share[2] * point[2] + last * point[3];
  return mean.norm() <= kRounding * size;
}

// (bodies) => distance of the sets of their points: of the origin from D.
double distance_of_cores(const Body& a, const Body& b) {
  const auto lowest = [&](const Vec3& v) -> Vec3 { return a.farthest(-v) - b.farthest(v); };
  Simplex now;
  now.point[0] = lowest(a.centre - b.centre);
  now = nearest_of({now.point.data(), 1});
  double size = now.nearest.norm();  // largest distance of a point of D that was met
  while (now.square > std::pow(kRounding * size, 2)) {
    const Vec3 w = lowest(now.nearest);
    const double bound = now.nearest.dot(w);
    if (now.square - bound <= kClose * now.square) break;
    std::array<Vec3, 4> point = now.point;
    point[now.count] = w;
    size = std::max(size, w.norm());
    if (now.count == 3 && hold_origin(point, size)) return 0;
    const Simplex next = nearest_of({point.data(), now.count + 1});
    if (!(next.square < now.square)) {
      if (bound <= 0 && now.square > std::pow(kVisible * size, 2)) return 0;
      break;
    }
    now = next;
  }
  return now.square > std::pow(kRounding * size, 2) ? std::sqrt(now.square) : 0;
}

}  // namespace

double distance(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b) {
  const Body first(a, at_a, at_a.centre);
  const Body second(b, at_b, at_a.centre);
  return std::max(0.0, distance_of_cores(first, second) - first.skin() - second.skin());
}

}  // namespace rubble::shape
