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

double fastest_wall(const External& external) {
  double walls = 0;
  for (const Plane& plane : external.planes) walls = std::max(walls, plane.greatest_speed());
  for (const FrozenBodies& bodies : external.frozen) walls = std::max(walls, bodies.greatest_speed());
  return walls;
}

Vec3 common_velocity(const RigidBodies& bodies, const External& external) {
  return external.planes.empty() && external.frozen.empty() ? bodies.mean_velocity() : Vec3(Vec3::Zero());
}

double fastest_speed(const RigidBodies& bodies, const External& external) {
  const double fastest = bodies.fastest(common_velocity(bodies, external));
  return std::isnan(fastest) ? fastest : std::max(fastest_wall(external), fastest);
}

}  // namespace rubble::nscd
