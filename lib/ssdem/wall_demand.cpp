#include "ssdem/wall_demand.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rubble::ssdem {
namespace {

constexpr double kTurn = std::numbers::pi;  // rotation in which a torque without a limit accelerates a wall [rad]

double area_of(const shape::TriangleMesh& mesh) {
  double area = 0;
  for (std::size_t t = 0; t < mesh.size(); ++t) {
    const auto k = static_cast<Index>(t);
    area += 0.5 * (mesh.corner(k, 1) - mesh.corner(k, 0)).cross(mesh.corner(k, 2) - mesh.corner(k, 0)).norm();
  }
  return area;
}

// (walls, state, number of a driven one, its arm [m]) => greatest speed expected of a point of the wall [m s-1]: the
// limit, or the speed that the load gives the wall until it has passed all bodies.
double speed_of(const std::vector<MeshWall>& walls, const State& state, std::size_t k, double arm) {
  const WallDrive& drive = *walls[k].drive;
  const double present = std::abs(drive.speed_of(pose_of(state.walls, k)));
  if (drive.limit) return arm * std::max(present, *drive.limit);
  const Vec3 back = drive.load > 0 ? Vec3(-drive.axis) : drive.axis;
  const double path = drive.turns ? kTurn : std::max(0.0, height_above(walls, state, k, back));
  return arm * std::sqrt(present * present + 2 * std::abs(drive.load) / drive.inertia * path);
}

}  // namespace

double height_above(const std::vector<MeshWall>& walls, const State& state, std::size_t mesh, const Vec3& down) {
  const WallPlacement now = walls[mesh].at(state.time, pose_of(state.walls, mesh));
  double lowest = -std::numeric_limits<double>::infinity(), highest = lowest;
  for (const Vec3& y : walls[mesh].surface->mesh.vertex) lowest = std::max(lowest, now.place(y).dot(down));
  for (const Vec3& x : state.position) highest = std::max(highest, -x.dot(down));
  return highest + lowest;
}

// The bodies of a layer count as N^(2/3) of N. The load rests on one layer, and all bodies that fit on the wall may
// touch it.
WallDemand demand_of_drives(const Model& model, const State& state, const External& external) {
  WallDemand demand{.mass = std::numeric_limits<double>::infinity()};
  const auto count = static_cast<double>(model.size());
  for (std::size_t k = 0; k < external.meshes.size(); ++k) {
    const MeshWall& wall = external.meshes[k];
    if (!wall.drive) continue;
    const double side = 2 * *std::ranges::min_element(model.radius), arm = wall.arm();
    const double places = std::max(1.0, area_of(wall.surface->mesh) / (side * side));
    const double load = std::abs(wall.drive->load) / arm, mass = wall.drive->inertia / (arm * arm);
    demand.speed = std::max(demand.speed, speed_of(external.meshes, state, k, arm));
    demand.force = std::max(demand.force, load / std::min(places, std::cbrt(count * count)));
    demand.mass = std::min(demand.mass, mass / std::min(places, count));
  }
  return demand;
}

}  // namespace rubble::ssdem
