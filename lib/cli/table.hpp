#pragma once
// Output of tools that print tables: TSV with a header line and a "# unit" line, or CSV or JSON on request, all with
// all digits. On a terminal the columns are aligned.
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rubble::cli {

// Form in which a table is printed.
struct TableForm {
  bool json = false, csv = false;
  std::vector<std::string> columns = {};  // names of the only printed columns, in this order; none: all columns
};

class Table {
 public:
  using Cell = std::variant<double, std::int64_t, std::string>;
  // unit: as in the files ("m s-1", "1" for pure numbers, "" for words)
  void column(const std::string& name, const std::string& unit);
  // Needs one cell for each column.
  void row(std::vector<Cell> cells);

  // Header line, line of units after "# ", rows. Numbers have the fewest digits that read back as the same double.
  std::string tsv() const;
  // Comma-separated values (RFC 4180 with line feeds): header line "name [unit]", without the unit of pure numbers and
  // words, then rows.
  std::string csv() const;
  // {"units": {name: unit}, "rows": [{name: value}]}; NaN and infinity become null.
  std::string json() const;
  // (width of the terminal) => aligned columns with six significant digits. A table of few rows that is too wide is
  // transposed: one line for each column, with name, unit and values.
  std::string aligned(std::size_t width) const;
  // (names) => the table with these columns in this order. InputError for a name that the table does not have.
  Table selected(const std::vector<std::string>& names) const;
  // InputError if the form selects a column twice, or one that the table does not have. For tools that also write a
  // file: before they write it.
  void require(const TableForm& form) const;
  // Prints to stdout: JSON or CSV if requested, else aligned on a terminal and TSV elsewhere. SystemError for a closed
  // pipe or a full disk.
  void print(const TableForm& form = {}) const;

 private:
  // (names) => their places. InputError for a name twice, or one that the table does not have.
  std::vector<std::size_t> places_of(const std::vector<std::string>& names) const;

  std::vector<std::string> names_, units_;
  std::vector<std::vector<Cell>> rows_;
};

// Prints one JSON object to stdout with each table, in the form of json(), under its name. InputError if the form
// selects columns (require_whole).
void print_json(const std::vector<std::pair<std::string, Table>>& tables, const TableForm& form);

// InputError if a form of several tables selects columns, because each table has its own.
void require_whole(const TableForm& form);

}  // namespace rubble::cli
