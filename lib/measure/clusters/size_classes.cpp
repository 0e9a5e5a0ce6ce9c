#include "measure/clusters/size_classes.hpp"

#include <algorithm>

namespace rubble::measure {

SizeClasses size_classes(const Reals& radius) {
  constexpr std::size_t most_distinct = 16;
  constexpr std::size_t quantiles = 8;
  constexpr double rounding = 1e-9;

  Reals sorted = radius;
  std::sort(sorted.begin(), sorted.end());
  const auto equal = [](double a, double b) { return b - a < rounding * b; };
  Reals lower = sorted;  // lower bounds of the classes; each bound is a radius of a grain
  lower.erase(std::unique(lower.begin(), lower.end(), equal), lower.end());
  if (lower.size() > most_distinct) {
    for (double& r : sorted) r = *std::prev(std::upper_bound(lower.begin(), lower.end(), r));
    lower.clear();
    for (std::size_t q = 0; q < quantiles; ++q) lower.push_back(sorted[q * sorted.size() / quantiles]);
    lower.erase(std::unique(lower.begin(), lower.end()), lower.end());
  }

  SizeClasses out;
  for (const double r : lower) out.classes.push_back({r, r, 0});
  for (const double r : radius) {
    const auto above = std::upper_bound(lower.begin(), lower.end(), r);
    const auto k = static_cast<std::size_t>(above - lower.begin()) - 1;
    out.of_grain.push_back(k);
    out.classes[k].largest = std::max(out.classes[k].largest, r);
    ++out.classes[k].grains;
  }
  return out;
}

SizeClasses size_classes(const Pile& pile) { return size_classes(grain_radii(pile, grains_of(pile))); }

}  // namespace rubble::measure
