#include "hsdem/engine.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "contact/candidates.hpp"
#include "hsdem/contact_time.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace rubble::hsdem {
namespace {

constexpr double kRoom = 0.1;   // a sphere may move by this share of its radius, at least, before the list is old
constexpr double kSteps = 2;    // or as far as it comes in so many steps
constexpr double kReserve = 2;  // an impact may make it faster by this factor

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

struct Deepest {
  double value = 0;
  void operator+=(const Deepest& other) { value = std::max(value, other.value); }
};

}  // namespace

Engine::Engine(const Parameters& p, const Pile& pile, const External& external)
    : base_step(pile.state.step),
      base_time(pile.state.time),
      p_(p),
      external_(external),
      radius_(pile.model.radius),
      movers_(pile.model, pile.state),
      solver_(p.gravity) {}

void Engine::advance(Pile& pile, const External& external, double until) {
  const auto goes_on = [&] { return pile.state.time < until - 1e-6 * p_.step.dt; };
  if (!goes_on()) return;
  external_ = external;
  movers_.load(pile.model, pile.state);
  place_ = pile.state.position;
  pairs_ = {};
  find_gravity(pile.model, pile.state.time);
  while (goes_on() && !stop::requested()) {
    step(pile);
    ++pile.state.step;
    pile.state.time = base_time + static_cast<double>(pile.state.step - base_step) * p_.step.dt;
  }
}

void Engine::step(Pile& pile) {
  const double h = p_.step.dt;
  kick(pile.model, h / 2);
  drift(pile, h);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    place_[i] = movers_.place(i);
    if (!place_[i].allFinite())
      throw SanityError(fmt::format("body {} has no finite position at t = {} s", i, pile.state.time));
  }
  find_gravity(pile.model, pile.state.time + h);
  kick(pile.model, h / 2);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    pile.state.position[i] = place_[i];
    pile.state.velocity[i] = movers_.velocity(i);
    pile.state.spin[i] = movers_[movers_.of_row(i)].spin();
  }
  if (movers_.take_regrouped()) {
    regroup(pile, movers_.groups());
    movers_ = Movers(pile.model, pile.state);
  } else {
    movers_.place_rows(pile.model, pile.state);
  }
  for (std::size_t m = 0; m < movers_.size(); ++m) movers_[m].time = 0;
}

// Of the others and of the planet; what is uniform acts while bodies drift.
void Engine::find_gravity(const Model& model, double time) {
  const Clock clock(seconds.gravity);
  solver_.evaluate(model.mass, place_, static_cast<unsigned>(gravity::Want::acceleration), pull_);
  const FieldAt field = external_.field_at(p_.gravity.constant, time);
  self_ = pull_.acceleration;
  self_.resize(model.size(), Vec3::Zero());
  outer_.assign(model.size(), Vec3::Zero());
  greatest_acceleration_ = 0;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const Vec3 d = field.planet - place_[i];
    if (field.strength > 0) outer_[i] = field.strength / std::pow(d.norm(), 3) * d;
    greatest_acceleration_ = std::max(greatest_acceleration_, (self_[i] + outer_[i] + external_.uniform).norm());
  }
}

void Engine::kick(const Model& model, double h) {
  for (std::size_t m = 0; m < movers_.size(); ++m) {
    Mover& mover = movers_[m];
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    for (std::size_t k = 0; k < mover.row.size(); ++k) {
      const std::size_t i = at(mover.row[k]);
      const Vec3 own = model.mass[i] * self_[i], outer = model.mass[i] * outer_[i];
      force += own + outer;
      torque += mover.arm(k).cross(own + outer);
      account.gravity_torque += h * place_[i].cross(own);
      account.impulse += h * outer;
      account.angular_impulse += h * place_[i].cross(outer);
      exchange(h * own, place_[i]);
      exchange(h * outer, place_[i]);
    }
    mover.velocity += h / mover.mass * force;
    mover.momentum += h * torque;
  }
}

void Engine::exchange(const Vec3& impulse, const Vec3& place) {
  account.exchanged += impulse.norm();
  account.exchanged_angular += impulse.norm() * place.norm();
}

// What uniform gravity has given in a drift: momentum, and angular momentum by the places that bodies were at.
void Engine::settle_uniform(const Model& model, double h) {
  double mass = 0;
  for (const double m : model.mass) mass += m;
  account.impulse += mass * h * external_.uniform;
  account.angular_impulse += movers_.take_swept().cross(external_.uniform);
  account.exchanged += mass * h * external_.uniform.norm();
}

void Engine::drift(const Pile& pile, double h) {
  update_list(pile.model, h);
  met_.clear();
  impacts_of_pair_.assign(pairs_.size(), 0);
  {
    const Clock clock(seconds.prediction);
    heap_ = predict(h);
    std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
  }
  const Clock clock(seconds.events);
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const Event event = heap_.back();
    heap_.pop_back();
    look(pile.model, event, h);
  }
  for (std::size_t m = 0; m < movers_.size(); ++m) movers_.move_to(m, h, external_.uniform);
  if (!external_.uniform.isZero()) settle_uniform(pile.model, h);
  find_overlaps();
}

// Each sphere gets room to move in: pairs whose rooms touch are in the list.
void Engine::update_list(const Model& model, double h) {
  const Vec3 mean = blocked_sum(model.size(), Vec3(Vec3::Zero()), [&](std::size_t i) { return movers_.velocity(i); }) /
                    static_cast<double>(model.size());
  const auto way = [&](std::size_t i) { return h * (movers_.velocity(i) - mean).norm(); };
  bool old = pairs_.begin.empty();
  for (std::size_t i = 0; i < model.size() && !old; ++i)
    old = (place_[i] - listed_at_[i]).norm() + kReserve * way(i) > room_[i];
  if (!old) return;
  const Clock clock(seconds.search);
  ++list_builds;
  listed_at_ = place_;
  room_.resize(model.size());
  Reals reach(model.size());
  for (std::size_t i = 0; i < model.size(); ++i) {
    room_[i] = std::max(kRoom * model.radius[i], kSteps * kReserve * way(i));
    reach[i] = model.radius[i] + room_[i];
  }
  const std::vector<Plane> none;
  const contact::Candidates found =
      contact::find_candidates({reach, place_, none, external_.period, 0, nullptr}, 0, {});
  pairs_.a = found.a;
  pairs_.b = found.b;
  pairs_.begin.assign(model.size() + 1, 0);
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    ++pairs_.begin[at(pairs_.a[k]) + 1];
    ++pairs_.begin[at(pairs_.b[k]) + 1];
  }
  for (std::size_t i = 0; i < model.size(); ++i) pairs_.begin[i + 1] += pairs_.begin[i];
  std::vector<std::uint32_t> next(pairs_.begin.begin(), pairs_.begin.end() - 1);
  pairs_.of_sphere.resize(2 * pairs_.size());
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) {
    pairs_.of_sphere[next[at(pairs_.a[k])]++] = k;
    pairs_.of_sphere[next[at(pairs_.b[k])]++] = k;
  }
}

// All events of the step as it stands at its start.
std::vector<Event> Engine::predict(double h) const {
  Reals time(pairs_.size(), kNever);
  parallel_for(pairs_.size(), [&](std::size_t k) {
    const std::size_t a = movers_.of_row(at(pairs_.a[k])), b = movers_.of_row(at(pairs_.b[k]));
    if (a != b) time[k] = next_event(movers_, radius_, pairs_.a[k], pairs_.b[k], external_.period);
  });
  std::vector<Event> events;
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) {
    if (!(time[k] < h)) continue;
    const std::size_t a = movers_.of_row(at(pairs_.a[k])), b = movers_.of_row(at(pairs_.b[k]));
    events.push_back({time[k], k, movers_[a].version, movers_[b].version});
  }
  return events;
}

void Engine::push(std::uint32_t pair, double time, double h) {
  if (!(time < h)) return;
  const std::size_t a = movers_.of_row(at(pairs_.a[pair])), b = movers_.of_row(at(pairs_.b[pair]));
  heap_.push_back({time, pair, movers_[a].version, movers_[b].version});
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

// The pair at the time of its event: it touches, or is predicted anew.
void Engine::look(const Model& model, const Event& event, double h) {
  const Index i = pairs_.a[event.pair], j = pairs_.b[event.pair];
  const std::size_t a = movers_.of_row(at(i)), b = movers_.of_row(at(j));
  if (a == b || movers_[a].version != event.version_a || movers_[b].version != event.version_b) return;
  ++looks;
  movers_.move_to(a, event.time, external_.uniform);
  movers_.move_to(b, event.time, external_.uniform);
  const Meeting now = meeting(movers_, radius_, i, j, external_.period);
  const double smaller = std::min(radius_[at(i)], radius_[at(j)]);
  if (now.gap > kTouching * smaller || now.rate >= 0)
    return push(event.pair, next_event(movers_, radius_, i, j, external_.period), h);
  if (now.gap < -kTouching * smaller) ++counts.missed;
  if (impacts_of_pair_[event.pair] >= p_.contact.most_impacts) {
    ++counts.passed_over;
    return;
  }
  ++impacts_of_pair_[event.pair];
  collide(model, event.pair, now, h);
}

void Engine::collide(const Model& model, std::uint32_t pair, const Meeting& meeting, double h) {
  ++counts.impacts;
  const std::size_t i = at(pairs_.a[pair]), j = at(pairs_.b[pair]);
  const double ratio = speed_over_escape(pair, meeting);
  if (ratio < p_.outcome.stick) return stick(model, pair, h);
  if (p_.outcome.fragment && ratio > *p_.outcome.fragment) break_off(model, pair, h);
  bounce(pair, meeting);
  const std::size_t a = movers_.of_row(i), b = movers_.of_row(j);
  predict_anew(a, a, h);
  predict_anew(b, a, h);
}

// Of an impact over the mutual escape speed of what meets, as points.
double Engine::speed_over_escape(std::uint32_t pair, const Meeting& meeting) const {
  const std::size_t i = at(pairs_.a[pair]), j = at(pairs_.b[pair]);
  const Mover &a = movers_[movers_.of_row(i)], &b = movers_[movers_.of_row(j)];
  const double distance = (b.position - a.position).norm();
  const double escape = std::sqrt(2 * p_.gravity.constant * (a.mass + b.mass) / distance);
  const bool normal = p_.outcome.speed == "normal";
  const double speed = normal ? -meeting.rate : contact_velocity(pair, meeting).norm();
  return speed / escape;
}

// Of b's point against a's.
Vec3 Engine::contact_velocity(std::uint32_t pair, const Meeting& meeting) const {
  const std::size_t i = at(pairs_.a[pair]), j = at(pairs_.b[pair]);
  const Mover &a = movers_[movers_.of_row(i)], &b = movers_[movers_.of_row(j)];
  const Vec3 touch = movers_.place(i) + radius_[i] * meeting.normal;
  return b.velocity + b.spin().cross(touch - b.position) - a.velocity - a.spin().cross(touch - a.position);
}

void Engine::stick(const Model& model, std::uint32_t pair, double h) {
  ++counts.sticks;
  const std::size_t a = movers_.of_row(at(pairs_.a[pair])), b = movers_.of_row(at(pairs_.b[pair]));
  const Movers::Merged merged = movers_.merge(model, a, b);
  account[Channel::bond] += merged.lost;
  predict_anew(merged.mover, merged.mover, h);
}

// The two spheres that meet leave their aggregates, and meet as free ones.
void Engine::break_off(const Model& model, std::uint32_t pair, double h) {
  for (const Index row : {pairs_.a[pair], pairs_.b[pair]}) {
    const std::size_t m = movers_.of_row(at(row));
    if (movers_[m].is_free()) continue;
    ++counts.fragments;
    const auto rest = movers_.detach(model, m, {row});
    if (rest) predict_anew(*rest, *rest, h);
  }
}

Side Engine::side(std::size_t row, const Vec3& touch) const {
  const Mover& mover = movers_[movers_.of_row(row)];
  return {1 / mover.mass, mover.inverse_inertia(), touch - mover.position, mover.velocity, mover.spin()};
}

double Engine::slow() const { return p_.contact.slow.value_or(3 * p_.step.dt * greatest_acceleration_); }

void Engine::bounce(std::uint32_t pair, const Meeting& meeting) {
  const std::size_t i = at(pairs_.a[pair]), j = at(pairs_.b[pair]);
  const std::size_t a = movers_.of_row(i), b = movers_.of_row(j);
  const Side first = side(i, movers_.place(i) + radius_[i] * meeting.normal);
  const Side second = side(j, movers_.place(j) - radius_[j] * meeting.normal);
  const bool elastic = -meeting.rate < slow();
  counts.elastic += elastic;
  const ImpactLaw law{elastic ? 1 : p_.contact.restitution, elastic ? 1 : p_.contact.sliding_restitution,
                      p_.contact.friction.value_or(kNever)};
  const Impact found = impact(first, second, meeting.normal, law);
  counts.smooth += found.smooth;
  account[Channel::impact] += found.normal_loss;
  account[Channel::friction] += found.sliding_loss;
  movers_[a].velocity -= first.inverse_mass * found.impulse;
  movers_[a].momentum -= first.arm.cross(found.impulse);
  movers_[b].velocity += second.inverse_mass * found.impulse;
  movers_[b].momentum += second.arm.cross(found.impulse);
  movers_.touch(a);
  movers_.touch(b);
  for (const std::size_t body : {i, j}) exchange(found.impulse, movers_.place(body));
  met_.push_back({pairs_.a[pair], pairs_.b[pair], found.impulse});
}

// Events of a mover whose motion has changed, but for those with one that has done so itself.
void Engine::predict_anew(std::size_t mover, std::size_t done, double h) {
  const double now = movers_[mover].time;
  for (const Index row : movers_[mover].row) {
    const std::size_t i = at(row);
    for (std::uint32_t n = pairs_.begin[i]; n < pairs_.begin[i + 1]; ++n) {
      const std::uint32_t pair = pairs_.of_sphere[n];
      const std::size_t other = movers_.of_row(at(pairs_.a[pair] == row ? pairs_.b[pair] : pairs_.a[pair]));
      if (other == mover || (other == done && done != mover)) continue;
      movers_.move_to(other, now, external_.uniform);
      push(pair, next_event(movers_, radius_, pairs_.a[pair], pairs_.b[pair], external_.period), h);
    }
  }
}

void Engine::find_overlaps() {
  const Deepest deepest = blocked_fold(pairs_.size(), Deepest{}, [&](Deepest& most, std::size_t k) {
    const std::size_t i = at(pairs_.a[k]), j = at(pairs_.b[k]);
    if (movers_.of_row(i) == movers_.of_row(j)) return;
    const Meeting m = meeting(movers_, radius_, pairs_.a[k], pairs_.b[k], external_.period);
    most += {-m.gap / std::min(radius_[i], radius_[j])};
  });
  counts.overlap = std::max(counts.overlap, deepest.value);
}

void Engine::archive(Archive& archive) {
  archive.value("hsdem/base_step", base_step);
  archive.value("hsdem/base_time", base_time);
  archive.value("hsdem/account", account);
  for (const auto& [name, number] : {std::pair{"impacts", &counts.impacts},
                                     {"elastic", &counts.elastic},
                                     {"smooth", &counts.smooth},
                                     {"passed_over", &counts.passed_over},
                                     {"missed", &counts.missed},
                                     {"sticks", &counts.sticks},
                                     {"fragments", &counts.fragments}})
    archive.value(std::string("hsdem/") + name, *number);
  archive.value("hsdem/overlap", counts.overlap);
  movers_.archive(archive);
}

Contacts Engine::contacts() const {
  std::vector<Met> met = met_;
  std::stable_sort(met.begin(), met.end(),
                   [](const Met& x, const Met& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  Contacts out;
  for (const Met& one : met) {
    const ContactKey key{one.a, one.b};
    const Vec3 force = -one.impulse / p_.step.dt;  // on a
    if (!out.key.empty() && out.key.back() == key) {
      out.force.back() += force;
      continue;
    }
    const Meeting now = meeting(movers_, radius_, one.a, one.b, external_.period);
    out.key.push_back(key);
    out.point.push_back(movers_.place(at(one.a)) + (radius_[at(one.a)] + now.gap / 2) * now.normal);
    out.normal.push_back(now.normal);
    out.gap.push_back(now.gap);
    out.force.push_back(force);
    out.energy.push_back(0);
  }
  return out;
}

}  // namespace rubble::hsdem
