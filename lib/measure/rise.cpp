#include "measure/rise.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::measure {
namespace {

constexpr int kFewest = 4;  // records of a cycle

// Place between the means of cycles k - 1 and k at which the line through them crosses `level`.
double crossing(const Reals& height, std::size_t k, double level) {
  const double share = (level - height[k - 1]) / (height[k] - height[k - 1]);
  return static_cast<double>(k) - 0.5 + share;
}

}  // namespace

Reals cycle_means(const Reals& cycles, const Reals& value) {
  // Moments are sums of steps: what lies a rounding before a cycle's begin belongs to it.
  const auto number = [](double c) { return static_cast<std::size_t>(std::floor(std::max(0.0, c) + 1e-6)); };
  Reals sums(cycles.empty() ? 0 : number(cycles.back()), 0);
  std::vector<int> count(sums.size(), 0);
  for (std::size_t k = 0; k < cycles.size(); ++k) {
    const std::size_t cycle = number(cycles[k]);
    if (cycle < sums.size()) sums[cycle] += value[k], ++count[cycle];
  }
  for (std::size_t cycle = 0; cycle < sums.size(); ++cycle) {
    if (count[cycle] < kFewest) throw InputError("a cycle of the shaking has fewer than four records: no mean");
    sums[cycle] /= count[cycle];
  }
  return sums;
}

Rise rise(const Reals& height, double bed, double margin, std::size_t end_cycles) {
  Rise r;
  if (height.empty()) return r;
  const auto n = std::min(height.size(), std::max<std::size_t>(1, end_cycles));
  const auto lowest = std::min_element(height.begin(), height.begin() + static_cast<std::ptrdiff_t>(n));
  r.initial = *lowest;
  r.last = std::accumulate(height.end() - static_cast<std::ptrdiff_t>(n), height.end(), 0.0) / static_cast<double>(n);
  const double low = r.initial + margin * bed, high = r.last - margin * bed;
  if (!(high > low)) return r;
  std::size_t arrival = static_cast<std::size_t>(lowest - height.begin()) + 1;
  while (arrival < height.size() && height[arrival] < high) ++arrival;
  if (arrival == height.size()) return r;
  std::size_t leaving = arrival;
  while (height[leaving - 1] >= low) --leaving;  // ends: the lowest mean lies below
  r.rose = true, r.start = crossing(height, leaving, low), r.end = crossing(height, arrival, high);
  return r;
}

}  // namespace rubble::measure
