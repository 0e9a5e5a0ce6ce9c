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
#include <string_view>
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

// A value that is one of the words of a parameter, by the number of the word.
struct WordTarget {
  std::function<std::size_t()> get;  // number of words or more: no value
  std::function<void(std::size_t)> set;
};

// Address of the value of a parameter.
using Target = std::variant<double*, Auto*, Limit*, std::int64_t*, bool*, std::string*, Vec3*, Reals*,
                            std::vector<std::string>*, Vec3s*, WordTarget>;

// The parts of a declaration, without the type of its struct. The functions that copy them are compiled once.
struct FieldParts {
  using TargetIn = std::function<Target(void*)>;  // (struct) => the value in it

  FieldParts(std::string_view key_, std::string_view unit_, std::string_view text_, TargetIn target_in_);
  FieldParts(const FieldParts&);
  FieldParts(FieldParts&&) noexcept;
  ~FieldParts();

  std::string key;
  std::string unit;  // SI unit as UDUNITS-2 spells it, "1" for pure numbers, "" for words, switches and counts
  std::string text;  // one line for --describe and the documentation
  TargetIn target_in;
  std::vector<std::string> choices;  // allowed words
  Range limits;
  bool is_required = false;
  std::string earlier;  // earlier name of the key, or ""
};

// Declaration of a parameter. It is made by field() and completed by the functions, each of which returns it.
template <class P>
class Field : public FieldParts {
 public:
  using FieldParts::FieldParts;

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
  Field also(std::string_view earlier_key) && {
    earlier = earlier_key;
    return std::move(*this);
  }
  // (effect) Text of the value "none" of a Limit.
  Field off(std::string_view effect) && {
    text.append("; none: ").append(effect);
    return std::move(*this);
  }
  // (rule) Text of the value "auto" of an Auto.
  Field computed(std::string_view rule) && {
    text.append("; auto: ").append(rule);
    return std::move(*this);
  }
};

// (key, unit, text, member) => a parameter that is not required and has no range.
template <class P, class T>
Field<P> field(std::string_view key, std::string_view unit, std::string_view text, T P::*member) {
  return {key, unit, text, [member](void* p) -> Target { return &(static_cast<P*>(p)->*member); }};
}

// (key, text, member, words of its values) => a parameter whose value is one of these words. Words and values are
// numbered alike.
template <class P, class T, std::size_t n>
Field<P> field(std::string_view key, std::string_view text, T P::*member, const Word<T> (&table)[n]) {
  const Word<T>* const words = table;
  const auto target_in = [member, words](void* p) -> Target {
    T& value = static_cast<P*>(p)->*member;
    const auto get = [&value, words] {
      const auto is_value = [&](const Word<T>& word) { return word.value == value; };
      return static_cast<std::size_t>(std::find_if(words, words + n, is_value) - words);
    };
    return WordTarget{get, [&value, words](std::size_t word) { value = words[word].value; }};
  };
  Field<P> made(key, "", text, target_in);
  made.choices = names_of(table);
  return made;
}

}  // namespace rubble
