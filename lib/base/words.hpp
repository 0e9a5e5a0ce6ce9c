#pragma once
// Suggestions for misspelt words, and their wording in messages.
#include "base/printable.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace rubble {

// (two words) => Levenshtein distance: the smallest number of letters to insert, delete or replace. Only the first 100
// letters are compared, because no valid word is longer.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  constexpr std::size_t kLongest = 100;
  a = a.substr(0, kLongest), b = b.substr(0, kLongest);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({row[j + 1] + 1, row[j] + 1, replaced}));
    }
  }
  return row.back();
}

// (word, known words) => the known word that was probably meant, or "". The number of errors may be up to half of the
// letters, or two in short words.
template <class Words>
std::string meant(std::string_view word, const Words& known) {
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 2) + 1;
  for (const std::string_view candidate : known) {
    if (word.size() >= candidate.size() + least) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) least = distance, best = candidate;
  }
  return std::string(best);
}

// (the probable word, in quotation marks) => end of a message about an unknown word
inline std::string did_you_mean(std::string_view written) { return fmt::format("; did you mean {}?", written); }

// (unknown word, known words, their kind) => "; did you mean 'radius'?" or, if none is similar, "; valid keys: mass,
// radius"
template <class Words>
std::string hint(std::string_view word, const Words& known, std::string_view kind) {
  const std::string near = meant(word, known);
  if (!near.empty()) return did_you_mean("'" + near + "'");
  return fmt::format("; valid {}: {}", kind, fmt::join(known, ", "));
}

// (allowed words) => "one of "direct", "fmm""
template <class Words>
std::string one_of(const Words& allowed) {
  return fmt::format("one of \"{}\"", fmt::join(allowed, "\", \""));
}

// (unknown word, allowed words) => "; did you mean "fmm"?", or "" if none is similar
template <class Words>
std::string choice_hint(std::string_view word, const Words& allowed) {
  const std::string near = meant(word, allowed);
  return near.empty() ? "" : did_you_mean("\"" + near + "\"");
}

// (word, allowed words) => "must be one of "direct", "fmm", not "fmn"; did you mean "fmm"?", or "" for an allowed word
template <class Words>
std::string wrong_choice(std::string_view word, const Words& allowed) {
  if (std::find(allowed.begin(), allowed.end(), word) != allowed.end()) return "";
  return fmt::format("must be {}, not {}{}", one_of(allowed), quoted(std::string(word)), choice_hint(word, allowed));
}

}  // namespace rubble
