#include "generate/sizes.hpp"

#include "base/keys_error.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::generate {
namespace {

// (law dN/dr ~ r^exponent, u in [0, 1)) => radius below which a fraction u of the bodies lies. With p = exponent + 1, r
// = min (1 + u ((max/min)^p - 1))^(1/p), in a form that keeps its digits for small p.
double power_quantile(const PowerSizes& law, double u) {
  const double span = std::log(law.max / law.min);
  const double p = law.exponent + 1;
  const double x = p == 0 ? u * span : std::log1p(u * std::expm1(p * span)) / p;
  return std::clamp(law.min * std::exp(x), law.min, law.max);
}

struct Drawer {
  std::size_t count;
  std::uint64_t seed;

  template <class Quantile>
  Reals draw(double min, double max, Quantile&& quantile) const {
    if (min > max)
      throw KeysError({"min", "max"},
                      "the smallest radius, min, is larger than the largest, max: raise size.max, or lower size.min");
    Reals result(count);
    for (std::size_t i = 0; i < count; ++i) result[i] = quantile(Random(seed, Purpose::kSize, i));
    return result;
  }

  Reals operator()(const UniformSizes& law) const {
    return draw(law.min, law.max, [&](Random random) { return random.uniform(law.min, law.max); });
  }
  Reals operator()(const PowerSizes& law) const {
    return draw(law.min, law.max, [&](Random random) { return power_quantile(law, random.uniform()); });
  }
  Reals operator()(const VolumeSizes& law) const { return (*this)(PowerSizes{law.min, law.max, -3}); }
  Reals operator()(const ClassSizes& law) const {
    const std::vector<std::size_t> counts = class_counts(law.radii, count);
    Reals result;
    for (std::size_t k = 0; k < counts.size(); ++k) result.insert(result.end(), counts[k], law.radii[k]);
    return result;
  }
};

}  // namespace

std::vector<std::size_t> class_counts(const Reals& radii, std::size_t count) {
  if (radii.empty()) throw KeyError("radii", "radii must list at least one size class");
  const double smallest = *std::min_element(radii.begin(), radii.end());
  Reals weight;
  for (const double r : radii) weight.push_back(std::pow(smallest / r, 3));
  const double total = std::accumulate(weight.begin(), weight.end(), 0.0);

  std::vector<std::size_t> counts;
  Reals remainder;
  std::size_t given = 0;
  for (const double w : weight) {
    const double share = static_cast<double>(count) * w / total;
    counts.push_back(static_cast<std::size_t>(share));
    remainder.push_back(share - std::floor(share));
    given += counts.back();
  }
  std::vector<std::size_t> order(radii.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainder[a] > remainder[b]; });
  for (std::size_t k = 0; given < count; ++k, ++given) ++counts[order[k % order.size()]];
  if (std::find(counts.begin(), counts.end(), 0u) != counts.end())
    throw KeysError({"radii", "cloud.count"},
                    std::to_string(count) + " bodies are too few: a size class would be empty; raise cloud.count");
  return counts;
}

Reals radii(const Sizes& sizes, std::size_t count, std::uint64_t seed) {
  return std::visit(Drawer{count, seed}, sizes);
}

}  // namespace rubble::generate
