#include "store/wall_layout.hpp"

#include "base/error.hpp"
#include "store/layout.hpp"
#include "store/mesh_table.hpp"

namespace rubble::store {
namespace {

bool has_drives(const Reader& file) { return file.has(kDriveAxis); }

}  // namespace

std::vector<MeshWall> read_meshes(const Reader& file) {
  if (!file.has(kMeshVertices)) return {};
  MeshTable table;
  const auto read = [&]<class T>(const Dataset& d, std::vector<T>& values) { values = file.rows<T>(d.path); };
  each_of_meshes(table, read);
  if (has_drives(file)) each_of_drives(table, read);
  const std::string group = "/parameters/meshes";
  if (const auto wrong = misfit(table)) file.refuse(group + "/" + wrong->dataset, wrong->expected, wrong->found);
  try {
    return walls_of(table);
  } catch (const InputError& error) {
    file.refuse(group, "surfaces and motions of walls", error.what());
  }
}

void write_wall_poses(Writer& file, const Pile& pile) {
  if (pile.state.walls.empty()) return;
  write_box(file, kWalls, pile.model.space);
  const PoseColumns columns = columns_of(pile.state.walls);
  each_of_wall_poses(columns, [&](const Dataset& d, const auto& values) { put(file, d, values); });
}

DrivenPoses read_wall_poses(const Reader& file, const Model& model) {
  if (!file.has(kWallTravel)) return {};
  PoseColumns columns;
  each_of_wall_poses(
      columns, [&](const Dataset& d, Reals& values) { values = file.rows<double>(d.path, model.space.meshes.size()); });
  return poses_of(columns);
}

DrivenPoses read_wall_poses(const Reader& file, const Model& model, std::size_t frames, std::size_t index) {
  if (!file.has(std::string(kWallTravel) + "/value")) return {};
  PoseColumns columns;
  each_of_wall_poses(columns, [&](const Dataset& d, Reals& values) {
    values = file.frame<double>(d.path + "/value", frames, index, model.space.meshes.size());
  });
  return poses_of(columns);
}

}  // namespace rubble::store
