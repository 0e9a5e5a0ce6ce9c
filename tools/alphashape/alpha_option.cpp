#include "alphashape/alpha_option.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/words.hpp"
#include "cli/number_option.hpp"
#include "measure/extent/envelope.hpp"

#include <limits>

#include <fmt/format.h>

namespace rubble::tools {

namespace {

// (value of --alpha that is neither auto nor inf, true if the alpha shape is one of balls) => radius [m]. For balls, 0
// is allowed.
double length_of(const std::string& word, bool balls) {
  static const std::vector<std::string> names{"auto", "inf"};
  if (word.find_first_of("0123456789") == std::string::npos)
    throw InputError(fmt::format("--alpha must be {} or a length such as \"0.1 km\", not {}{}", one_of(names),
                                 quoted(word), choice_hint(word, names)));
  std::string value = word;
  if (const std::string wrong = cli::within(balls ? kNotNegative : kPositive, "m")(value); !wrong.empty())
    throw InputError("--alpha " + wrong);
  return std::stod(value);
}

// (value of --alpha, true if the alpha shape is one of balls, tetrahedra) => radius [m]
double radius_of(const std::string& word, bool balls, const measure::Tetrahedra& tetrahedra) {
  if (word == "auto") return measure::least_whole_alpha(tetrahedra);
  if (word == "inf") return std::numeric_limits<double>::infinity();
  return length_of(word, balls);
}

}  // namespace

void AlphaOption::add_to(cli::Options& options) {
  options
      .add_option(
          "--alpha", words_,
          "Radius of the ball that rolls around the body, such as \"0.1 km\"; auto: smallest radius with all points in "
          "one part; inf: convex hull; default: 1.5 x mean diameter; may be repeated, with one row for each")
      .option_text("LENGTH|auto|inf")
      .one_value();
  options
      .add_option("--spectrum", spectrum_, "Number of radii from 0.25 to 16 times the default radius, besides infinity")
      .option_text("N")
      .check(cli::whole_within({1, 1000}))
      .excludes("--alpha");
  options.add_flag("--balls", balls_,
                   "Use the spheres themselves instead of points on their surfaces: alpha may be 0, and the enclosed "
                   "volume consists of parts of balls");
}

void AlphaOption::check() const {
  for (const std::string& word : words_)
    if (word != "auto" && word != "inf") length_of(word, balls_);
}

Reals AlphaOption::radii(const Pile& pile, const measure::PileSolid& solid) const {
  if (spectrum_) return solid.spectrum(*spectrum_);
  if (words_.empty()) return {measure::default_alpha(pile)};
  Reals out;
  for (const std::string& word : words_) out.push_back(radius_of(word, balls_, solid.tetrahedra()));
  return out;
}

}  // namespace rubble::tools
