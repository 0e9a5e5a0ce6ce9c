#include "run/wall_series.hpp"

#include <fmt/format.h>

namespace rubble::run {

std::vector<store::Column> wall_columns(const External& external) {
  std::vector<store::Column> columns;
  for (std::size_t k = 0; k < external.meshes.size(); ++k) {
    const auto& drive = external.meshes[k].drive;
    if (!drive) continue;
    const std::string path = fmt::format("wall/{}/", external.planes.size() + k);
    columns.push_back({path + (drive->turns ? "rotation" : "travel"), drive->turns ? "rad" : "m", 1});
    columns.push_back({path + (drive->turns ? "spin" : "speed"), drive->turns ? "rad s-1" : "m s-1", 1});
    columns.push_back({path + "kinetic_energy", "J", 1});
    columns.push_back({path + "work", "J", 1});
  }
  return columns;
}

Reals wall_row(const External& external, const State& state) {
  Reals row;
  for (std::size_t k = 0; k < external.meshes.size(); ++k) {
    const auto& drive = external.meshes[k].drive;
    if (!drive) continue;
    const DrivenPose pose = pose_of(state.walls, k);
    row.push_back(drive->travel_of(pose));
    row.push_back(drive->speed_of(pose));
    row.push_back(drive->kinetic_energy(pose));
    row.push_back(pose.work);
  }
  return row;
}

}  // namespace rubble::run
