#include "measure/ledger/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::measure {

double quantile(const Reals& sorted, double p) {
  if (sorted.empty()) return 0;
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace rubble::measure
