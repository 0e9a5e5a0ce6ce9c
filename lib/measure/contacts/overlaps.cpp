#include "measure/contacts/overlaps.hpp"

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "measure/ledger/grain_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::measure {
namespace {

// (grains by descending value, value, class of each grain, weight of each grain, size of the top) => number of grains
// of each class in the top.
Reals count_top(const std::vector<std::size_t>& order, const Reals& value, const SizeClasses& sizes,
                const std::vector<std::size_t>& weight, std::size_t top) {
  Reals in_top(sizes.classes.size(), 0);
  auto left = static_cast<double>(top);
  for (std::size_t first = 0, last = 0; first < order.size() && left > 0; first = last) {
    double tied = 0;
    for (; last < order.size() && value[order[last]] == value[order[first]]; ++last)
      tied += static_cast<double>(weight[order[last]]);
    const double share = tied > left ? left / tied : 1;
    for (std::size_t k = first; k < last; ++k)
      in_top[sizes.of_grain[order[k]]] += share * static_cast<double>(weight[order[k]]);
    left -= share * tied;
  }
  return in_top;
}

// Calls f(grain, body, overlap) for both sides of every contact between grains, and for the body of each contact with a
// wall.
template <class F>
void each_side(const Pile& pile, const Grains& grains, F&& f) {
  for (std::size_t c = 0; c < pile.contacts.size(); ++c) {
    const ContactKey& key = pile.contacts.key[c];
    if (glued(pile.state.grouping, key)) continue;
    const auto one_side = [&](Index body) {
      const auto i = static_cast<std::size_t>(body);
      f(static_cast<std::size_t>(grains.of_body[i]), i, -pile.contacts.gap[c]);
    };
    one_side(key.a);
    if (!key.on_wall()) one_side(key.b);
  }
}

}  // namespace

Reals largest_overlaps(const Pile& pile) {
  const Grains grains = grains_of(pile);
  Reals largest(grains.size(), 0);
  each_side(pile, grains,
            [&](std::size_t g, std::size_t, double overlap) { largest[g] = std::max(largest[g], overlap); });
  return largest;
}

std::vector<char> pressed_deep(const Pile& pile, double share) {
  const Grains grains = grains_of(pile);
  std::vector<char> deep(grains.size(), 0);
  each_side(pile, grains, [&](std::size_t g, std::size_t body, double overlap) {
    if (overlap > share * pile.model.radius[body]) deep[g] = 1;
  });
  return deep;
}

TopLoad top_load(const Reals& value, const SizeClasses& sizes, double fraction, int resamples, std::uint64_t seed,
                 std::uint64_t stream) {
  const std::size_t n = value.size(), classes = sizes.classes.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return value[a] > value[b]; });

  TopLoad out;
  out.grains = std::clamp<std::size_t>(static_cast<std::size_t>(std::llround(fraction * static_cast<double>(n))), 1, n);
  const double share = static_cast<double>(out.grains) / static_cast<double>(n);
  const auto load = [&](double in_top, std::size_t k) {
    return in_top / static_cast<double>(sizes.classes[k].grains) / share;
  };
  const Reals found = count_top(order, value, sizes, std::vector<std::size_t>(n, 1), out.grains);
  for (std::size_t k = 0; k < classes; ++k) out.classes.push_back({found[k], load(found[k], k), 0});
  if (resamples < 2) return out;

  std::vector<std::vector<std::size_t>> members(classes);
  for (std::size_t i = 0; i < n; ++i) members[sizes.of_grain[i]].push_back(i);
  const auto samples = static_cast<std::size_t>(resamples);
  std::vector<Reals> loads(samples);
  for_chunks(samples, [&](std::size_t s) {
    Random random(seed, Purpose::kResample, stream * samples + s);
    std::vector<std::size_t> weight(n, 0);
    for (const std::vector<std::size_t>& own : members)
      for (std::size_t draw = 0; draw < own.size(); ++draw) ++weight[own[random.below(own.size())]];
    loads[s] = count_top(order, value, sizes, weight, out.grains);
    for (std::size_t k = 0; k < classes; ++k) loads[s][k] = load(loads[s][k], k);
  });
  for (std::size_t k = 0; k < classes; ++k) {
    double mean = 0, square = 0;
    for (const Reals& sample : loads) mean += sample[k] / static_cast<double>(samples);
    for (const Reals& sample : loads) square += (sample[k] - mean) * (sample[k] - mean);
    out.classes[k].error = std::sqrt(square / static_cast<double>(samples - 1));
  }
  return out;
}

}  // namespace rubble::measure
