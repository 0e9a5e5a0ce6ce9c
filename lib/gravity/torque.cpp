#include "gravity/torque.hpp"

#include "base/parallel.hpp"

#include <Eigen/QR>

namespace rubble::gravity {

Vec3 remove_torque(const Reals& mass, const Vec3s& position, Vec3s& acceleration) {
  const std::size_t n = mass.size();
  const Vec3 zero = Vec3::Zero();
  const double total = blocked_sum(n, 0.0, [&](std::size_t i) { return mass[i]; });
  const Vec3 centre = blocked_sum(n, zero, [&](std::size_t i) { return Vec3(mass[i] * position[i]); }) / total;
  const Vec3 torque = blocked_sum(
      n, zero, [&](std::size_t i) { return Vec3(mass[i] * (position[i] - centre).cross(acceleration[i])); });
  const Mat3 inertia = blocked_sum(n, Mat3(Mat3::Zero()), [&](std::size_t i) {
    const Vec3 r = position[i] - centre;
    return Mat3(mass[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose()));
  });
  const Vec3 turning = inertia.completeOrthogonalDecomposition().solve(torque);
  parallel_for(n, [&](std::size_t i) { acceleration[i] -= turning.cross(position[i] - centre); });
  return torque;
}

}  // namespace rubble::gravity
