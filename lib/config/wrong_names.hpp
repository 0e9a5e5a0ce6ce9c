#pragma once
// Errors about names that a program does not know, and about names that are missing.
#include "base/error.hpp"
#include "config/known_names.hpp"
#include "config/places.hpp"

#include <set>
#include <string>
#include <vector>

namespace rubble::config {

class WrongNames {
 public:
  // (file, names that the program reads) Both must outlive this object.
  WrongNames(const Places& places, const KnownNames& known) : places_(places), known_(known) {}

  // InputError for the first key or table of the file that the program does not read.
  void require_all_known() const;
  // (path of a missing table) A missing table that exists under a slightly different name is a misspelling, of its own
  // name or of its parent's. The error points at that place.
  void require_no_misspelt_table(const std::string& path) const;
  // (table, its path, missing key) A missing key that exists under a slightly different name is a misspelling. The
  // error points at that place.
  void require_no_misspelling(const toml::table& table, const std::string& section, const std::string& key) const;

  // (table, missing key, causes) => the place in the file at which to add the key, followed by the options that require
  // it: those of the causes, of the keys that select the variant of the table, and of a table that only options make.
  std::string place_of_missing(const std::string& section, const std::string& key,
                               std::vector<std::string> causes) const;
  // (missing table, causes) => the place in the file of the table around it, followed by the options of the causes and
  // of the table around it.
  std::string place_of_missing_table(const std::string& path, std::vector<std::string> causes) const;

 private:
  // A key of the file that no section knows.
  struct Unknown {
    toml::source_position position;
    std::string place, message;
  };
  void find_unknown(const std::string& section, const toml::table& table, std::vector<Unknown>& unknowns) const;
  std::string place_of_unknown(const std::string& key, const std::string& section, const std::string& place) const;
  std::string meant_table(const std::string& table, const toml::node& node) const;
  std::string unknown(const std::string& section, const std::string& key, const toml::node& node) const;

  const Places& places_;
  const KnownNames& known_;
};

}  // namespace rubble::config
