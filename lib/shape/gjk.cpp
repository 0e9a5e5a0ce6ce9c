#include "shape/gjk.hpp"

#include <Eigen/LU>

namespace rubble::shape {
namespace {

// Replaces the best point by the point of the hull of these corners, if that is nearer. Positive shares define a point
// of that hull, whatever their rounding errors.
template <std::size_t N>
void consider(const std::array<const Corner*, N>& corner, const std::array<double, N>& share, Simplex& best) {
  double sum = 0;
  for (const double s : share) {
    if (!(s > 0)) return;
    sum += s;
  }
  Vec3 x = Vec3::Zero();
  for (std::size_t k = 0; k < N; ++k) x += share[k] / sum * corner[k]->x;
  const double square = x.squaredNorm();
  if (!(square < best.square)) return;
  for (std::size_t k = 0; k < N; ++k) {
    best.corner[k] = *corner[k];
    best.share[k] = share[k] / sum;
  }
  best.count = N;
  best.nearest = x;
  best.square = square;
}

// Projection of the origin onto the line: a + t (b - a), t = -a . (b - a) / |b - a|^2. The shares 1 - t and t
// of a and b are b . (b - a) and -a . (b - a), up to a common factor.
void consider_edge(const Corner& a, const Corner& b, Simplex& best) {
  const Vec3 along = b.x - a.x;
  consider<2>({&a, &b}, {b.x.dot(along), -a.x.dot(along)}, best);
}

// Projection p of the origin onto the plane: the shares are the areas of the triangles that p forms with the sides.
void consider_triangle(const Corner& a, const Corner& b, const Corner& c, Simplex& best) {
  const Vec3 normal = (b.x - a.x).cross(c.x - a.x);
  const Vec3 foot = normal.dot(a.x) / normal.squaredNorm() * normal;
  const Vec3 pa = a.x - foot;
  const Vec3 pb = b.x - foot;
  const Vec3 pc = c.x - foot;
  consider<3>({&a, &b, &c}, {normal.dot(pb.cross(pc)), normal.dot(pc.cross(pa)), normal.dot(pa.cross(pb))}, best);
}

}  // namespace

Simplex nearest_of(std::span<const Corner> corner) {
  Simplex best;
  const std::size_t n = corner.size();
  for (std::size_t i = 0; i < n; ++i) consider<1>({&corner[i]}, {1}, best);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) consider_edge(corner[i], corner[j], best);
  if (n == 3) consider_triangle(corner[0], corner[1], corner[2], best);
  return best;
}

Simplex nearest_with(const Simplex& simplex, const Corner& more) {
  Simplex best;
  consider<1>({&more}, {1}, best);
  for (std::size_t i = 0; i < simplex.count; ++i) consider_edge(simplex.corner[i], more, best);
  for (std::size_t i = 0; i < simplex.count; ++i)
    for (std::size_t j = i + 1; j < simplex.count; ++j)
      consider_triangle(simplex.corner[i], simplex.corner[j], more, best);
  return best;
}

bool hold_origin(const Simplex& simplex, const Corner& more, double size) {
  Mat3 edges;
  for (int k = 0; k < 3; ++k) edges.col(k) = simplex.corner[static_cast<std::size_t>(k)].x - more.x;
  const Vec3 share = edges.fullPivLu().solve(-more.x);
  const double last = 1 - share.sum();
  if (!(share.minCoeff() > 0 && last > 0)) return false;
  const auto& c = simplex.corner;
  const Vec3 mean = share[0] * c[0].x + share[1] * c[1].x + share[2] * c[2].x + last * more.x;
  return mean.norm() <= kRounding * size;
}

}  // namespace rubble::shape
