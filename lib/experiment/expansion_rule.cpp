#include "experiment/expansion_rule.hpp"

#include "base/error.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/ledger/masses.hpp"
#include "measure/ledger/running_mean.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace rubble::experiment {
namespace {

// Gap, in mean diameters, below which two bodies belong to one group.
constexpr double kGroupGap = 0.1;

double heaviest_share(const Pile& pile) {
  const Reals& mass = pile.model.mass;
  const auto groups = measure::clusters(pile.size(), measure::touching_pairs(pile, kGroupGap), mass);
  double heaviest = 0;
  for (const Index i : groups.front()) heaviest += mass[static_cast<std::size_t>(i)];
  return heaviest / measure::total_mass(pile);
}

}  // namespace

void Expansion::observe(const Look& look) {
  now_ = measure::bulk_radii(look.pile);
  largest_ = heaviest_share(look.pile);
  if (look.first) {
    require_whole();
    first_ = now_;
  }
  const double time = look.pile.state.time;
  const auto old = std::find_if(time_.begin(), time_.end(), [&](double t) { return time - t <= 1.5 * rule_.mean; });
  const auto gone = old - time_.begin();
  time_.erase(time_.begin(), old);
  time_.push_back(time);
  for (std::size_t k = 0; k < now_.size(); ++k) {
    recent_[k].erase(recent_[k].begin(), recent_[k].begin() + gone);
    recent_[k].push_back(now_[k]);
    const double mean = measure::running_mean(time_, recent_[k], rule_.mean, time_.size() - 1).value;
    growth_[k] = mean / first_[k] - 1;
    grown_[k] = grown_[k] || mean > (1 + rule_.threshold) * first_[k];
  }
  met_ = met_ || has_grown() || largest_ < rule_.least_mass;
}

void Expansion::require_whole() const {
  if (largest_ >= rule_.least_mass) return;
  throw InputError(
      fmt::format("the heaviest group of neighbours has {:.3g} of the mass at the start, less than "
                  "stop.least_mass = {:.3g}: settle the pile by rubble-relax, or set stop.least_mass to a "
                  "smaller value",
                  largest_, rule_.least_mass));
}

// True if the bulk radius of the rule has grown beyond its threshold.
bool Expansion::has_grown() const {
  const auto is = [](bool grown) { return grown; };
  switch (rule_.radius) {
    case BulkRadius::any:
      return std::any_of(grown_.begin(), grown_.end(), is);
    case BulkRadius::all:
      return std::all_of(grown_.begin(), grown_.end(), is);
    case BulkRadius::none:
      return false;
    default:
      return grown_[static_cast<std::size_t>(rule_.radius)];
  }
}

// (radius of the rule is not "none") => the bulk radius that decides: the one that has grown most, or, if all must
// grow, least.
std::size_t Expansion::decisive_radius() const {
  const auto radius = static_cast<std::size_t>(rule_.radius);
  if (radius < measure::kBulkRadii) return radius;
  const auto found =
      rule_.radius == BulkRadius::all ? std::ranges::min_element(growth_) : std::ranges::max_element(growth_);
  return static_cast<std::size_t>(found - growth_.begin());
}

std::string Expansion::state() const {
  std::vector<std::string> criteria;
  if (rule_.radius != BulkRadius::none && (!met_ || has_grown())) {
    const std::size_t radius = decisive_radius();
    criteria.push_back(fmt::format("bulk radius \"{}\" grown by {:.4g}, limit stop.threshold = {:g}",
                                   measure::bulk_radius_names()[radius], growth_[radius], rule_.threshold));
  }
  if (rule_.least_mass > 0 && (!met_ || largest_ < rule_.least_mass))
    criteria.push_back(
        fmt::format("heaviest group {:.4g} of the mass, limit stop.least_mass = {:g}", largest_, rule_.least_mass));
  return fmt::format("{}", fmt::join(criteria, ", "));
}

std::vector<Finding> Expansion::findings() const {
  std::vector<Finding> all;
  for (std::size_t k = 0; k < now_.size(); ++k)
    all.push_back({"bulk/" + measure::bulk_radius_names()[k], "m", now_[k]});
  all.push_back({"bulk/largest", "1", largest_});
  return all;
}

void Expansion::archive(Archive& archive) {
  archive.value("stop/expansion/met", met_);
  archive.value("stop/expansion/time", time_);
  for (std::size_t k = 0; k < measure::kBulkRadii; ++k) {
    const std::string radius = "stop/expansion/" + measure::bulk_radius_names()[k];
    archive.value(radius + "/first", first_[k]);
    archive.value(radius + "/grown", grown_[k]);
    archive.value(radius + "/recent", recent_[k], time_.size());
  }
}

}  // namespace rubble::experiment
