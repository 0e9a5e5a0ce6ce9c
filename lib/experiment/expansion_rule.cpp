#include "experiment/expansion_rule.hpp"

#include "base/error.hpp"
#include "experiment/settled.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/ledger/masses.hpp"
#include "measure/ledger/running_mean.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace rubble::experiment {
namespace {

// Sums of masses in different orders differ by less than this fraction.
constexpr double kMassRounding = 1e-12;

bool is_below(double share, double least) { return share < least * (1 - kMassRounding); }

// Mass fractions of the heaviest group of neighbours, and of this group with all groups bound to it.
struct Shares {
  double largest = 0, bound = 0;
};

// (pile, G or 0) => the shares
Shares shares_of(const Pile& pile, double gravitational_constant) {
  const Reals& mass = pile.model.mass;
  const auto groups = measure::clusters(pile.size(), measure::joined_pairs(pile, measure::kGroupGap), mass);
  double heaviest = 0;
  for (const Index i : groups.front()) heaviest += mass[static_cast<std::size_t>(i)];
  const double total = measure::total_mass(pile);
  Shares shares{heaviest / total, heaviest / total};
  if (gravitational_constant > 0 && groups.size() > 1)
    shares.bound = remnant_mass(pile, gravitational_constant) / total;
  return shares;
}

// (share of the mass at the start, its owner, key of the limit, limit) InputError if the pile has failed already.
void require_whole(double share, const char* owner, const char* key, double least) {
  if (!is_below(share, least)) return;
  throw InputError(
      fmt::format("{} has {:.3g} of the mass at the start, less than stop.{} = {:.3g}: settle the pile by "
                  "rubble-relax, or set stop.{} to a smaller value",
                  owner, share, key, least, key));
}

}  // namespace

void Expansion::observe(const Look& look) {
  now_ = measure::bulk_radii(look.pile);
  const Shares shares = shares_of(look.pile, look.constant);
  largest_ = shares.largest, bound_ = shares.bound;
  if (look.first) {
    require_whole(largest_, "the heaviest group of neighbours", "least_mass", rule_.least_mass);
    require_whole(bound_, "the largest remnant", "least_bound_mass", rule_.least_bound_mass);
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
  met_ = met_ || has_grown() || is_below(largest_, rule_.least_mass) || is_below(bound_, rule_.least_bound_mass);
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
  const auto add = [&](const char* owner, const char* key, double share, double least) {
    if (least > 0 && (!met_ || is_below(share, least)))
      criteria.push_back(fmt::format("{} {:.4g} of the mass, limit stop.{} = {:g}", owner, share, key, least));
  };
  add("heaviest group", "least_mass", largest_, rule_.least_mass);
  add("largest remnant", "least_bound_mass", bound_, rule_.least_bound_mass);
  return fmt::format("{}", fmt::join(criteria, ", "));
}

std::vector<Finding> Expansion::findings() const {
  std::vector<Finding> all;
  for (std::size_t k = 0; k < now_.size(); ++k)
    all.push_back({"bulk/" + measure::bulk_radius_names()[k], "m", now_[k]});
  all.push_back({"bulk/largest", "1", largest_});
  all.push_back({"bulk/bound", "1", bound_});
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
