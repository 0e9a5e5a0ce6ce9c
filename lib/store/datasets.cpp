#include "store/datasets.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

namespace rubble::store {

SpaceTable table_of(const Space& space) {
  SpaceTable table;
  if (space.repeats()) table.edges.assign(space.period.begin(), space.period.end());
  if (const Hill& hill = space.hill; hill.turns()) {
    table.rate = {hill.rate};
    table.vertical_rate = {hill.vertical_rate};
    table.since = {hill.since};
  }
  for (const WallPlace& wall : space.walls) table.point.push_back(wall.point), table.normal.push_back(wall.normal);
  return table;
}

Space space_of(const SpaceTable& table) {
  Space space;
  if (!table.edges.empty()) space.period = Vec3(table.edges[0], table.edges[1], table.edges[2]);
  if (!table.rate.empty()) space.hill = {table.rate[0], table.vertical_rate[0], table.since[0]};
  for (std::size_t k = 0; k < table.point.size(); ++k) space.walls.push_back({table.point[k], table.normal[k]});
  return space;
}

MaterialTable table_of(const std::vector<Material>& materials) {
  MaterialTable table;
  for (const Material& m : materials) table.name.push_back(m.name), table.density.push_back(m.density);
  return table;
}

std::vector<Material> materials_of(const MaterialTable& table) {
  std::vector<Material> materials;
  for (std::size_t i = 0; i < table.name.size(); ++i) materials.push_back({table.name[i], table.density[i]});
  return materials;
}

namespace {

Vec4 numbers_of(const Quaternion& q) { return {q.w(), q.x(), q.y(), q.z()}; }

// Sum of counts, or -1 if one is negative.
std::int64_t total(const std::vector<Index>& counts) {
  std::int64_t sum = 0;
  for (const Index count : counts) {
    if (count < 0) return -1;
    sum += count;
  }
  return sum;
}

}  // namespace

ShapeTable table_of(const std::vector<shape::Shape>& shapes) {
  ShapeTable table;
  for (const shape::Shape& s : shapes) {
    table.name.push_back(s.name);
    table.kind.push_back(shape::functions_of(s.kind).name);
    table.reach.push_back(s.reach);
    table.area.push_back(s.area);
    table.moments.push_back(s.moments);
    table.vertices.push_back(static_cast<Index>(s.vertex.size()));
    table.faces.push_back(static_cast<Index>(s.face.size()));
    table.vertex.insert(table.vertex.end(), s.vertex.begin(), s.vertex.end());
    for (const std::vector<Index>& face : s.face) {
      table.corners.push_back(static_cast<Index>(face.size()));
      table.corner.insert(table.corner.end(), face.begin(), face.end());
    }
  }
  return table;
}

std::optional<Misfit> misfit(const ShapeTable& table) {
  const std::pair<const char*, const std::vector<Index>*> counts[] = {
      {"vertices", &table.vertices}, {"faces", &table.faces}, {"corners", &table.corners}};
  for (const auto& [name, values] : counts)
    if (total(*values) < 0) return Misfit{name, "numbers of at least 0", "a negative number"};
  const auto count = static_cast<std::int64_t>(table.name.size());
  const std::pair<const char*, std::pair<std::size_t, std::int64_t>> sizes[] = {
      {"kind", {table.kind.size(), count}},
      {"reach", {table.reach.size(), count}},
      {"moments", {table.moments.size(), count}},
      {"area", {table.area.size(), count}},
      {"vertices", {table.vertices.size(), count}},
      {"faces", {table.faces.size(), count}},
      {"vertex", {table.vertex.size(), total(table.vertices)}},
      {"corners", {table.corners.size(), total(table.faces)}},
      {"corner", {table.corner.size(), total(table.corners)}}};
  for (const auto& [name, size] : sizes)
    if (size.first != static_cast<std::size_t>(size.second))
      return Misfit{name, fmt::format("{} rows", size.second), fmt::format("{}", size.first)};
  for (const std::string& kind : table.kind)
    if (!shape::kind_named(kind)) return Misfit{"kind", shape::kind_names(), quoted(kind)};
  return std::nullopt;
}

std::vector<shape::Shape> shapes_of(const ShapeTable& table) {
  std::vector<shape::Shape> shapes;
  auto vertex = table.vertex.begin();
  auto corners = table.corners.begin();
  auto corner = table.corner.begin();
  for (std::size_t s = 0; s < table.name.size(); ++s) {
    shape::Shape& shape = shapes.emplace_back();
    shape.name = table.name[s];
    shape.kind = *shape::kind_named(table.kind[s]);
    shape.reach = table.reach[s];
    shape.moments = table.moments[s];
    shape.area = table.area[s];
    shape.vertex.assign(vertex, vertex + table.vertices[s]);
    vertex += table.vertices[s];
    for (Index face = 0; face < table.faces[s]; ++face) {
      shape.face.emplace_back(corner, corner + *corners);
      corner += *corners++;
    }
  }
  return shapes;
}

GroupingTable table_of(const Grouping& grouping, bool shapes) {
  GroupingTable table;
  table.shapes = shapes;
  table.hulls = !grouping.turn.empty();
  table.grain = grouping.grain;
  table.offset = grouping.offset;
  for (const Quaternion& q : grouping.turn) table.turn.push_back(numbers_of(q));
  for (const Grain& g : grouping.grains) {
    table.moments.push_back(g.moments);
    table.shape.push_back(g.shape);
  }
  return table;
}

TurnTable table_of(const std::vector<Quaternion>& orientation) {
  TurnTable table;
  for (const Quaternion& q : orientation) table.orientation.push_back(numbers_of(q));
  return table;
}

std::vector<Quaternion> quaternions_of(const std::vector<Vec4>& numbers) {
  std::vector<Quaternion> out;
  for (const Vec4& q : numbers) out.emplace_back(q[0], q[1], q[2], q[3]);
  return out;
}

KeyTable table_of(const std::vector<ContactKey>& keys) {
  KeyTable table;
  for (const ContactKey& key : keys) table.pair.push_back({key.a, key.b}), table.feature.push_back(key.feature);
  return table;
}

std::vector<ContactKey> keys_of(const KeyTable& table) {
  std::vector<ContactKey> keys;
  for (std::size_t c = 0; c < table.pair.size(); ++c)
    keys.push_back({table.pair[c][0], table.pair[c][1], table.feature[c]});
  return keys;
}

ColumnTable table_of(const std::vector<ContactColumn>& columns) {
  ColumnTable table;
  for (const ContactColumn& column : columns) {
    table.name.push_back(column.name);
    table.unit.push_back(column.unit);
    table.text.push_back(column.text);
    table.odd.push_back(column.odd ? 1 : 0);
    table.width.push_back(std::holds_alternative<Vec3s>(column.value) ? 3 : 1);
  }
  return table;
}

std::vector<ContactColumn> columns_of(const ColumnTable& table) {
  std::vector<ContactColumn> columns;
  for (std::size_t i = 0; i < table.name.size(); ++i) {
    ContactColumn& column = columns.emplace_back();
    column.name = table.name[i];
    column.unit = table.unit[i];
    column.text = table.text[i];
    column.odd = table.odd[i] != 0;
    if (table.width[i] == 3) column.value = Vec3s{};
  }
  return columns;
}

}  // namespace rubble::store
