#pragma once
// A parameter is declared once: key, unit, text, member, range. Parsing, --describe, the documentation and the record
// in every output follow from that declaration. A parameter header declares, beside its struct P and in its namespace,
//     inline std::vector<Field<P>> fields(const P*) { return {...}; }
#include "base/vec.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rubble {

// A numeric parameter that may be "auto": the rule stands in its text, the chosen value is recorded.
using Auto = std::optional<double>;

// A numeric parameter that may be "none": the limit that it sets does not exist.
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
  Range range;                       // of each number
  std::vector<std::string> choices;  // of a word
  bool required;                     // physics has no defaults; numerics may: then the member's initial value stands

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
