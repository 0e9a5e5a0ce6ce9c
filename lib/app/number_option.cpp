#include "app/number_option.hpp"

#include "base/printable.hpp"
#include "base/range_text.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace rubble::app {

Check within(const Range& range, const std::string& unit) {
  return [range, unit](const std::string& text) -> std::string {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') return "must be a number, not " + quoted(text);
    if (!std::isfinite(value)) return "must be finite, not " + quoted(text);
    return inside(range, value) ? "" : must_be(range, value, unit);
  };
}

Check whole_within(const Range& range) {
  return [range](const std::string& text) -> std::string {
    std::int64_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error != std::errc() || end != last) return "must be a whole number, not " + quoted(text);
    return inside(range, static_cast<double>(value)) ? "" : must_be(range, static_cast<double>(value), "1");
  };
}

void add_gravitational_constant(CLI::App& app, double& constant) {
  app.add_option("-G,--gravitational-constant", constant, "G [m3 kg-1 s-2]; nature's (6.67430e-11) unless given")
      ->option_text("G")
      ->check(within(kNotNegative, "m3 kg-1 s-2"));
}

void add_alpha(CLI::App& app, std::optional<double>& alpha) {
  app.add_option("--alpha", alpha, "For the alpha shape [m]; 1.5 x mean diameter of the spheres unless given")
      ->option_text("LENGTH")
      ->check(within(kPositive, "m"));
}

}  // namespace rubble::app
