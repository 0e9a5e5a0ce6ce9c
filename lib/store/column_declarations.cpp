#include "store/column_declarations.hpp"

#include "base/printable.hpp"
#include "store/datasets.hpp"
#include "store/version2.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

namespace rubble::store {
namespace {

// The declarations, one array per property.
struct Table {
  std::vector<std::string> name, unit, text, kind;
};
constexpr const char* kNames = "/parameters/body_columns/name";
template <class T, class Visit>
void each_of_declarations(T& table, Visit&& visit) {
  visit(Dataset{kNames, "", "name of the body column"}, table.name);
  visit(Dataset{"/parameters/body_columns/unit", "", "SI unit of the body column"}, table.unit);
  visit(Dataset{"/parameters/body_columns/text", "", "description of the body column"}, table.text);
  visit(Dataset{"/parameters/body_columns/kind", "", "kind of the values: number, group or mark"}, table.kind);
}

// Names of the kinds of body columns, in the order of the alternatives of BodyValues.
constexpr std::array<const char*, std::variant_size_v<BodyValues>> kKinds = {"number", "group", "mark"};

std::optional<BodyValues> values_of_kind(const std::string& kind) {
  if (kind == kKinds[0]) return Reals{};
  if (kind == kKinds[1]) return std::vector<std::int64_t>{};
  if (kind == kKinds[2]) return std::vector<std::int32_t>{};
  return std::nullopt;
}

Table table_of(const std::vector<BodyColumn>& columns) {
  Table table;
  for (const BodyColumn& column : columns) {
    table.name.push_back(column.name);
    table.unit.push_back(column.unit);
    table.text.push_back(column.text);
    table.kind.emplace_back(kKinds[column.value.index()]);
  }
  return table;
}

// (table whose arrays have matching sizes) => the columns, without values; nothing if a kind is unknown.
std::optional<std::vector<BodyColumn>> columns_of(const Table& table) {
  std::vector<BodyColumn> columns;
  for (std::size_t i = 0; i < table.name.size(); ++i) {
    const std::optional<BodyValues> none = values_of_kind(table.kind[i]);
    if (!none) return std::nullopt;
    columns.push_back({table.name[i], table.unit[i], table.text[i], *none});
  }
  return columns;
}

// True for a valid column name that is not one of the other datasets of bodies.
bool is_body_column_name(const std::string& name) {
  bool taken = name == "box";
  const auto look = [&](const Dataset& d, const auto&) { taken = taken || d.name() == name; };
  GroupingTable members;
  members.hulls = true;
  const Model model;
  const State state;
  each_of_members(members, look);
  each_of_model(model, look);
  each_of_hulls(model, look);
  each_of_motion(state, look);
  return !taken && !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

}  // namespace

void write_declarations(Writer& file, const std::vector<BodyColumn>& columns) {
  if (columns.empty()) return;
  const Table table = table_of(columns);
  each_of_declarations(table, [&](const Dataset& d, const auto& values) { file.texts(d.path, values); });
}

std::vector<BodyColumn> read_declarations(const Reader& file) {
  if (!file.has(kNames)) return body_columns_of_version2(file);
  Table table;
  each_of_declarations(table, [&](const Dataset& d, std::vector<std::string>& values) {
    values = file.texts(d.path);
    if (values.size() != table.name.size())
      file.refuse(d.path, fmt::format("{} rows as in name", table.name.size()), fmt::format("{}", values.size()));
  });
  const std::optional<std::vector<BodyColumn>> columns = columns_of(table);
  if (!columns) file.refuse("/parameters/body_columns/kind", "number, group or mark", "another word");
  for (std::size_t i = 0; i < columns->size(); ++i)
    if (!is_body_column_name(table.name[i]) || std::ranges::count(table.name, table.name[i]) > 1 ||
        (i > 0 && !comes_before((*columns)[i - 1], (*columns)[i])))
      file.refuse(kNames, "different names in the order of their kinds, none of another dataset",
                  rubble::quoted(table.name[i]));
  return *columns;
}

}  // namespace rubble::store
