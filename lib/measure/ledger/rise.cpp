#include "measure/ledger/rise.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::measure {
namespace {

constexpr int kFewest = 4;         // smallest number of records per cycle
constexpr double kPlateau = 0.95;  // fraction of the maximum

// Time in cycles at which linear interpolation between the means of cycles k - 1 and k reaches `level`. Each mean
// belongs to the middle of its cycle.
double crossing(const Reals& height, std::size_t k, double level) {
  const double share = (level - height[k - 1]) / (height[k] - height[k - 1]);
  return static_cast<double>(k) - 0.5 + share;
}

// => the first index from k on with a height >= level; height.size() if there is none.
std::size_t first_above(const Reals& height, std::size_t k, double level) {
  while (k < height.size() && height[k] < level) ++k;
  return k;
}

// Means over `window` neighbours; mean k belongs to index k + (window - 1) / 2.
Reals running_means(const Reals& value, std::size_t window) {
  Reals means;
  for (std::size_t k = 0; k + window <= value.size(); ++k) {
    const auto first = value.begin() + static_cast<std::ptrdiff_t>(k);
    means.push_back(std::accumulate(first, first + static_cast<std::ptrdiff_t>(window), 0.0) /
                    static_cast<double>(window));
  }
  return means;
}

// => number of cycles until a running mean over `window` cycles, from the lowest cycle on, first reaches 95 % of its
// maximum.
double until_plateau(const Reals& height, std::size_t lowest, std::size_t window) {
  const Reals means = running_means({height.begin() + static_cast<std::ptrdiff_t>(lowest), height.end()}, window);
  if (means.empty()) return static_cast<double>(height.size());
  const double level = kPlateau * *std::max_element(means.begin(), means.end());
  const std::size_t k = first_above(means, 0, level);
  const double shift = static_cast<double>(lowest) + 0.5 * static_cast<double>(window - 1);
  return shift + (k == 0 ? 0.5 : crossing(means, k, level));
}

}  // namespace

Reals cycle_means(const Reals& cycles, const Reals& value) {
  // Times are sums of steps: a record that is a rounding error before the beginning of a cycle belongs to that cycle.
  const auto number = [](double c) { return static_cast<std::size_t>(std::floor(std::max(0.0, c) + 1e-6)); };
  Reals sums(cycles.empty() ? 0 : number(cycles.back()), 0);
  std::vector<int> count(sums.size(), 0);
  for (std::size_t k = 0; k < cycles.size(); ++k) {
    const std::size_t cycle = number(cycles[k]);
    if (cycle < sums.size()) sums[cycle] += value[k], ++count[cycle];
  }
  for (std::size_t cycle = 0; cycle < sums.size(); ++cycle) {
    if (count[cycle] < kFewest)
      throw InputError("a cycle of shaking has fewer than four records: lower run.record_every");
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
  const auto from = static_cast<std::size_t>(lowest - height.begin());
  const std::size_t arrival = first_above(height, from + 1, high);
  if (arrival == height.size()) return r;
  std::size_t leaving = arrival;
  while (height[leaving - 1] >= low) --leaving;  // ends because the lowest mean is below the level
  r.rose = true, r.start = crossing(height, leaving, low), r.end = crossing(height, arrival, high);
  // The mean of equal heights may exceed all of them by its rounding error.
  const double highest = *std::max_element(height.end() - static_cast<std::ptrdiff_t>(n), height.end());
  const double reached = std::min(r.last, highest);
  r.crossing = crossing(height, first_above(height, arrival, reached), reached);
  r.plateau = until_plateau(height, from, n);
  return r;
}

}  // namespace rubble::measure
