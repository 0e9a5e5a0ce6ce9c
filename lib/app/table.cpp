#include "app/table.hpp"

#include "base/error.hpp"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

namespace rubble::app {
namespace {

// Shortest text that reads back as the same bits.
std::string plain(const Table::Cell& cell) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
          std::string word = value;
          for (char& c : word)
            if (c == '\t' || c == '\n' || c == '\r') c = ' ';  // which would end the cell
          return word;
        } else {
          return fmt::format("{}", value);
        }
      },
      cell);
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + '"';
}

std::string json_value(const Table::Cell& cell) {
  if (const auto* word = std::get_if<std::string>(&cell)) return quoted(*word);
  if (const auto* number = std::get_if<double>(&cell); number && !std::isfinite(*number)) return "null";
  return plain(cell);
}

void write_out(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw SystemError(std::string("standard output: ") + std::strerror(errno));
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

std::string Table::json() const {
  const auto object = [&](auto&& value) {
    std::string text = "{";
    for (std::size_t c = 0; c < names_.size(); ++c)
      text += fmt::format("{}{}: {}", c ? ", " : "", quoted(names_[c]), value(c));
    return text + "}";
  };
  std::string text = "{\"units\": " + object([&](std::size_t c) { return quoted(units_[c]); }) + ",\n \"rows\": [";
  for (std::size_t r = 0; r < rows_.size(); ++r)
    text += (r ? ",\n  " : "\n  ") + object([&](std::size_t c) { return json_value(rows_[r][c]); });
  return text + "]}\n";
}

void Table::print(bool as_json) const { write_out(as_json ? json() : tsv()); }

void print_json(const std::vector<std::pair<std::string, Table>>& tables) {
  std::string text = "{";
  for (const auto& [name, table] : tables) {
    text += fmt::format("{}{}: {}", text.size() > 1 ? ",\n" : "", quoted(name), table.json());
    text.pop_back();  // the end of the line
  }
  write_out(text + "}\n");
}

}  // namespace rubble::app
