#include "motion/rotation.hpp"

#include "motion/splitting.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rubble::motion {
namespace {

constexpr int kMostTries = 100000;  // steps of the integrator for one step of the run
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Quaternion (w, x, y, z) and spin in the body's frame.
using Phase = Eigen::Matrix<double, 7, 1>;

Phase rate(const Phase& p, const Vec3& moments, const Vec3& torque) {
  const Quaternion q(p[0], p[1], p[2], p[3]);
  const Vec3 w = p.tail<3>();
  const Quaternion dq = q * Quaternion(0, w.x(), w.y(), w.z());
  const Vec3 in_body = q.conjugate() * torque / q.squaredNorm();
  Phase out;
  out << 0.5 * dq.w(), 0.5 * dq.vec(), (in_body - w.cross(moments.cwiseProduct(w))).cwiseQuotient(moments);
  return out;
}

}  // namespace

Quaternion turn_by_splitting(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, double h) {
  const Rotor<double> q = turn_by_splitting<double>(
      {orientation.w(), orientation.x(), orientation.y(), orientation.z()}, {momentum.x(), momentum.y(), momentum.z()},
      {1 / moments.x(), 1 / moments.y(), 1 / moments.z()}, h);
  return Quaternion(q.w, q.x, q.y, q.z);
}

Turned turn_by_runge_kutta(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, const Vec3& torque,
                           double h, double tolerance) {
  static constexpr double a[6][6] = {{1.0 / 5},
                                     {3.0 / 40, 9.0 / 40},
                                     {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                     {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static constexpr double fourth[7] = {5179.0 / 57600, 0,       7571.0 / 16695, 393.0 / 640, -92097.0 / 339200,
                                       187.0 / 2100,   1.0 / 40};
  Phase now;
  now << orientation.w(), orientation.vec(), (orientation.conjugate() * momentum).cwiseQuotient(moments);
  double done = 0, step = h;
  int tries = 0;
  while (done < h) {
    step = std::min(step, h - done);
    std::array<Phase, 7> k;
    k[0] = rate(now, moments, torque);
    Phase next;
    for (std::size_t i = 0; i < 6; ++i) {
      next = now;
      for (std::size_t j = 0; j <= i; ++j) next += step * a[i][j] * k[j];
      k[i + 1] = rate(next, moments, torque);
    }
    Phase error = next - now;
    for (std::size_t i = 0; i < 7; ++i) error -= step * fourth[i] * k[i];
    const double spin = std::max(now.tail<3>().norm(), next.tail<3>().norm());
    const double miss = std::max(error.head<4>().norm(), spin > 0 ? error.tail<3>().norm() / spin : 0) / tolerance;
    if (miss <= 1) {
      done += step;
      if (h - done < 1e-14 * h) done = h;
      now = next;
      now.head<4>().normalize();
    }
    step *= std::clamp(0.9 * std::pow(std::max(miss, 1e-10), -0.2), 0.2, 5.0);
    // Checks of the state detect this NaN.
    if (!(step > 0) || ++tries == kMostTries) return {Quaternion(kNone, kNone, kNone, kNone), Vec3::Constant(kNone)};
  }
  const Quaternion q(now[0], now[1], now[2], now[3]);
  return {q, q * Vec3(moments.cwiseProduct(now.tail<3>()))};
}

}  // namespace rubble::motion
