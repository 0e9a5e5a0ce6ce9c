#include "friction/referee.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::friction {
namespace {

// Euclidean norm over all vectors; numbers are scaled by the largest, so that no square overflows or underflows.
double norm(const Vec3s& vectors) {
  double largest = 0;
  for (const Vec3& v : vectors) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  if (!(largest > std::numeric_limits<double>::min())) largest = 1;
  double sum = 0;
  for (const Vec3& v : vectors) sum += (v / largest).squaredNorm();
  return largest * std::sqrt(sum);
}

// (point, mu) => the nearest point of the cone, found as the nearest of: the point itself, its foot on the ray of the
// surface that lies in its direction, the tip.
Vec3 nearest_in_cone(const Vec3& v, double friction) {
  const double t = std::hypot(v[1], v[2]);
  if (t <= friction * v[0]) return v;
  const Vec3 ray = t > 0 ? Vec3(1, friction * (v[1] / t), friction * (v[2] / t)) : Vec3(1, 0, 0);
  const double along = v.dot(ray) / ray.squaredNorm();
  return std::max(along, 0.0) * ray;
}

}  // namespace

double residual(const Problem& problem, Cone cone, const Vec3s& impulses) {
  const Vec3s u = velocities(problem, impulses);
  Vec3s error;
  for (std::size_t a = 0; a < u.size(); ++a) {
    const double friction = problem.friction[a];
    Vec3 moved = impulses[a] - u[a];
    if (cone == Cone::coulomb) moved[0] -= friction * std::hypot(u[a][1], u[a][2]);
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

}  // namespace rubble::friction
