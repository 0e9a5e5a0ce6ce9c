#include "app/overlap_series.hpp"

#include "base/error.hpp"
#include "measure/contact_forces.hpp"
#include "measure/overlaps.hpp"

#include <algorithm>

namespace rubble::app {
namespace {

constexpr double kDeep = 0.01;  // overlap / radius, as in the collision study

}  // namespace

std::vector<store::Column> OverlapSeries::columns() {
  return {{"overlap/mean", "1", 1}, {"overlap/deep", "1", 1}, {"overlap/ever_deep", "1", 1}};
}

Reals OverlapSeries::row(const Pile& pile) {
  const std::vector<char> deep = measure::pressed_deep(pile, kDeep);
  ever_.resize(deep.size(), 0);
  for (std::size_t g = 0; g < deep.size(); ++g)
    if (deep[g]) ever_[g] = 1;
  const auto share = [](const auto& marks) {
    return static_cast<double>(std::count(marks.begin(), marks.end(), 1)) / static_cast<double>(marks.size());
  };
  return {measure::distribution(measure::contact_forces(pile).relative_overlap).mean, share(deep), share(ever_)};
}

void OverlapSeries::archive(Archive& archive) { archive.value("run/overlaps", ever_); }

}  // namespace rubble::app
