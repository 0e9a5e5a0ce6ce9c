#include "app/reference.hpp"

#include "base/json.hpp"
#include "base/version.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rubble::app {
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

// Names as they are typed: "-c", "--config".
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string option_json(const CLI::Option* option) {
  const bool flag = option->get_items_expected_max() == 0;
  return object({{"names", array(names_of(*option), json_string)},
                 {"value", json_string(flag ? "" : option->get_option_text())},
                 {"repeats", truth(option->get_expected_max() > 1)},
                 {"text", json_string(option->get_description())}});
}

std::string row_json(const config::Row& row) {
  return object({{"key", json_string(row.key)},
                 {"unit", json_string(row.unit)},
                 {"kind", json_string(row.kind)},
                 {"allowed", json_string(row.allowed)},
                 {"choices", array(row.choices, json_string)},
                 {"auto", truth(row.automatic)},
                 {"default", json_string(row.initial)},
                 {"text", json_string(row.text)}});
}

std::string table_json(const config::Table& table) {
  return object({{"heading", json_string(table.heading)}, {"keys", array(table.rows, row_json)}});
}

struct ExitCode {
  int code;
  const char* text;
  bool of_runs;  // of tools that run a simulation, not of the others
};

constexpr std::array<ExitCode, 6> kExitCodes{
    {{kDone, "done", false},
     {kSystem, "the system failed: disk, permissions, memory", false},
     {kUsage, "bad usage or bad input", false},
     {kInsane, "physics is broken (NaN, ledger out of tolerance); the state is kept beside the output as OUT.failed.h5",
      true},
     {kBudget, "the time given ended before the stop rule was met", true},
     {kStopped, "stopped by a signal, a checkpoint is saved: run again with --restart to go on", true}}};

std::string exit_codes_json(bool run) {
  std::vector<std::string> texts;
  for (const ExitCode& e : kExitCodes)
    if (run || !e.of_runs)
      texts.push_back(object({{"code", fmt::format("{}", e.code)}, {"text", json_string(e.text)}}));
  return fmt::format("[{}]", fmt::join(texts, ",\n  "));
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
                 {"exit_codes", exit_codes_json(tool.run)},
                 {"example", json_string(tool.example)},
                 {"source", json_string(tool.source)}}) +
         '\n';
}

}  // namespace rubble::app
