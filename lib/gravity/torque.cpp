#include "gravity/torque.hpp"

#include "base/parallel.hpp"

#include <Eigen/Eigenvalues>

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
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(inertia);
  Vec3 turning = zero;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = axes.eigenvectors().col(k);
    const double moment = axes.eigenvalues()[k];
    if (moment > 1e-12 * axes.eigenvalues()[2]) turning += axis.dot(torque) / moment * axis;
  }
  parallel_for(n, [&](std::size_t i) { acceleration[i] -= turning.cross(position[i] - centre); });
  return torque;
}

}  // namespace rubble::gravity
