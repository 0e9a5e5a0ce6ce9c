#pragma once
// A parameter is declared once, with key, unit, text, member and range. Parsing, --describe, the documentation and the
// record in every output use this declaration. A header with a parameter struct P declares in the same namespace
//     inline std::vector<Field<P>> fields(const P*) { return {...}; }
#include "base/vec.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rubble {

// A numeric parameter that may be "auto". Its text states the rule, and the computed value is recorded.
using Auto = std::optional<double>;

// A numeric parameter that may be "none", which removes the limit.
struct Limit : std::optional<double> {
  using std::optional<double>::optional;
};

struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool min_allowed = true;
  bool max_allowed = true;
};
inline constexpr Range kAny{};
inline constexpr Range kPositive{0.0, std::numeric_limits<double>::infinity(), false, true};
inline constexpr Range kNotNegative{0.0, std::numeric_limits<double>::infinity(), true, true};
inline constexpr Range kFraction{0.0, 1.0, true, true};           // [0, 1]
inline constexpr Range kPositiveFraction{0.0, 1.0, false, true};  // (0, 1]

template <class P>
struct Field {
  using Member = std::variant<double P::*, Auto P::*, Limit P::*, std::int64_t P::*, bool P::*, std::string P::*,
                              Vec3 P::*, Reals P::*>;

  std::string key;
  std::string unit;  // SI unit as UDUNITS-2 spells it, "1" for pure numbers, "" for words, switches and counts
  std::string text;  // one line for --describe and the documentation
  Member member;
  Range range;                       // of the number, or of each component
  std::vector<std::string> choices;  // allowed words
  bool required;                     // true for physics; else the member's initial value is the default

  // A constructor, because GCC 12 fails on the defaults of an aggregate here.
  Field(std::string key_, std::string unit_, std::string text_, Member member_, Range range_ = kAny,
        std::vector<std::string> choices_ = std::vector<std::string>(), bool required_ = true)
      : key(std::move(key_)),
        unit(std::move(unit_)),
        text(std::move(text_)),
        member(member_),
        range(range_),
        choices(std::move(choices_)),
        required(required_) {}
};

}  // namespace rubble
