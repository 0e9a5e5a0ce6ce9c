#include "hsdem/engine.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/parallel.hpp"
#include "hsdem/step_contacts.hpp"
#include "hsdem/stored_columns.hpp"
#include "model/impact.hpp"
#include "model/regroup.hpp"

#include <algorithm>
#include <utility>

namespace rubble::hsdem {

Engine::Engine(const Parameters& p, const Pile& pile, const External& external, Probes* probes)
    : step_clock(pile.state, p.step.dt),
      p_(p),
      bodies_(pile.model, pile.state),
      list_(context_, records.work),
      context_(bodies_, list_.pairs(), pile.model.radius, external, p.step.dt),
      forces_(p_, pile, context_, bodies_, records),
      predictions_(context_, bodies_, list_, p_.contact.plastic_after, records.work),
      failure_(p_, bodies_),
      outcomes_(p_, context_, bodies_, failure_, records),
      resting_(p_, context_, bodies_, records) {
  records.probes = probes;
  require_walls_suited(external);
  if (!external.period.isZero(0) && (p_.outcome.stick > 0 || p_.outcome.fragment))
    throw InputError("periodic boxes do not support sticking or fragmentation: remove [outcome] or [periodic]");
}

void Engine::advance(const Model& model, State& state, const External& external, double until) {
  const auto goes_on = [&] { return !step_clock.reached(state, until); };
  if (!goes_on()) return;
  start(model, state, external);
  while (goes_on() && !interrupt::requested()) {
    const Vec3s before = external.planets.empty() ? Vec3s{} : state.position;
    const double begin = state.time;
    step(model, state);
    step_clock.tick(state);
    end_at_impact(impact_since(external, model, state, begin, before), external.planets, state.time, step_clock);
  }
  if (const auto& bonds = forces_.bonds(); bonds && bonds->liberated() > 0)
    put_column(state.columns, with_values(kLiberatedColumn, bonds->marks_of_liberated()));
}

// Takes a state that other code may have changed.
void Engine::start(const Model& model, const State& state, const External& external) {
  context_.external = external;
  context_.start = state.time;
  outcomes_.load(model, state);
  bodies_.load(model, state);
  forces_.take_positions(state);
  evaluate_forces(model, state.time);
  if (!resting_.may_occur()) return;
  list_.make_if_none(forces_.positions());
  resting_.find_gaps();
}

void Engine::step(const Model& model, State& state) {
  context_.start = state.time;
  records.impulses.clear();
  place_probes(model, state.time);
  release_failed(model);
  const double heat = kick(model, Half::first);
  if (step_clock.at_start(state)) records.first_half_heat = heat;
  drift(model);
  bodies_.require_sound(state.time);
  forces_.take_positions();
  evaluate_forces(model, step_clock.time_of(state.step + 1));
  place_probes(model, step_clock.time_of(state.step + 1));
  audit(kick(model, Half::second));
  regroup_or_place(model, state);
  parallel_for(bodies_.size(), [&](std::size_t m) { bodies_[m].begin_step(); });
  context_.start = step_clock.time_of(state.step + 1);  // contacts() needs walls at the end of the step
}

void Engine::release_failed(const Model& model) {
  if (failure_.may_occur() && failure_.release(model, forces_.gravity(), records.counts)) list_.note_departures();
}

void Engine::evaluate_forces(const Model& model, double time) {
  forces_.evaluate(model, time);
  context_.greatest_acceleration = forces_.greatest_acceleration(model);
}

// Applies half a step of gravity and bonds, and the impulses of contacts at rest that resist it. => heat of these
// contacts [J]
double Engine::kick(const Model& model, Half half) {
  const double heat = records.account[Channel::resting];
  const std::vector<Kick>& kicks = forces_.find_kicks(model, half);
  forces_.account_for_impulses(model);
  if (resting_.may_occur()) resting_.solve(half, kicks);
  const Reals powers = forces_.powers();
  forces_.push_bodies();
  if (resting_.may_occur()) resting_.push();
  forces_.account_for_work(powers);
  return records.account[Channel::resting] - heat;
}

// Audits the heat of contacts at rest. A contact takes energy in one half of a kick and returns it in the other half,
// so only whole kicks are audited: docs/theory.md 13.6. The half kick at the end of the step is the first half of a
// kick that the next step completes. (heat of that half kick [J])
void Engine::audit(double half_heat) {
  Account whole = records.account;
  whole[Channel::resting] -= records.first_half_heat + half_heat;
  records.made.look(whole);
}

void Engine::drift(const Model& model) {
  list_.update(forces_.positions());
  predictions_.start();
  const Clock clock(records.work.events);
  for (Event event; predictions_.next(event);) {
    interrupt::check();
    const Change change = outcomes_.test(model, event, predictions_);
    if (!change.remainders.empty()) list_.note_departures();
    if (!predictions_.update(event, change)) renew_list(event.time);
  }
  end_drift(model);
}

// Sets the points about which probes compute torques, at a time at which all bodies are [s].
void Engine::place_probes(const Model& model, double time) {
  if (records.probes == nullptr) return;
  records.probes->place(
      context_.external, time, [&](Index row) { return model.mass[at(row)]; },
      [&](Index row) { return bodies_.position(at(row)); });
}

void Engine::renew_list(double now) {
  parallel_for(bodies_.size(), [&](std::size_t m) { bodies_.move_to(m, now, context_.external.uniform); });
  predictions_.renew(list_.renew(now));
}

void Engine::end_drift(const Model& model) {
  const Vec3& uniform = context_.external.uniform;
  parallel_for(bodies_.size(), [&](std::size_t m) { bodies_.move_to(m, context_.step, uniform); });
  if (outcomes_.release_bound(model)) list_.note_departures();
  forces_.account_for_drift(model);
  records.counts.overlap = std::max(records.counts.overlap, resting_.find_gaps());
}

// Writes the bodies to the state. If spheres have changed bodies, the grouping follows them.
void Engine::regroup_or_place(const Model& model, State& state) {
  if (!bodies_.take_regrouped()) return bodies_.place_rows(state);
  bodies_.place_spheres(state);
  bodies_.turn_grains(state);
  regroup(model, state, bodies_.groups_kept());  // an aggregate that broke and stuck again counts as a new one
  regroup(model, state, bodies_.groups());
  put_column(state.columns, with_values(kLineageColumn, outcomes_.lineage()));
  bodies_ = Aggregates(model, state);
  failure_.forget_touching();
}

void Engine::archive(Archive& archive) {
  step_clock.archive(archive, "hsdem");
  records.archive(archive);
  bodies_.archive(archive);
  list_.archive(archive);
  resting_.archive(archive);
  forces_.archive(archive);
}

Contacts Engine::contacts() const {
  return contacts_of(context_, records.impulses, forces_.bonds() ? &*forces_.bonds() : nullptr);
}

Bonds Engine::bonds() const { return forces_.bonds() ? forces_.bonds()->pairs() : Bonds{}; }

}  // namespace rubble::hsdem
