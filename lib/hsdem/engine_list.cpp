// Neighbour list: pairs of spheres that may approach each other. docs/theory.md 13.1.
#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/median.hpp"
#include "base/parallel.hpp"
#include "detect/candidates.hpp"
#include "hsdem/engine.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace rubble::hsdem {
namespace {

constexpr double kLeastMargin = 0.1;  // smallest list margin / radius
constexpr double kLeast = 1.2;        // least number of steps that list margins must cover if the period limits them
constexpr double kOthers = 1.5;  // margin of slow spheres, which others may hit / median displacement of all spheres
constexpr double kMost = 32;     // largest number of steps that list margins cover
constexpr double kWide = 4;      // largest margin / radius if margins cover more than kReserve steps
constexpr double kFew = 0.5;     // pairs per sphere below which the next list covers twice as many steps
constexpr double kMany = 4;      // pairs per sphere above which it covers half as many

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

// Each sphere may move within its list margin. The list has all pairs whose margins touch, except pairs within one
// aggregate, and all spheres whose margins touch a wall anywhere on its path. The list expires when a sphere leaves its
// margin, or when it leaves an aggregate whose inner pairs are not listed. The next list has these pairs.
void Engine::update_list(const Model& model, double h) {
  find_common_motion(model);
  if (pairs_.begin.empty() && !margin_.empty()) find_pairs(model);  // a resumed run
  if (margin_.empty() || (parted_ && !inner_) || is_old(h)) make_list(model, 0, h);
}

// True if a sphere may leave its list margin in this step.
bool Engine::is_old(double h) const {
  const Vec3 common = common_way(0);
  const auto leaving = blocked_sum(margin_.size(), std::size_t{0}, [&](std::size_t i) {
    const double gone = (place_[i] - listed_at_[i] - common).norm();
    return std::size_t{gone + kReserve * way(i, h) + kLeastTurn * radius_[i] > margin_[i]};
  });
  return leaving > 0;
}

// (model, present time of all movers, step) Makes a list. Margins for many steps give long lists, and margins for few
// steps expire soon. Margins therefore cover more steps if spheres are far from each other.
void Engine::make_list(const Model& model, double now, double h) {
  const Clock clock(seconds.search);
  ++list_builds;
  inner_ = std::exchange(parted_, false);
  if (inner_ || is_alone()) steps_ahead_ = kReserve;
  common_way_ = Vec3::Zero();
  listed_time_ = now;
  listed_at_.resize(model.size());
  parallel_for(model.size(), [&](std::size_t i) { listed_at_[i] = movers_.place(i); });
  const auto pairs_for = [&](double spheres) { return spheres * static_cast<double>(model.size()); };
  set_margins(model, h);
  find_pairs(model);
  while (steps_ahead_ > kReserve && static_cast<double>(pairs_.size()) > pairs_for(kMany)) {
    steps_ahead_ /= 2;
    set_margins(model, h);
    find_pairs(model);
  }
  // In a periodic box, margins must be small compared with the period.
  if (external_.period.isZero() && static_cast<double>(pairs_.size()) < pairs_for(kFew))
    steps_ahead_ = std::min(2 * steps_ahead_, kMost);
}

// Slow spheres get a margin too, because a fast sphere may hit them.
void Engine::set_margins(const Model& model, double h) {
  Reals ahead(model.size());
  parallel_for(model.size(), [&](std::size_t i) {
    const double own = way(i, h);
    ahead[i] = std::max(kReserve * own, std::min(steps_ahead_ * own, kWide * model.radius[i]));
  });
  const double others = kOthers * median(ahead);
  margin_.resize(model.size());
  parallel_for(model.size(), [&](std::size_t i) {
    margin_[i] = std::max({kLeastMargin * model.radius[i], ahead[i], others});
  });
  fit_margins_to_period(model, h);
}

// The radii and list margins of two spheres must fit into half a period, because predictions use only the nearest
// image. SanityError if the step is too long for that.
void Engine::fit_margins_to_period(const Model& model, double h) {
  double shortest = kNever;
  for (const double period : external_.period)
    if (period > 0) shortest = std::min(shortest, period);
  if (shortest == kNever) return;
  const double half = 0.5 * shortest * (1 - 1e-9);
  const auto needed = [&](std::size_t i) { return kLeast * way(i, h) + kLeastTurn * model.radius[i]; };
  Reals reach(model.size());
  parallel_for(model.size(), [&](std::size_t i) { reach[i] = model.radius[i] + needed(i); });
  const double largest = *std::max_element(reach.begin(), reach.end());
  const double share = std::min(0.5 * half, half - largest);
  parallel_for(model.size(), [&](std::size_t i) {
    margin_[i] = std::min(margin_[i], std::max(needed(i), share - model.radius[i]));
    reach[i] = model.radius[i] + margin_[i];
  });
  std::vector<std::size_t> two(std::min<std::size_t>(2, model.size()));
  std::vector<std::size_t> row(model.size());
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::partial_sort_copy(row.begin(), row.end(), two.begin(), two.end(), [&](std::size_t a, std::size_t b) {
    return reach[a] > reach[b] || (reach[a] == reach[b] && a < b);
  });
  if (two.size() < 2 || reach[two[0]] + reach[two[1]] <= half * (1 + 1e-12)) return;
  const double touching = model.radius[two[0]] + model.radius[two[1]];
  const double moved = needed(two[0]) + needed(two[1]);
  throw SanityError(fmt::format(
      "bodies {} and {} may move against each other by {:.3g} m in a step, too far in a period of "
      "{} m: set step.dt to at most {:.2g} s, not {:.3g} s",
      std::min(two[0], two[1]), std::max(two[0], two[1]), moved, shortest, 0.99 * h * (half - touching) / moved, h));
}

// Without walls, the common motion of all spheres does not matter. It consists of the mean velocity and of the
// displacement of the mean position since the list was made.
void Engine::find_common_motion(const Model& model) {
  mean_velocity_ = common_way_ = Vec3::Zero();
  listed_time_ = 0;
  if (!external_.planes.empty()) return;
  const auto mean = [&](auto&& of) {
    const Vec3 sum = blocked_sum(model.size(), Vec3(Vec3::Zero()), of);
    return Vec3(sum / static_cast<double>(model.size()));
  };
  mean_velocity_ = mean([&](std::size_t i) { return movers_.velocity(i); });
  if (!margin_.empty()) common_way_ = mean([&](std::size_t i) { return Vec3(place_[i] - listed_at_[i]); });
}

// (time in the step) => common displacement of all spheres since the list was made [m].
Vec3 Engine::common_way(double time) const {
  if (!external_.planes.empty()) return Vec3::Zero();
  return common_way_ + (time - listed_time_) * mean_velocity_ +
         0.5 * (time * time - listed_time_ * listed_time_) * external_.uniform;
}

// (sphere, time [s]) => largest distance that it can move relative to the mean velocity within that time, before its
// next impact [m].
double Engine::way(std::size_t row, double time) const {
  const Mover& mover = movers_[movers_.of_row(row)];
  const double turning = std::max(mover.greatest_spin(), mover.spin_bound) * movers_.distance(row);
  const double fall = external_.planes.empty() ? 0 : time * external_.uniform.norm();
  return time * ((mover.velocity - mean_velocity_).norm() + turning + fall);
}

// (sphere, time left in the step) => its list margin less the present displacement and the largest one within that time
// [m].
double Engine::margin_left(std::size_t row, double left) const {
  const Mover& mover = movers_[movers_.of_row(row)];
  const double gone = (movers_.place(row) - listed_at_[row] - common_way(mover.time)).norm();
  return margin_[row] - gone - way(row, left);
}

// Makes a list for the rest of the step.
void Engine::renew_list(const Model& model, double now, double h) {
  parallel_for(movers_.size(), [&](std::size_t m) { move_to(m, now); });
  const Pairs before = std::move(pairs_);
  const std::vector<std::uint16_t> impacts = std::move(impacts_of_pair_);
  make_list(model, now, h);
  std::map<std::pair<Index, Index>, std::uint16_t> met;
  for (std::size_t k = 0; k < before.size(); ++k)
    if (impacts[k] > 0) met[{before.a[k], before.b[k]}] = impacts[k];
  impacts_of_pair_.assign(pairs_.size(), 0);
  deep_.assign(pairs_.size(), false);
  const bool may_bind = external_.period.isZero();
  for (std::size_t k = 0; k < pairs_.size() && !met.empty(); ++k) {
    const auto found = met.find({pairs_.a[k], pairs_.b[k]});
    if (found == met.end()) continue;
    impacts_of_pair_[k] = found->second;
    const Index a = pairs_.a[k], b = pairs_.b[k];
    deep_[k] = may_bind && b >= 0 && is_deep(meeting(scene(), a, b), smaller_radius(scene(), a, b));
  }
  find_events(h);
}

// A single aggregate has no collisions.
bool Engine::is_alone() const {
  const auto moves = [&](std::size_t m) { return !movers_[m].row.empty(); };
  std::size_t all = 0;
  for (std::size_t m = 0; m < movers_.size() && all < 2; ++m) all += moves(m);
  return all == 1 && external_.planes.empty() && external_.period.isZero();
}

void Engine::find_pairs(const Model& model) {
  Reals reach(model.size());
  for (std::size_t i = 0; i < model.size(); ++i) reach[i] = model.radius[i] + margin_[i];
  const std::vector<Plane> none;
  detect::Candidates found;
  if (inner_ || !is_alone())
    found = detect::find_candidates(
        {reach, listed_at_, none, external_.period, 0, inner_ ? nullptr : &movers_.of_rows()}, 0, {});
  pairs_.a = std::move(found.a);
  pairs_.b = std::move(found.b);
  for (std::size_t w = 0; w < external_.planes.size(); ++w) {
    const Plane& plane = external_.planes[w];
    for (std::size_t i = 0; i < model.size(); ++i) {
      if ((listed_at_[i] - plane.point).dot(plane.normal) - plane.amplitude.norm() > reach[i]) continue;
      pairs_.a.push_back(static_cast<Index>(i));
      pairs_.b.push_back(-1 - static_cast<Index>(w));
    }
  }
  index_pairs(model.size());
}

void Engine::index_pairs(std::size_t bodies) {
  pairs_.begin.assign(bodies + 1, 0);
  for (const auto& side : {pairs_.a, pairs_.b})
    for (const Index row : side)
      if (row >= 0) ++pairs_.begin[at(row) + 1];
  for (std::size_t i = 0; i < bodies; ++i) pairs_.begin[i + 1] += pairs_.begin[i];
  pairs_.of_sphere.resize(pairs_.begin.back());
  std::vector<std::uint32_t> next(pairs_.begin.begin(), pairs_.begin.end() - 1);
  for (std::uint32_t k = 0; k < pairs_.size(); ++k)
    for (const Index row : {pairs_.a[k], pairs_.b[k]})
      if (row >= 0) pairs_.of_sphere[next[at(row)]++] = k;
}

}  // namespace rubble::hsdem
