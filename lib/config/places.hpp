#pragma once
// Places of keys and tables for messages: positions in the file, and options --set.
#include "config/toml.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::config {

class Places {
 public:
  // (text of the file, its name for messages, changes by options, see apply_change) InputError for malformed text.
  Places(std::string_view text, const std::string& name, const std::vector<std::string>& overrides);

  const toml::table& root() const { return root_; }
  // => the node of that path, or nullptr
  const toml::node* find(std::string_view path) const { return node_at(root_, path); }
  // (path of a key) => true if an option sets it.
  bool is_set(const std::string& path) const { return overrides_.contains(path); }

  // (path of a key, part of the text of its value) => "file:line:column", or the text of the option.
  std::string place(const std::string& path, const toml::source_region& source) const;
  // Position of a key or table; if it does not exist, position of the nearest enclosing table.
  std::string place(const std::string& path) const;
  // Position in the file of the nearest enclosing table of a key: the table in which a missing key belongs.
  std::string place_in_file(const std::string& path) const;
  // (place, paths of keys or tables) => the place, followed by the options of these paths.
  std::string with_options(const std::string& place, const std::vector<std::string>& paths) const;

  // (path of a key, path of the earlier name under which it was read)
  void read_as(const std::string& path, const std::string& earlier) { written_as_[path] = earlier; }
  // (path of a key) => the path of the name under which it was read.
  std::string written_path(const std::string& path) const;

 private:
  std::vector<std::string> options_of(const std::string& path) const;

  std::string name_;
  toml::table root_;
  std::map<std::string, std::string> overrides_;   // path => the option that set or removed it
  std::map<std::string, std::string> written_as_;  // path of a key => path of the earlier name that was read
};

}  // namespace rubble::config
