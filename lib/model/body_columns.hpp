#pragma once
// Properties of bodies that a method stores in addition to the fields common to all methods.
#include "base/vec.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace rubble {

// For each body one of:
// - a number, 0 if it has none;
// - the number of a group, such as an id; -1 if it belongs to none;
// - a mark, which is 1 or 0.
using BodyValues = std::variant<Reals, std::vector<std::int64_t>, std::vector<std::int32_t>>;

// One property. The method declares it as a column without values. Files, selections and pictures use the declaration;
// a method that resumes finds the column by its name.
struct BodyColumn {
  std::string name;  // name of the dataset: lower-case letters, digits and _
  std::string unit;  // in SI units
  std::string text;  // description
  BodyValues value;
};

// The value of a body that has none.
template <class T>
T no_value() {
  return std::is_same_v<T, std::int64_t> ? T{-1} : T{0};
}

// Column of hard spheres that measures use too: the aggregate to which a body stuck first.
inline constexpr const char* kLineage = "lineage";

// Order of columns: numbers, groups, marks; by name within each. Names are unique.
bool comes_before(const BodyColumn& a, const BodyColumn& b);

// (columns, name, type of the values) => the values of that column, or nullptr.
template <class T>
const std::vector<T>* find_values(const std::vector<BodyColumn>& columns, std::string_view name) {
  for (const BodyColumn& column : columns)
    if (column.name == name && std::holds_alternative<std::vector<T>>(column.value))
      return &std::get<std::vector<T>>(column.value);
  return nullptr;
}

// (declaration, values) => the column.
BodyColumn with_values(BodyColumn declaration, BodyValues value);

// Adds the column in its place, or replaces the values of the column with its name and kind.
void put_column(std::vector<BodyColumn>& columns, BodyColumn column);

// Adds the columns that only the other pile has, without values, for so many bodies. InputError if kinds differ.
void add_columns_of(std::vector<BodyColumn>& columns, const std::vector<BodyColumn>& others, std::size_t bodies);

// (columns) => their declarations.
std::vector<BodyColumn> without_values(std::vector<BodyColumn> columns);

// True if a body has a value.
bool has_values(const BodyColumn& column);

}  // namespace rubble
