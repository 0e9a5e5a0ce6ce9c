#include "cli/summary.hpp"

#include <array>

namespace rubble::cli {

void append(Quantities& row, const std::string& name, const std::string& unit, const Vec3& value) {
  const std::array axes{"_x", "_y", "_z"};
  for (int k = 0; k < 3; ++k) row.push_back({name + axes[k], unit, value[k]});
}

Table table_of(const std::vector<Quantities>& rows) {
  Table table;
  for (const Quantity& q : rows.at(0)) table.column(q.name, q.unit);
  for (const Quantities& row : rows) {
    std::vector<Table::Cell> cells;
    for (const Quantity& q : row) cells.push_back(q.value);
    table.row(std::move(cells));
  }
  return table;
}

}  // namespace rubble::cli
