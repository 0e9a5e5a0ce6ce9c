#include "cli/table.hpp"

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace rubble::cli {
namespace {

// Shortest text that reads back as the same double.
std::string plain(const Table::Cell& cell) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
          return printable(value);  // replaces line breaks, which would end the cell
        } else if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
          return std::isnan(value) ? "nan" : fmt::format("{}", value);  // without the sign of NaN, which has no meaning
        } else {
          return fmt::format("{}", value);
        }
      },
      cell);
}

// Cell of CSV: in quotation marks if it contains a comma or a quotation mark.
std::string quoted_cell(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + '"';
}

// (name and unit of a column) => its heading in CSV
std::string heading(const std::string& name, const std::string& unit) {
  return quoted_cell(unit.empty() || unit == "1" ? name : fmt::format("{} [{}]", name, unit));
}

std::string json_value(const Table::Cell& cell) {
  if (const auto* word = std::get_if<std::string>(&cell)) return json_string(*word);
  if (const auto* number = std::get_if<double>(&cell); number && !std::isfinite(*number)) return "null";
  return plain(cell);
}

// Text for people: six significant digits.
std::string short_text(const Table::Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell); number && std::isfinite(*number))
    return fmt::format("{:.6g}", *number);
  return plain(cell);
}

using Lines = std::vector<std::vector<std::string>>;  // all of the same length

// (lines, number of left-aligned columns) => text with aligned columns; the other columns are right-aligned.
std::string under_each_other(const Lines& lines, std::size_t left) {
  std::vector<std::size_t> widths(lines[0].size(), 0);
  for (const auto& words : lines)
    for (std::size_t c = 0; c < words.size(); ++c) widths[c] = std::max(widths[c], words[c].size());
  std::string text;
  for (const auto& words : lines) {
    std::string line;
    for (std::size_t c = 0; c < words.size(); ++c) {
      if (c > 0) line += "  ";
      line += c < left ? fmt::format("{:<{}}", words[c], widths[c]) : fmt::format("{:>{}}", words[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

Lines on_its_side(const Lines& lines) {
  Lines turned(lines[0].size(), std::vector<std::string>(lines.size()));
  for (std::size_t r = 0; r < lines.size(); ++r)
    for (std::size_t c = 0; c < lines[r].size(); ++c) turned[c][r] = lines[r][c];
  return turned;
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    longest = std::max(longest, end - begin);
  return longest;
}

// Width of the terminal on standard output, in characters.
std::size_t terminal_width() {
  winsize size{};
  constexpr std::size_t kUsual = 80;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

void write_out(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw system_error(kStandardOutput, "write", errno);
}

}  // namespace

void Table::column(const std::string& name, const std::string& unit) {
  names_.push_back(name);
  units_.push_back(unit);
}

void Table::row(std::vector<Cell> cells) {
  if (cells.size() != names_.size())
    throw std::logic_error(fmt::format("a row of {} cells in a table of {} columns", cells.size(), names_.size()));
  rows_.push_back(std::move(cells));
}

std::string Table::tsv() const {
  std::string text = fmt::format("{}\n# {}\n", fmt::join(names_, "\t"), fmt::join(units_, "\t"));
  for (const auto& cells : rows_) {
    for (std::size_t c = 0; c < cells.size(); ++c) (text += c ? "\t" : "") += plain(cells[c]);
    text += '\n';
  }
  return text;
}

std::string Table::csv() const {
  std::string text;
  for (std::size_t c = 0; c < names_.size(); ++c) (text += c ? "," : "") += heading(names_[c], units_[c]);
  text += '\n';
  for (const auto& cells : rows_) {
    for (std::size_t c = 0; c < cells.size(); ++c) (text += c ? "," : "") += quoted_cell(plain(cells[c]));
    text += '\n';
  }
  return text;
}

std::string Table::json() const {
  const auto object = [&](auto&& value) {
    std::string text = "{";
    for (std::size_t c = 0; c < names_.size(); ++c)
      text += fmt::format("{}{}: {}", c ? ", " : "", json_string(names_[c]), value(c));
    return text + "}";
  };
  std::string text = "{\"units\": " + object([&](std::size_t c) { return json_string(units_[c]); }) + ",\n \"rows\": [";
  for (std::size_t r = 0; r < rows_.size(); ++r)
    text += (r ? ",\n  " : "\n  ") + object([&](std::size_t c) { return json_value(rows_[r][c]); });
  return text + "]}\n";
}

std::string Table::aligned(std::size_t width) const {
  Lines lines = {names_, units_};
  for (const auto& cells : rows_) {
    lines.emplace_back();
    for (const Cell& cell : cells) lines.back().push_back(short_text(cell));
  }
  const std::string upright = under_each_other(lines, 0);
  if (longest_line(upright) <= width || rows_.size() >= names_.size()) return upright;
  const std::string turned = under_each_other(on_its_side(lines), 2);
  return longest_line(turned) < longest_line(upright) ? turned : upright;
}

std::vector<std::size_t> Table::places_of(const std::vector<std::string>& names) const {
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end())
      throw InputError(fmt::format("--columns: unknown column '{}'{}", shortened(name), hint(name, names_, "columns")));
    const auto place = static_cast<std::size_t>(found - names_.begin());
    if (std::count(places.begin(), places.end(), place) > 0)
      throw InputError(fmt::format("--columns: '{}' is given twice", name));
    places.push_back(place);
  }
  return places;
}

void Table::require(const TableForm& form) const { places_of(form.columns); }

Table Table::selected(const std::vector<std::string>& names) const {
  Table table;
  const std::vector<std::size_t> places = places_of(names);
  for (const std::size_t c : places) table.column(names_[c], units_[c]);
  for (const auto& cells : rows_) {
    std::vector<Cell> own;
    for (const std::size_t c : places) own.push_back(cells[c]);
    table.row(std::move(own));
  }
  return table;
}

void Table::print(const TableForm& form) const {
  if (!form.columns.empty()) return selected(form.columns).print({form.json, form.csv});
  if (form.json) return write_out(json());
  if (form.csv) return write_out(csv());
  write_out(isatty(STDOUT_FILENO) ? aligned(terminal_width()) : tsv());
}

void require_whole(const TableForm& form) {
  if (!form.columns.empty())
    throw InputError("--columns needs one table, and --json prints several here: remove one of them");
}

void print_json(const std::vector<std::pair<std::string, Table>>& tables, const TableForm& form) {
  require_whole(form);
  std::string text = "{";
  for (const auto& [name, table] : tables) {
    text += fmt::format("{}{}: {}", text.size() > 1 ? ",\n" : "", json_string(name), table.json());
    text.pop_back();  // removes the line break
  }
  write_out(text + "}\n");
}

}  // namespace rubble::cli
