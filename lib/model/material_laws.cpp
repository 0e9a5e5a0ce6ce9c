#include "model/material_laws.hpp"

namespace rubble {
namespace {

Index class_of(const std::vector<std::string>& names, const std::string& material) {
  const auto found = std::ranges::find(names, material);
  return found == names.end() ? 0 : static_cast<Index>(1 + (found - names.begin()));
}

}  // namespace

MaterialClasses classes_of(const std::vector<std::string>& names, const Model& model, const External& external) {
  MaterialClasses classes;
  classes.count = static_cast<Index>(1 + names.size());
  std::vector<Index> of_material;
  for (const Material& material : model.materials) of_material.push_back(class_of(names, material.name));
  for (const std::int32_t material : model.material)
    classes.body.push_back(of_material[static_cast<std::size_t>(material)]);
  const auto add_wall = [&](const std::string& material) {
    classes.wall.push_back(material.empty() ? MaterialClasses::kOfBody : class_of(names, material));
  };
  for (const Plane& plane : external.planes) add_wall(plane.material);
  for (const MeshWall& wall : external.meshes) add_wall(wall.material);
  return classes;
}

}  // namespace rubble
