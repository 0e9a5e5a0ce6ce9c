#pragma once
// Output of reading tools: TSV with a header line and a "# unit" line, or JSON on request, all digits kept; on a
// terminal, aligned columns.
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rubble::app {

class Table {
 public:
  using Cell = std::variant<double, std::int64_t, std::string>;
  // unit: as in the files ("m s-1", "1" for pure numbers, "" for words)
  void column(const std::string& name, const std::string& unit);
  // As many cells as there are columns.
  void row(std::vector<Cell> cells);

  // Header line, line of units after "# ", rows; the shortest digits that read back as the same number.
  std::string tsv() const;
  // {"units": {name: unit}, "rows": [{name: value}]}; NaN and infinity become null.
  std::string json() const;
  // For a terminal of so many columns: numbers with six digits, under each other. A table of few rows that is too
  // wide stands on its side, a line for each of its columns: name, unit, values.
  std::string aligned(std::size_t width) const;
  // To stdout: JSON if asked for, else aligned on a terminal and TSV elsewhere. A closed pipe or full disk is a
  // SystemError.
  void print(bool as_json) const;

 private:
  std::vector<std::string> names_, units_;
  std::vector<std::vector<Cell>> rows_;
};

// (tables by name) => one JSON object that holds each table as json() writes it, to stdout.
void print_json(const std::vector<std::pair<std::string, Table>>& tables);

}  // namespace rubble::app
