#pragma once
// A given motion of a rigid wall: the poses of a table at increasing times.
#include "model/curve.hpp"

#include <vector>

namespace rubble {

// Each component of displacement and rotation follows a smooth curve through the table (Curve). The wall is at rest
// before the first and after the last pose.
class WallPoses {
 public:
  struct Pose {
    Vec3 displacement, velocity;  // [m], [m s-1]
    Vec3 rotation, rate;          // axis times angle [rad], and its time derivative [rad s-1]
  };

  // (times [s], displacements [m], rotations: axis times angle [rad]; one for each pose, at least two). InputError for
  // anything else, and for times that do not rise.
  WallPoses(Reals time, Vec3s displacement, Vec3s rotation);

  Pose at(double time) const;
  // Upper bounds of the speed of the displacement [m s-1] and of the angular speed [rad s-1].
  double greatest_speed() const { return speed_; }
  double greatest_spin() const { return spin_; }

  const Reals& time() const { return time_; }
  const Vec3s& displacement() const { return displacement_; }
  const Vec3s& rotation() const { return rotation_; }

 private:
  Reals time_;
  Vec3s displacement_, rotation_;
  std::vector<Curve> curves_;  // three of the displacement, three of the rotation
  double speed_ = 0, spin_ = 0;
};

// (rotation: axis times angle [rad], its time derivative [rad s-1]) => angular velocity along the inertial axes
// [rad s-1]. docs/theory.md 2.11: the left Jacobian, Sola et al. 2018, arXiv:1812.01537, Eq. 145.
Vec3 spin_of(const Vec3& rotation, const Vec3& rate);

// (rotation: axis times angle [rad]) => its matrix.
Mat3 turn_by(const Vec3& rotation);

}  // namespace rubble
