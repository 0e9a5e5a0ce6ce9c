#pragma once
// A parameter is declared once, with key, unit, text, member and range. Parsing, --describe, the documentation and the
// record in every output use this declaration. A header with a parameter struct P declares in the same namespace
//     inline std::vector<Field<P>> fields(const P*) { return {...}; }
#include "base/vec.hpp"
#include "base/word_table.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rubble {

// A numeric parameter that may be "auto". Its text states the rule, and the computed value is recorded.
using Auto = std::optional<double>;

// A numeric parameter that may be "none": a limit that does not exist, or a quantity that is unknown.
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

// A member whose values have words. Words and values are numbered alike.
template <class P>
struct WordMember {
  std::function<std::size_t(const P&)> get;
  std::function<void(P&, std::size_t)> set;
};

// Declaration of a parameter. It is made by field() and completed by the functions, each of which returns it.
template <class P>
class Field {
 public:
  using Member = std::variant<double P::*, Auto P::*, Limit P::*, std::int64_t P::*, bool P::*, std::string P::*,
                              Vec3 P::*, Reals P::*, WordMember<P>>;

  Field(std::string key_, std::string unit_, std::string text_, Member member_, std::vector<std::string> choices_)
      : key(std::move(key_)),
        unit(std::move(unit_)),
        text(std::move(text_)),
        member(std::move(member_)),
        choices(std::move(choices_)) {}

  // The key must be given, as for all physical parameters. Otherwise the member's initial value is the default.
  Field required() && {
    is_required = true;
    return std::move(*this);
  }
  // Allowed values of the number, or of each component.
  Field range(const Range& allowed) && {
    limits = allowed;
    return std::move(*this);
  }
  // An earlier name of the key, which is read but never written.
  Field also(const std::string& earlier_key) && {
    earlier = earlier_key;
    return std::move(*this);
  }
  // (effect) Text of the value "none" of a Limit.
  Field off(const std::string& effect) && {
    text += "; none: " + effect;
    return std::move(*this);
  }
  // (rule) Text of the value "auto" of an Auto.
  Field computed(const std::string& rule) && {
    text += "; auto: " + rule;
    return std::move(*this);
  }

  std::string key;
  std::string unit;  // SI unit as UDUNITS-2 spells it, "1" for pure numbers, "" for words, switches and counts
  std::string text;  // one line for --describe and the documentation
  Member member;
  std::vector<std::string> choices;  // allowed words
  Range limits;
  bool is_required = false;
  std::string earlier;  // earlier name of the key, or ""
};

// (key, unit, text, member) => a parameter that is not required and has no range.
template <class P, class T>
Field<P> field(const std::string& key, const std::string& unit, const std::string& text, T P::*member) {
  return {key, unit, text, member, {}};
}

// (key, text, member, words of its values) => a parameter whose value is one of these words.
template <class P, class T, std::size_t n>
Field<P> field(const std::string& key, const std::string& text, T P::*member, const Word<T> (&table)[n]) {
  const Word<T>* const words = table;
  const auto get = [member, words](const P& p) {
    const auto is_value = [&](const Word<T>& word) { return word.value == p.*member; };
    return static_cast<std::size_t>(std::find_if(words, words + n, is_value) - words);
  };
  const auto set = [member, words](P& p, std::size_t word) { p.*member = words[word].value; };
  return {key, "", text, WordMember<P>{get, set}, names_of(table)};
}

}  // namespace rubble
