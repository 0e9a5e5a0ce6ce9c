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
constexpr const char* kParts =
    "names of the parts, which are shapes of form box, cylinder, ellipsoid or mesh of other [[shape]] tables";
constexpr const char* kPositions =
    "position [x, y, z] of each part: that of the centre of its box, cylinder or ellipsoid, or of the origin of its "
    "mesh";
constexpr const char* kAxes =
    "axis [x, y, z] of any length through the position of each part, about which it is turned; needs 'angles'";

// (form "mesh", name of the shape, list to which the file's hash is added) => the body in the file.
generate::OwnShape read_mesh(const generate::MeshForm& form, const std::string& name,
                             std::vector<std::string>& hashes) {
  const store::MeshFile file = store::read_meshes(form.file);
  const std::string source = input_name(form.file);
  const bool one = form.parts == generate::MeshParts::one;
  if (one && file.meshes.size() > 1)
    throw InputError(
        fmt::format("{}: expected one object, found {}: set parts = \"objects\" if they are the parts of "
                    "one body",
                    source, file.meshes.size()));
  hashes.push_back(file.hash);
  std::vector<shape::PlacedShape> parts;
  for (const store::Mesh& mesh : file.meshes) {
    store::convex_body(mesh, source, form.hull);  // refuses surfaces that do not enclose a body
    parts.push_back(
        generate::fixed_hull(one ? name : fmt::format("{}-{}", name, parts.size()), mesh.vertex, form).hull);
  }
  if (one) return {name, generate::FixedHull{parts.front()}};
  try {
    return {name, shape::make_compound(name, parts)};
  } catch (const InputError& error) {
    throw InputError(source + ": " + error.what());
  }
}

generate::CompoundForm read_compound(config::Document& config, const std::string& section) {
  auto form = config.read<generate::CompoundForm>(section);
  form.parts = config.words(section, "parts", kParts);
  form.positions = config.points(section, "positions", "m", kPositions);
  if (config.has(section + ".axes")) form.axes = config.points(section, "axes", "1", kAxes);
  if (form.angles.empty()) config.omit(section, "angles");
  return form;
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
      return config.within(section, [&] { return read_mesh(mesh, head.name, hashes); });
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
  const auto section = [](std::size_t i) { return fmt::format("shape[{}]", i); };
  std::vector<std::pair<std::size_t, generate::CompoundForm>> compounds;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (heads[i].form == FormKind::compound) {
      compounds.emplace_back(i, read_compound(config, section(i)));
      own.shapes.push_back({heads[i].name, {}});
    } else {
      own.shapes.push_back(read_shape(config, section(i), heads[i], own.hashes));
    }
  }
  // The parts of a compound may stand after it.
  const std::vector<generate::OwnShape> hulls = own.shapes;
  for (const auto& [i, form] : compounds) {
    own.parts.insert(own.parts.end(), form.parts.begin(), form.parts.end());
    own.shapes[i].form = config.within(section(i), [&] { return generate::compound(heads[i].name, form, hulls); });
  }
  return own;
}

config::Tables describe_shapes() {
  generate::GluedForm glued;
  std::vector<config::Slot> slots = config::slots_of(glued);
  slots.push_back({.key = "centres", .unit = "m", .text = kCentres, .target = &glued.centres});
  generate::CompoundForm compound;
  std::vector<config::Slot> compound_slots = config::slots_of(compound);
  compound_slots.insert(compound_slots.begin(),
                        {{.key = "parts", .text = kParts, .target = &compound.parts},
                         {.key = "positions", .unit = "m", .text = kPositions, .target = &compound.positions},
                         {.key = "axes", .unit = "1", .text = kAxes, .target = &compound.axes, .required = false}});
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
                                              "Convex body, or convex parts of one body, from a file.") +
         config::describe_slots({.section = "shape", .list = true, .key = "form", .word = "compound"},
                                "Rigid body of hulls that touch each other; it need not be convex.", compound_slots);
}

}  // namespace rubble::setup
