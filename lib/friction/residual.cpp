#include "friction/residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::friction {
namespace {

// True if neither the sum of squares nor the squares that matter to it have overflown or underflown.
bool is_safe(double sum_of_squares) { return sum_of_squares > 1e-200 && sum_of_squares < 1e200; }

// Euclidean lengths, without overflow or underflow of squares.
double length(const Vec3& v) {
  const double square = v.squaredNorm();
  return is_safe(square) ? std::sqrt(square) : v.stableNorm();
}
double length(double x, double y) {
  const double square = x * x + y * y;
  return is_safe(square) ? std::sqrt(square) : std::hypot(x, y);
}

// Euclidean norm over all vectors. If squares may overflow or underflow, numbers are divided by the largest one.
double norm(const Vec3s& vectors) {
  double sum = 0;
  for (const Vec3& v : vectors) sum += v.squaredNorm();
  if (is_safe(sum)) return std::sqrt(sum);
  double largest = 0;
  for (const Vec3& v : vectors) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  if (!(largest > std::numeric_limits<double>::min())) largest = 1;
  sum = 0;
  for (const Vec3& v : vectors) sum += (v / largest).squaredNorm();
  return largest * std::sqrt(sum);
}

// (point, mu) => nearest point of the cone: the point itself, its foot on the ray of the surface in its direction, or
// the tip.
Vec3 nearest_in_cone(const Vec3& v, double friction) {
  const double t = length(v[1], v[2]);
  if (t <= friction * v[0]) return v;
  const Vec3 ray = t > 0 ? Vec3(1, friction * (v[1] / t), friction * (v[2] / t)) : Vec3(1, 0, 0);
  const double along = v.dot(ray) / ray.squaredNorm();
  return std::max(along, 0.0) * ray;
}

// Largest eigenvalue of the symmetric part of a tangential block [kg-1].
double sliding_response(const Mat3& w) {
  const double mean = 0.5 * (w(1, 1) + w(2, 2));
  return mean + std::hypot(0.5 * (w(1, 1) - w(2, 2)), 0.5 * (w(1, 2) + w(2, 1)));
}

// (diagonal block, mu, impulse, velocity) => error of a contact under Coulomb's law [m s-1].
double coulomb_error(const Mat3& w, double friction, const Vec3& r, const Vec3& u) {
  const double across = sliding_response(w);
  const double normal = std::abs(r[0] - std::max(0.0, r[0] - u[0] / w(0, 0)));
  const double trial[2] = {r[1] - u[1] / across, r[2] - u[2] / across};
  const double size = length(trial[0], trial[1]);
  const double most = friction * std::max(r[0], 0.0);
  const double share = size > most ? most / size : 1;
  return std::max(w(0, 0) * normal, across * length(r[1] - share * trial[0], r[2] - share * trial[1]));
}

// Error under the relaxed law. P_K alone would hide a point beside a wide cone, because its distance from the cone is
// small.
double relaxed_error(const Mat3& w, double friction, const Vec3& r, const Vec3& u) {
  const double across = sliding_response(w);
  const double most = std::max(w(0, 0), across);
  const double outside = std::max(0.0, length(r[1], r[2]) - friction * r[0]);
  return std::max({most * length(r - nearest_in_cone(r - u / most, friction)), across * outside, -u[0]});
}

}  // namespace

double residual(const Problem& problem, Cone cone, const Vec3s& impulses) {
  const Vec3s u = velocities(problem, impulses);
  Vec3s error;
  for (std::size_t a = 0; a < u.size(); ++a) {
    const double friction = problem.friction[a];
    Vec3 moved = impulses[a] - u[a];
    if (cone == Cone::coulomb) moved[0] -= friction * length(u[a][1], u[a][2]);
    error.push_back(impulses[a] - nearest_in_cone(moved, friction));
  }
  const double scale = std::max({norm(problem.free_velocity), norm(u), norm(impulses)});
  if (!(scale > std::numeric_limits<double>::min())) return norm(error);
  return norm(error) / scale;
}

double penetration(const Problem& problem, const Vec3s& impulses) {
  const Vec3s u = velocities(problem, impulses);
  double approach = 0;
  double scale = 0;
  for (std::size_t a = 0; a < u.size(); ++a) {
    approach = std::max(approach, -u[a][0]);
    scale = std::max(scale, norm({problem.free_velocity[a]}));
  }
  return scale > 0 ? approach / scale : approach;
}

double contact_error(const Problem& problem, Cone cone, const Vec3s& impulses) {
  const BlockMatrix& w = problem.delassus;
  double worst = 0;
  for (std::size_t a = 0; a < problem.size(); ++a) {
    Vec3 u = problem.free_velocity[a];
    double scale = length(u);
    Mat3 own = Mat3::Zero();
    for (auto k = static_cast<std::size_t>(w.begin[a]); k < static_cast<std::size_t>(w.begin[a + 1]); ++k) {
      const Vec3 part = w.block[k] * impulses[static_cast<std::size_t>(w.column[k])];
      u += part;
      scale += length(part);
      if (w.column[k] == static_cast<Index>(a)) own = w.block[k];
    }
    const auto error = cone == Cone::coulomb ? coulomb_error : relaxed_error;
    if (scale > 0) worst = std::max(worst, error(own, problem.friction[a], impulses[a], u) / scale);
  }
  return worst;
}

}  // namespace rubble::friction
