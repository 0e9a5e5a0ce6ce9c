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
  ever_.resize(pile.size(), 0);
  const Reals largest = measure::largest_overlaps(pile);
  std::size_t deep = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (!(largest[i] > kDeep * pile.model.radius[i])) continue;
    ++deep;
    ever_[i] = 1;
  }
  const auto bodies = static_cast<double>(pile.size());
  const auto ever = static_cast<double>(std::count(ever_.begin(), ever_.end(), 1));
  return {measure::distribution(measure::contact_forces(pile).relative_overlap).mean,
          static_cast<double>(deep) / bodies, ever / bodies};
}

void OverlapSeries::save(Resume& resume) const { resume.integers["run/overlaps"] = ever_; }

void OverlapSeries::load(const Resume& resume) {
  const auto ever = resume.integers.find("run/overlaps");
  if (ever == resume.integers.end()) throw InputError("checkpoint does not fit: no memory of overlaps");
  ever_ = ever->second;
}

}  // namespace rubble::app
