#include "store/layout.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/version.hpp"
#include "model/bodies.hpp"
#include "model/check.hpp"
#include "model/grains.hpp"
#include "store/column_declarations.hpp"
#include "store/content.hpp"
#include "store/datasets.hpp"
#include "store/frame.hpp"
#include "store/version1.hpp"
#include "store/version2.hpp"
#include "store/wall_layout.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::store {
namespace {

constexpr std::array<int, 2> kGranularVersion = {2, 2};
constexpr int kOldestVersion = 1;     // oldest version that can be read: store/version1.hpp
constexpr double kUnitNormal = 1e-9;  // tolerance for the length of a wall's normal
constexpr const char* kGranular = "/h5md/modules/granular";
constexpr const char* kGrains = "/particles/grain";

void take(const Reader& file, const Dataset& d, std::uint64_t, std::vector<std::string>& values) {
  values = file.texts(d.path);
}
template <class T>
void take(const Reader& file, const Dataset& d, std::uint64_t rows, std::vector<T>& values) {
  values = file.rows<T>(d.path, rows);
}

// VTK and ParaView read the bodies as a cloud of points. No data are stored twice.
void write_vtk(Writer& file, const Pile& pile) {
  const auto n = static_cast<std::int64_t>(pile.size());
  const std::string group = "/VTKHDF";
  file.group(group);
  file.attribute(group, "Version", std::vector<int>{1, 0});
  file.attribute(group, "Type", std::string("UnstructuredGrid"));
  for (const char* count : {"NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"})
    file.dataset(group + "/" + count, view(std::vector<std::int64_t>{n}), "1", "");
  constexpr std::uint8_t vertex = 1;  // VTK_VERTEX
  std::vector<std::int64_t> rows(static_cast<std::size_t>(n) + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int64_t>(i);
  file.dataset(group + "/Types", view(std::vector<std::uint8_t>(pile.size(), vertex)), "1", "");
  file.dataset(group + "/Offsets", view(rows), "1", "");
  rows.pop_back();
  file.dataset(group + "/Connectivity", view(rows), "1", "");
  const auto link = [&](const Dataset& d, const auto&) {
    file.link(d.path, d.name() == "position" ? group + "/Points" : group + "/PointData/" + d.name());
  };
  each_of_model(pile.model, link);
  if (!pile.model.shape.empty()) each_of_hulls(pile.model, link);
  const GroupingTable grouping = table_of(pile.state.grouping, false);
  if (!pile.state.grouping.grains.empty()) each_of_members(grouping, link);
  each_of_body_columns(pile.state.columns, link);
  each_of_motion(pile.state, link);
}

}  // namespace

void write_box(Writer& file, const std::string& particles, const Space& space) {
  const std::string box = particles + "/box", edges = box + "/edges";
  std::vector<std::string> boundary;
  for (int axis = 0; axis < 3; ++axis) boundary.emplace_back(space.repeats(axis) ? "periodic" : "none");
  file.group(box);
  file.attribute(box, "dimension", 3);
  file.attribute(box, "boundary", boundary);
  if (space.repeats() && edges != kEdges) file.link(kEdges, edges);
}

void write_header(Writer& file, const std::string& content) {
  file.group("/h5md");
  file.attribute("/h5md", "version", std::vector<int>{1, 1});
  file.group("/h5md/author");
  file.attribute("/h5md/author", "name",
                 std::string("unknown"));  // a file depends only on its inputs, not on the user
  file.group("/h5md/creator");
  file.attribute("/h5md/creator", "name", std::string("rubble"));
  file.attribute("/h5md/creator", "version", std::string(kVersion));
  file.group("/h5md/modules/units");
  file.attribute("/h5md/modules/units", "version", std::vector<int>{1, 0});
  file.attribute("/h5md/modules/units", "system", std::string("SI"));
  file.group(kGranular);
  file.attribute(kGranular, "version", std::vector<int>(kGranularVersion.begin(), kGranularVersion.end()));
  file.attribute(kGranular, "content", content);
}

std::string read_header(const Reader& file) {
  if (!file.version("/h5md")) file.refuse("/h5md", "an H5MD file", "none of its groups");
  const std::optional<std::array<int, 2>> version = file.version(kGranular);
  if (!version) file.refuse(kGranular, "the module of a file of Rubble", "nothing");
  if ((*version)[0] < kOldestVersion || (*version)[0] > kGranularVersion[0])
    file.refuse(std::string(kGranular) + "@version", fmt::format("{}.x to {}.x", kOldestVersion, kGranularVersion[0]),
                fmt::format("{}.{}{}", (*version)[0], (*version)[1],
                            (*version)[0] > kGranularVersion[0] ? ", from a newer version of Rubble" : ""));
  const std::optional<std::string> content = file.attribute(kGranular, "content");
  if (!content) file.refuse(std::string(kGranular) + "@content", "the kind of content", "nothing");
  return *content;
}

void require_content(const Reader& file, const std::string& content) {
  const std::string found = read_header(file);
  if (found == content) return;
  throw WrongContent(fmt::format("{}: expected a {}, found a {}", file.name(), content, found), content, found);
}

void write_model(Writer& file, const Model& model) {
  write_box(file, "/particles/body", model.space);
  each_constant(model, [&](const Dataset& d, const auto& values) { put(file, d, values); });
}

void write_grouping(Writer& file, const Model& model, const Grouping& grouping) {
  if (!grouping.grains.empty()) write_box(file, kGrains, model.space);
  each_of_grouping(model, grouping, [&](const Dataset& d, const auto& values) { put(file, d, values); });
}

namespace {

std::vector<shape::Shape> read_shapes(const Reader& file) {
  if (!file.has("/parameters/shapes")) return {};
  ShapeTable table;
  each_of_shapes(table, [&](const Dataset& d, auto& values) { take(file, d, kAny, values); });
  if (const std::optional<Misfit> wrong = misfit(table))
    file.refuse("/parameters/shapes/" + wrong->dataset, wrong->expected, wrong->found);
  return shapes_of(table);
}

// (model with shapes and bodies) => reads the bodies that are hulls.
void read_hulls(const Reader& file, Model& model) {
  each_of_hulls(model, [&](const Dataset& d, auto& values) { take(file, d, model.size(), values); });
  const auto count = static_cast<Index>(model.shapes.size());
  for (std::size_t i = 0; i < model.size(); ++i)
    if (model.shape[i] < -1 || model.shape[i] >= count)
      file.refuse("/particles/body/shape", fmt::format("one of {} shapes, or -1", count),
                  fmt::format("{} (body {})", model.shape[i], model.id[i]));
  if (!has_oriented_bodies(model)) model.shape.clear();
}

Space read_space(const Reader& file) {
  SpaceTable table;
  if (file.has(kEdges)) each_of_edges(table, [&](const Dataset& d, auto& values) { take(file, d, 3, values); });
  if (file.has(kHillRate)) each_of_hill(table, [&](const Dataset& d, auto& values) { take(file, d, 1, values); });
  std::uint64_t rows = kAny;
  const auto read = [&](const Dataset& d, auto& values) {
    take(file, d, rows, values);
    rows = values.size();
  };
  if (file.has(kWallPoints)) each_of_walls(table, read);
  for (const double edge : table.edges)
    if (!(edge >= 0 && std::isfinite(edge))) file.refuse(kEdges, "three lengths >= 0", fmt::format("{}", edge));
  for (const Reals* rates : {&table.rate, &table.vertical_rate})
    for (const double rate : *rates)
      if (!(rate > 0 && std::isfinite(rate))) file.refuse(kHillRate, "rates above 0", fmt::format("{}", rate));
  if (!table.rate.empty() && !table.edges.empty() && table.edges[0] > 0 && !(table.edges[1] > 0))
    file.refuse(kEdges, "a period along y in Hill's frame that is periodic along x", "none");
  for (const double since : table.since)
    if (!std::isfinite(since)) file.refuse("/parameters/hill/since", "a time", fmt::format("{}", since));
  for (std::size_t k = 0; k < table.point.size(); ++k)
    if (!table.point[k].allFinite() || !(std::abs(table.normal[k].norm() - 1) <= kUnitNormal))
      file.refuse(kWallPoints, "positions and unit normals of walls", fmt::format("others (wall {})", k));
  Space space = space_of(table);
  space.meshes = read_meshes(file);
  return space;
}

}  // namespace

Model read_model(const Reader& file) {
  Model model;
  MaterialTable materials;
  std::uint64_t rows = kAny;
  const auto read = [&](const Dataset& d, auto& values) {
    take(file, d, rows, values);
    rows = values.size();  // the first dataset determines the number
  };
  each_of_materials(materials, read);
  model.materials = materials_of(materials);
  model.shapes = read_shapes(file);
  rows = kAny;
  each_of_model(model, read);
  if (model.size() == 0) file.refuse("/particles/body", "at least one body", "no bodies");
  if (file.has("/particles/body/shape")) read_hulls(file, model);
  model.space = read_space(file);
  return model;
}

Grouping grouping_of(const Reader& file, const GroupingTable& table, const Model& model) {
  const auto count = static_cast<Index>(table.moments.size());
  for (std::size_t i = 0; i < model.size(); ++i)
    if (table.grain[i] < -1 || table.grain[i] >= count)
      file.refuse("/particles/body/grain", fmt::format("one of {} grains, or -1", count),
                  fmt::format("{} (body {})", table.grain[i], model.id[i]));
  Grouping grouping;
  grouping.grain = table.grain;
  grouping.offset = table.offset;
  grouping.turn = quaternions_of(table.turn);
  grouping.grains.assign(table.moments.size(), Grain{});
  link_members(model, grouping);
  for (std::size_t g = 0; g < grouping.grains.size(); ++g) {
    Grain& grain = grouping.grains[g];
    grain.moments = table.moments[g];
    if (table.shapes) grain.shape = table.shape[g];
    for (const Index i : grouping.members(g)) grain.mass += model.mass[i];
    grain.excess = excess_of(model, grouping, grain);
  }
  return grouping;
}

Grouping read_grouping(const Reader& file, const Model& model) {
  if (!file.has(kGrains)) {
    Grouping none;
    link_members(model, none);
    return none;
  }
  GroupingTable table;
  table.shapes = !model.shapes.empty();
  table.hulls = !model.shape.empty();
  each_of_members(table, [&](const Dataset& d, auto& values) { take(file, d, model.size(), values); });
  std::uint64_t rows = kAny;
  each_of_grains(table, [&](const Dataset& d, auto& values) {
    take(file, d, rows, values);
    rows = values.size();
  });
  return grouping_of(file, table, model);
}

void write_pile_groups(Writer& file, const Pile& pile) {
  const auto write = [&](const Dataset& d, const auto& values) { put(file, d, values); };
  write_model(file, pile.model);
  write_grouping(file, pile.model, pile.state.grouping);
  each_of_clock(pile.state, write);
  each_of_motion(pile.state, write);
  write_declarations(file, pile.state.columns);
  each_of_body_columns(pile.state.columns, write);
  if (!pile.state.grouping.grains.empty()) {
    const TurnTable turns = table_of(pile.state.orientation);
    each_of_turns(turns, write);
  }
  write_wall_poses(file, pile);
  const ColumnTable columns = table_of(pile.contacts.columns);
  each_of_columns(columns, write);
  each_of_contacts(pile.contacts, write);
  if (pile.bonds.size() > 0) each_of_bonds(pile.bonds, write);
  write_vtk(file, pile);
}

namespace {

// True for a valid column name that is not one of the common fields of contacts.
bool is_contact_column_name(const std::string& name) {
  const Contacts none;
  bool taken = false;
  each_field(none, [&](const ContactField& field, const auto&) { taken = taken || field.name == name; });
  return !taken && !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

}  // namespace

void read_contacts(const Reader& file, const Model& model, const State& state, const RowRange& part,
                   Contacts& contacts) {
  if (is_version1(file)) {
    contacts = read_contacts_of_version1(file, model, state, part.total, part.first, part.count);
    return;
  }
  std::uint64_t rows = part.total;
  const auto read = [&]<class T>(const Dataset& d, std::vector<T>& values) {
    values = part.count == kAny ? file.rows<T>(d.path, rows) : file.rows<T>(d.path, part.total, part.first, part.count);
    if (part.count == kAny) rows = values.size();  // the first dataset determines the number
  };
  KeyTable keys;
  each_of_keys(keys, read);
  contacts.key = keys_of(keys);
  each_of_fields(contacts, read);
}

std::vector<ContactColumn> read_columns(const Reader& file) {
  if (is_version1(file)) return columns_of_version1();
  ColumnTable table;
  std::uint64_t rows = kAny;
  each_of_columns(table, [&](const Dataset& d, auto& values) {
    take(file, d, rows, values);
    if (rows == kAny) rows = values.size();
    if (values.size() != rows)
      file.refuse(d.path, fmt::format("{} rows as in name", rows), fmt::format("{}", values.size()));
  });
  for (std::size_t i = 0; i < table.name.size(); ++i) {
    if (!is_contact_column_name(table.name[i]) || (i > 0 && !(table.name[i - 1] < table.name[i])))
      file.refuse("/parameters/contact_columns/name", "names in ascending order, different from those of fields",
                  rubble::quoted(table.name[i]));
    if (table.odd[i] != 0 && table.odd[i] != 1)
      file.refuse("/parameters/contact_columns/odd", "0 or 1", fmt::format("{}", table.odd[i]));
    if (table.width[i] != 1 && table.width[i] != 3)
      file.refuse("/parameters/contact_columns/width", "1 or 3", fmt::format("{}", table.width[i]));
  }
  return columns_of(table);
}

Pile read_pile_groups(const Reader& file) {
  Pile pile;
  pile.model = read_model(file);
  pile.state.grouping = read_grouping(file, pile.model);
  each_of_clock(pile.state, [&]<class T>(const Dataset& d, T& value) { value = file.scalar<T>(d.path); });
  std::uint64_t rows = pile.size();
  const auto read = [&](const Dataset& d, auto& values) {
    take(file, d, rows, values);
    rows = values.size();
  };
  each_of_motion(pile.state, read);
  pile.state.columns = read_declarations(file);
  each_of_body_columns(pile.state.columns, read);
  if (!pile.state.grouping.grains.empty()) {
    TurnTable turns;
    rows = pile.state.grouping.grains.size();
    each_of_turns(turns, read);
    pile.state.orientation = quaternions_of(turns.orientation);
  }
  pile.state.walls = read_wall_poses(file, pile.model);
  pile.contacts.columns = read_columns(file);
  read_contacts(file, pile.model, pile.state, {}, pile.contacts);
  rows = kAny;
  pile.bonds.beams = has_beams(file);
  if (pile.bonds.beams || file.has(kBonds)) each_of_bonds(pile.bonds, read);
  take_bonds_of_version2(file, pile.contacts, pile.bonds);
  require_sound(file, pile);
  return pile;
}

void require_sound(const Reader& file, const Pile& pile) {
  const std::optional<Violation> found = violation(pile);
  if (!found) return;
  std::string path = "/";
  each_dataset(pile, [&](const Dataset& d, const auto&) {
    if (d.path.ends_with("/" + found->quantity)) path = d.path;
  });
  throw InputError(fmt::format("{}:{}: {}", file.name(), path, found->text));
}

}  // namespace rubble::store
