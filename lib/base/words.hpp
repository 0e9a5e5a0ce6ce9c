#pragma once
// How far apart two words are: for "did you mean".
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace rubble {

// (two words) => the fewest single letters to insert, delete or replace that make one of the other (Levenshtein). Of
// words beyond any that were meant, the first hundred letters.
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

}  // namespace rubble
