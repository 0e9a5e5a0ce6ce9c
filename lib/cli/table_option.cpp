#include "cli/table_option.hpp"

#include "base/printable.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace rubble::cli {
namespace {

// "mass,time" => the names between the commas
std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream words(list + ',');
  for (std::string name; std::getline(words, name, ',');) names.push_back(name);
  return names;
}

std::string wrong_names(const std::string& list) {
  const std::vector<std::string> names = names_in(list);
  if (std::find(names.begin(), names.end(), "") == names.end()) return "";
  return fmt::format("must hold a name before and after each comma, not {}", quoted(list));
}

}  // namespace

void add_table_form(Options& options, TableForm& form) {
  options.add_flag("--json", form.json, "Print JSON instead of a table");
  options.add_flag("--csv", form.csv, "Print comma-separated values, with units in the names of the columns")
      .excludes("--json");
  const auto keep = [&form](const std::string& list) { form.columns = names_in(list); };
  options.add_word("--columns", keep, "Names of the only columns to print, in this order")
      .option_text("NAME,...")
      .check(wrong_names);
}

}  // namespace rubble::cli
