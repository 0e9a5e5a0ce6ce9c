#pragma once
// Options whose values are numbers. Error messages have the same wording as those for values in TOML files.
#include "base/field.hpp"
#include "cli/options.hpp"
#include "gravity/parameters.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::cli {

// (range, unit of the values) => a function that accepts finite numbers within the range and quantities with units,
// such as "0.1 km", which it converts to SI. Its error message is "must be > 0 m, not -3".
Transform within(const Range& range, const std::string& unit = "1");

// Accepts integers within the range.
Check whole_within(const Range& range);

// (text of a value) => error message, "" for a seed: an integer from 0 to 2^63 - 1.
std::string wrong_seed(const std::string& text);

// Accepts the given words. Its error message is "must be one of "direct", "fmm", not "fmn"".
Check among(std::vector<std::string> words);

// (option, variable, words of its values, text for --help) => an option that takes one of the words. The variable keeps
// its value unless the option is given.
template <class T, std::size_t n>
Option add_choice(Options& options, const std::string& name, T& value, const Word<T> (&table)[n],
                  const std::string& text) {
  const Word<T>(*words)[n] = &table;
  const auto keep = [&value, words](const std::string& word) { value = value_of(*words, word).value_or(value); };
  return options.add_word(name, keep, text).check(among(names_of(table)));
}

// (option, variable, text for --help, range, unit of the values) => an option that takes several numbers, "0.1,0.2".
// The variable keeps its value unless the option is given.
Option add_list(Options& options, const std::string& name, std::vector<double>& values, const std::string& text,
                const Range& range, const std::string& unit = "1");

inline constexpr Range kCount{1, 1e9};

// Options of several tools: -G with the gravitational constant [m3 kg-1 s-2], --torque with the highest multipole of
// hulls in gravity, and --alpha with the radius of an alpha shape's ball [m].
void add_gravitational_constant(Options& options, double& constant);
void add_torque(Options& options, gravity::Multipoles& torque);
void add_alpha(Options& options, std::optional<double>& alpha);

}  // namespace rubble::cli
