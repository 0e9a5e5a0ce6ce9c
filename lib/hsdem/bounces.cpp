#include "hsdem/bounces.hpp"

#include <algorithm>

namespace rubble::hsdem {
namespace {

// Speed at which a sphere at rest on a wall separates from it / speed that gravity gives in a step. The hop then takes
// 2 * 0.05 of a step, so that the sphere meets the wall at most ten times in a step.
constexpr double kLift = 0.05;

// (context, sphere, vector from its centre to the point of the impact [m]) => its body.
Side side_of(const PairContext& context, Index row, const Vec3& to_point) {
  const RigidBody& body = context.bodies[context.bodies.of_row(at(row))];
  const Vec3 point = context.bodies.position(at(row)) + to_point;
  return {1 / body.mass, body.inverse_inertia(), point - body.position, body.velocity, body.spin()};
}

}  // namespace

// In a kick, two bodies at the greatest acceleration gain a relative speed of twice this acceleration times h. Half as
// much again allows for their previous approach.
double speed_of_kicks(const PairContext& context) { return 3 * context.step * context.greatest_acceleration; }

double slow_speed(const ContactLaw& law, const PairContext& context) {
  return law.slow.value_or(speed_of_kicks(context));
}

Side side_a(const PairContext& context, std::uint32_t pair, const PairMotion& motion) {
  const Index a = context.pairs.a[pair];
  return side_of(context, a, (context.radius[at(a)] + motion.gap / 2) * motion.normal);
}

Side side_b(const PairContext& context, std::uint32_t pair, const PairMotion& motion) {
  const Index b = context.pairs.b[pair];
  if (b >= 0) {
    Side side = side_of(context, b, -(context.radius[at(b)] + motion.gap / 2) * motion.normal);
    if (context.external.hill.turns()) side.velocity += image_of(context, context.pairs.a[pair], b).velocity;
    return side;
  }
  const double time = context.start + context.bodies[context.sides(pair).a].time;
  Side wall;
  wall.velocity = context.external.planes[at(-1 - b)].velocity_at(time);
  return wall;
}

Bounces::Bounces(const Parameters& p, const PairContext& context, Aggregates& bodies, Records& records)
    : p_(p), context_(context), bodies_(bodies), records_(records) {}

// Restitution of plastic impacts: overlapping bodies separate within a step, but no faster than they met.
double Bounces::plastic_restitution(const PairMotion& motion) const {
  return std::min(1.0, std::max(0.0, -motion.gap) / (context_.step * -motion.rate));
}

// Restitution that gives a sphere on a wall, pressed by uniform gravity, the least speed of separation; 0 elsewhere. A
// sphere at rest would otherwise hit the wall infinitely often in a finite time.
double Bounces::least_restitution(std::uint32_t pair, const PairMotion& motion) const {
  if (context_.sides(pair).b != kWall) return 0;
  const double pull = context_.external.uniform.dot(motion.normal);
  return kLift * context_.step * std::max(0.0, pull) / -motion.rate;
}

Bounces::Restitution Bounces::restitution_of(std::uint32_t pair, const PairMotion& motion, double of_law,
                                             bool plastic) const {
  const bool elastic = !plastic && -motion.rate < slow_speed(p_.contact, context_);
  const double least = least_restitution(pair, motion);
  const double value = plastic ? plastic_restitution(motion) : elastic ? 1 : of_law;
  return {std::max(value, least), elastic, value < least};
}

void Bounces::bounce(std::uint32_t pair, const PairMotion& motion, bool plastic) {
  const PairContext::Sides both = context_.sides(pair);
  const ImpactLaw given = p_.of(context_.pairs.a[pair], context_.pairs.b[pair]);
  const auto [restitution, elastic, lifted] = restitution_of(pair, motion, given.normal, plastic);
  Account& account = records_.account;
  records_.counts.impacts.elastic += elastic;
  records_.counts.impacts.plastic += plastic;
  records_.counts.impacts.lifted += lifted;
  const bool smooth = elastic || lifted || given.sliding == 1;
  if (smooth && both.b != kWall && bodies_[both.a].is_free() && bodies_[both.b].is_free())
    return bounce_centrally(pair, motion, restitution);
  const Side a = side_a(context_, pair, motion), b = side_b(context_, pair, motion);
  const ImpactLaw law{restitution, smooth ? 1 : given.sliding, given.friction};
  const ImpactImpulse found = impact(a, b, motion.normal, law);
  records_.counts.impacts.smooth += found.smooth;
  account[lifted ? Channel::correction : Channel::impact] += found.normal_loss;
  account[Channel::friction] += found.sliding_loss;
  push(both.a, a, -found.impulse);
  records_.add_impulse(context_, context_.pairs.a[pair], context_.pairs.b[pair], found.impulse);
  if (both.b != kWall) {
    push(both.b, b, found.impulse);
    return account_for_image(context_, context_.pairs.a[pair], context_.pairs.b[pair], found.impulse, account);
  }
  account.walls -= found.impulse.dot(b.velocity);
  account.impulse -= found.impulse;
  account.angular_impulse -= (bodies_[both.a].position + a.arm).cross(found.impulse);
}

// Impact of smooth spheres, which needs no matrices.
void Bounces::bounce_centrally(std::uint32_t pair, const PairMotion& motion, double restitution) {
  const PairContext::Sides both = context_.sides(pair);
  RigidBody &a = bodies_[both.a], &b = bodies_[both.b];
  const CentralImpact found = central_impact(1 / a.mass, 1 / b.mass, -motion.rate, restitution);
  const Vec3 impulse = found.impulse * motion.normal;
  records_.account[Channel::impact] += found.loss;
  a.velocity -= impulse / a.mass;
  b.velocity += impulse / b.mass;
  a.velocity_jumps += found.impulse / a.mass;
  b.velocity_jumps += found.impulse / b.mass;
  account_for_exchange(impulse, a.position, records_.account);
  account_for_exchange(impulse, b.position, records_.account);
  account_for_image(context_, context_.pairs.a[pair], context_.pairs.b[pair], impulse, records_.account);
  records_.add_impulse(context_, context_.pairs.a[pair], context_.pairs.b[pair], impulse);
}

// (body, its side of the impact, impulse on it [N s]).
void Bounces::push(std::size_t m, const Side& side, const Vec3& impulse) {
  RigidBody& body = bodies_[m];
  const Vec3 before = body.velocity;
  body.velocity += side.inverse_mass * impulse;
  body.momentum += side.arm.cross(impulse);
  body.settle();
  const double turned = (body.spin() - side.spin).norm() * body.members.reach;
  body.velocity_jumps += (body.velocity - before).norm() + turned;
  account_for_exchange(impulse, body.position, records_.account);
}

}  // namespace rubble::hsdem
