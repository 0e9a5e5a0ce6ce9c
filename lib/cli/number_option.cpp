#include "cli/number_option.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/range_text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace rubble::cli {

namespace {

// Length of a leading plus sign, which numbers may have but std::from_chars rejects.
std::size_t plus_of(const std::string& text) { return text.starts_with('+') && !text.starts_with("+-") ? 1 : 0; }

// (text of a number or a quantity, range, unit) => its value in that unit; InputError without place
double value_of(const std::string& text, const Range& range, const std::string& unit) {
  const bool pure = unit == "1";
  const char* const last = text.data() + text.size();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data() + plus_of(text), last, value);
  if (error == std::errc::invalid_argument)
    throw InputError(fmt::format("must be a number{}, not {}", pure ? "" : " or a quantity in " + unit, quoted(text)));
  if (error == std::errc() && end == last && !std::isfinite(value))
    throw InputError("must be finite, not " + quoted(text));
  value = in_si(text.substr(plus_of(text)), unit);
  if (!inside(range, value)) throw InputError(must_be(range, value, unit, end == last ? "" : text));
  return value;
}

std::vector<std::string> items_of(const std::string& list) {
  std::vector<std::string> items(1);
  for (const char c : list) {
    if (c == ',')
      items.emplace_back();
    else
      items.back() += c;
  }
  return items;
}

}  // namespace

Transform within(const Range& range, const std::string& unit) {
  return [range, unit](std::string& text) -> std::string {
    try {
      text = fmt::format("{}", value_of(text, range, unit));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
}

Check whole_within(const Range& range) {
  return [range](const std::string& text) -> std::string {
    std::int64_t value = 0;
    const char *const first = text.data() + plus_of(text), *const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(first, last, value);
    if (error == std::errc::invalid_argument || end != last) return "must be a whole number, not " + quoted(text);
    // An integer that overflows is compared with the range as a double.
    const double found = error == std::errc() ? static_cast<double>(value) : std::strtod(text.c_str(), nullptr);
    return error == std::errc() && inside(range, found) ? "" : must_be(range, found, "1");
  };
}

std::string wrong_seed(const std::string& text) {
  std::int64_t seed = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, seed);
  if (error == std::errc() && end == last && seed >= 0) return "";
  return fmt::format("must be a whole number from 0 to {}, not {}", std::numeric_limits<std::int64_t>::max(),
                     quoted(text));
}

Check among(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& text) { return wrong_choice(text, words); };
}

Option add_list(Options& options, const std::string& name, std::vector<double>& values, const std::string& text,
                const Range& range, const std::string& unit) {
  const auto check = [range, unit](const std::string& list) -> std::string {
    try {
      for (const std::string& item : items_of(list)) {
        if (item.empty()) return fmt::format("must hold a number before and after each comma, not {}", quoted(list));
        value_of(item, range, unit);
      }
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const auto keep = [&values, range, unit](const std::vector<std::string>& lists) {
    values.clear();
    for (const std::string& list : lists)
      for (const std::string& item : items_of(list)) values.push_back(value_of(item, range, unit));
  };
  return options.add_words(name, keep, text).one_value().check(check);
}

void add_gravitational_constant(Options& options, double& constant) {
  options
      .add_option("-G,--gravitational-constant", constant,
                  "Gravitational constant [m3 kg-1 s-2]; default: 6.67430e-11 (nature)")
      .option_text("G")
      .transform(within(kNotNegative, "m3 kg-1 s-2"));
}

void add_torque(Options& options, gravity::Multipoles& torque) {
  add_choice(options, "--torque", torque, gravity::kMultipoles,
             "Highest multipole of hulls in gravity, as gravity.torque of a run: none, quadrupole or hexadecapole; "
             "default: none")
      .option_text("WORD");
}

void add_alpha(Options& options, std::optional<double>& alpha) {
  options
      .add_option(
          "--alpha", alpha,
          "Radius of the ball of the alpha shape, such as \"0.1 km\"; default: 1.5 x mean diameter of the spheres")
      .option_text("LENGTH")
      .transform(within(kPositive, "m"));
}

}  // namespace rubble::cli
