// Parts of a step: see engine.hpp.
#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/sound.hpp"
#include "detect/list_margin.hpp"
#include "detect/passing.hpp"
#include "ssdem/engine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::ssdem {
namespace {

// True if forces have no memory and are discontinuous from step to step.
bool jumps(const Parameters& p) {
  return std::holds_alternative<laws::KineticSliding>(p.sliding) ||
         std::holds_alternative<laws::TorqueCouple>(p.couple);
}

}  // namespace

// --- neighbour list
// ---------------------------------------------------------------------------------------------------

void Engine::build_list(double time, const detect::Keys& keep) {
  const Clock clock(seconds.search);
  const std::size_t n = order_.size();
  parallel_for(n, [&](std::size_t k) { position_[k] = vec(spheres_.state[k].position); });
  require_finite_places(time);
  skin_ = p_.step.skin.value_or(detect::list_margin(fastest_ * step_clock.dt(), mean_diameter_));
  const std::vector<Index>* grains = grains_.empty() ? nullptr : &grains_.of_places();
  contacts_.build({radius_, position_, external_.planes, external_.period, time, grains, true}, skin_, keep);
  spheres_.crossing.assign(contacts_.list().crossing, Load{});
  moved_.assign(contacts_.chunks().size(), {});

  Vec3 mean = Vec3::Zero();
  if (external_.planes.empty())
    mean =
        blocked_sum(n, mean, [&](std::size_t k) { return vec(spheres_.state[k].velocity); }) / static_cast<double>(n);
  frame_ = xyzw(mean, 0);
  travel_ = 0;
  ++list_builds;
}

// SanityError if a position is not finite: no list can then be built.
void Engine::require_finite_places(double time) const {
  const auto lost = std::find_if(position_.begin(), position_.end(), [](const Vec3& x) { return !is_place(x); });
  if (lost == position_.end()) return;
  const Index body = order_[static_cast<std::size_t>(lost - position_.begin())];
  throw SanityError(fmt::format("body {} has no finite position at t = {} s", body, time));
}

// SanityError if a force or position is not finite: the sums of magnitudes are then not finite either.
void Engine::require_finite(const MotionSums& sums, double time) const {
  if (std::isfinite(sums.exchanged + sums.exchanged_angular)) return;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const SphereState& sphere = spheres_.state[k];
    const double size = vec(sphere.velocity).squaredNorm() + vec(sphere.spin).squaredNorm();
    if (!is_place(vec(sphere.position)) || !std::isfinite(size))
      throw SanityError(fmt::format("body {} has no finite position, velocity or spin at t = {} s", order_[k], time));
  }
  throw SanityError(fmt::format("forces have no finite sum at t = {} s", time));
}

// --- self-gravity
// -----------------------------------------------------------------------------------------------------

// Evaluates self-gravity if it is due; otherwise it is extrapolated from the last two evaluations.
void Engine::update_gravity(std::int64_t step) {
  const Clock clock(seconds.gravity);
  const bool due = self_gravity_.is_due(step);
  const std::size_t n = order_.size();
  if (due) parallel_for(n, [&](std::size_t k) { position_[k] = vec(spheres_.state[k].position); });
  account.held += self_gravity_.update(
      step, step_clock.dt(), mass_, position_,
      [&](Vec3s& acceleration) { return grains_.leave_out_own(mass_, position_, p_.gravity.constant, acceleration); },
      [&](const Vec3s& missed) {
        return blocked_sum(n, 0.0,
                           [&](std::size_t k) { return mass_[k] * missed[k].dot(vec(spheres_.state[k].velocity)); });
      });
  if (due) spread_gravity();
}

// Copies held gravity to the arrays that the motion of bodies reads.
void Engine::spread_gravity() {
  const gravity::Held& held = self_gravity_.held();
  parallel_for(held.value.size(), [&](std::size_t k) {
    gravity_[k] = xyzw(held.value[k], 0);
    gravity_slope_[k] = xyzw(held.slope[k], 0);
  });
}

// --- motion
// -----------------------------------------------------------------------------------------------------------

MotionContext Engine::motion_context(double kick) const {
  return {.dt = step_clock.dt(),
          .kick = kick,
          .field = field_,
          .runge_kutta = p_.step.rotation == "runge-kutta",
          .jumping = jumps(p_),
          .frame = frame_,
          .attracting = self_gravity_.attracts(),
          .gravity = &gravity_,
          .gravity_slope = &gravity_slope_,
          .since = self_gravity_.since(),
          .mass = &mass_};
}

// finish: the second kick (of length `kick` [s]) of the step whose forces were just found. open: the first kick and the
// drift of the next. Free spheres first, then the chunk's grains.
template <bool finish, bool open>
MotionSums Engine::move_chunk(std::size_t c, double kick) {
  MotionSums sums;
  const MotionContext context = motion_context(kick);
  const Chunk& chunk = contacts_.chunks()[c];
  motion_.move<finish, open>(chunk, context, spheres_, grains_, sums);
  if (grains_.empty()) return sums;
  const Clock clock(sums.seconds);
  grains_.move<finish, open>(c, chunk.load, context, spheres_, sums);
  return sums;
}

// Moves the grains that two chunks share. They are few, so one thread moves them.
template <bool finish, bool open>
void Engine::move_shared_grains(double kick) {
  if (grains_.empty()) return;
  MotionSums sums;
  {
    const Clock clock(sums.seconds);
    grains_.move_shared<finish, open>(motion_context(kick), spheres_, sums);
  }
  moved_.resize(contacts_.chunks().size() + 1);
  moved_.back() = sums;
  for (const MotionSums& m : moved_) seconds.grains += m.seconds / threads();
}

MotionSums Engine::moved() const {
  MotionSums sums;
  for (const MotionSums& m : moved_) sums.add(m);
  return sums;
}

// First kick and drift of a step whose forces are known.
void Engine::begin_step() {
  for_chunks(contacts_.chunks().size(), [&](std::size_t c) { moved_[c] = move_chunk<false, true>(c, 0); });
  move_shared_grains<false, true>(0);
  open_accounts(moved());
}

// --- forces and accounts
// ----------------------------------------------------------------------------------------------

// Evaluates the forces at the state's time. `before` and `after` are the halves of the step around this time, by which
// the springs advance. The function then completes the step with a kick of length `kick` and, if goes_on, begins the
// next one.
template <bool goes_on>
void Engine::evaluate(const State& state, double before, double after, double kick) {
  update_gravity(state.step);
  field_ = external_.field_at(p_.gravity.constant, state.time);
  const std::vector<Wall> walls = walls_at(external_, state.time);
  {
    const Clock clock(seconds.contacts);
    sweep({p_, contacts_.list(), walls, external_.period, before, after, step_clock.dt()}, spheres_, contacts_.chunks(),
          [&](std::size_t c) { moved_[c] = move_chunk<true, goes_on>(c, kick); });
  }
  move_shared_grains<true, goes_on>(kick);
  settle_contacts(state);
  const MotionSums sums = moved();
  settle_accounts(sums, kick);
  require_finite(sums, state.time);
  if constexpr (goes_on) open_accounts(sums);
}
template void Engine::evaluate<true>(const State&, double, double, double);
template void Engine::evaluate<false>(const State&, double, double, double);

// Adds the sums of the sweep to the accounts.
void Engine::settle_contacts(const State& state) {
  SweepTotals totals;
  for (const Chunk& chunk : contacts_.chunks()) totals.add(chunk.totals);
  power = totals.power;
  account.add(totals.heat, 1);
  stored = totals.stored;
  worst_overlap = std::max(worst_overlap, totals.worst_overlap);
  touching = totals.touching;
  if (!p_.contacts && touching > 0) require_apart(state);
}

// Accounts for the kick that ended the step, using the sums over the moving bodies.
void Engine::settle_accounts(const MotionSums& sums, double kick) {
  power.impulse += sums.impulse;
  power.angular_impulse += sums.angular_impulse;
  power.gravity_torque = sums.gravity_torque;
  power.exchanged = sums.exchanged + held().within.force;
  power.exchanged_angular = sums.exchanged_angular + held().within.torque;
  if (external_.planet.pass) {
    power.driven += sums.driven;
    driven_rate = sums.driven_rate;
  }
  // Forces without memory are discontinuous from step to step, and so are velocity changes. Their heat is computed with
  // the final velocities, not with the predicted ones; the whole difference is booked in one channel. Forces of springs
  // need no such correction: their difference is of second order.
  const bool slides = std::holds_alternative<laws::KineticSliding>(p_.sliding);
  power[slides ? Channel::sliding : Channel::rolling] -= sums.missed;
  account.add(power, kick);
  account.driven -= 0.5 * kick * kick * driven_rate;
  made.look(account, stored);
}

// Accounts for the kick that began the next step, and updates the bound of displacements since the list was built.
void Engine::open_accounts(const MotionSums& sums) {
  account.add(power, 0.5 * step_clock.dt());
  account.driven += 0.125 * step_clock.dt() * step_clock.dt() * driven_rate;
  fastest_ = std::sqrt(sums.fastest2);
  travel_ += step_clock.dt() * fastest_;
}

// SanityError for bodies that pass through each other in the step that ends at this time (docs/theory.md 3.9). Paths
// are relative to the frame of the neighbour list; the paths of members of grains are straight to first order.
void Engine::require_no_passing(double time) {
  const std::size_t n = order_.size();
  parallel_for(n, [&](std::size_t k) { position_[k] = vec(spheres_.state[k].position); });
  require_finite_places(time);
  Vec3s position(n), way(n);
  Reals radius(n);
  std::vector<Index> grain(grains_.empty() ? 0 : n);
  parallel_for(n, [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    const bool free = grains_.empty() || !grains_.glued(k);
    position[i] = position_[k];
    way[i] = step_clock.dt() * ((free ? motion_.drift(k) : vec(spheres_.state[k].velocity)) - vec(frame_));
    radius[i] = radius_[k];
    if (!grain.empty()) grain[i] = grains_.of_places()[k];
  });
  const detect::Stride stride{radius,          position,         way,
                              step_clock.dt(), external_.period, grain.empty() ? nullptr : &grain};
  if (const auto found = detect::find_passing(stride, p_.limits.overlap))
    throw SanityError(detect::text_of(*found, step_clock.dt(), time));
}

// SanityError if bodies touch although the run has no contact laws; InputError if they touched from the start.
void Engine::require_apart(const State& state) const {
  const ContactKey first = contacts_.touching_keys().front();
  const Index a = order_[static_cast<std::size_t>(first.a)];
  std::string who;
  if (first.on_wall()) {
    who = fmt::format("body {} and plane {}", a, first.wall());
  } else {
    const Index b = order_[static_cast<std::size_t>(first.b)];
    who = fmt::format("bodies {} and {}", std::min(a, b), std::max(a, b));
  }
  const std::string what = fmt::format("{} touch at t = {} s, but the table [contact] is missing", who, state.time);
  if (step_clock.at_start(state)) throw InputError(what);
  throw SanityError(fmt::format("{} (step {})", what, state.step));
}

}  // namespace rubble::ssdem
