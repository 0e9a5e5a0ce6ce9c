#include "model/mesh_wall.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble {

namespace {

WallPlacement placement_of(const WallPoses::Pose& pose, const Vec3& centre) {
  WallPlacement now;
  now.centre = centre + pose.displacement;
  now.velocity = pose.velocity;
  now.turn = turn_by(pose.rotation);
  now.spin = spin_of(pose.rotation, pose.rate);
  now.shift = now.centre - now.turn * centre;
  return now;
}

}  // namespace

WallPlacement WallMotion::at(double time) const {
  const double elapsed = time - since.value_or(0.0), rate = 2 * std::numbers::pi * frequency;
  if (poses) return placement_of(poses->at(elapsed), centre);
  WallPlacement now;
  now.centre = centre + elapsed * velocity + std::sin(rate * elapsed) * amplitude;
  now.velocity = velocity + rate * std::cos(rate * elapsed) * amplitude;
  now.spin = spin;
  const double size = spin.norm();
  if (size > 0) now.turn = Eigen::AngleAxisd(size * elapsed, spin / size).toRotationMatrix();
  now.shift = now.centre - now.turn * centre;
  return now;
}

double WallMotion::greatest_speed_of_centre() const {
  return velocity.norm() + 2 * std::numbers::pi * frequency * amplitude.norm();
}

std::vector<Field<WallMotion>> fields(const WallMotion*) {
  return {
      field("velocity", "m s-1", "constant velocity", &WallMotion::velocity),
      field("spin", "rad s-1", "constant rotation about an axis through 'centre'", &WallMotion::spin),
      field("centre", "m", "point of the rotation axis at the time 'since'", &WallMotion::centre),
      field("amplitude", "m", "vector amplitude of the sinusoidal displacement", &WallMotion::amplitude),
      field("frequency", "Hz", "frequency of the sinusoidal displacement", &WallMotion::frequency).range(kNotNegative),
      field("since", "s", "time at which the motion has displaced nothing", &WallMotion::since)
          .computed("start of the run; a wall of the previous run continues its motion"),
  };
}

double MeshWall::greatest_speed() const {
  double arm = 0;  // largest distance from the axis of rotation, times the spin
  if (motion.poses) {
    for (const Vec3& x : surface->mesh.vertex) arm = std::max(arm, (x - motion.centre).norm());
    return motion.poses->greatest_speed() + motion.poses->greatest_spin() * arm;
  }
  if (!motion.spin.isZero(0))
    for (const Vec3& x : surface->mesh.vertex) arm = std::max(arm, motion.spin.cross(x - motion.centre).norm());
  return motion.greatest_speed_of_centre() + arm;
}

WallPlacement MeshWall::placed(const DrivenPose& pose) const {
  WallPlacement now;
  now.centre = motion.centre + pose.travel * drive->axis;
  now.velocity = pose.speed * drive->axis;
  if (drive->turns) now.turn = Eigen::AngleAxisd(pose.rotation, drive->axis).toRotationMatrix();
  now.spin = pose.spin * drive->axis;
  now.shift = now.centre - now.turn * motion.centre;
  return now;
}

double MeshWall::arm() const {
  if (!drive->turns) return 1;
  double arm = 0;
  for (const Vec3& x : surface->mesh.vertex) arm = std::max(arm, drive->axis.cross(x - motion.centre).norm());
  return arm;
}

Vec3s MeshWall::vertices(const WallPlacement& placement) const {
  Vec3s out;
  for (const Vec3& y : surface->mesh.vertex) out.push_back(placement.place(y));
  return out;
}

bool any_driven(const std::vector<MeshWall>& walls) {
  return std::ranges::any_of(walls, [](const MeshWall& wall) { return wall.drive.has_value(); });
}

bool same_surface(const MeshWall& a, const MeshWall& b) {
  const shape::TriangleMesh &x = a.surface->mesh, &y = b.surface->mesh;
  return a.surface == b.surface || (x.vertex == y.vertex && x.triangle == y.triangle);
}

bool same_motion(const WallMotion& a, const WallMotion& b) {
  const auto same_poses = [](const WallPoses& x, const WallPoses& y) {
    return x.time() == y.time() && x.displacement() == y.displacement() && x.rotation() == y.rotation();
  };
  if (a.poses || b.poses) return a.poses && b.poses && a.centre == b.centre && same_poses(*a.poses, *b.poses);
  return a.velocity == b.velocity && a.spin == b.spin && a.centre == b.centre && a.amplitude == b.amplitude &&
         a.frequency == b.frequency;
}

bool same_guide(const MeshWall& a, const MeshWall& b) {
  return a.drive && b.drive && a.drive->turns == b.drive->turns && a.drive->axis == b.drive->axis &&
         a.motion.centre == b.motion.centre;
}

}  // namespace rubble
