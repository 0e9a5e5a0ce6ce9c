#pragma once
// Options that are numbers: what is wrong with one is said in the words that TOML's ranges have.
#include "base/field.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace rubble::app {

// (text of a value) => message about a bad value, "" for a good one: for CLI::Option::check
using Check = std::function<std::string(const std::string&)>;

// (range, unit of the values) => for CLI::Option::transform: takes finite numbers inside the range, and quantities with
// units, "0.1 km", in SI; else "must be > 0 m, not -3"
CLI::Validator within(const Range& range, const std::string& unit = "1");

// Whole numbers in the range.
Check whole_within(const Range& range);

// Seeds: whole numbers from 0.
std::string wrong_seed(const std::string& text);

// Words; else "must be one of "direct", "fmm", not "fmn"".
Check among(std::vector<std::string> words);

// (option, variable, text for --help, range, unit of the values) => an option that takes several numbers, "0.1,0.2";
// the variable keeps its value unless the option is given
CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<double>& values, const std::string& text,
                      const Range& range, const std::string& unit = "1");

inline constexpr Range kCount{1, 1e9};

// The options that several tools have: -G, --torque and --alpha.
void add_gravitational_constant(CLI::App& app, double& constant);
void add_torque(CLI::App& app, std::string& torque);
void add_alpha(CLI::App& app, std::optional<double>& alpha);

}  // namespace rubble::app
