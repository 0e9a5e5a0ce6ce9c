#pragma once
// Tables of measured quantities: name, unit and value of a quantity are written in one place.
#include "base/vec.hpp"
#include "cli/table.hpp"

namespace rubble::cli {

struct Quantity {
  std::string name;
  std::string unit;
  Table::Cell value;
};
using Quantities = std::vector<Quantity>;

// (name, unit, vector) => quantities name_x, name_y, name_z, appended to `row`.
void append(Quantities& row, const std::string& name, const std::string& unit, const Vec3& value);

// (rows of the same quantities, at least one) => a table with a column for each quantity.
Table table_of(const std::vector<Quantities>& rows);

}  // namespace rubble::cli
