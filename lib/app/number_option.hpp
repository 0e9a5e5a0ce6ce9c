#pragma once
// Options that are numbers: what is wrong with one is said in the words that TOML's ranges have.
#include "base/field.hpp"

#include <functional>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace rubble::app {

// (text of a value) => what is wrong with it, "" if nothing is: for CLI::Option::check
using Check = std::function<std::string(const std::string&)>;

// (range, unit of the values) => finite numbers inside it; else "must be > 0 m, not -3"
Check within(const Range& range, const std::string& unit = "1");

// The same for whole numbers.
Check whole_within(const Range& range);

inline constexpr Range kCount{1, 1e9};

// The options that several tools have: -G and --alpha.
void add_gravitational_constant(CLI::App& app, double& constant);
void add_alpha(CLI::App& app, std::optional<double>& alpha);

}  // namespace rubble::app
