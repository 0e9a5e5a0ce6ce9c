#pragma once
// Names of tables and keys that a program reads, and advice on names that it does not know.
#include "config/describe.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::config {

class KnownNames {
 public:
  // (path) Adds a key or table, and the tables around it.
  void add(std::string_view path);
  // (table, earlier name of one of its keys, or "")
  void add_earlier(std::string_view section, const std::string& key);
  void add_table(std::string_view section);
  // (list of tables)
  void add_list(std::string_view section);
  // (function that describes tables in all their variants)
  void add_variants(Tables (*describe)()) { variants_.push_back(describe); }

  // (table, key or table in it) => true if the program reads it.
  bool has(const std::string& section, const std::string& key) const;
  // (table of which at least one key is known) => its keys and tables
  const std::set<std::string>& keys(const std::string& section) const { return keys_.at(section); }
  const std::set<std::string>& tables() const { return tables_; }
  // (table) => its name as in a file: "[size]", or "[[plane]]" for a list of tables.
  std::string written(const std::string& table) const;

  // (table, unknown key) => the keys of the table whose words select the variants that have the key: "form"
  std::set<std::string> selecting_keys(const std::string& section, const std::string& key) const;
  // (table, missing key) => the keys that make it required: those whose words select a variant of the table with the
  // key, and the other keys of a variant without such a word.
  std::set<std::string> demanding_keys(const std::string& section, const std::string& key) const;
  // (table, unknown key) => the message, with the variants of the table that have the key, or with the nearest key.
  std::string unknown_key(const std::string& section, const std::string& key) const;

 private:
  std::vector<Table> variants_with(const std::string& section, const std::string& key) const;
  std::vector<std::string> alternatives(const std::string& section, const std::string& key) const;

  std::map<std::string, std::set<std::string>> keys_;     // table => keys and tables that were requested in it
  std::map<std::string, std::set<std::string>> earlier_;  // table => earlier names of its requested keys
  std::set<std::string> tables_;                          // tables that were requested
  std::set<std::string> lists_;                           // those of them that are lists of tables
  std::vector<Tables (*)()> variants_;                    // descriptions of tables in all their variants
};

}  // namespace rubble::config
