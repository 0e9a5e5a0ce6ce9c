#include "hsdem/neighbour_list.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/median.hpp"
#include "base/parallel.hpp"
#include "detect/candidates.hpp"
#include "detect/list_margin.hpp"
#include "hsdem/contact_time.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace rubble::hsdem {
namespace {

constexpr double kReserve = 2;        // factor by which an impact may increase the speed of a sphere
constexpr double kLeastMargin = 0.1;  // smallest list margin / radius
constexpr double kMostMargin = 4;     // largest list margin / radius if margins cover more than kReserve steps
constexpr double kSlowMargin = 1.5;   // least margin / median displacement of all spheres: others may hit a slow one
constexpr double kLeastSteps = 1.2;   // least number of steps that margins must cover if the period limits them
constexpr double kSheared = 1.1;      // factor by which reaches are longer in a shear flow: resists_shear()
constexpr double kMostSteps = 32;     // largest number of steps that list margins cover
constexpr double kLeastPairs = 0.5;   // pairs per sphere below which the next list covers twice as many steps
constexpr double kMostPairs = 4;      // pairs per sphere above which it covers half as many

// (periods of space along each axis [m], 0: open) => shortest period; kNever in open space.
double shortest_of(const Vec3& periods) {
  double shortest = kNever;
  for (const double period : periods)
    if (period > 0) shortest = std::min(shortest, period);
  return shortest;
}

}  // namespace

void PairList::index(std::size_t spheres) {
  begin.assign(spheres + 1, 0);
  for (const auto* side : {&a, &b})
    for (const Index row : *side)
      if (row >= 0) ++begin[at(row) + 1];
  for (std::size_t i = 0; i < spheres; ++i) begin[i + 1] += begin[i];
  of_sphere.resize(begin.back());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (std::uint32_t k = 0; k < size(); ++k)
    for (const Index row : {a[k], b[k]})
      if (row >= 0) of_sphere[next[at(row)]++] = k;
}

NeighbourList::NeighbourList(const PairContext& context, Work& work)
    : context_(context), work_(work), steps_ahead_(kReserve) {}

void NeighbourList::update(const Vec3s& position) {
  find_common_motion(position);
  if (pairs_.begin.empty() && !margin_.empty()) find_pairs();  // a resumed run
  if (margin_.empty() || lacks_inner_pairs() || !holds(position)) renew(0);
}

void NeighbourList::make_if_none(const Vec3s& position) {
  if (margin_.empty()) {
    find_common_motion(position);
    renew(0);
  } else if (pairs_.begin.empty()) {
    find_pairs();
  }
}

// True if no sphere may leave its list margin in this step.
bool NeighbourList::holds(const Vec3s& position) const {
  if (!resists_shear()) return false;
  const Vec3 common = common_displacement(0);
  const auto displacement = [&](std::size_t i) {
    const double gone = (position[i] - listed_at_[i] - common - flown(i, 0)).norm();
    return gone + kReserve * travel_bound(i, context_.step) + kLeastTurn * context_.radius[i];
  };
  return detect::list_holds(margin_.size(), displacement, [&](std::size_t i) { return margin_[i]; });
}

// Pairs that are not listed may come near each other by the shear flow alone. Their distance shrinks at most by the
// factor exp(-s t / 2) in a time t, with the rate of shear s. => true if the list allows for this until the end of the
// step
bool NeighbourList::resists_shear() const {
  const double time = context_.start + context_.step - listed_time_;
  return 0.5 * std::abs(context_.external.hill.shear()) * time <= std::log(kSheared);
}

// (sphere, time in the step [s]) => displacement since the list was made, if the sphere had followed the shear flow
// [m].
Vec3 NeighbourList::flown(std::size_t row, double time) const {
  const Hill& hill = context_.external.hill;
  if (!hill.turns()) return Vec3::Zero();
  return (context_.start + time - listed_time_) * hill.flow(listed_at_[row]);
}

// => factor by which the shear flow may make the distance of two spheres smaller while the list holds
double NeighbourList::shrinking() const { return context_.external.hill.turns() ? kSheared : 1; }

// (present time of all bodies [s]) Makes a list. Margins for many steps give long lists, and margins for few steps
// expire soon. Margins therefore cover more steps if spheres are far from each other.
PairList NeighbourList::renew(double now) {
  const Clock clock(work_.search);
  ++work_.list_builds;
  PairList before = std::move(pairs_);
  const std::size_t spheres = context_.radius.size();
  has_inner_pairs_ = std::exchange(departed_, false);
  if (has_inner_pairs_ || is_alone()) steps_ahead_ = kReserve;
  common_.displacement = Vec3::Zero();
  common_.since = now;
  listed_time_ = context_.start + now;
  listed_at_.resize(spheres);
  parallel_for(spheres, [&](std::size_t i) { listed_at_[i] = context_.bodies.position(i); });
  const auto pairs_for = [&](double each) { return each * static_cast<double>(spheres); };
  set_margins();
  find_pairs();
  while (steps_ahead_ > kReserve && static_cast<double>(pairs_.size()) > pairs_for(kMostPairs)) {
    steps_ahead_ /= 2;
    set_margins();
    find_pairs();
  }
  // In a periodic box, margins must be small compared with the period.
  if (context_.external.period.isZero(0) && static_cast<double>(pairs_.size()) < pairs_for(kLeastPairs))
    steps_ahead_ = std::min(2 * steps_ahead_, kMostSteps);
  return before;
}

// Slow spheres get a margin too, because a fast sphere may hit them.
void NeighbourList::set_margins() {
  const Reals& radius = context_.radius;
  Reals ahead(radius.size());
  parallel_for(radius.size(), [&](std::size_t i) {
    const double own = travel_bound(i, context_.step);
    ahead[i] = std::max(kReserve * own, std::min(steps_ahead_ * own, kMostMargin * radius[i]));
  });
  const double others = kSlowMargin * median(ahead);
  margin_.resize(radius.size());
  parallel_for(radius.size(), [&](std::size_t i) {
    margin_[i] = std::max({kLeastMargin * radius[i], ahead[i], others});
  });
  fit_margins_to_period();
}

// (sphere) => least margin with which the list holds for a step [m].
double NeighbourList::margin_needed(std::size_t row) const {
  return kLeastSteps * travel_bound(row, context_.step) + kLeastTurn * context_.radius[row];
}

// The radii and list margins of two spheres must fit into half a period, because predictions use only the nearest
// image.
void NeighbourList::fit_margins_to_period() {
  const double shortest = shortest_of(context_.external.period);
  if (shortest == kNever) return;
  const Reals& radius = context_.radius;
  const double half = 0.5 * shortest * (1 - 1e-9) / shrinking();
  Reals reach(radius.size());
  parallel_for(radius.size(), [&](std::size_t i) { reach[i] = radius[i] + margin_needed(i); });
  const double largest = *std::max_element(reach.begin(), reach.end());
  const double share = std::min(0.5 * half, half - largest);
  parallel_for(radius.size(), [&](std::size_t i) {
    margin_[i] = std::min(margin_[i], std::max(margin_needed(i), share - radius[i]));
    reach[i] = radius[i] + margin_[i];
  });
  require_fit(reach, half);
}

// (radius and list margin of each sphere [m], half a period less rounding [m]) SanityError if the step is too long.
void NeighbourList::require_fit(const Reals& reach, double half) const {
  std::vector<std::size_t> two(std::min<std::size_t>(2, reach.size()));
  std::vector<std::size_t> all(reach.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::partial_sort_copy(all.begin(), all.end(), two.begin(), two.end(), [&](std::size_t a, std::size_t b) {
    return reach[a] > reach[b] || (reach[a] == reach[b] && a < b);
  });
  if (two.size() < 2 || reach[two[0]] + reach[two[1]] <= half * (1 + 1e-12)) return;
  const double h = context_.step, touching = context_.radius[two[0]] + context_.radius[two[1]];
  const double moved = margin_needed(two[0]) + margin_needed(two[1]);
  throw SanityError(
      fmt::format("bodies {} and {} may move against each other by {:.3g} m in a step, too far in a period of "
                  "{} m: set step.dt to at most {:.2g} s, not {:.3g} s",
                  std::min(two[0], two[1]), std::max(two[0], two[1]), moved, shortest_of(context_.external.period),
                  0.99 * h * (half - touching) / moved, h));
}

// Without walls, the common motion of all spheres does not matter. It consists of the mean velocity and of the
// displacement of the mean position since the list was made.
void NeighbourList::find_common_motion(const Vec3s& position) {
  common_ = {};
  if (!context_.external.planes.empty() || context_.external.hill.turns()) return;
  const std::size_t n = position.size();
  const auto velocity = [&](std::size_t i) { return context_.bodies.velocity(i); };
  common_.velocity = blocked_sum(n, Vec3(Vec3::Zero()), velocity) / static_cast<double>(n);
  if (!margin_.empty()) common_.displacement = detect::mean_displacement(position, listed_at_);
}

// (time in the step [s]) => common displacement of all spheres since the list was made [m].
Vec3 NeighbourList::common_displacement(double time) const {
  const External& external = context_.external;
  if (!external.planes.empty() || external.hill.turns()) return Vec3::Zero();
  return common_.displacement + (time - common_.since) * common_.velocity +
         0.5 * (time * time - common_.since * common_.since) * external.uniform;
}

// (sphere, time [s]) => largest distance that it can move relative to the mean velocity or to the shear flow within
// that time, before its next impact [m].
double NeighbourList::travel_bound(std::size_t row, double time) const {
  const Aggregates& bodies = context_.bodies;
  const External& external = context_.external;
  const RigidBody& body = bodies[bodies.of_row(row)];
  const double turning = std::max(body.greatest_spin(), body.bounds.spin) * bodies.distance(row);
  const double fall = external.planes.empty() ? 0 : time * external.uniform.norm();
  const Vec3 flow = external.hill.turns() ? external.hill.flow(listed_at_[row]) : common_.velocity;
  return time * ((body.velocity - flow).norm() + turning + fall);
}

double NeighbourList::margin_left(std::size_t row, double left) const {
  const Aggregates& bodies = context_.bodies;
  const RigidBody& body = bodies[bodies.of_row(row)];
  const double gone =
      (bodies.position(row) - listed_at_[row] - common_displacement(body.time) - flown(row, body.time)).norm();
  return margin_[row] - gone - travel_bound(row, left);
}

// True if no collision is possible: a single aggregate in open space.
bool NeighbourList::is_alone() const {
  const Aggregates& bodies = context_.bodies;
  std::size_t all = 0;
  for (std::size_t m = 0; m < bodies.size() && all < 2; ++m) all += !bodies[m].members.row.empty();
  return all == 1 && context_.external.planes.empty() && context_.external.period.isZero(0);
}

void NeighbourList::find_pairs() {
  Reals reach(context_.radius.size());
  for (std::size_t i = 0; i < reach.size(); ++i) reach[i] = shrinking() * (context_.radius[i] + margin_[i]);
  const std::vector<Plane> none;
  const std::vector<Index>* groups = has_inner_pairs_ ? nullptr : &context_.bodies.of_rows();
  detect::Candidates found;
  if (has_inner_pairs_ || !is_alone())
    found =
        detect::find_candidates({reach, listed_at_, none, context_.external.lattice(listed_time_), 0, groups}, 0, {});
  pairs_.a = std::move(found.a);
  pairs_.b = std::move(found.b);
  add_walls(reach);
  pairs_.index(reach.size());
}

// (radius and list margin of each sphere [m]) Adds the spheres that a wall may meet on its path.
void NeighbourList::add_walls(const Reals& reach) {
  for (std::size_t w = 0; w < context_.external.planes.size(); ++w) {
    const Plane& plane = context_.external.planes[w];
    for (std::size_t i = 0; i < reach.size(); ++i) {
      if ((listed_at_[i] - plane.point).dot(plane.normal) - plane.amplitude.norm() > reach[i]) continue;
      pairs_.a.push_back(static_cast<Index>(i));
      pairs_.b.push_back(-1 - static_cast<Index>(w));
    }
  }
}

// The time of the next list decides on the times at which bodies are tested, and thus on the rounding of their motion.
void NeighbourList::archive(Archive& archive) {
  archive.value("hsdem/listed_at", listed_at_);
  if (context_.external.hill.turns()) archive.value("hsdem/listed_time", listed_time_);
  archive.value("hsdem/margin", margin_);
  archive.value("hsdem/steps_ahead", steps_ahead_);
  archive.value("hsdem/inner", has_inner_pairs_);
  archive.value("hsdem/parted", departed_);
}

}  // namespace rubble::hsdem
