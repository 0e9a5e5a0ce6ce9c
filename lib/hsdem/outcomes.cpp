#include "hsdem/outcomes.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::hsdem {
namespace {

// (context, pair of spheres, its motion) => velocity of the contact point on b relative to that on a [m s-1].
Vec3 contact_velocity(const PairContext& context, std::uint32_t pair, const PairMotion& motion) {
  const Aggregates& bodies = context.bodies;
  const std::size_t i = at(context.pairs.a[pair]);
  const PairContext::Sides both = context.sides(pair);
  const RigidBody &a = bodies[both.a], &b = bodies[both.b];
  const Vec3 touch = bodies.position(i) + context.radius[i] * motion.normal;
  return b.velocity + b.spin().cross(touch - b.position) - a.velocity - a.spin().cross(touch - a.position);
}

}  // namespace

double speed_over_escape(const Parameters& p, const PairContext& context, std::uint32_t pair,
                         const PairMotion& motion) {
  const PairContext::Sides both = context.sides(pair);
  const RigidBody &a = context.bodies[both.a], &b = context.bodies[both.b];
  const double distance = (b.position - a.position).norm();
  const double escape = std::sqrt(2 * p.gravity.constant * (a.mass + b.mass) / distance);
  const bool normal = p.outcome.speed == ImpactSpeed::normal;
  const double speed = normal ? -motion.rate : contact_velocity(context, pair, motion).norm();
  return speed / escape;
}

Outcomes::Outcomes(const Parameters& p, const PairContext& context, Aggregates& bodies, const RigidFailure& failure,
                   Records& records)
    : p_(p),
      context_(context),
      bodies_(bodies),
      failure_(failure),
      records_(records),
      bounces_(p, context, bodies, records) {}

Change Outcomes::test(const Model& model, const Event& event, Predictions& predictions) {
  const std::uint32_t pair = event.pair;
  const PairContext::Sides both = context_.sides(pair);
  bodies_.move_to(both.a, event.time, context_.external.uniform);
  bodies_.move_to(both.b, event.time, context_.external.uniform);
  const Index i = context_.pairs.a[pair], j = context_.pairs.b[pair];
  const PairMotion now = pair_motion(context_, i, j);
  const double smaller = smaller_radius(context_, i, j), touching = kTouching * smaller;
  PairState& state = predictions.state(pair);
  state.deep = may_bind(context_, j) && is_deep(now, smaller);
  if (now.gap > touching || now.rate >= -predictions.resting_speed(pair)) return {Change::Kind::apart};
  if (now.gap < -touching && state.apart) ++records_.counts.missed;
  if (state.impacts < p_.contact.most_impacts) {
    ++state.impacts;
    return collide(model, pair, now, predictions.is_plastic(pair));
  }
  if (may_bind(context_, j)) {
    predictions.forget_impacts(pair);
    return bind(pair);
  }
  ++records_.counts.passed_over;
  return {Change::Kind::none};
}

Change Outcomes::collide(const Model& model, std::uint32_t pair, const PairMotion& motion, bool plastic) {
  ++records_.counts.impacts.all;
  Change change{Change::Kind::pushed};
  const Index a = context_.pairs.a[pair], b = context_.pairs.b[pair];
  if (b >= 0 && (p_.outcome.stick > 0 || p_.outcome.fragment) && !is_bound(pair)) {
    const double ratio = speed_over_escape(p_, context_, pair, motion);
    if (ratio < p_.outcome.stick && !failure_.pulled_apart(a, b, motion.normal)) return stick(model, pair, motion);
    if (p_.outcome.fragment && ratio > *p_.outcome.fragment) change.remainders = break_off(model, pair);
  }
  bounces_.bounce(pair, motion, plastic);
  return change;
}

bool Outcomes::is_bound(std::uint32_t pair) const {
  const PairContext::Sides both = context_.sides(pair);
  return bodies_[both.a].bound || bodies_[both.b].bound;
}

// Both bodies move as one from now on.
Change Outcomes::stick(const Model& model, std::uint32_t pair, const PairMotion& motion) {
  ++records_.counts.sticks;
  const Index a = context_.pairs.a[pair], b = context_.pairs.b[pair];
  const double overlap = -motion.gap / smaller_radius(context_, a, b);
  if (!failure_.left_one_aggregate(a, b))  // overlaps within an aggregate are not counted
    records_.counts.overlap = std::max(records_.counts.overlap, overlap);
  const PairContext::Sides both = context_.sides(pair);
  name_after_sticking(model, bodies_[both.a].members.row, bodies_[both.b].members.row, lineage_);
  const Aggregates::Merged merged = bodies_.merge(both.a, both.b);
  records_.account[Channel::sticking] += merged.lost;
  return {Change::Kind::joined, merged.body, merged.first};
}

// A light sphere squeezed between two heavy bodies needs a number of impacts proportional to the mass ratio before it
// stops them. Therefore a pair with too many impacts moves as one body until the end of the step.
Change Outcomes::bind(std::uint32_t pair) {
  ++records_.counts.bound;
  const PairContext::Sides both = context_.sides(pair);
  const Vec3 position = bodies_[both.b].position, velocity = bodies_[both.b].velocity;
  const double mass = bodies_[both.b].mass;
  const Aggregates::Merged merged = groups_.bind(bodies_, both.a, both.b);
  records_.account[Channel::impact] += merged.lost;
  const RigidBody& whole = bodies_[merged.body];
  const Vec3 after = whole.velocity + whole.spin().cross(position - whole.position);
  records_.add_impulse(context_, context_.pairs.a[pair], context_.pairs.b[pair], mass * (after - velocity));
  return {Change::Kind::joined, merged.body, merged.first};
}

// The two spheres that meet leave their aggregates and collide as free spheres. => remainders of these aggregates
std::vector<std::size_t> Outcomes::break_off(const Model& model, std::uint32_t pair) {
  std::vector<std::size_t> remainders;
  for (const Index row : {context_.pairs.a[pair], context_.pairs.b[pair]}) {
    if (bodies_[bodies_.of_row(at(row))].is_free()) continue;
    ++records_.counts.fragments;
    remainders.push_back(bodies_.release(model, row));
  }
  return remainders;
}

}  // namespace rubble::hsdem
