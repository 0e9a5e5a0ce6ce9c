#include "base/units.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <udunits2.h>

namespace rubble {
namespace {

struct Free {
  void operator()(ut_unit* unit) const { ut_free(unit); }
  void operator()(cv_converter* converter) const { cv_free(converter); }
};
using Unit = std::unique_ptr<ut_unit, Free>;
using Converter = std::unique_ptr<cv_converter, Free>;

// Adds a spelling that UDUNITS-2 lacks for a unit that it has.
void add_spelling(ut_system* system, const char* spelling, const char* known) {
  const Unit unit(ut_parse(system, known, UT_ASCII));
  if (unit) ut_map_name_to_unit(spelling, UT_ASCII, unit.get());
}

// => UDUNITS-2 with its database and additional spellings. The object is never freed. SystemError without database.
ut_system* unit_system() {
  static ut_system* const system = [] {
    ut_set_error_message_handler(ut_ignore);
    ut_system* const database = ut_read_xml(nullptr);
    if (database != nullptr) {
      add_spelling(database, "deg", "degree");
      add_spelling(database, "dyn", "dyne");
    }
    return database;
  }();
  if (system == nullptr) throw SystemError("UDUNITS-2 cannot read its unit database (package libudunits2-data)");
  return system;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
// True also for bytes of non-ASCII letters such as the micro sign and the degree sign.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%' ||
         static_cast<unsigned char>(c) > 127;
}

// True if all numbers in the unit are exponents or the 1 of "1/s". UDUNITS-2 reads "km 3" as 3000 m and "m^1.5" as 5 m.
bool is_plain(std::string_view unit) {
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const char c = unit[i], last = i > 0 ? unit[i - 1] : ' ';
    if (is_letter(c) || c == ' ' || c == '/' || c == '*' || c == '(' || c == ')') continue;
    if (c == '^' && i > 0 && (is_letter(last) || last == ')')) continue;
    if (c == '-' && i + 1 < unit.size() && is_digit(unit[i + 1]) && (is_letter(last) || last == '^')) continue;
    if (c == '.' && i + 1 < unit.size() && is_letter(unit[i + 1])) continue;
    if (is_digit(c) && (is_letter(last) || is_digit(last) || last == '^' || last == '-')) continue;
    if (c == '1' && i == 0 && (unit.size() == 1 || unit[1] == '/')) continue;
    return false;
  }
  return unit.size() <= 64;
}

Unit parse(std::string_view text) {
  if (!is_plain(text)) return nullptr;
  return Unit(ut_parse(unit_system(), std::string(text).c_str(), UT_UTF8));
}

// (unit) => its definition in basic units, "1000 m-3.kg"; empty for scales that are not a multiple of a unit.
std::string definition(const ut_unit* unit) {
  char text[256];
  const int length = ut_format(unit, text, sizeof text, UT_ASCII | UT_DEFINITION);
  return length > 0 && length < static_cast<int>(sizeof text) ? std::string(text, static_cast<std::size_t>(length))
                                                              : "";
}

// Angles count as a dimension here, so that Hz and rad/s are never confused.
bool same_dimension(const ut_unit* a, const ut_unit* b) {
  const Unit quotient(ut_divide(a, b));
  const std::string text = quotient ? definition(quotient.get()) : "";
  return text == "1" || text.ends_with(" 1");
}

// (two units) => number of `to` in one `from`; nothing for other dimensions and for scales with another zero.
std::optional<double> factor(const ut_unit* from, const ut_unit* to) {
  if (!same_dimension(from, to)) return std::nullopt;
  const Converter converter(ut_get_converter(const_cast<ut_unit*>(from), const_cast<ut_unit*>(to)));
  if (!converter || cv_convert_double(converter.get(), 0.0) != 0) return std::nullopt;
  return cv_convert_double(converter.get(), 1.0);
}

std::string dimension(const ut_unit* unit) {
  static constexpr std::pair<const char*, const char*> kNames[] = {
      {"1", "a pure number"},
      {"m", "a length"},
      {"kg", "a mass"},
      {"s", "a time"},
      {"m2", "an area"},
      {"m3", "a volume"},
      {"kg m-3", "a density"},
      {"m s-1", "a speed"},
      {"m s-2", "an acceleration"},
      {"N", "a force"},
      {"J", "an energy"},
      {"W", "a power"},
      {"Pa", "a pressure"},
      {"N/m", "a stiffness"},
      {"Hz", "a frequency"},
      {"rad", "an angle"},
      {"rad/s", "an angular speed"},
      {"kg m/s", "a momentum"},
      {"kg m2", "a moment of inertia"},
      {"K", "a temperature"},
      {"m3 kg-1 s-2", "a gravitational constant"},
  };
  for (const auto& [spelling, name] : kNames) {
    if (same_dimension(unit, parse(spelling).get())) return name;
  }
  return fmt::format("a quantity in {}", definition(unit));
}

// (2.7, 3) => 2.7 x 10^3. Only the decimal point moves, so that the value is rounded once.
std::optional<double> shifted(std::string_view number, int places) {
  const std::size_t e = number.find_first_of("eE");
  const std::string_view mantissa = number.substr(0, e);
  long exponent = 0;
  if (e != std::string_view::npos) {
    std::string_view digits = number.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc()) return std::nullopt;
  }
  const std::string text = fmt::format("{}e{}", mantissa, exponent + places);
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) return std::nullopt;
  return value;
}

// (decimal number, its value, factor) => number x factor. A factor near an integer, or near 1 / integer, is replaced by
// the exact one, because UDUNITS-2 may return it with a rounding error.
std::optional<double> scaled(std::string_view number, double value, double factor) {
  constexpr double kSlack = 1e-14;
  const auto near = [](double a, double b) { return std::abs(a - b) <= kSlack * std::abs(b); };
  if (factor == 1 || value == 0) return value;
  const double power = std::round(std::log10(factor));
  if (near(factor, std::pow(10.0, power))) return shifted(number, static_cast<int>(power));

  long double wide = value;
  std::from_chars(number.data(), number.data() + number.size(), wide);
  const double whole = std::round(factor), parts = std::round(1 / factor);
  if (whole > 0 && near(factor, whole)) {
    wide *= whole;
  } else if (parts > 0 && near(1 / factor, parts)) {
    wide /= parts;
  } else {
    wide *= factor;
  }
  const auto result = static_cast<double>(wide);
  if (!std::isfinite(result)) return std::nullopt;
  return result;
}

// (unknown unit) => "; did you mean ...?" for spellings in planetary science that UDUNITS-2 lacks, else "". Radii and
// masses: nominal values of IAU 2015 Resolution B3 (arXiv:1510.07674), masses with G = 6.67430e-11.
std::string suggestion(std::string_view unit) {
  static constexpr std::pair<std::string_view, std::string_view> kMeant[] = {
      {"degs", "degree"},
      {"AU", "astronomical_unit"},
      {"au", "astronomical_unit"},
      {"hrs", "hour"},
      {"yrs", "year"},
      {"pc", "parsec"},
      {"kpc", "kiloparsec"},
      {"Mpc", "megaparsec"},
      {"R_earth", "a multiple of 6378.1 km"},
      {"R_jupiter", "a multiple of 71492 km"},
      {"R_sun", "a multiple of 695700 km"},
      {"M_earth", "a multiple of 5.9722e24 kg"},
      {"M_jupiter", "a multiple of 1.8981e27 kg"},
      {"M_sun", "a multiple of 1.9884e30 kg"},
  };
  const auto same_letters = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  for (const auto& [written, meant] : kMeant)
    if (std::equal(unit.begin(), unit.end(), written.begin(), written.end(), same_letters)) return did_you_mean(meant);
  return "";
}

// Prefixes of UDUNITS-2: word and symbol.
struct Prefix {
  std::string_view name, symbol;
};
constexpr Prefix kPrefixes[] = {
    {"yotta", "Y"}, {"zetta", "Z"}, {"exa", "E"},          {"peta", "P"},         {"tera", "T"}, {"giga", "G"},
    {"mega", "M"},  {"kilo", "k"},  {"hecto", "h"},        {"deka", "da"},        {"deci", "d"}, {"centi", "c"},
    {"milli", "m"}, {"micro", "u"}, {"micro", "\xc2\xb5"}, {"micro", "\xce\xbc"}, {"nano", "n"}, {"pico", "p"},
    {"femto", "f"}, {"atto", "a"},  {"zepto", "z"},        {"yocto", "y"},
};

bool is_one_of(const ut_unit* unit, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) {
    const Unit known = parse(name);
    return known && ut_compare(unit, known.get()) == 0;
  });
}

// UDUNITS-2 accepts any prefix before any unit: "hh" is 100 h, "Min" a million inches. Here SI units take SI prefixes,
// except hecto- to centiseconds. Years and parsecs take the prefixes of astronomy. Minutes, hours, days and inches take
// none.
bool takes(const ut_unit* unit, const Prefix& prefix) {
  const auto among = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), prefix.name) != names.end();
  };
  if (is_one_of(unit, {"year", "parsec"})) return among({"kilo", "mega", "giga"});
  if (is_one_of(unit, {"s"})) return !among({"hecto", "deka", "deci", "centi"});
  return is_one_of(unit, {"m", "g",   "K", "A",  "mol", "cd", "rad", "sr", "Hz", "N",  "Pa", "J",   "W",   "C", "V",
                          "F", "ohm", "S", "Wb", "T",   "H",  "lm",  "lx", "Bq", "Gy", "l",  "kat", "bar", "eV"});
}

Unit unit_named(std::string_view word) { return Unit(ut_get_unit_by_name(unit_system(), std::string(word).c_str())); }
Unit unit_of_symbol(std::string_view word) {
  return Unit(ut_get_unit_by_symbol(unit_system(), std::string(word).c_str()));
}

// (unit as written) => its words as UDUNITS-2 reads them: letters, and digits between letters.
std::vector<std::string_view> words_of(std::string_view unit) {
  const auto is_mark = [&](std::size_t i) {  // superscripts 1 to 3 and the raised dot, as UTF-8
    const std::string_view two = unit.substr(i, 2);
    return two == "\xc2\xb9" || two == "\xc2\xb2" || two == "\xc2\xb3" || two == "\xc2\xb7";
  };
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < unit.size();) {
    if (is_mark(i)) {
      i += 2;
    } else if (!is_letter(unit[i])) {
      ++i;
    } else {
      const std::size_t begin = i;
      std::size_t end = i;
      for (; i < unit.size() && !is_mark(i) && (is_letter(unit[i]) || is_digit(unit[i])); ++i)
        if (is_letter(unit[i])) end = i + 1;
      words.push_back(unit.substr(begin, end - begin));
    }
  }
  return words;
}

// An unknown word as a prefix and a known unit.
struct Split {
  bool proper = false;      // prefix and unit are both words or both symbols, and the unit takes the prefix
  std::string_view unit;    // without the prefix; empty: the word has no such form
  std::string well_formed;  // with the prefix in the form that fits the unit; empty: the unit does not take it
};
Split split(std::string_view word) {
  Split found;
  for (const Prefix& prefix : kPrefixes) {
    for (const std::string_view form : {prefix.name, prefix.symbol}) {
      if (!word.starts_with(form)) continue;
      const std::string_view rest = word.substr(form.size());
      const Unit named = unit_named(rest), of_symbol = unit_of_symbol(rest);
      if (!named && !of_symbol) continue;
      const bool taken = takes(named ? named.get() : of_symbol.get(), prefix);
      if (taken && (form == prefix.name ? named : of_symbol)) return {true, rest, std::string(word)};
      if (!found.unit.empty() && !taken) continue;
      const std::string_view fitting = named ? prefix.name : prefix.symbol;
      found = {false, rest, taken ? fmt::format("{}{}", fitting, rest) : ""};
    }
  }
  return found;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

// Names of several units, and their unambiguous names. UDUNITS-2 silently picks one: "ton" is the short ton of 907 kg,
// "oz" a volume, "month" a twelfth of a tropical year. The list omits names whose values differ by less than 1e-4
// (year, foot, mile, torr), and names that the dimension distinguishes (lb and lbf, gal and gallon, a and yr, min and
// arcmin).
constexpr std::pair<std::string_view, std::string_view> kAmbiguous[] = {
    {"ton", "tonne (1000 kg), short_ton (907 kg) or long_ton (1016 kg)"},
    {"ton_force", "kN; a tonne's weight is 9.80665 kN"},
    {"tons_force", "kN; a tonne's weight is 9.80665 kN"},
    {"force_ton", "kN; a tonne's weight is 9.80665 kN"},
    {"cal", "thermochemical_calorie (4.184 J) or IT_calorie (4.1868 J)"},
    {"calorie", "thermochemical_calorie (4.184 J) or IT_calorie (4.1868 J)"},
    {"btu", "J; a Btu is 1054 to 1060 J"},
    {"hp", "metric_horsepower (735.5 W) or shaft_horsepower (745.7 W)"},
    {"horsepower", "metric_horsepower (735.5 W) or shaft_horsepower (745.7 W)"},
    {"oz", "avoirdupois_ounce (a mass), US_fluid_ounce or UK_fluid_ounce (volumes)"},
    {"gallon", "US_liquid_gallon or UK_liquid_gallon"},
    {"liquid_gallon", "US_liquid_gallon or UK_liquid_gallon"},
    {"quart", "US_liquid_quart or UK_liquid_quart"},
    {"liquid_quart", "US_liquid_quart or UK_liquid_quart"},
    {"pint", "US_liquid_pint or UK_liquid_pint"},
    {"pt", "US_liquid_pint or UK_liquid_pint"},
    {"liquid_pint", "US_liquid_pint or UK_liquid_pint"},
    {"cup", "a number of ml"},
    {"liquid_cup", "a number of ml"},
    {"fluid_ounce", "US_fluid_ounce or UK_fluid_ounce"},
    {"liquid_ounce", "US_fluid_ounce or UK_fluid_ounce"},
    {"floz", "US_fluid_ounce or UK_fluid_ounce"},
    {"barrel", "m3; a barrel of oil is 0.158987 m3"},
    {"bbl", "m3; a barrel of oil is 0.158987 m3"},
    {"bushel", "a number of l"},
    {"peck", "a number of l"},
    {"month", "day, or lunar_month (29.530589 days)"},
};

// (word of a unit) => the unambiguous names if the word is the name of several units, else "".
std::string_view alternatives(std::string_view word) {
  const std::string lower = lower_case(word);
  for (const auto& [name, others] : kAmbiguous)
    if (lower == name || lower == fmt::format("{}s", name)) return others;
  return {};
}

std::string ambiguous(std::string_view word, std::string_view others) {
  return fmt::format("{} is ambiguous; write {}", quoted(std::string(word)), others);
}

// (word of a unit that UDUNITS-2 accepts) => rest of the error message, "" if the word is valid.
std::string wrong_word(std::string_view word) {
  if (const std::string_view others = alternatives(word); !others.empty()) return ambiguous(word, others);
  const bool foreign =
      std::any_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) > 127; });
  if (foreign && !word.starts_with("\xc2\xb5") && !word.starts_with("\xce\xbc")) return "";
  const std::string lower = lower_case(word);
  if (lower == "per" || unit_named(word) || unit_of_symbol(word)) return "";
  const Split parts = split(word);
  if (parts.proper) return "";
  const std::string known = quoted(std::string(word)) + " is not a known unit";
  if (unit_named(lower) || unit_of_symbol(lower)) return known + did_you_mean(lower);
  if (parts.unit.empty()) return known;
  if (const std::string_view others = alternatives(parts.unit); !others.empty()) return ambiguous(word, others);
  return known + did_you_mean(parts.well_formed.empty() ? parts.unit : parts.well_formed);
}

// Spellings of degrees, minutes and seconds of arc within an angle of several parts, "12 deg 30 min 15 s". In such an
// angle "min" is a minute of arc.
constexpr std::string_view kArcSpellings[3][9] = {
    {"\xc2\xb0", "deg", "degree", "degrees", "arc_degree", "arc_degrees", "", "", ""},
    {"'", "\xe2\x80\xb2", "arcmin", "arcminute", "arcminutes", "arc_minute", "arc_minutes", "min", "minutes"},
    {"\"", "\xe2\x80\xb3", "arcsec", "arcsecond", "arcseconds", "arc_second", "arc_seconds", "s", "seconds"},
};

// (spelling) => 0 for degrees, 1 for minutes and 2 for seconds of arc; nothing for other words.
std::optional<int> arc_part(std::string_view spelling) {
  if (spelling.empty()) return std::nullopt;
  for (int part = 0; part < 3; ++part)
    for (const std::string_view known : kArcSpellings[part])
      if (known == spelling) return part;
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

// (text) => the angle [rad] if the text is an angle in degrees, minutes and seconds of arc. It has two or three parts
// in this order, or one part with a mark of minutes or seconds of arc. All parts but the last are integers, and all
// after the first are below 60. A sign applies to the whole angle.
std::optional<double> angle_in_parts(std::string_view text) {
  constexpr double kPartsOfDegree[] = {1, 60, 3600};
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  double degrees = 0;
  int parts = 0;
  int last = -1;
  bool whole = true;
  bool mark = false;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (error != std::errc() || !std::isfinite(value) || value < 0) return std::nullopt;
    text = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
    std::size_t length = 0;
    while (length < text.size() && (is_letter(text[length]) || text[length] == '\'' || text[length] == '"')) ++length;
    const std::string_view spelling = text.substr(0, length);
    const std::optional<int> part = arc_part(spelling);
    if (!part || *part <= last || !whole || (parts > 0 && value >= 60)) return std::nullopt;
    mark = mark || spelling == "'" || spelling == "\"" || spelling == kArcSpellings[1][1] ||
           spelling == kArcSpellings[2][1];
    whole = value == std::floor(value);
    degrees += value / kPartsOfDegree[*part];
    last = *part;
    ++parts;
    text.remove_prefix(length);
  }
  if (parts < 2 && !mark) return std::nullopt;
  return (negative ? -degrees : degrees) * (std::numbers::pi / 180);
}

// (expected unit, words of the given unit) => "; did you mean ...?" for units of another dimension with a similar name,
// else "".
std::string other_dimension(const ut_unit* wanted, const std::vector<std::string_view>& words) {
  static constexpr struct {
    const char* kind;
    std::string_view word, meant;
  } kMeant[] = {
      {"rad", "min", "arcmin"},
      {"rad", "minute", "arcmin"},
      {"rad", "minutes", "arcmin"},
      {"rad", "s", "arcsec"},
      {"rad", "sec", "arcsec"},
      {"N", "lb", "lbf"},
      {"N", "pound", "lbf"},
      {"N", "pounds", "lbf"},
      {"Pa", "lb", "lbf"},
      {"N", "kg", "kgf"},
      {"s", "a", "yr"},
      {"m s-2", "g", "gravity"},
  };
  for (const auto& [kind, word, meant] : kMeant)
    if (std::find(words.begin(), words.end(), word) != words.end() && same_dimension(wanted, parse(kind).get()))
      return did_you_mean(meant);
  return "";
}

}  // namespace

double in_si(const std::string& text, const std::string& unit) {
  const bool period_allowed = unit == kSpinUnit;
  const Unit wanted = parse(period_allowed ? "rad/s" : unit);
  if (!wanted) throw std::logic_error("a field has the unit " + quoted(unit) + ", unknown to UDUNITS-2");
  const auto refuse = [&](const std::string& why) {
    const std::string name = dimension(wanted.get());
    return InputError(unit == "1"      ? fmt::format("expects {}; {}", name, why)
                      : period_allowed ? fmt::format("expects {} in rad/s, or a period; {}", name, why)
                                       : fmt::format("expects {} in {}; {}", name, unit, why));
  };

  const std::string_view all = trimmed(text);
  double value = 0;
  const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), value);
  if (error == std::errc::invalid_argument) throw refuse(quoted(text) + " does not begin with a number");
  if (error != std::errc()) throw refuse(quoted(text) + " is out of the range of double precision");
  if (!std::isfinite(value)) throw refuse(quoted(text) + " is not finite");
  const std::string_view number = all.substr(0, static_cast<std::size_t>(end - all.data()));
  const std::string_view rest = trimmed(all.substr(number.size()));
  if (rest.empty()) return value;
  if (unit == "rad")
    if (const auto angle = angle_in_parts(all)) return *angle;

  const Unit given = parse(rest);
  if (!given) throw refuse(quoted(std::string(rest)) + " is not a known unit" + suggestion(rest));
  const std::vector<std::string_view> words = words_of(rest);
  for (const std::string_view word : words)
    if (const std::string why = wrong_word(word); !why.empty()) throw refuse(why);
  std::optional<double> result;
  if (const auto scale = factor(given.get(), wanted.get())) {
    result = scaled(number, value, *scale);
  } else if (const auto seconds = period_allowed ? factor(given.get(), parse("s").get()) : std::nullopt) {
    result = scaled(number, value, *seconds);
    if (result && *result == 0) throw refuse("the period " + quoted(text) + " must not be zero");
    if (result) result = 2 * std::numbers::pi / *result;
  } else {
    throw refuse(quoted(text) + " is " + dimension(given.get()) + other_dimension(wanted.get(), words));
  }
  if (!result || !std::isfinite(*result)) throw refuse(quoted(text) + " is out of the range of double precision");
  return *result;
}

}  // namespace rubble
