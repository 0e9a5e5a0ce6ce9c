#pragma once
// Options that are numbers: what is wrong with one is said in the words that TOML's ranges have.
#include "app/options.hpp"
#include "base/field.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::app {

// (range, unit of the values) => takes finite numbers inside the range, and quantities with
// units, "0.1 km", in SI; else "must be > 0 m, not -3"
Transform within(const Range& range, const std::string& unit = "1");

// Whole numbers in the range.
Check whole_within(const Range& range);

// Seeds: whole numbers from 0.
std::string wrong_seed(const std::string& text);

// Words; else "must be one of "direct", "fmm", not "fmn"".
Check among(std::vector<std::string> words);

// (option, variable, text for --help, range, unit of the values) => an option that takes several numbers, "0.1,0.2";
// the variable keeps its value unless the option is given
Option add_list(Options& options, const std::string& name, std::vector<double>& values, const std::string& text,
                const Range& range, const std::string& unit = "1");

inline constexpr Range kCount{1, 1e9};

// The options that several tools have: -G, --torque and --alpha.
void add_gravitational_constant(Options& options, double& constant);
void add_torque(Options& options, std::string& torque);
void add_alpha(Options& options, std::optional<double>& alpha);

}  // namespace rubble::app
