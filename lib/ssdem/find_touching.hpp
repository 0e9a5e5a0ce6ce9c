#pragma once
// Search of a chunk's candidates, four at a time.
#include "ssdem/chunk.hpp"

#include <algorithm>
#include <array>

namespace rubble::ssdem {

// Writes the touching candidates of [first, last) to `now`, which has kLanes more entries than there are candidates,
// and returns their number. touches(a, b) is a mask for four candidates.
template <class Touches>
RUBBLE_INLINE std::size_t find_touching(std::size_t first, std::size_t last, const Index* a, const Index* b, Index* now,
                                        Touches&& touches) {
  std::size_t count = 0;
  std::size_t c = first;
  for (; c + kLanes <= last; c += kLanes) {
    const int hit = bits(touches(a + c, b + c));
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      now[count] = static_cast<Index>(c + lane);
      count += static_cast<std::size_t>(hit >> lane & 1);
    }
  }
  if (c == last) return count;
  std::array<Index, kLanes> last_a, last_b;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    last_a[lane] = a[std::min(c + lane, last - 1)];
    last_b[lane] = b[std::min(c + lane, last - 1)];
  }
  const int hit = bits(touches(last_a.data(), last_b.data()));
  for (std::size_t lane = 0; c + lane < last; ++lane) {
    if ((hit >> lane & 1) == 0) continue;
    now[count] = static_cast<Index>(c + lane);
    ++count;
  }
  return count;
}

}  // namespace rubble::ssdem
