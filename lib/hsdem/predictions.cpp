#include "hsdem/predictions.hpp"

#include "base/clock.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace rubble::hsdem {
namespace {

// Speed below which a pair with plastic impacts rests, in smaller radii per step. The impacts of such a pair are
// plastic because it had too many in a step. Without this limit, bodies that push each other while they rotate about
// each other would collide for each change in the last digit of their velocities.
constexpr double kPressed = 1e-4;
constexpr double kFaster = 1.1;  // factor by which an aggregate's spin and reach may grow within a prediction

}  // namespace

Predictions::Predictions(const PairContext& context, Aggregates& bodies, const NeighbourList& list,
                         std::int64_t plastic_after, Work& work)
    : context_(context),
      bodies_(bodies),
      list_(list),
      work_(work),
      plastic_after_(plastic_after),
      least_radius_(*std::min_element(context.radius.begin(), context.radius.end())) {}

void Predictions::start() {
  state_.assign(context_.pairs.size(), {});
  predict_all();
}

void Predictions::renew(const PairList& before) {
  std::map<std::pair<Index, Index>, std::uint16_t> impacts;
  for (std::size_t k = 0; k < before.size(); ++k)
    if (state_[k].impacts > 0) impacts[{before.a[k], before.b[k]}] = state_[k].impacts;
  const PairList& pairs = context_.pairs;
  state_.assign(pairs.size(), {});
  for (std::size_t k = 0; k < pairs.size() && !impacts.empty(); ++k) {
    const Index a = pairs.a[k], b = pairs.b[k];
    const auto found = impacts.find({a, b});
    if (found == impacts.end()) continue;
    state_[k].impacts = found->second;
    state_[k].deep = may_bind(context_, b) && is_deep(pair_motion(context_, a, b), smaller_radius(context_, a, b));
  }
  predict_all();
}

// Predicts all pairs for the rest of the step. All bodies are at the same time.
void Predictions::predict_all() {
  const Clock clock(work_.prediction);
  const std::size_t pairs = context_.pairs.size();
  queue_.clear(pairs, bodies_.size(), context_.step);
  parallel_for(bodies_.size(), [&](std::size_t m) {  // list margins suffice for a step, so no result is negative
    if (!bodies_[m].members.row.empty() && !is_exact(context_, bodies_[m])) set_bounds(m);
  });
  std::vector<Prediction> ahead(pairs);
  parallel_for(pairs, [&](std::size_t k) {
    const auto pair = static_cast<std::uint32_t>(k);
    ahead[k] = prediction_of(pair, bodies_[context_.sides(pair).a].time);
  });
  for (std::uint32_t k = 0; k < pairs; ++k) store(k, ahead[k]);
}

bool Predictions::next(Event& event) {
  const bool found = queue_.next(event);
  work_.looks += found;
  return found;
}

bool Predictions::update(const Event& event, const Change& change) {
  switch (change.kind) {
    case Change::Kind::none:
      return true;
    case Change::Kind::apart:
      predict(event.pair, event.time);
      return true;
    case Change::Kind::joined:
      return take_in(change.body, change.first) && predict_again(change.body, kWall);
    case Change::Kind::pushed:
      return !list_.lacks_inner_pairs() && update_pushed(event.pair, change.remainders);
  }
  return true;
}

bool Predictions::update_pushed(std::uint32_t pair, const std::vector<std::size_t>& remainders) {
  const PairContext::Sides both = context_.sides(pair);
  if (!predict_again(both.a, kWall)) return false;
  const std::size_t done = is_exact(context_, bodies_[both.a]) ? both.a : kWall;
  if (both.b != kWall && !predict_again(both.b, done)) return false;
  if (!both_exact(context_, context_.pairs.a[pair], context_.pairs.b[pair])) predict(pair, bodies_[both.a].time);
  return std::all_of(remainders.begin(), remainders.end(), [&](std::size_t m) { return predict_again(m, kWall); });
}

// Sets the bounds within which predictions for an aggregate hold: its spin, the acceleration of its spheres, and their
// list margins. Its pairs may be predicted after this. => least margin at the end of the step, as for limit_jumps()
double Predictions::set_bounds(std::size_t m) {
  RigidBody& body = bodies_[m];
  body.members.find_reach();
  const double reach = body.members.reach, ratio = body.moments.maxCoeff() / body.moments.minCoeff();
  const double least_turn = kLeastTurn * least_radius_ / (context_.step * std::max(reach, least_radius_));
  body.bounds.spin = kFaster * body.greatest_spin() + least_turn;
  body.bounds.acceleration = body.bounds.spin * body.bounds.spin * ratio * kFaster * reach;
  body.bounds.jumps = kNever;
  return limit_jumps(m, 0);
}

// Bounds the velocity jumps of an aggregate so that its spheres, from number `first` on, stay within their list
// margins. => least margin at the end of the step [m]. If it is negative, a new list is needed.
double Predictions::limit_jumps(std::size_t m, std::size_t first) {
  RigidBody& body = bodies_[m];
  const std::vector<Index>& row = body.members.row;
  const double left = context_.step - body.time;
  double least = kNever;
  for (std::size_t k = first; k < row.size(); ++k) least = std::min(least, list_.margin_left(at(row[k]), left));
  if (least < left * (body.bounds.jumps - body.velocity_jumps)) body.bounds.jumps = body.velocity_jumps + least / left;
  return least;
}

// True if the predictions for an aggregate still hold.
bool Predictions::holds(const RigidBody& body) const {
  return body.velocity_jumps <= body.bounds.jumps && body.greatest_spin() <= body.bounds.spin &&
         body.turning() * body.members.reach <= body.bounds.acceleration;
}

double Predictions::resting_speed(std::uint32_t pair) const {
  const double smaller = smaller_radius(context_, context_.pairs.a[pair], context_.pairs.b[pair]);
  return (is_plastic(pair) && !state_[pair].deep ? kPressed : kResting) * smaller / context_.step;
}

void Predictions::forget_impacts(std::uint32_t pair) {
  const PairList& pairs = context_.pairs;
  for (const Index row : {pairs.a[pair], pairs.b[pair]})
    for (std::uint32_t n = pairs.begin[at(row)]; n < pairs.begin[at(row) + 1]; ++n)
      state_[pairs.of_sphere[n]].impacts = 0;
}

Prediction Predictions::prediction_of(std::uint32_t pair, double now) const {
  const PairContext::Sides both = context_.sides(pair);
  const Index a = context_.pairs.a[pair], b = context_.pairs.b[pair];
  if (both.a == both.b) return {};
  if (both_exact(context_, a, b)) return predict_free(context_, a, b, now, resting_speed(pair));
  return predict_pair(context_, a, b, resting_speed(pair));
}

// Stores the prediction for a pair. It holds until one of its aggregates exceeds its bounds. The allowance for velocity
// jumps is divided among the aggregates of the pair.
void Predictions::store(std::uint32_t pair, const Prediction& ahead) {
  queue_.predict(pair, ahead.time);
  state_[pair].apart = ahead.apart;
  if (ahead.jump_allowance == kNever) return;
  const PairContext::Sides both = context_.sides(pair);
  const Index a = context_.pairs.a[pair], b = context_.pairs.b[pair];
  const bool a_expires = !is_exact(context_, a);
  const bool b_expires = b >= 0 && !is_exact(context_, b);
  const double share = a_expires && b_expires ? 0.5 : 1;
  const auto expires = [&](std::size_t m) {
    queue_.expires(pair, m, bodies_[m].velocity_jumps + share * ahead.jump_allowance);
  };
  if (a_expires) expires(both.a);
  if (b_expires) expires(both.b);
}

void Predictions::predict(std::uint32_t pair, double now) {
  ++work_.predictions;
  const PairContext::Sides both = context_.sides(pair);
  if (both.a != both.b && !both_exact(context_, context_.pairs.a[pair], context_.pairs.b[pair])) {
    bodies_.move_to(both.a, now, context_.external.uniform);
    bodies_.move_to(both.b, now, context_.external.uniform);
  }
  store(pair, prediction_of(pair, now));
}

// Predicts the pairs of a body's spheres from number `first` on. Pairs with the free sphere `done` are left out,
// because that sphere has predicted them already.
void Predictions::predict_spheres(std::size_t m, std::size_t first, std::size_t done) {
  const PairList& pairs = context_.pairs;
  const double now = bodies_[m].time;
  for (std::size_t k = first; k < bodies_[m].members.size(); ++k) {
    const std::size_t i = at(bodies_[m].members.row[k]);
    for (std::uint32_t n = pairs.begin[i]; n < pairs.begin[i + 1]; ++n) {
      const PairContext::Sides both = context_.sides(pairs.of_sphere[n]);
      if (done == kWall || (both.a != done && both.b != done)) predict(pairs.of_sphere[n], now);
    }
  }
}

// Predicts the pairs of spheres, from number `first` on, that have joined a body. If the body was a free sphere, all of
// its pairs have to be predicted again. => false if a new list is needed
bool Predictions::take_in(std::size_t m, std::size_t first) {
  if (first == 1) {
    bodies_[m].bounds.jumps = -1;
    return true;
  }
  if (limit_jumps(m, first) < 0) return false;
  predict_spheres(m, first, kWall);
  return true;
}

// A change of a body's motion makes some predictions for its pairs void. Predicts these pairs again. => false if a new
// list is needed
bool Predictions::predict_again(std::size_t m, std::size_t done) {
  const RigidBody& body = bodies_[m];
  if (is_exact(context_, body)) {
    if (list_.margin_left(at(body.members.row[0]), context_.step - body.time) < 0) return false;
    predict_spheres(m, 0, done);
    return true;
  }
  if (holds(body)) {
    for (const std::uint32_t pair : queue_.expired(m, body.velocity_jumps)) predict(pair, body.time);
    return true;
  }
  const bool suffices = !(set_bounds(m) < 0);
  queue_.forget(m);
  if (suffices) predict_spheres(m, 0, kWall);
  return suffices;
}

}  // namespace rubble::hsdem
