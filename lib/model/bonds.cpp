#include "model/bonds.hpp"

#include <algorithm>

namespace rubble {

Bonds renumbered(const Bonds& bonds, const std::vector<Index>& number) {
  Bonds out;
  for (const auto& [old_a, old_b] : bonds.pair) {
    const Index a = number[static_cast<std::size_t>(old_a)], b = number[static_cast<std::size_t>(old_b)];
    if (a >= 0 && b >= 0) out.pair.push_back({std::min(a, b), std::max(a, b)});
  }
  std::sort(out.pair.begin(), out.pair.end());
  return out;
}

}  // namespace rubble
