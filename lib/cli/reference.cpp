#include "cli/reference.hpp"

#include "base/json.hpp"
#include "base/version.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rubble::cli {
namespace {

using Members = std::vector<std::pair<std::string, std::string>>;  // name, value as JSON

std::string object(const Members& members) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : members) texts.push_back(fmt::format("{}: {}", json_string(name), value));
  return fmt::format("{{{}}}", fmt::join(texts, ", "));
}

template <class Items, class ToJson>
std::string array(const Items& items, ToJson&& to_json) {
  std::vector<std::string> texts;
  for (const auto& item : items) texts.push_back(to_json(item));
  return fmt::format("[{}]", fmt::join(texts, ",\n  "));
}

std::string truth(bool value) { return value ? "true" : "false"; }

// Names as a user types them: "-c", "--config".
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string option_json(const CLI::Option* option) {
  const bool flag = option->get_items_expected_max() == 0;
  const std::string value = flag ? "" : option->get_option_text();
  const bool list = value.find(',') != std::string::npos;
  return object({{"names", array(names_of(*option), json_string)},
                 {"value", json_string(value)},
                 {"repeats", truth(option->get_expected_max() > 1 && !list)},
                 {"text", json_string(option->get_description())}});
}

std::string row_json(const config::Row& row) {
  const auto accepts = [&](const char* word) {
    return truth(std::find(row.words.begin(), row.words.end(), word) != row.words.end());
  };
  return object({{"key", json_string(row.key)},
                 {"unit", json_string(row.unit)},
                 {"kind", json_string(row.kind)},
                 {"allowed", json_string(row.allowed)},
                 {"choices", array(row.choices, json_string)},
                 {"auto", accepts("auto")},
                 {"none", accepts("none")},
                 {"default", json_string(row.initial)},
                 {"text", json_string(row.text)}});
}

std::string table_json(const config::Table& table) {
  return object({{"heading", json_string(config::text_of(table.heading))},
                 {"text", json_string(table.text)},
                 {"keys", array(table.rows, row_json)}});
}

// Exit codes of all tools, and those of tools that run a simulation.
const std::map<int, std::string> kExitCodes{{kDone, "success"},
                                            {kSystem, "system error: disk, permissions, memory"},
                                            {kUsage, "invalid usage or invalid input"}};
const std::map<int, std::string> kExitCodesOfRuns{
    {kInsane, "failed sanity check (NaN, error of the ledger); the state is in OUT.failed.h5"},
    {kBudget, "end of the duration before the stop rule was met"},
    {kStopped, "stop by a signal; --restart resumes from the saved checkpoint"}};

std::map<int, std::string> exit_codes_of(const Tool& tool) {
  std::map<int, std::string> codes = kExitCodes;
  if (tool.run) codes.insert(kExitCodesOfRuns.begin(), kExitCodesOfRuns.end());
  for (const ExitCode& own : tool.exit_codes) codes[own.code] = own.text;
  return codes;
}

std::string exit_code_json(const std::pair<const int, std::string>& code) {
  return object({{"code", fmt::format("{}", code.first)}, {"text", json_string(code.second)}});
}

}  // namespace

std::string reference(const Tool& tool, const std::string& usage, const CLI::App& app) {
  std::vector<const CLI::Option*> options;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_positional() && !names_of(*option).empty()) options.push_back(option);
  const config::Tables tables = tool.describe ? tool.describe() : config::Tables{};
  return object({{"name", json_string(tool.name)},
                 {"version", json_string(kVersion)},
                 {"summary", json_string(tool.summary)},
                 {"usage", json_string(usage)},
                 {"streams", truth(tool.inputs != 0 || tool.output || tool.may_output)},
                 {"options", array(options, option_json)},
                 {"parameters", array(tables, table_json)},
                 {"exit_codes", array(exit_codes_of(tool), exit_code_json)},
                 {"example", json_string(tool.example)},
                 {"source", json_string(tool.source)}}) +
         '\n';
}

}  // namespace rubble::cli
