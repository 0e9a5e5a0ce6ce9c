#include "hsdem/engine.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/parallel.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace rubble::hsdem {
namespace {

constexpr std::size_t kMostMet = 100000;  // largest number of impacts in a step that are stored individually
// Speed at which a sphere at rest on a wall separates from it / speed that gravity gives in a step. The hop then takes
// 2 * 0.05 of a step, so that the sphere meets the wall at most ten times in a step.
constexpr double kLift = 0.05;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// One contact of a touching pair.
struct Touch {
  ContactKey key;
  Vec3 force;     // on a [N]
  double energy;  // [J]
  double bond;    // 1 for an elastic bond, else 0
};

// Stresses of the bonds of an aggregate, and the spheres whose bonds exceed its strength.
struct Overload {
  std::vector<Stress> stress;
  std::vector<Index> rows;
};

// Adds an impulse [N s] on a body at a position [m] to the sums of absolute values of everything that was exchanged.
void exchange(Account& account, const Vec3& impulse, const Vec3& place) {
  account.exchanged += impulse.norm();
  account.exchanged_angular += impulse.norm() * place.norm();
}

}  // namespace

Engine::Engine(const Parameters& p, const Pile& pile, const External& external)
    : step_clock(pile.state, p.step.dt),
      p_(p),
      external_(external),
      radius_(pile.model.radius),
      least_radius_(*std::min_element(radius_.begin(), radius_.end())),
      movers_(pile.model, pile.state),
      solver_(p.gravity) {
  require_walls_suited(external);
  if (!external.period.isZero() && (p_.outcome.stick > 0 || p_.outcome.fragment))
    throw InputError("periodic boxes do not support sticking or fragmentation: remove [outcome] or [periodic]");
  if (const auto* elastic = std::get_if<ElasticStrength>(&p_.strength))
    bonds_.emplace(*elastic, pile.model, pile.state.position, external.period, pile.contacts);
}

void Engine::advance(Pile& pile, const External& external, double until) {
  const auto goes_on = [&] { return !step_clock.reached(pile.state, until); };
  if (!goes_on()) return;
  external_ = external;
  lineage_ = lineage_of(pile.model);
  movers_.load(pile.model, pile.state);
  place_ = pile.state.position;
  find_gravity(pile.model, pile.state.time);
  if (contacts_may_rest()) find_gaps(pile.model, pile.state.time);
  while (goes_on() && !interrupt::requested()) {
    step(pile);
    step_clock.tick(pile.state);
  }
  if (bonds_ && bonds_->liberated() > 0)
    pile.model.liberated.assign(bonds_->is_liberated().begin(), bonds_->is_liberated().end());
}

void Engine::step(Pile& pile) {
  const double h = p_.step.dt;
  start_ = pile.state.time;
  met_.clear();
  most_met_ = kMostMet;
  fail(pile.model);
  const double before = kick(pile.model, Half::first);
  if (step_clock.at_start(pile.state)) first_half_heat = before;
  drift(pile, h);
  take_places(pile.state.time);
  find_gravity(pile.model, step_clock.time_of(pile.state.step + 1));
  audit(kick(pile.model, Half::second));
  if (movers_.take_regrouped()) {
    movers_.place_spheres(pile.state);
    movers_.turn_grains(pile.model, pile.state);
    regroup(pile, movers_.groups_kept());  // an aggregate that broke and stuck again counts as a new one
    regroup(pile, movers_.groups());
    pile.model.lineage = lineage_;
    movers_ = Movers(pile.model, pile.state);
    touching_.clear();
  } else {
    movers_.place_rows(pile.model, pile.state);
  }
  parallel_for(movers_.size(), [&](std::size_t m) { movers_[m].begin_step(); });
}

// Audits the heat of contacts at rest. A contact takes energy in one half of a kick and returns it in the other half,
// so only whole kicks are audited: docs/theory.md 13.6. The half kick at the end of the step is the first half of a
// kick that the next step completes. (heat of that half kick [J])
void Engine::audit(double half_heat) {
  Account whole = account;
  whole[Channel::resting] -= first_half_heat + half_heat;
  made.look(whole);
}

void Engine::take_places(double time) {
  parallel_for(place_.size(), [&](std::size_t i) { place_[i] = movers_.place(i); });
  const auto bad =
      blocked_sum(movers_.size(), std::size_t{0}, [&](std::size_t m) { return std::size_t{!movers_[m].is_sound()}; });
  if (bad == 0) return;
  for (std::size_t i = 0; i < place_.size(); ++i)
    if (!movers_[movers_.of_row(i)].is_sound())
      throw SanityError(
          fmt::format("body {} has no finite position, velocity, spin or orientation at t = {} s", i, time));
}

// Rigid failure: spheres whose bonds exceed the strength leave their aggregates with their present motion.
// docs/theory.md 13.4.
void Engine::fail(const Model& model) {
  failed_.clear();
  const auto* rigid = std::get_if<RigidStrength>(&p_.strength);
  if (!rigid) return;
  Vec3s gravity(model.size());
  parallel_for(model.size(), [&](std::size_t i) { gravity[i] = self_[i] + outer_[i]; });
  const std::size_t movers = movers_.size();  // new movers are tested in the next step
  std::vector<std::unique_ptr<Overload>> overloads(movers);
  parallel_for(movers, [&](std::size_t m) {
    if (movers_[m].row.size() < 2) return;
    std::vector<Stress> stress = bond_stresses(model, movers_[m], gravity);
    std::vector<Index> rows = overloaded(model, movers_[m], stress, *rigid);
    if (!rows.empty()) overloads[m] = std::make_unique<Overload>(std::move(stress), std::move(rows));
  });
  for (std::size_t m = 0; m < movers; ++m) {
    if (!overloads[m]) continue;
    const auto& [stress, rows] = *overloads[m];
    const Leaving leaving = p_.outcome.stick > 0 ? leaving_of(model, m, rows, stress, gravity) : Leaving{rows, {}};
    counts.failed += static_cast<std::int64_t>(leaving.rows.size());
    counts.supported += static_cast<std::int64_t>(rows.size() - leaving.rows.size());
    if (!leaving.rows.empty()) part(model, m, leaving);
  }
}

// A sphere that presses on its aggregate and would stick to it again at once does not leave. Removing and adding it
// would round its position and velocity in each step. The motion of the remainder depends on the members that stay. The
// test is therefore repeated with each new remainder until it keeps no more members. Members that stay are not tested
// again.
Engine::Leaving Engine::leaving_of(const Model& model, std::size_t m, std::vector<Index> rows,
                                   const std::vector<Stress>& stress, const Vec3s& gravity) {
  const Mover& mover = movers_[m];
  auto touching = touching_.find(m);
  if (touching == touching_.end()) touching = touching_.emplace(m, touching_members(model, mover)).first;
  while (true) {
    const std::optional<Mover> rest = movers_.remainder(model, m, rows);
    const std::vector<Stress> left = rest ? bond_stresses(model, *rest, gravity) : std::vector<Stress>{};
    const Vec3s released = released_accelerations(mover, stress, rest, left);
    std::vector<Index> unheld = unsupported(mover, touching->second, rows, released);
    if (unheld.empty() || unheld.size() == rows.size()) return {std::move(unheld), released};
    rows = std::move(unheld);
  }
}

void Engine::part(const Model& model, std::size_t m, const Leaving& leaving) {
  failed_.resize(model.size());
  for (std::size_t k = 0; k < leaving.released.size(); ++k)
    failed_[at(movers_[m].row[k])] = {static_cast<Index>(m), leaving.released[k]};
  parted_ = true;
  movers_.detach(model, m, leaving.rows);
}

bool Engine::left_one_aggregate(std::uint32_t pair) const {
  if (failed_.empty()) return false;
  const Failed &a = failed_[at(pairs_.a[pair])], &b = failed_[at(pairs_.b[pair])];
  return a.aggregate >= 0 && a.aggregate == b.aggregate;
}

// True if two spheres whose aggregate failed at the start of the step separate now that their bonds are gone. Kicks
// make them approach at first. Their acceleration away from each other takes effect only within the drift.
// docs/theory.md 13.4.
bool Engine::pulled_apart(std::uint32_t pair, const Meeting& meeting) const {
  if (!left_one_aggregate(pair)) return false;
  const Vec3 &a = failed_[at(pairs_.a[pair])].acceleration, &b = failed_[at(pairs_.b[pair])].acceleration;
  return are_pulled_apart(meeting.normal, a, b);
}

// Computes accelerations due to the other spheres, the planet and the bonds. Uniform gravity acts during the drift.
void Engine::find_gravity(const Model& model, double time) {
  const Clock clock(seconds.gravity);
  solver_.evaluate(model.mass, place_, static_cast<unsigned>(gravity::Want::acceleration), pull_);
  const FieldAt field = external_.field_at(p_.gravity.constant, time);
  self_ = pull_.acceleration;
  self_.resize(model.size(), Vec3::Zero());
  outer_.resize(model.size());
  parallel_for(model.size(), [&](std::size_t i) {
    const Vec3 frame = field.uniform - external_.uniform;  // acceleration of a falling frame
    outer_[i] = frame + field.pull(place_[i]);
  });
  find_bonds(model);
  find_greatest_acceleration(model);
}

// A field that accelerates all bodies equally does not press them together. It counts only where walls hold bodies.
void Engine::find_greatest_acceleration(const Model& model) {
  const auto acceleration = [&](std::size_t i) {
    Vec3 all = self_[i] + outer_[i] + external_.uniform;
    if (bonds_) all += pull_of_bonds_[i] / model.mass[i];
    return all;
  };
  Vec3 common = Vec3::Zero();
  if (external_.planes.empty() && model.size() > 0) {
    const auto pull = [&](std::size_t i) -> Vec3 { return model.mass[i] * acceleration(i); };
    const auto mass = [&](std::size_t i) { return model.mass[i]; };
    common = blocked_sum(model.size(), Vec3(Vec3::Zero()), pull) / blocked_sum(model.size(), 0.0, mass);
  }
  greatest_acceleration_ =
      greatest_of(model.size(), 0, [&](std::size_t i) { return (acceleration(i) - common).norm(); });
}

// Updates the bonds. The elastic energy of bonds that break becomes heat.
void Engine::find_bonds(const Model& model) {
  if (!bonds_) return;
  account[Channel::fracture] += bonds_->update(model, place_);
  counts.broken = bonds_->broken();
  counts.liberated = bonds_->liberated();
  pull_of_bonds_.assign(model.size(), Vec3::Zero());
  for (const Bonds::Bond& bond : bonds_->bonds()) {
    pull_of_bonds_[at(bond.a)] += bond.force * bond.normal;
    pull_of_bonds_[at(bond.b)] -= bond.force * bond.normal;
  }
}

// Kick of a mover at its present position. Only a field that changes with time needs an account of its work.
Engine::Kick Engine::kick_of(const Model& model, const Mover& mover) const {
  Kick kick;
  for (std::size_t k = 0; k < mover.row.size(); ++k) {
    const std::size_t i = at(mover.row[k]);
    const Vec3 own = model.mass[i] * self_[i], outer = model.mass[i] * outer_[i], arm = mover.arm(k);
    kick.all.force += own + outer;
    kick.all.torque += arm.cross(own + outer);
    kick.field.force += outer;
    kick.field.torque += arm.cross(outer);
    if (bonds_) {
      kick.all.force += pull_of_bonds_[i];
      kick.all.torque += arm.cross(pull_of_bonds_[i]);
    }
  }
  return kick;
}

// Applies half a step of gravity and bonds, and the impulses of contacts at rest that resist it. => heat of these
// contacts [J]
double Engine::kick(const Model& model, Half half) {
  const double h = p_.step.dt / 2, heat = account[Channel::resting];
  account_for_kick(model, h);
  kick_.resize(movers_.size());
  parallel_for(movers_.size(), [&](std::size_t m) { kick_[m] = kick_of(model, movers_[m]); });
  if (contacts_may_rest()) solve_resting_contacts(half);
  Reals work(movers_.size());  // work of time-dependent fields, summed in the order of movers [J]
  const auto power = [&](std::size_t m) { return external_.planet.pass ? kick_[m].field.power(movers_[m]) : 0; };
  parallel_for(movers_.size(), [&](std::size_t m) {
    Mover& mover = movers_[m];
    work[m] = power(m);
    mover.velocity += h / mover.mass * kick_[m].all.force;
    mover.momentum += h * kick_[m].all.torque;
    mover.settle();
  });
  if (contacts_may_rest()) push_resting();
  parallel_for(movers_.size(), [&](std::size_t m) { work[m] = h / 2 * (work[m] + power(m)); });
  for (const double w : work) account.driven += w;
  return account[Channel::resting] - heat;
}

void Engine::account_for_kick(const Model& model, double h) {
  account += blocked_fold(model.size(), Account{}, [&](Account& sum, std::size_t i) {
    const Vec3 own = h * (model.mass[i] * self_[i]), outer = h * (model.mass[i] * outer_[i]);
    sum.gravity_torque += place_[i].cross(own);
    sum.impulse += outer;
    sum.angular_impulse += place_[i].cross(outer);
    if (bonds_) exchange(sum, h * pull_of_bonds_[i], place_[i]);
    exchange(sum, own, place_[i]);
    exchange(sum, outer, place_[i]);
  });
  if (!bonds_ || external_.period.isZero()) return;
  for (const Bonds::Bond& bond : bonds_->bonds()) account_for_image(bond.a, bond.b, -h * bond.force * bond.normal);
}

// Angular momentum needs an extra term if an impulse [N s] acts on the image of sphere b nearest to sphere a. Its two
// ends are whole periods apart, and the account has them at the positions of both spheres.
void Engine::account_for_image(Index a, Index b, const Vec3& impulse) {
  if (external_.period.isZero()) return;
  const Vec3 image = image_across(movers_.place(at(a)), movers_.place(at(b)), external_.period);
  if (image.isZero()) return;
  account.angular_impulse -= image.cross(impulse);
  account.exchanged_angular += image.norm() * impulse.norm();
}

// Adds the momentum and angular momentum given by uniform gravity in a drift. The angular momentum depends on the
// positions during the drift.
void Engine::settle_uniform(const Model& model, double h) {
  double mass = 0;
  for (const double m : model.mass) mass += m;
  account.impulse += mass * h * external_.uniform;
  account.angular_impulse += movers_.take_swept().cross(external_.uniform);
  account.exchanged += mass * h * external_.uniform.norm();
}

void Engine::drift(const Pile& pile, double h) {
  update_list(pile.model, h);
  impacts_of_pair_.assign(pairs_.size(), 0);
  deep_.assign(pairs_.size(), false);
  find_events(h);
  const Clock clock(seconds.events);
  for (Event event; agenda_.next(event);) {
    renewal_needed_ = false;
    interrupt::check();
    look(pile.model, event, h);
    if (renewal_needed_) renew_list(pile.model, event.time, h);
  }
  parallel_for(movers_.size(), [&](std::size_t m) { move_to(m, h); });
  unbind(pile.model);
  if (!external_.uniform.isZero()) settle_uniform(pile.model, h);
  find_overlaps();
}

Engine::Sides Engine::sides(std::uint32_t pair) const {
  const Index b = pairs_.b[pair];
  return {movers_.of_row(at(pairs_.a[pair])), b < 0 ? kWall : movers_.of_row(at(b))};
}

void Engine::move_to(std::size_t mover, double time) {
  if (mover != kWall) movers_.move_to(mover, time, external_.uniform);
}

// Tests the pair at the time of its event. If it touches and approaches faster than a pair at rest, it collides, or it
// is bound or passed over after too many impacts. Otherwise it is predicted again.
void Engine::look(const Model& model, const Event& event, double h) {
  const Sides both = sides(event.pair);
  ++looks;
  move_to(both.a, event.time);
  move_to(both.b, event.time);
  const Index i = pairs_.a[event.pair], j = pairs_.b[event.pair];
  const Meeting now = meeting(scene(), i, j);
  const double smaller = smaller_radius(scene(), i, j), touching = kTouching * smaller;
  const bool may_bind = both.b != kWall && external_.period.isZero();
  deep_[event.pair] = may_bind && is_deep(now, smaller);
  if (now.gap > touching || now.rate >= -resting(event.pair)) return predict(event.pair, event.time);
  if (now.gap < -touching && apart_[event.pair]) ++counts.missed;
  const bool too_often = impacts_of_pair_[event.pair] >= p_.contact.most_impacts;
  if (too_often && may_bind) return bind(event.pair, h);
  if (too_often) {
    ++counts.passed_over;
    return;
  }
  ++impacts_of_pair_[event.pair];
  collide(model, event.pair, now, h);
}

void Engine::collide(const Model& model, std::uint32_t pair, const Meeting& meeting, double h) {
  ++counts.impacts;
  std::vector<std::size_t> left;  // remainders of aggregates
  if (sides(pair).b != kWall && (p_.outcome.stick > 0 || p_.outcome.fragment) && !is_bound(pair)) {
    const double ratio = speed_over_escape(pair, meeting);
    if (ratio < p_.outcome.stick && !pulled_apart(pair, meeting)) return stick(model, pair, meeting, h);
    if (p_.outcome.fragment && ratio > *p_.outcome.fragment) left = break_off(model, pair);
  }
  bounce(pair, meeting);
  const Sides both = sides(pair);
  predict_again(both.a, kWall, h);
  if (both.b != kWall) predict_again(both.b, is_exact(scene(), movers_[both.a]) ? both.a : kWall, h);
  if (!both_exact(scene(), pairs_.a[pair], pairs_.b[pair]) && !renewal_needed_) predict(pair, movers_[both.a].time);
  for (const std::size_t mover : left) predict_again(mover, kWall, h);
}

// Speed of an impact / mutual escape speed of the two bodies as points.
double Engine::speed_over_escape(std::uint32_t pair, const Meeting& meeting) const {
  const std::size_t i = at(pairs_.a[pair]), j = at(pairs_.b[pair]);
  const Mover &a = movers_[movers_.of_row(i)], &b = movers_[movers_.of_row(j)];
  const double distance = (b.position - a.position).norm();
  const double escape = std::sqrt(2 * p_.gravity.constant * (a.mass + b.mass) / distance);
  const bool normal = p_.outcome.speed == "normal";
  const double speed = normal ? -meeting.rate : contact_velocity(pair, meeting).norm();
  return speed / escape;
}

// Velocity of the contact point on b relative to that on a [m s-1].
Vec3 Engine::contact_velocity(std::uint32_t pair, const Meeting& meeting) const {
  const std::size_t i = at(pairs_.a[pair]), j = at(pairs_.b[pair]);
  const Mover &a = movers_[movers_.of_row(i)], &b = movers_[movers_.of_row(j)];
  const Vec3 touch = movers_.place(i) + radius_[i] * meeting.normal;
  return b.velocity + b.spin().cross(touch - b.position) - a.velocity - a.spin().cross(touch - a.position);
}

void Engine::stick(const Model& model, std::uint32_t pair, const Meeting& meeting, double h) {
  ++counts.sticks;
  const double smaller = smaller_radius(scene(), pairs_.a[pair], pairs_.b[pair]);
  if (!left_one_aggregate(pair))  // overlaps within an aggregate are not counted
    counts.overlap = std::max(counts.overlap, -meeting.gap / smaller);
  const std::size_t a = movers_.of_row(at(pairs_.a[pair])), b = movers_.of_row(at(pairs_.b[pair]));
  name_after_sticking(model, movers_[a].row, movers_[b].row, lineage_);
  merge(pair, Channel::bond, h);
}

// Both bodies move as one from now on. The lost energy goes to the given channel.
void Engine::merge(std::uint32_t pair, Channel channel, double h) {
  const Sides both = sides(pair);
  const Movers::Merged merged = movers_.merge(both.a, both.b);
  account[channel] += merged.lost;
  take_in(merged.mover, merged.first, h);
  predict_again(merged.mover, kWall, h);
}

// A light sphere squeezed between two heavy bodies needs a number of impacts proportional to the mass ratio before it
// stops them. Therefore a pair with too many impacts moves as one body until the end of the step, and its later
// collisions are predicted again.
void Engine::bind(std::uint32_t pair, double h) {
  ++counts.bound;
  const Sides both = sides(pair);
  const Index j = pairs_.b[pair];
  for (const Index row : {pairs_.a[pair], j})
    for (std::uint32_t n = pairs_.begin[at(row)]; n < pairs_.begin[at(row) + 1]; ++n)
      impacts_of_pair_[pairs_.of_sphere[n]] = 0;
  const Vec3 place = movers_[both.b].position, velocity = movers_[both.b].velocity;
  const double mass = movers_[both.b].mass;
  std::vector<Movers::Part> parts = parts_in(both.a), others = parts_in(both.b);
  const Quaternion frame_a = movers_[both.a].orientation, frame_b = movers_[both.b].orientation;
  merge(pair, Channel::impact, h);
  const std::size_t whole = movers_.of_row(at(j));
  const Mover& mover = movers_[whole];
  const bool kept_a = whole == both.a;  // true if the frame of mover a was kept
  for (Movers::Part& part : kept_a ? others : parts)
    part.turn = kept_a ? frame_a.conjugate() * frame_b * part.turn : frame_b.conjugate() * frame_a * part.turn;
  parts.insert(parts.end(), others.begin(), others.end());
  parts_[whole] = std::move(parts);
  movers_[whole].bound = true;
  note_meeting(pairs_.a[pair], j, mass * (mover.velocity + mover.spin().cross(place - mover.position) - velocity));
}

// Takes the parts into which a bound mover separates at the end of the step out of parts_. An unbound mover is its own
// only part.
std::vector<Movers::Part> Engine::parts_in(std::size_t mover) {
  if (!movers_[mover].bound) return {{movers_[mover]}};
  std::vector<Movers::Part> parts = std::move(parts_[mover]);
  parts_.erase(mover);
  return parts;
}

// Parts of a bound mover separate with their present motion.
void Engine::unbind(const Model& model) {
  for (const auto& [mover, parts] : parts_) movers_.take_apart(model, mover, parts);
  parted_ = parted_ || !parts_.empty();
  parts_.clear();
}

bool Engine::is_bound(std::uint32_t pair) const {
  const Sides both = sides(pair);
  return movers_[both.a].bound || movers_[both.b].bound;
}

// The two spheres that meet leave their aggregates and collide as free spheres. => remainders of these aggregates
std::vector<std::size_t> Engine::break_off(const Model& model, std::uint32_t pair) {
  std::vector<std::size_t> left;
  for (const Index row : {pairs_.a[pair], pairs_.b[pair]}) {
    const std::size_t m = movers_.of_row(at(row));
    if (movers_[m].is_free()) continue;
    ++counts.fragments;
    left.push_back(movers_.release(model, row));
    parted_ = true;
  }
  renewal_needed_ = renewal_needed_ || (parted_ && !inner_);
  return left;
}

// Both lever arms end at one point, midway between the surfaces, so that any impulse conserves angular momentum.
Side Engine::side_a(std::uint32_t pair, const Meeting& meeting) const {
  const std::size_t i = at(pairs_.a[pair]);
  const Mover& mover = movers_[movers_.of_row(i)];
  const Vec3 touch = movers_.place(i) + (radius_[i] + meeting.gap / 2) * meeting.normal;
  return {1 / mover.mass, mover.inverse_inertia(), touch - mover.position, mover.velocity, mover.spin()};
}

Side Engine::side_b(std::uint32_t pair, const Meeting& meeting) const {
  const Index b = pairs_.b[pair];
  if (b < 0) {
    Side wall;
    wall.velocity = external_.planes[at(-1 - b)].velocity_at(start_ + movers_[sides(pair).a].time);
    return wall;
  }
  const Mover& mover = movers_[movers_.of_row(at(b))];
  const Vec3 touch = movers_.place(at(b)) - (radius_[at(b)] + meeting.gap / 2) * meeting.normal;
  return {1 / mover.mass, mover.inverse_inertia(), touch - mover.position, mover.velocity, mover.spin()};
}

// In a kick, two bodies at the greatest acceleration gain a relative speed of twice this acceleration times h. Half as
// much again allows for their previous approach.
double Engine::speed_of_kicks() const { return 3 * p_.step.dt * greatest_acceleration_; }

double Engine::slow() const { return p_.contact.slow.value_or(speed_of_kicks()); }

void Engine::push_mover(std::size_t m, const Side& side, const Vec3& impulse) {
  Mover& mover = movers_[m];
  mover.velocity += side.inverse_mass * impulse;
  mover.momentum += side.arm.cross(impulse);
  mover.settle();
  mover.velocity_jumps += (mover.velocity - side.velocity).norm() + (mover.spin() - side.spin).norm() * mover.reach;
  exchange(account, impulse, mover.position);
}

// Stores an impulse for the contacts of the step. For a pair that meets many times only the sum is stored.
void Engine::note_meeting(Index a, Index b, const Vec3& impulse) {
  met_.push_back({a, b, impulse});
  if (met_.size() < most_met_) return;
  std::stable_sort(met_.begin(), met_.end(),
                   [](const Met& x, const Met& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  std::size_t kept = 0;
  for (std::size_t k = 1; k < met_.size(); ++k) {
    const bool same = met_[k].a == met_[kept].a && met_[k].b == met_[kept].b;
    if (same)
      met_[kept].impulse += met_[k].impulse;
    else
      met_[++kept] = met_[k];
  }
  met_.resize(kept + 1);
  most_met_ = std::max(most_met_, 2 * met_.size());
}

// Restitution of plastic impacts: overlapping bodies separate within a step, but no faster than they met.
double Engine::parting(const Meeting& meeting) const {
  return std::min(1.0, std::max(0.0, -meeting.gap) / (p_.step.dt * -meeting.rate));
}

// Restitution that gives a sphere on a wall, pressed by uniform gravity, the least speed of separation; 0 elsewhere. A
// sphere at rest would otherwise hit the wall infinitely often in a finite time.
double Engine::least_parting(std::uint32_t pair, const Meeting& meeting) const {
  if (sides(pair).b != kWall) return 0;
  const double pull = external_.uniform.dot(meeting.normal);
  return kLift * p_.step.dt * std::max(0.0, pull) / -meeting.rate;
}

void Engine::bounce(std::uint32_t pair, const Meeting& meeting) {
  const Sides both = sides(pair);
  const bool plastic = is_plastic(pair);
  const bool elastic = !plastic && -meeting.rate < slow();
  counts.elastic += elastic;
  counts.plastic += plastic;
  const double least = least_parting(pair, meeting);
  double restitution = plastic ? parting(meeting) : elastic ? 1 : p_.contact.restitution;
  const bool lifted = restitution < least;
  if (lifted) restitution = least;
  counts.lifted += lifted;
  const bool smooth = elastic || lifted || p_.contact.sliding_restitution == 1;
  if (smooth && both.b != kWall && movers_[both.a].is_free() && movers_[both.b].is_free())
    return bounce_centrally(pair, meeting, restitution);
  const Side a = side_a(pair, meeting), b = side_b(pair, meeting);
  const ImpactLaw law{restitution, smooth ? 1 : p_.contact.sliding_restitution, p_.contact.friction.value_or(kNever)};
  const Impact found = impact(a, b, meeting.normal, law);
  counts.smooth += found.smooth;
  account[lifted ? Channel::correction : Channel::impact] += found.normal_loss;
  account[Channel::friction] += found.sliding_loss;
  push_mover(both.a, a, -found.impulse);
  note_meeting(pairs_.a[pair], pairs_.b[pair], found.impulse);
  if (both.b != kWall) {
    push_mover(both.b, b, found.impulse);
    return account_for_image(pairs_.a[pair], pairs_.b[pair], found.impulse);
  }
  account.walls -= found.impulse.dot(b.velocity);
  account.impulse -= found.impulse;
  account.angular_impulse -= (movers_[both.a].position + a.arm).cross(found.impulse);
}

// Impact of smooth spheres, which needs no matrices.
void Engine::bounce_centrally(std::uint32_t pair, const Meeting& meeting, double restitution) {
  const Sides both = sides(pair);
  Mover &a = movers_[both.a], &b = movers_[both.b];
  const CentralImpact found = central_impact(1 / a.mass, 1 / b.mass, -meeting.rate, restitution);
  const Vec3 impulse = found.impulse * meeting.normal;
  account[Channel::impact] += found.loss;
  a.velocity -= impulse / a.mass;
  b.velocity += impulse / b.mass;
  a.velocity_jumps += found.impulse / a.mass;
  b.velocity_jumps += found.impulse / b.mass;
  for (const std::size_t mover : {both.a, both.b}) exchange(account, impulse, movers_[mover].position);
  account_for_image(pairs_.a[pair], pairs_.b[pair], impulse);
  note_meeting(pairs_.a[pair], pairs_.b[pair], impulse);
}

void Engine::find_overlaps() {
  const Scene here = scene();
  gap_.resize(pairs_.size());
  const double deepest = greatest_of(pairs_.size(), 0, [&](std::size_t k) {
    const Sides both = sides(static_cast<std::uint32_t>(k));
    gap_[k] = kNever;
    if (both.a == both.b) return 0.0;
    gap_[k] = meeting(here, pairs_.a[k], pairs_.b[k]).gap;
    return -gap_[k] / smaller_radius(here, pairs_.a[k], pairs_.b[k]);
  });
  counts.overlap = std::max(counts.overlap, deepest);
}

void Engine::archive(Archive& archive) {
  step_clock.archive(archive, "hsdem");
  archive_account(archive, "hsdem/account", account);
  archive.value("hsdem/first_half_heat", first_half_heat);
  made.archive(archive, "hsdem/energy_made");
  for (const auto& [name, number] : {std::pair{"impacts", &counts.impacts},
                                     {"elastic", &counts.elastic},
                                     {"plastic", &counts.plastic},
                                     {"smooth", &counts.smooth},
                                     {"lifted", &counts.lifted},
                                     {"bound", &counts.bound},
                                     {"passed_over", &counts.passed_over},
                                     {"missed", &counts.missed},
                                     {"sticks", &counts.sticks},
                                     {"fragments", &counts.fragments},
                                     {"failed", &counts.failed},
                                     {"supported", &counts.supported},
                                     {"resting_kicks", &counts.resting_kicks},
                                     {"unconverged", &counts.unconverged}})
    archive.value(std::string("hsdem/") + name, *number);
  archive.value("hsdem/overlap", counts.overlap);
  movers_.archive(archive);
  // The time of the next list decides on the times at which movers are tested, and thus on the rounding of their
  // motion.
  archive.value("hsdem/listed_at", listed_at_);
  archive.value("hsdem/room", margin_);
  archive.value("hsdem/steps_ahead", steps_ahead_);
  archive.value("hsdem/inner", inner_);
  archive.value("hsdem/parted", parted_);
  archive_resting(archive);
  if (bonds_) bonds_->archive(archive);
}

Contacts Engine::contacts() const {
  const Vec3& period = external_.period;
  std::vector<Touch> all;
  for (const Met& one : met_) {
    const ContactKey key = one.b < 0 ? ContactKey::of_wall(one.a, -1 - one.b) : ContactKey{one.a, one.b};
    all.push_back({key, -one.impulse / p_.step.dt, 0, 0});
  }
  const bool lasting = bonds_ && bonds_->lasting();
  if (bonds_)
    for (const Bonds::Bond& bond : bonds_->bonds())
      if (lasting || bond.force > 0) all.push_back({{bond.a, bond.b}, bond.force * bond.normal, bond.energy, 1});
  std::stable_sort(all.begin(), all.end(), [](const Touch& x, const Touch& y) { return x.key < y.key; });
  Contacts out;
  Reals bonded;
  Vec3s images;
  for (const Touch& one : all) {
    if (!out.key.empty() && out.key.back() == one.key) {
      out.force.back() += one.force;
      out.energy.back() += one.energy;
      bonded.back() = std::max(bonded.back(), one.bond);
      continue;
    }
    const Index a = one.key.a;
    const Meeting now = meeting(scene(), a, one.key.b);
    out.key.push_back(one.key);
    out.point.push_back(movers_.place(at(a)) + (radius_[at(a)] + now.gap / 2) * now.normal);
    out.normal.push_back(now.normal);
    out.gap.push_back(now.gap);
    out.force.push_back(one.force);
    out.energy.push_back(one.energy);
    bonded.push_back(one.bond);
    images.push_back(one.key.on_wall() ? Vec3(Vec3::Zero())
                                       : image_across(movers_.place(at(a)), movers_.place(at(one.key.b)), period));
  }
  if (!period.isZero())
    add_column(out, {kImage, "m", "whole periods from b to the image of b that touches a", true, images});
  if (lasting) add_column(out, {kBond, "1", "1: an elastic bond", false, bonded});
  return out;
}

}  // namespace rubble::hsdem
