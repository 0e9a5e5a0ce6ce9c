#include "setup/read_shapes.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "config/describe.hpp"
#include "store/mesh_file.hpp"

#include <fmt/format.h>

namespace rubble::setup {
namespace {

using generate::FormKind;

constexpr const char* kCentres = "centre [x, y, z] of each member";

// (form "mesh", name of the shape, list to which the file's hash is added) => the body in the file.
generate::FixedHull read_mesh(const generate::MeshForm& form, const std::string& name,
                              std::vector<std::string>& hashes) {
  const store::MeshFile file = store::read_meshes(form.file);
  const std::string source = input_name(form.file);
  if (file.meshes.size() > 1)
    throw InputError(fmt::format("{}: expected one object, found {}", source, file.meshes.size()));
  hashes.push_back(file.hash);
  const store::Mesh& mesh = file.meshes.front();
  store::convex_body(mesh, source, form.hull);  // refuses surfaces that do not enclose a body
  return generate::fixed_hull(name, mesh.vertex, form);
}

generate::OwnShape read_shape(config::Document& config, const std::string& section, const generate::ShapeHead& head,
                              std::vector<std::string>& hashes) {
  const auto made = [&](auto parameters) {
    return generate::OwnShape{head.name,
                              config.within(section, [&] { return generate::fixed_hull(head.name, parameters); })};
  };
  switch (head.form) {
    case FormKind::box:
      return made(config.read<generate::BoxForm>(section));
    case FormKind::cylinder:
      return made(config.read<generate::CylinderForm>(section));
    case FormKind::ellipsoid:
      return made(config.read<generate::EllipsoidForm>(section));
    case FormKind::regular:
      return made(config.read<generate::RegularForm>(section));
    case FormKind::random: {
      const auto random = config.read<generate::RandomForm>(section);
      return {head.name, config.within(section, [&] { return generate::recipe(random); })};
    }
    case FormKind::mesh: {
      const auto mesh = config.read<generate::MeshForm>(section);
      return {head.name, config.within(section, [&] { return read_mesh(mesh, head.name, hashes); })};
    }
    default: {
      auto glued = config.read<generate::GluedForm>(section);
      glued.centres = config.points(section, "centres", "m", kCentres);
      return {head.name, glued};
    }
  }
}

}  // namespace

OwnShapes read_shapes(config::Document& config) {
  OwnShapes own;
  const std::vector<generate::ShapeHead> heads = config.read_each<generate::ShapeHead>("shape");
  for (std::size_t i = 0; i < heads.size(); ++i)
    own.shapes.push_back(read_shape(config, fmt::format("shape[{}]", i), heads[i], own.hashes));
  return own;
}

config::Tables describe_shapes() {
  generate::GluedForm glued;
  std::vector<config::Slot> slots = config::slots_of(glued);
  slots.push_back({.key = "centres", .unit = "m", .text = kCentres, .target = &glued.centres});
  return config::describe<generate::ShapeHead>({.section = "shape", .list = true, .number = "(any number)"},
                                               "Shapes of your own for [grains] and [intruder].") +
         config::describe_slots({.section = "shape", .list = true, .key = "form", .word = "glued"},
                                "Rigid aggregate of spheres.", slots) +
         config::describe<generate::BoxForm>({.section = "shape", .list = true, .key = "form", .word = "box"}, "Box.") +
         config::describe<generate::CylinderForm>({.section = "shape", .list = true, .key = "form", .word = "cylinder"},
                                                  "Prism in place of a cylinder of equal volume.") +
         config::describe<generate::EllipsoidForm>(
             {.section = "shape", .list = true, .key = "form", .word = "ellipsoid"},
             "Polyhedron in place of an ellipsoid of equal volume.") +
         config::describe<generate::RegularForm>({.section = "shape", .list = true, .key = "form", .word = "regular"},
                                                 "Regular (Platonic) solid.") +
         config::describe<generate::RandomForm>({.section = "shape", .list = true, .key = "form", .word = "random"},
                                                "Convex hull of random points, different for each grain.") +
         config::describe<generate::MeshForm>({.section = "shape", .list = true, .key = "form", .word = "mesh"},
                                              "Convex body from a file.");
}

}  // namespace rubble::setup
