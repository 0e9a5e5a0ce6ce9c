// Contacts at rest, which balance the kicks of gravity: docs/theory.md 13.6.
#include "base/error.hpp"
#include "hsdem/engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// True if the first pair precedes the second in the list: pairs of spheres come first, then spheres at each wall.
bool before(Index a1, Index b1, Index a2, Index b2) {
  if ((b1 < 0) != (b2 < 0)) return b2 < 0;
  if (b1 < 0 && b1 != b2) return b1 > b2;
  return a1 != a2 ? a1 < a2 : b1 < b2;
}

}  // namespace

// False without kicks and without uniform gravity that presses bodies to walls, because then no contact needs an
// impulse.
bool Engine::contacts_may_rest() const {
  const bool pressed = !external_.uniform.isZero() && !external_.planes.empty();
  return p_.gravity.method != "none" || external_.planet.mass > 0 || bonds_ || pressed;
}

// Finds the gaps at the start of a call of advance(), from the list of the previous step or, in the first step, from a
// new list.
void Engine::find_gaps(const Model& model, double time) {
  start_ = time;
  if (margin_.empty()) {
    find_common_motion(model);
    make_list(model, 0, p_.step.dt);
  } else if (pairs_.begin.empty()) {
    find_pairs(model);
  }
  gap_.resize(pairs_.size());
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) {
    const Sides both = sides(k);
    gap_[k] = both.a == both.b ? kNever : meeting(scene(), pairs_.a[k], pairs_.b[k]).gap;
  }
}

// Speed of approach below which bodies come to rest against each other [m s-1]. With perfectly elastic impacts no body
// comes to rest. A pair that was at rest may stay at rest up to the speed of kicks, for any `slow` and any coefficient
// of restitution. If the pair rotates, motion along straight lines opens its gap, and gravity closes it again in the
// next kicks.
double Engine::resting_speed(bool was_at_rest) const {
  const double slowly = p_.contact.restitution < 1 ? slow() : 0;
  return was_at_rest ? std::max(slowly, speed_of_kicks()) : slowly;
}

bool Engine::may_rest(std::uint32_t pair, const Meeting& now, double smaller, Half half, bool was_at_rest) const {
  const Index b = pairs_.b[pair];
  const double still = kResting * smaller / p_.step.dt;
  double rate = now.rate;
  if (b < 0) {
    const Plane& plane = external_.planes[at(-1 - b)];
    if (plane.moves()) return false;
    // After a drift, the next kick cancels the speed that uniform gravity gave in the second half of that drift.
    if (half == Half::second) rate -= 0.5 * p_.step.dt * external_.uniform.dot(plane.normal);
  } else if (p_.outcome.stick > 0) {
    return false;  // it sticks, or its impact is too fast for that
  }
  if (-rate > std::max(resting_speed(was_at_rest), still)) return false;
  return b < 0 || !p_.outcome.fragment || speed_over_escape(pair, now) <= *p_.outcome.fragment;
}

// On straight lines the gap is g + u t + c t^2. For two spheres at the distance D with the transverse relative speed w,
// c = w^2 / (2 D). At a wall, c is half the acceleration by uniform gravity. The gap must not fall below the rest gap
// within the step. A gap that differs from the rest gap by at most the tolerance of rest, or by rounding of the
// positions, is set to the rest gap.
Engine::Rate Engine::resting_rate(std::uint32_t pair, const Meeting& now, double smaller) const {
  const Index a = pairs_.a[pair], b = pairs_.b[pair];
  const double h = p_.step.dt, off = now.gap - kRestGap * smaller;
  const auto place = [&](Index i) { return movers_.place(at(i)).lpNorm<Eigen::Infinity>(); };
  const double still = kResting * smaller + kDigits * std::max(place(a), b < 0 ? 0 : place(b));
  const double apart = std::abs(off) < still ? 0 : off;  // excess over the rest gap [m]
  const double excess = std::max(0.0, apart);
  double curvature = 0;  // c [m s-2]
  if (b < 0) {
    curvature = 0.5 * external_.uniform.dot(external_.planes[at(-1 - b)].normal);
  } else {
    const Vec3 velocity = movers_.velocity(at(b)) - movers_.velocity(at(a));
    const double distance = now.gap + radius_[at(a)] + radius_[at(b)];
    curvature = (velocity - now.rate * now.normal).squaredNorm() / (2 * distance);
  }
  const double fastest = std::min(kResting * smaller / h, kRecovery * h * greatest_acceleration_);
  const double recovery = std::clamp(-apart / h, 0.0, fastest);
  const bool turns_back = curvature > 0 && excess < curvature * h * h;  // the gap has its minimum within the step
  return {recovery - (turns_back ? 2 * std::sqrt(curvature * excess) : excess / h + curvature * h), recovery};
}

// (mover, time h) Adds the mover to the problem, after a kick of length h, unless it is there. => its number
std::size_t Engine::resting_body(std::size_t m, double h) {
  if (m == kWall) return kNoBody;
  if (number_[m] >= 0) return at(number_[m]);
  const Mover& mover = movers_[m];
  RestingBody body;
  body.inverse_mass = 1 / mover.mass;
  body.velocity = mover.velocity + h / mover.mass * kick_[m].all.force;
  body.turns = !mover.is_free();
  if (body.turns) {
    body.inverse_inertia = mover.inverse_inertia();
    body.spin = body.inverse_inertia * (mover.momentum + h * kick_[m].all.torque);
  }
  number_[m] = static_cast<Index>(resting_body_.size());
  resting_body_.push_back(body);
  resting_mover_.push_back(m);
  return resting_body_.size() - 1;
}

// Finds contacts that may be at rest, with the impulses of the last kick as first guesses.
void Engine::find_resting(Half half) {
  const double h = p_.step.dt, share = half == Half::first ? 0.5 : 1;
  const std::vector<Resting> last = std::move(resting_);
  auto known = last.begin();
  resting_.clear();
  link_.clear();
  resting_body_.clear();
  resting_mover_.clear();
  rate_before_.clear();
  number_.assign(movers_.size(), -1);
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) {
    const Index a = pairs_.a[k], b = pairs_.b[k];
    const double smaller = smaller_radius(scene(), a, b);
    const Sides both = sides(k);
    while (known != last.end() && before(known->a, known->b, a, b)) ++known;
    const bool is_known = known != last.end() && known->a == a && known->b == b;
    if (gap_[k] > std::max(resting_speed(is_known) * h, 2 * kRestGap * smaller) || both.a == both.b) continue;
    const Meeting now = meeting(scene(), a, b);
    if (!may_rest(k, now, smaller, half, is_known)) continue;
    const Rate rate = resting_rate(k, now, smaller);
    RestingLink link;
    link.a = resting_body(both.a, share * h);
    link.b = resting_body(both.b, share * h);
    link.normal = now.normal;
    link.arm_a = side_a(k, now).arm;
    if (b >= 0) link.arm_b = side_b(k, now).arm;
    link.least = rate.least;
    link.recovery = rate.recovery;
    const double speed_b = both.b == kWall ? 0 : movers_[both.b].velocity.norm();
    link.tolerance = kResting * smaller / h + kDigits * std::max(movers_[both.a].velocity.norm(), speed_b);
    link.impulse = is_known ? share * known->impulse : 0;
    resting_.push_back({a, b, 0, is_known});
    link_.push_back(link);
    rate_before_.push_back(now.rate);
  }
}

// Finds the impulses of contacts at rest. Before a drift they must suffice for the whole drift. After a drift they
// belong to a whole kick, and each of its halves applies one half. The velocity between the halves is then the mean of
// the velocities before and after the kick, as without contacts. The work of gravity is therefore that of a leapfrog.
void Engine::solve_resting_contacts(Half half) {
  find_resting(half);
  const RestingReport report = solve_resting(resting_body_, link_, kMostWork);
  resting_sweeps += static_cast<std::int64_t>(report.sweeps);
  counts.resting_kicks += !link_.empty();
  counts.unconverged += !report.converged;
  const double share = half == Half::first ? 0.5 : 1;
  for (std::size_t k = 0; k < link_.size(); ++k) resting_[k].impulse = link_[k].impulse / share;
}

void Engine::push_resting() {
  for (std::size_t k = 0; k < link_.size(); ++k) {
    const RestingLink& link = link_[k];
    const Vec3 impulse = resting_[k].impulse / 2 * link.normal;
    const auto push = [&](std::size_t body, double sign, const Vec3& arm) {
      Mover& mover = movers_[resting_mover_[body]];
      mover.velocity += sign / mover.mass * impulse;
      if (!mover.is_free()) mover.momentum += sign * arm.cross(impulse);
    };
    push(link.a, -1, link.arm_a);
    if (link.b != kNoBody) push(link.b, 1, link.arm_b);
  }
  for (const std::size_t m : resting_mover_) movers_[m].settle();
  resting_contacts = 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < link_.size(); ++k) {
    const bool pressed = resting_[k].impulse > 0;
    if (pressed) account_for_resting(k, resting_[k].impulse / 2);
    resting_contacts += pressed;
    if (pressed || resting_[k].was_at_rest) resting_[kept++] = resting_[k];
  }
  resting_.resize(kept);
}

// Accounts for the impulse of a contact at rest. It takes exactly the energy -p (u before + u after) / 2 from the
// motion, where u before excludes the kick. Removing an overlap costs force times displacement.
void Engine::account_for_resting(std::size_t k, double size) {
  const auto& [a, b, whole, was_at_rest] = resting_[k];
  const RestingLink& link = link_[k];
  const Vec3 impulse = size * link.normal;
  const double opening = size * link.recovery;
  account[Channel::resting] += opening - 0.5 * size * (rate_before_[k] + meeting(scene(), a, b).rate);
  account[Channel::correction] -= opening;
  const Vec3 place = movers_[resting_mover_[link.a]].position + link.arm_a;
  const double sides = b < 0 ? 1 : 2;
  account.exchanged += sides * size;
  account.exchanged_angular += sides * size * place.norm();
  note_meeting(a, b, impulse);
  if (b >= 0) return account_for_image(a, b, impulse);
  account.impulse -= impulse;
  account.angular_impulse -= place.cross(impulse);
}

// Stores the first guesses, because the rounding of the impulses depends on them.
void Engine::archive_resting(Archive& archive) {
  std::vector<std::int64_t> rows;
  Reals impulse;
  for (const Resting& one : resting_) {
    rows.insert(rows.end(), {one.a, one.b});
    impulse.push_back(one.impulse);
  }
  archive.value("hsdem/resting_pairs", rows);
  archive.value("hsdem/resting_impulses", impulse);
  if (!archive.loads()) return;
  if (rows.size() != 2 * impulse.size())
    throw InputError("expected one impulse for each pair at rest, found another number of them");
  resting_.clear();
  for (std::size_t k = 0; k < impulse.size(); ++k)
    resting_.push_back({static_cast<Index>(rows[2 * k]), static_cast<Index>(rows[2 * k + 1]), impulse[k], true});
}

}  // namespace rubble::hsdem
