#include "model/wall_drive.hpp"

#include <algorithm>
#include <cmath>

namespace rubble {

bool is_finite(const DrivenPose& pose) {
  return std::isfinite(pose.travel) && std::isfinite(pose.speed) && std::isfinite(pose.rotation) &&
         std::isfinite(pose.spin) && std::isfinite(pose.work);
}

// With a limit, the drive is a friction clutch that slips at |load|: it brings the wall as close to the limit as it can
// in the time.
WallDrive::Kick WallDrive::kick(double speed, double contacts, double time) const {
  const double free = speed + time * contacts / inertia;
  const double most = time * std::abs(load) / inertia;
  const double after =
      limit ? std::clamp(std::copysign(*limit, load), free - most, free + most) : free + time * load / inertia;
  return {after, 0.5 * inertia * (after - free) * (speed + after)};
}

}  // namespace rubble
