#include "hsdem/resting_contacts.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "hsdem/bounces.hpp"
#include "hsdem/outcomes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rubble::hsdem {
namespace {

// Gap of bodies at rest on each other, in radii of the smaller sphere. The approach that remains after the solver must
// not close this gap within a step.
constexpr double kRestGap = 2 * kTouching;
// Greatest speed at which a gap opens to the rest gap, in speeds that the greatest acceleration gives in a step.
constexpr double kRecovery = 0.1;
constexpr double kDigits = 8 * std::numeric_limits<double>::epsilon();
// Largest work for an island of contacts in a kick, in multiplications: 0.3 ms on a core of 2024. Most kicks of piles
// of up to 64 spheres converge. Impacts resolve the approaches that remain.
constexpr double kMostWork = 2e5;

// Fraction of a whole kick to which the impulses of the solver belong.
double share_of(Half half) { return half == Half::first ? 0.5 : 1; }

// True if the first pair precedes the second in the list: pairs of spheres come first, then spheres at each wall.
bool before(Index a1, Index b1, Index a2, Index b2) {
  if ((b1 < 0) != (b2 < 0)) return b2 < 0;
  if (b1 < 0 && b1 != b2) return b1 > b2;
  return a1 != a2 ? a1 < a2 : b1 < b2;
}

}  // namespace

RestingContacts::RestingContacts(const Parameters& p, const PairContext& context, Aggregates& bodies, Records& records)
    : p_(p), context_(context), bodies_(bodies), records_(records) {}

bool RestingContacts::may_occur() const {
  const External& external = context_.external;
  const bool pressed = !external.uniform.isZero(0) && !external.planes.empty();
  const bool bonds = std::holds_alternative<ElasticStrength>(p_.strength);
  return p_.gravity.method != gravity::Summation::none || !external.planets.empty() || bonds || pressed;
}

double RestingContacts::find_gaps() {
  const PairList& pairs = context_.pairs;
  gap_.resize(pairs.size());
  return greatest_of(pairs.size(), 0, [&](std::size_t k) {
    const PairContext::Sides both = context_.sides(static_cast<std::uint32_t>(k));
    gap_[k] = kNever;
    if (both.a == both.b) return 0.0;
    gap_[k] = pair_motion(context_, pairs.a[k], pairs.b[k]).gap;
    return -gap_[k] / smaller_radius(context_, pairs.a[k], pairs.b[k]);
  });
}

// Speed of approach below which bodies come to rest against each other [m s-1]. With perfectly elastic impacts no body
// comes to rest. A pair that was at rest may stay at rest up to the speed of kicks, for any `slow` and any coefficient
// of restitution. If the pair rotates, motion along straight lines opens its gap, and gravity closes it again in the
// next kicks.
double RestingContacts::resting_speed(std::uint32_t pair, bool was_at_rest) const {
  const bool elastic = !(p_.of(context_.pairs.a[pair], context_.pairs.b[pair]).normal < 1);
  const double slowly = !elastic ? slow_speed(p_.contact, context_) : 0;
  return was_at_rest ? std::max(slowly, speed_of_kicks(context_)) : slowly;
}

bool RestingContacts::may_rest(std::uint32_t pair, const PairMotion& now, double smaller, Half half,
                               bool was_at_rest) const {
  const Index b = context_.pairs.b[pair];
  const double still = kResting * smaller / context_.step;
  double rate = now.rate;
  if (b < 0) {
    const Plane& plane = context_.external.planes[at(-1 - b)];
    if (plane.moves()) return false;
    // After a drift, the next kick cancels the speed that uniform gravity gave in the second half of that drift.
    if (half == Half::second) rate -= 0.5 * context_.step * context_.external.uniform.dot(plane.normal);
  } else if (p_.outcome.stick > 0) {
    return false;  // it sticks, or its impact is too fast for that
  }
  if (-rate > std::max(resting_speed(pair, was_at_rest), still)) return false;
  return b < 0 || !p_.outcome.fragment || speed_over_escape(p_, context_, pair, now) <= *p_.outcome.fragment;
}

// The gap of a pair on straight lines is g + u t + c t^2. For two spheres at the distance D with the transverse
// relative speed w, c = w^2 / (2 D). At a wall, c is half the acceleration by uniform gravity. => c [m s-2]
double RestingContacts::curvature(std::uint32_t pair, const PairMotion& now) const {
  const Index a = context_.pairs.a[pair], b = context_.pairs.b[pair];
  if (b < 0) return 0.5 * context_.external.uniform.dot(context_.external.planes[at(-1 - b)].normal);
  const Vec3 velocity = bodies_.velocity(at(b)) - bodies_.velocity(at(a));
  const double distance = now.gap + context_.radius[at(a)] + context_.radius[at(b)];
  return (velocity - now.rate * now.normal).squaredNorm() / (2 * distance);
}

// The gap must not fall below the rest gap within the step. A gap that differs from the rest gap by at most the
// tolerance of rest, or by rounding of the positions, is set to the rest gap.
RestingContacts::Rate RestingContacts::rate_of(std::uint32_t pair, const PairMotion& now, double smaller) const {
  const Index a = context_.pairs.a[pair], b = context_.pairs.b[pair];
  const double h = context_.step, off = now.gap - kRestGap * smaller;
  const auto greatest_coordinate = [&](Index i) { return bodies_.position(at(i)).lpNorm<Eigen::Infinity>(); };
  const double still =
      kResting * smaller + kDigits * std::max(greatest_coordinate(a), b < 0 ? 0 : greatest_coordinate(b));
  const double apart = std::abs(off) < still ? 0 : off;  // excess over the rest gap [m]
  const double excess = std::max(0.0, apart);
  const double c = curvature(pair, now);
  const double fastest = std::min(kResting * smaller / h, kRecovery * h * context_.greatest_acceleration);
  const double recovery = std::clamp(-apart / h, 0.0, fastest);
  const bool turns_back = c > 0 && excess < c * h * h;  // the gap has its minimum within the step
  return {recovery - (turns_back ? 2 * std::sqrt(c * excess) : excess / h + c * h), recovery};
}

void RestingContacts::Problem::clear(std::size_t bodies) {
  link.clear();
  body.clear();
  of_body.clear();
  rate_before.clear();
  number.assign(bodies, -1);
}

// (body, kicks of all bodies, length of the kick [s]) Adds the body to the problem, after the kick, unless it is there.
// => its number
std::size_t RestingContacts::number_of(std::size_t m, const std::vector<Kick>& kicks, double h) {
  if (m == kWall) return kNoBody;
  if (problem_.number[m] >= 0) return at(problem_.number[m]);
  const RigidBody& body = bodies_[m];
  RestingBody kicked;
  kicked.inverse_mass = 1 / body.mass;
  kicked.velocity = body.velocity + h / body.mass * kicks[m].all.force;
  kicked.turns = !body.is_free();
  if (kicked.turns) {
    kicked.inverse_inertia = body.inverse_inertia();
    kicked.spin = kicked.inverse_inertia * (body.momentum + h * kicks[m].all.torque);
  }
  problem_.number[m] = static_cast<Index>(problem_.body.size());
  problem_.body.push_back(kicked);
  problem_.of_body.push_back(m);
  return problem_.body.size() - 1;
}

// (pair, its motion, smaller radius [m]) => its link, without the numbers of its bodies and without an impulse.
RestingLink RestingContacts::link_of(std::uint32_t pair, const PairMotion& now, double smaller) const {
  const PairContext::Sides both = context_.sides(pair);
  const Rate rate = rate_of(pair, now, smaller);
  RestingLink link;
  link.normal = now.normal;
  link.arm_a = side_a(context_, pair, now).arm;
  if (both.b != kWall) link.arm_b = side_b(context_, pair, now).arm;
  link.least = rate.least;
  link.recovery = rate.recovery;
  const double speed_b = both.b == kWall ? 0 : bodies_[both.b].velocity.norm();
  const double fastest = std::max(bodies_[both.a].velocity.norm(), speed_b);
  link.tolerance = kResting * smaller / context_.step + kDigits * fastest;
  return link;
}

// Finds contacts that may be at rest, with the impulses of the last kick as first guesses.
void RestingContacts::find_contacts(Half half, const std::vector<Kick>& kicks) {
  const double h = context_.step, share = share_of(half);
  const std::vector<Contact> last = std::move(contact_);
  auto known = last.begin();
  contact_.clear();
  problem_.clear(bodies_.size());
  for (std::uint32_t k = 0; k < context_.pairs.size(); ++k) {
    const Index a = context_.pairs.a[k], b = context_.pairs.b[k];
    const double smaller = smaller_radius(context_, a, b);
    const PairContext::Sides both = context_.sides(k);
    while (known != last.end() && before(known->a, known->b, a, b)) ++known;
    const bool is_known = known != last.end() && known->a == a && known->b == b;
    if (gap_[k] > std::max(resting_speed(k, is_known) * h, 2 * kRestGap * smaller) || both.a == both.b) continue;
    const PairMotion now = pair_motion(context_, a, b);
    if (!may_rest(k, now, smaller, half, is_known)) continue;
    RestingLink link = link_of(k, now, smaller);
    link.a = number_of(both.a, kicks, share * h);
    link.b = number_of(both.b, kicks, share * h);
    link.impulse = is_known ? share * known->impulse : 0;
    contact_.push_back({a, b, 0, is_known});
    problem_.link.push_back(link);
    problem_.rate_before.push_back(now.rate);
  }
}

void RestingContacts::solve(Half half, const std::vector<Kick>& kicks) {
  find_contacts(half, kicks);
  const RestingReport report = solve_resting(problem_.body, problem_.link, kMostWork);
  records_.work.resting_sweeps += static_cast<std::int64_t>(report.sweeps);
  records_.counts.resting.kicks += !problem_.link.empty();
  records_.counts.resting.unconverged += !report.converged;
  for (std::size_t k = 0; k < contact_.size(); ++k) contact_[k].impulse = problem_.link[k].impulse / share_of(half);
}

void RestingContacts::push() {
  for (std::size_t k = 0; k < contact_.size(); ++k)
    push_sides(problem_.link[k], contact_[k].impulse / 2 * problem_.link[k].normal);
  for (const std::size_t m : problem_.of_body) bodies_[m].settle();
  records_.resting_contacts = 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const bool pressed = contact_[k].impulse > 0;
    if (pressed) account_for(k, contact_[k].impulse / 2);
    records_.resting_contacts += pressed;
    if (pressed || contact_[k].was_at_rest) contact_[kept++] = contact_[k];
  }
  contact_.resize(kept);
}

// (link, impulse on its body b [N s]).
void RestingContacts::push_sides(const RestingLink& link, const Vec3& impulse) {
  const auto push = [&](std::size_t number, double sign, const Vec3& arm) {
    RigidBody& body = bodies_[problem_.of_body[number]];
    body.velocity += sign / body.mass * impulse;
    if (!body.is_free()) body.momentum += sign * arm.cross(impulse);
  };
  push(link.a, -1, link.arm_a);
  if (link.b != kNoBody) push(link.b, 1, link.arm_b);
}

// (contact, size of its impulse [N s]) Accounts for the impulse. It takes exactly the energy -p (u before + u after) /
// 2 from the motion, where u before excludes the kick. Removing an overlap costs force times displacement.
void RestingContacts::account_for(std::size_t k, double size) {
  const Index a = contact_[k].a, b = contact_[k].b;
  const RestingLink& link = problem_.link[k];
  Account& account = records_.account;
  const Vec3 impulse = size * link.normal;
  const double opening = size * link.recovery;
  account[Channel::resting] += opening - 0.5 * size * (problem_.rate_before[k] + pair_motion(context_, a, b).rate);
  account[Channel::correction] -= opening;
  const Vec3 point = bodies_[problem_.of_body[link.a]].position + link.arm_a;
  const double sides = b < 0 ? 1 : 2;
  account.exchanged += sides * size;
  account.exchanged_angular += sides * size * point.norm();
  records_.add_impulse(context_, a, b, impulse);
  if (b >= 0) return account_for_image(context_, a, b, impulse, account);
  account.impulse -= impulse;
  account.angular_impulse -= point.cross(impulse);
}

// Stores the first guesses, because the rounding of the impulses depends on them.
void RestingContacts::archive(Archive& archive) {
  std::vector<std::int64_t> sides;
  Reals impulse;
  for (const Contact& one : contact_) {
    sides.insert(sides.end(), {one.a, one.b});
    impulse.push_back(one.impulse);
  }
  archive.value("hsdem/resting_pairs", sides);
  archive.value("hsdem/resting_impulses", impulse);
  if (!archive.loads()) return;
  if (sides.size() != 2 * impulse.size())
    throw InputError("expected one impulse for each pair at rest, found another number of them");
  contact_.clear();
  for (std::size_t k = 0; k < impulse.size(); ++k)
    contact_.push_back({static_cast<Index>(sides[2 * k]), static_cast<Index>(sides[2 * k + 1]), impulse[k], true});
}

}  // namespace rubble::hsdem
