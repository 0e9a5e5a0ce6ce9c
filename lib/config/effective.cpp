#include "config/effective.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::config {

Effective::Entries& Effective::entries(std::string_view section) {
  const std::size_t bracket = section.find('[');
  const int number = bracket == std::string_view::npos ? -1 : std::stoi(std::string(section.substr(bracket + 1)));
  return tables_[{std::string(section.substr(0, bracket)), number}];
}

void Effective::set(std::string_view section, std::string_view key, const std::string& value) {
  Entries& all = entries(section);
  const auto old = std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == key; });
  if (old != all.end()) {
    old->second = value;
  } else {
    all.emplace_back(key, value);
  }
}

void Effective::omit(std::string_view section, std::string_view key) {
  std::erase_if(entries(section), [&](const auto& entry) { return entry.first == key; });
}

std::string Effective::text() const {
  std::string text;
  for (const auto& [table, entries] : tables_) {
    const auto& [section, number] = table;
    if (!text.empty()) text += '\n';
    if (!section.empty()) text += number < 0 ? fmt::format("[{}]\n", section) : fmt::format("[[{}]]\n", section);
    for (const auto& [key, value] : entries) text += fmt::format("{} = {}\n", key, value);
  }
  return text;
}

}  // namespace rubble::config
