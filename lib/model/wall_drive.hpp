#pragma once
// A wall that a force moves along an axis, or a torque about it. docs/theory.md 2.13.
#include "base/vec.hpp"

#include <optional>
#include <vector>

namespace rubble {

// State of a driven wall: displacement along its axis, or rotation about it; the other two numbers are 0.
struct DrivenPose {
  double travel = 0;    // [m]
  double speed = 0;     // [m s-1]
  double rotation = 0;  // [rad]
  double spin = 0;      // [rad s-1]
  double work = 0;      // of the drive since the wall left its rest position [J]
};

// Poses of the triangulated walls at one time; zero for walls with a given motion. Empty if no wall is driven.
using DrivenPoses = std::vector<DrivenPose>;

bool is_finite(const DrivenPose& pose);
// (poses, number of a wall) => its pose
inline DrivenPose pose_of(const DrivenPoses& poses, std::size_t mesh) {
  return mesh < poses.size() ? poses[mesh] : DrivenPose{};
}

struct WallDrive {
  bool turns = false;           // true: a torque about the axis through the wall's centre; false: a force along it
  Vec3 axis = Vec3::UnitZ();    // unit vector
  double load = 0;              // of the drive, positive along the axis [N], [N m]
  double inertia = 1;           // mass [kg], moment of inertia about the axis [kg m2]
  std::optional<double> limit;  // speed that the drive maintains with up to |load| [m s-1], [rad s-1]; none: the load
                                // is constant

  // Speed after a kick, and the work of the drive in it [J].
  struct Kick {
    double speed = 0, work = 0;
  };
  // (speed before, force or torque of the contacts on the wall, time [s])
  Kick kick(double speed, double contacts, double time) const;

  // (point [m], centre of the wall [m]) => velocity of the wall there, divided by its speed.
  Vec3 direction_at(const Vec3& point, const Vec3& centre) const {
    return turns ? Vec3(axis.cross(point - centre)) : axis;
  }
  double& travel_of(DrivenPose& pose) const { return turns ? pose.rotation : pose.travel; }
  double& speed_of(DrivenPose& pose) const { return turns ? pose.spin : pose.speed; }
  double travel_of(const DrivenPose& pose) const { return turns ? pose.rotation : pose.travel; }
  double speed_of(const DrivenPose& pose) const { return turns ? pose.spin : pose.speed; }
  double kinetic_energy(const DrivenPose& pose) const { return 0.5 * inertia * speed_of(pose) * speed_of(pose); }
};

}  // namespace rubble
