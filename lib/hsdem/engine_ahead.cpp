// Predictions of pairs and their validity: docs/theory.md 13.1.
#include "base/clock.hpp"
#include "base/parallel.hpp"
#include "hsdem/engine.hpp"

#include <algorithm>

namespace rubble::hsdem {
namespace {

// Speed below which a pair with plastic impacts rests, in smaller radii per step. The impacts of such a pair are
// plastic because it had too many in a step. Without this limit, bodies that push each other while they rotate about
// each other would collide for each change in the last digit of their velocities.
constexpr double kPressed = 1e-4;
constexpr double kFaster = 1.1;  // factor by which an aggregate's spin and reach may grow within a prediction

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

// Predicts all pairs for the rest of the step. All movers are at the same time.
void Engine::find_events(double h) {
  const Clock clock(seconds.prediction);
  agenda_.clear(pairs_.size(), movers_.size(), h);
  apart_.assign(pairs_.size(), false);
  parallel_for(movers_.size(), [&](std::size_t m) {  // list margins suffice for a step, so no result is negative
    if (!movers_[m].row.empty() && !is_exact(scene(), movers_[m])) allow(m, h);
  });
  std::vector<Outlook> ahead(pairs_.size());
  parallel_for(pairs_.size(), [&](std::size_t k) {
    const auto pair = static_cast<std::uint32_t>(k);
    ahead[k] = outlook_of(pair, movers_[sides(pair).a].time);
  });
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) note(k, ahead[k]);
}

// Sets the bounds within which predictions for an aggregate hold: its spin, the acceleration of its spheres, and their
// list margins. Its pairs may be predicted after this. => least margin at the end of the step, as for limit_jumps()
double Engine::allow(std::size_t m, double h) {
  movers_.find_reach(m);
  Mover& mover = movers_[m];
  const double ratio = mover.moments.maxCoeff() / mover.moments.minCoeff();
  mover.spin_bound =
      kFaster * mover.greatest_spin() + kLeastTurn * least_radius_ / (h * std::max(mover.reach, least_radius_));
  mover.acceleration_bound = mover.spin_bound * mover.spin_bound * ratio * kFaster * mover.reach;
  mover.jump_bound = kNever;
  return limit_jumps(m, 0, h);
}

// Bounds the velocity jumps of an aggregate so that its spheres, from number `first` on, stay within their list
// margins. => least margin at the end of the step [m]. If it is negative, a new list is needed.
double Engine::limit_jumps(std::size_t m, std::size_t first, double h) {
  Mover& mover = movers_[m];
  const double left = h - mover.time;
  double least = kNever;
  for (std::size_t k = first; k < mover.row.size(); ++k) least = std::min(least, margin_left(at(mover.row[k]), left));
  if (least < left * (mover.jump_bound - mover.velocity_jumps)) mover.jump_bound = mover.velocity_jumps + least / left;
  return least;
}

// True if the predictions for an aggregate still hold.
bool Engine::holds(const Mover& mover) const {
  return mover.velocity_jumps <= mover.jump_bound && mover.greatest_spin() <= mover.spin_bound &&
         mover.turning() * mover.reach <= mover.acceleration_bound;
}

// Speed of approach below which a touching pair rests [m s-1].
double Engine::resting(std::uint32_t pair) const {
  const double smaller = smaller_radius(scene(), pairs_.a[pair], pairs_.b[pair]);
  return (is_plastic(pair) && !deep_[pair] ? kPressed : kResting) * smaller / p_.step.dt;
}

Outlook Engine::outlook_of(std::uint32_t pair, double now) const {
  const Sides both = sides(pair);
  const Index a = pairs_.a[pair], b = pairs_.b[pair];
  if (both.a == both.b) return {};
  if (both_exact(scene(), a, b)) return outlook_of_free(scene(), a, b, now, resting(pair));
  return outlook(scene(), a, b, resting(pair));
}

// Stores the prediction for a pair. It holds until one of its aggregates exceeds its bounds. The allowance for velocity
// jumps is divided among the aggregates of the pair.
void Engine::note(std::uint32_t pair, const Outlook& ahead) {
  agenda_.predict(pair, ahead.time);
  apart_[pair] = ahead.apart;
  if (ahead.jump_allowance == kNever) return;
  const Sides both = sides(pair);
  const Index a = pairs_.a[pair], b = pairs_.b[pair];
  const bool a_expires = !is_exact(scene(), a);
  const bool b_expires = b >= 0 && !is_exact(scene(), b);
  const double share = a_expires && b_expires ? 0.5 : 1;
  const auto expires = [&](std::size_t m) {
    agenda_.expires(pair, m, movers_[m].velocity_jumps + share * ahead.jump_allowance);
  };
  if (a_expires) expires(both.a);
  if (b_expires) expires(both.b);
}

void Engine::predict(std::uint32_t pair, double now) {
  ++predictions;
  const Sides both = sides(pair);
  if (both.a != both.b && !both_exact(scene(), pairs_.a[pair], pairs_.b[pair])) {
    move_to(both.a, now);
    move_to(both.b, now);
  }
  note(pair, outlook_of(pair, now));
}

// Predicts the pairs of a mover's spheres from number `first` on. Pairs with the free sphere `done` are left out,
// because that sphere has predicted them already.
void Engine::predict_spheres(std::size_t m, std::size_t first, std::size_t done) {
  const double now = movers_[m].time;
  for (std::size_t k = first; k < movers_[m].row.size(); ++k) {
    const std::size_t i = at(movers_[m].row[k]);
    for (std::uint32_t n = pairs_.begin[i]; n < pairs_.begin[i + 1]; ++n) {
      const Sides both = sides(pairs_.of_sphere[n]);
      if (done == kWall || (both.a != done && both.b != done)) predict(pairs_.of_sphere[n], now);
    }
  }
}

// Handles spheres, from number `first` on, that have joined a mover. If the mover was a free sphere, all of its pairs
// are predicted again.
void Engine::take_in(std::size_t m, std::size_t first, double h) {
  if (first == 1) movers_[m].jump_bound = -1;
  if (first == 1 || renewal_needed_) return;
  renewal_needed_ = limit_jumps(m, first, h) < 0;
  if (!renewal_needed_) predict_spheres(m, first, kWall);
}

// A change of a mover's motion makes some predictions for its pairs void. Predicts these pairs again.
void Engine::predict_again(std::size_t m, std::size_t done, double h) {
  const Mover& mover = movers_[m];
  const bool exact = is_exact(scene(), mover);
  if (exact) renewal_needed_ = renewal_needed_ || margin_left(at(mover.row[0]), h - mover.time) < 0;
  if (renewal_needed_) return;  // all pairs will be predicted again
  if (exact) return predict_spheres(m, 0, done);
  if (holds(mover)) {
    for (const std::uint32_t pair : agenda_.expired(m, mover.velocity_jumps)) predict(pair, mover.time);
    return;
  }
  renewal_needed_ = allow(m, h) < 0;
  agenda_.forget(m);
  if (!renewal_needed_) predict_spheres(m, 0, kWall);
}

}  // namespace rubble::hsdem
