// rubble-info: kind, content and provenance of a file.
#include "cli/table.hpp"
#include "cli/tool.hpp"
#include "shape/kind.hpp"
#include "shape/recipes.hpp"
#include "store/inspect.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace {

using rubble::Vec3;
using rubble::cli::Table;

// Checkpoints keep contacts and bonds among the data of their method.
void add_snapshot(Table& table, const rubble::store::Snapshot& s, bool checkpoint) {
  const auto corner = [](const Vec3& v) { return fmt::format("{} {} {}", v.x(), v.y(), v.z()); };
  table.row({"time", s.time, "s"});
  table.row({"step", s.step, "1"});
  table.row({"grains", static_cast<std::int64_t>(s.grains), "1"});
  if (!checkpoint) table.row({"contacts", static_cast<std::int64_t>(s.contacts), "1"});
  if (s.bonds > 0) table.row({"bonds", static_cast<std::int64_t>(s.bonds), "1"});
  if (s.broken_bonds > 0) table.row({"broken_bonds", s.broken_bonds, "1"});
  for (const rubble::ContactColumn& column : s.columns) table.row({"contact_column", column.name, column.unit});
  for (const rubble::BodyColumn& column : s.of_bodies) table.row({"body_column", column.name, column.unit});
  table.row({"lower_corner", corner(s.lower), "m"});
  table.row({"upper_corner", corner(s.upper), "m"});
}

void add_record(Table& table, std::size_t number, const rubble::store::Record& r) {
  const auto key = [&](const char* name) { return fmt::format("provenance_{}_{}", number, name); };
  table.row({key("tool"), fmt::format("{} {} ({})", r.tool, r.version, r.commit), ""});
  table.row({key("built_with"), r.compiler + " " + r.flags, ""});
  table.row({key("arguments"), r.arguments, ""});
  if (r.seed) table.row({key("seed"), *r.seed, "1"});
  for (const std::string& input : r.inputs) table.row({key("input"), input, ""});
}

constexpr std::size_t kFewShapes = 8;  // up to this number, shapes are listed individually

// (drive of a wall, its pose, beginning of the names) Adds rows for the pose along or about its axis. A rotation of
// more than a turn is not wrapped.
void add_drive(Table& table, const rubble::WallDrive& drive, const rubble::DrivenPose& pose, const std::string& name) {
  const bool turns = drive.turns;
  table.row({name + (turns ? "rotation_about_axis" : "travel"), drive.travel_of(pose), turns ? "rad" : "m"});
  table.row({name + "speed", drive.speed_of(pose), turns ? "rad s-1" : "m s-1"});
  table.row({name + "work", pose.work, "J"});
}

// (wall, its number, its pose, if it is known) Adds rows for a triangulated wall and its pose.
void add_mesh(Table& table, const rubble::MeshWall& wall, std::size_t number,
              const std::optional<rubble::store::WallNow>& present) {
  const auto key = [&](const char* name) { return fmt::format("wall_{}_{}", number, name); };
  Eigen::AlignedBox3d box;
  const rubble::WallPlacement now = present ? present->placement : wall.at(0, {});
  for (const Vec3& x : wall.vertices(now)) box.extend(x);
  table.row({key("triangles"), static_cast<std::int64_t>(wall.surface->mesh.size()), "1"});
  table.row({key("open_edges"), static_cast<std::int64_t>(rubble::shape::open_edges(wall.surface->mesh)), "1"});
  table.row({key("lower_corner"), fmt::format("{} {} {}", box.min().x(), box.min().y(), box.min().z()), "m"});
  table.row({key("upper_corner"), fmt::format("{} {} {}", box.max().x(), box.max().y(), box.max().z()), "m"});
  if (!wall.moves() || !present) return;
  const Eigen::AngleAxisd turn(now.turn);
  const Vec3 rotation = turn.angle() * turn.axis();
  table.row({key("centre"), fmt::format("{} {} {}", now.centre.x(), now.centre.y(), now.centre.z()), "m"});
  table.row({key("rotation"), fmt::format("{} {} {}", rotation.x(), rotation.y(), rotation.z()), "rad"});
  if (wall.drive) add_drive(table, *wall.drive, present->pose, key(""));
}

// (space, poses of its triangulated walls at the last state, if there is one) Adds rows for the period of space and the
// walls, if there are any.
void add_space(Table& table, const rubble::Space& space, const std::vector<rubble::store::WallNow>& present) {
  const Vec3& period = space.period;
  if (space.repeats()) table.row({"period", fmt::format("{} {} {}", period.x(), period.y(), period.z()), "m"});
  if (space.hill.turns()) {
    table.row({"hill_rate", space.hill.rate, "rad s-1"});
    table.row({"hill_vertical_rate", space.hill.vertical_rate, "rad s-1"});
    table.row({"hill_since", space.hill.since, "s"});
  }
  const std::size_t planes = space.walls.size(), meshes = space.meshes.size();
  if (planes + meshes > 0) table.row({"walls", static_cast<std::int64_t>(planes + meshes), "1"});
  for (std::size_t k = 0; k < meshes; ++k)
    add_mesh(table, space.meshes[k], planes + k, k < present.size() ? std::optional(present[k]) : std::nullopt);
}

std::string shape_text(const rubble::shape::Shape& s) {
  const char* kind = rubble::shape::functions_of(s.kind).name;
  if (s.vertex.empty()) return fmt::format("{} ({})", s.name, kind);
  return fmt::format("{} ({}: {} vertices, {} faces)", s.name, kind, s.vertex.size(), s.face.size());
}

// Minimum and maximum of a number over all hulls.
template <class NumberOf>
void add_range(Table& table, const std::vector<rubble::shape::Shape>& hulls, const char* name, NumberOf&& number_of) {
  const auto before = [&](const auto& a, const auto& b) { return number_of(a) < number_of(b); };
  const auto [least, most] = std::minmax_element(hulls.begin(), hulls.end(), before);
  table.row({fmt::format("least_{}", name), number_of(*least), "1"});
  table.row({fmt::format("most_{}", name), number_of(*most), "1"});
}

void add_hulls(Table& table, std::vector<rubble::shape::Shape> hulls) {
  std::erase_if(hulls, [](const auto& s) { return s.vertex.empty(); });
  if (hulls.empty()) return;
  const auto lengths = [](const auto& s) { return rubble::shape::principal_lengths(s.moments); };
  table.row({"shapes_of_hulls", static_cast<std::int64_t>(hulls.size()), "1"});
  add_range(table, hulls, "vertices", [](const auto& s) { return static_cast<std::int64_t>(s.vertex.size()); });
  add_range(table, hulls, "faces", [](const auto& s) { return static_cast<std::int64_t>(s.face.size()); });
  add_range(table, hulls, "elongation", [&](const auto& s) { return lengths(s)[1] / lengths(s)[0]; });
  add_range(table, hulls, "flatness", [&](const auto& s) { return lengths(s)[2] / lengths(s)[1]; });
}

// Lists the shapes one by one if there are few or if all are requested. For many hulls, gives ranges of properties.
void add_shapes(Table& table, const std::vector<rubble::shape::Shape>& shapes, bool all) {
  if (shapes.empty()) return;
  table.row({"shapes", static_cast<std::int64_t>(shapes.size()), "1"});
  const bool few = shapes.size() <= kFewShapes;
  if (!few) add_hulls(table, shapes);
  if (!few && !all) return;
  for (const rubble::shape::Shape& shape : shapes) table.row({"shape", shape_text(shape), ""});
}

Table table(const std::string& name, const rubble::store::Overview& o, bool config, bool all) {
  Table table;
  for (const char* column : {"quantity", "value", "unit"}) table.column(column, "");
  table.row({"file", name, ""});
  table.row({"content", o.content, ""});
  if (!o.hash.empty()) table.row({"content_hash", o.hash, ""});
  table.row({"bodies", static_cast<std::int64_t>(o.bodies), "1"});
  table.row({"mass", o.mass, "kg"});
  table.row({"least_radius", o.least_radius, "m"});
  table.row({"most_radius", o.most_radius, "m"});
  for (const rubble::Material& m : o.materials) table.row({"density_of_" + m.name, m.density, "kg m-3"});
  add_space(table, o.space, o.last ? o.last->walls : std::vector<rubble::store::WallNow>{});
  add_shapes(table, o.shapes, all);
  if (o.content == "track") {
    table.row({"frames", static_cast<std::int64_t>(o.frames), "1"});
    table.row({"rows", static_cast<std::int64_t>(o.rows), "1"});
    for (const auto& column : o.observables)
      table.row({"observable", column.width == 1 ? column.name : column.name + " (vector)", column.unit});
  }
  if (o.last) add_snapshot(table, *o.last, o.content == "checkpoint");
  for (std::size_t i = 0; i < o.provenance.size(); ++i) {
    add_record(table, i + 1, o.provenance[i]);
    if (config) table.row({fmt::format("provenance_{}_config", i + 1), o.provenance[i].config, ""});
  }
  return table;
}

}  // namespace

int main(int argc, char** argv) {
  bool config = false;
  rubble::cli::Tool tool;
  tool.name = "rubble-info";
  tool.summary =
      "Shows the contents and the provenance of a pile, track or checkpoint.\n"
      "For more than eight shapes it prints the ranges of the numbers of the hulls, as defined by "
      "rubble-shape; --verbose lists each shape.";
  tool.example = "rubble-info pile.h5";
  tool.source = "docs/formats.md";
  tool.options = [&](rubble::cli::Options& options) {
    options.add_flag("--with-config", config, "Print the TOML file of each provenance record as well");
  };
  return rubble::cli::main(argc, argv, tool, [&](const rubble::cli::Arguments& arguments) {
    const std::string& path = arguments.inputs[0];
    table(path, rubble::store::inspect(path), config, arguments.verbose).print(arguments.form);
    return rubble::cli::kDone;
  });
}
