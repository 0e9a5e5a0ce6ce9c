#include "model/mesh_wall.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble {

WallPlacement WallMotion::at(double time) const {
  const double elapsed = time - since.value_or(0.0), rate = 2 * std::numbers::pi * frequency;
  WallPlacement now;
  now.centre = centre + elapsed * velocity + std::sin(rate * elapsed) * amplitude;
  now.velocity = velocity + rate * std::cos(rate * elapsed) * amplitude;
  now.spin = spin;
  const double size = spin.norm();
  if (size > 0) now.turn = Eigen::AngleAxisd(size * elapsed, spin / size).toRotationMatrix();
  now.shift = now.centre - now.turn * centre;
  return now;
}

std::vector<Field<WallMotion>> fields(const WallMotion*) {
  return {
      field("velocity", "m s-1", "constant velocity of the wall", &WallMotion::velocity),
      field("spin", "rad s-1", "constant rotation of the wall about an axis through its centre", &WallMotion::spin),
      field("centre", "m", "point of the rotation axis at the time of since", &WallMotion::centre),
      field("amplitude", "m", "vector amplitude of the sinusoidal displacement", &WallMotion::amplitude),
      field("frequency", "Hz", "frequency of the sinusoidal displacement", &WallMotion::frequency).range(kNotNegative),
      field("since", "s", "time at which the wall passes its given position", &WallMotion::since)
          .computed("time at the start of the run"),
  };
}

double MeshWall::greatest_speed() const {
  double arm = 0;  // largest distance from the axis of rotation, times the spin
  if (!motion.spin.isZero())
    for (const Vec3& x : surface->mesh.vertex) arm = std::max(arm, motion.spin.cross(x - motion.centre).norm());
  return motion.velocity.norm() + 2 * std::numbers::pi * motion.frequency * motion.amplitude.norm() + arm;
}

}  // namespace rubble
