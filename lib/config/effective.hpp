#pragma once
// The parameters of a program as TOML, for its outputs.
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rubble::config {

class Effective {
 public:
  // (table or "plane[0]") Adds a table, which may stay without keys.
  void add_table(std::string_view section) { entries(section); }
  // (table, key, value as TOML) Replaces an earlier value of the key.
  void set(std::string_view section, std::string_view key, const std::string& value);
  void omit(std::string_view section, std::string_view key);
  // => all values as TOML, tables in alphabetical order
  std::string text() const;

 private:
  using Entries = std::vector<std::pair<std::string, std::string>>;  // key, value as TOML

  Entries& entries(std::string_view section);

  std::map<std::pair<std::string, int>, Entries> tables_;  // by table and its index in a list (-1: not in a list)
};

}  // namespace rubble::config
