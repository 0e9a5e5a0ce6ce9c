#include "laws/rigid_impact.hpp"

#include <algorithm>

#include <Eigen/LU>

namespace rubble::laws {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Mat3 crossing(const Vec3& v) {
  Mat3 out;
  out << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return out;
}

Mat3 response(const Side& side) {
  const Mat3 arm = crossing(side.arm);
  return side.inverse_mass * Mat3::Identity() - arm * side.inverse_inertia * arm;
}

// (impulse J, velocity u, K) => energy that the impulse removes from the motion, -J . u - J . K J / 2.
double loss(const Vec3& impulse, const Vec3& velocity, const Mat3& k) {
  return -impulse.dot(velocity + 0.5 * (k * impulse));
}

Vec3 smooth_impulse(const Vec3& normal, double approach, const Mat3& k, double restitution) {
  return (1 + restitution) * approach / normal.dot(k * normal) * normal;
}

// Impulse of rough bodies without the limit |J_t| <= mu J_n.
Vec3 rough_impulse(const Vec3& normal, const Vec3& velocity, const Mat3& k, const ImpactLaw& law) {
  const double along = velocity.dot(normal);
  const Vec3 across = velocity - along * normal;
  return k.partialPivLu().solve(-(1 + law.normal) * along * normal + (law.sliding - 1) * across);
}

// Impulse for sliding during the whole impact: J = J_n (n - mu t), with the direction t of sliding.
Vec3 sliding_impulse(const Vec3& normal, const Vec3& velocity, const Mat3& k, const ImpactLaw& law) {
  const double along = velocity.dot(normal);
  const Vec3 direction = normal - law.friction * (velocity - along * normal).normalized();
  const double yields = normal.dot(k * direction);
  return yields > 0 ? Vec3(-(1 + law.normal) * along / yields * direction) : Vec3(Vec3::Zero());
}

bool allowed(const Vec3& impulse, const Vec3& normal, double friction) {
  const double along = impulse.dot(normal);
  return along > 0 && (impulse - along * normal).norm() <= friction * along;
}

}  // namespace

ImpactImpulse impact(const Side& a, const Side& b, const Vec3& normal, const ImpactLaw& law) {
  const Vec3 velocity = b.point_velocity() - a.point_velocity();
  const Mat3 k = response(a) + response(b);
  const double approach = -velocity.dot(normal);
  const Vec3 smooth = smooth_impulse(normal, approach, k, law.normal);
  ImpactImpulse out;
  out.impulse = smooth;
  if (law.sliding < 1 && law.friction > 0) {
    Vec3 rough = rough_impulse(normal, velocity, k, law);
    if (!allowed(rough, normal, law.friction)) rough = sliding_impulse(normal, velocity, k, law);
    out.smooth = rough.isZero(0) || loss(rough, velocity, k) < 0;
    if (!out.smooth) out.impulse = rough;
  }
  const double all = std::max(law.normal > 1 ? -kNever : 0.0, loss(out.impulse, velocity, k));
  out.normal_loss = std::min(all, 0.5 * (1 - law.normal * law.normal) * approach * approach / normal.dot(k * normal));
  out.sliding_loss = all - out.normal_loss;
  return out;
}

void push(Side& side, const Vec3& impulse) {
  side.velocity += side.inverse_mass * impulse;
  side.spin += side.inverse_inertia * side.arm.cross(impulse);
}

}  // namespace rubble::laws
