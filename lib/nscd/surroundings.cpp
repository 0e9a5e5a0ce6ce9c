#include "nscd/surroundings.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::nscd {

std::vector<detect::Wall> walls_at(const External& external, double time, double ahead) {
  std::vector<detect::Wall> walls;
  for (const Plane& plane : external.planes) {
    const Vec3 now = plane.point_at(time);
    walls.push_back({now, plane.normal, plane.point_at(time + ahead) - now});
  }
  return walls;
}

std::vector<detect::PlacedSurface> surfaces_at(const External& external, double time) {
  std::vector<detect::PlacedSurface> walls;
  for (const MeshWall& wall : external.meshes) walls.push_back({*wall.surface, wall.motion.at(time)});
  return walls;
}

bool has_surroundings(const External& external) { return external.walls() > 0 || !external.frozen.empty(); }

double fastest_surface(const External& external) {
  double walls = 0;
  for (const MeshWall& wall : external.meshes) walls = std::max(walls, wall.greatest_speed());
  return walls;
}

double fastest_wall(const External& external) {
  double walls = fastest_surface(external);
  for (const Plane& plane : external.planes) walls = std::max(walls, plane.greatest_speed());
  for (const FrozenBodies& bodies : external.frozen) walls = std::max(walls, bodies.greatest_speed());
  return walls;
}

Vec3 common_velocity(const RigidBodies& bodies, const External& external) {
  return has_surroundings(external) ? Vec3(Vec3::Zero()) : bodies.mean_velocity();
}

double fastest_speed(const RigidBodies& bodies, const External& external) {
  const double fastest = bodies.fastest(common_velocity(bodies, external));
  return std::isnan(fastest) ? fastest : std::max(fastest_wall(external), fastest);
}

}  // namespace rubble::nscd
