#pragma once
// Errors about values that contradict each other.
#include "base/error.hpp"

#include <utility>
#include <vector>

namespace rubble {

// A KeyError about several keys: the first one, to which the message refers, and keys whose values matter as well. The
// caller, which knows the table, adds their places.
struct KeysError : KeyError {
  // keys: names in the table, paths such as "step.dt" of keys in other tables, or "" for the table itself
  KeysError(std::vector<std::string> keys_, const std::string& message)
      : KeyError(keys_.at(0), message), keys(std::move(keys_)) {}

  // (path of the table) => the paths of the keys
  std::vector<std::string> paths_in(const std::string& table) const {
    std::vector<std::string> paths;
    for (const std::string& name : keys) {
      if (name.empty())
        paths.push_back(table);
      else
        paths.push_back(name.find('.') == std::string::npos ? table + '.' + name : name);
    }
    return paths;
  }

  std::vector<std::string> keys;
};

}  // namespace rubble
