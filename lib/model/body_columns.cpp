#include "model/body_columns.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <utility>

namespace rubble {

bool comes_before(const BodyColumn& a, const BodyColumn& b) {
  if (a.value.index() != b.value.index()) return a.value.index() < b.value.index();
  return a.name < b.name;
}

BodyColumn with_values(BodyColumn declaration, BodyValues value) {
  declaration.value = std::move(value);
  return declaration;
}

void put_column(std::vector<BodyColumn>& columns, BodyColumn column) {
  const auto place = std::lower_bound(columns.begin(), columns.end(), column, comes_before);
  if (place != columns.end() && !comes_before(column, *place))
    *place = std::move(column);
  else
    columns.insert(place, std::move(column));
}

void add_columns_of(std::vector<BodyColumn>& columns, const std::vector<BodyColumn>& others, std::size_t bodies) {
  for (const BodyColumn& other : others) {
    const auto same = std::ranges::find(columns, other.name, &BodyColumn::name);
    if (same != columns.end() && same->value.index() != other.value.index())
      throw InputError("body column '" + other.name + "' has different types in the two piles");
    if (same != columns.end()) continue;
    BodyColumn added = other;
    std::visit([&]<class T>(std::vector<T>& values) { values.assign(bodies, no_value<T>()); }, added.value);
    put_column(columns, std::move(added));
  }
}

std::vector<BodyColumn> without_values(std::vector<BodyColumn> columns) {
  for (BodyColumn& column : columns) std::visit([](auto& values) { values.clear(); }, column.value);
  return columns;
}

bool has_values(const BodyColumn& column) {
  return std::visit(
      []<class T>(const std::vector<T>& values) {
        return std::any_of(values.begin(), values.end(), [](T value) { return value != no_value<T>(); });
      },
      column.value);
}

}  // namespace rubble
