#include "model/wall_poses.hpp"

#include "base/error.hpp"

#include <cmath>

namespace rubble {
namespace {

// (values of a table, axis) => their components along the axis.
Reals along(const Vec3s& values, int axis) {
  Reals out;
  for (const Vec3& value : values) out.push_back(value[axis]);
  return out;
}

}  // namespace

WallPoses::WallPoses(Reals time, Vec3s displacement, Vec3s rotation)
    : time_(std::move(time)), displacement_(std::move(displacement)), rotation_(std::move(rotation)) {
  for (const Vec3s* values : {&displacement_, &rotation_}) {
    Vec3 steepest;
    for (int axis = 0; axis < 3; ++axis) {
      curves_.emplace_back(time_, along(*values, axis));
      steepest[axis] = curves_.back().steepest();
    }
    // The left Jacobian has no singular value above 1.
    (values == &displacement_ ? speed_ : spin_) = steepest.norm();
  }
}

WallPoses::Pose WallPoses::at(double time) const {
  Pose pose;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Curve &way = curves_[axis], &turn = curves_[3 + axis];
    const auto k = static_cast<Eigen::Index>(axis);
    pose.displacement[k] = way.at(time);
    pose.velocity[k] = way.slope(time);
    pose.rotation[k] = turn.at(time);
    pose.rate[k] = turn.slope(time);
  }
  return pose;
}

Vec3 spin_of(const Vec3& rotation, const Vec3& rate) {
  const double angle = rotation.norm();
  if (!(angle > 1e-8)) return rate + 0.5 * rotation.cross(rate);
  const Vec3 axis = rotation / angle, across = axis.cross(rate);
  const double half = std::sin(0.5 * angle);
  return rate + 2 * half * half / angle * across + (1 - std::sin(angle) / angle) * axis.cross(across);
}

Mat3 turn_by(const Vec3& rotation) {
  const double angle = rotation.norm();
  return angle > 0 ? Eigen::AngleAxisd(angle, rotation / angle).toRotationMatrix() : Mat3(Mat3::Identity());
}

}  // namespace rubble
