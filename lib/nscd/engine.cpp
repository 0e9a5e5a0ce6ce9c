#include "nscd/engine.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/parallel.hpp"
#include "model/impact.hpp"
#include "nscd/passing_check.hpp"
#include "nscd/surroundings.hpp"
#include "nscd/wall_crossing.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::nscd {
Engine::Engine(const Parameters& p, const Model& model, const State& state, const External& external, Probes* probes)
    : p_(p),
      external_(external),
      clock_(state, p.step.dt),
      sizes_(model, state.grouping),
      bodies_(model, state, external.frozen, p.step.rotation),
      forces_(p.gravity, model),
      near_(p, external.meshes, sizes_.smallest()),
      impulses_(p, p.contact.cone) {
  record_.probes = probes;
}

void Engine::advance(const Model& model, State& state, const External& external, double until) {
  const auto goes_on = [&] { return !clock_.reached(state, until); };
  if (left_ && !goes_on()) return;
  external_ = external;
  bodies_.load(model, state);
  bodies_.place_frozen(state.time);
  near_.discard_list();
  predicted_.state = state;
  if (left_)
    require_unchanged_paths(model, state);
  else
    begin(model, state);
  while (goes_on() && !interrupt::requested()) {
    step(model, state);
    clock_.tick(state);
  }
  bodies_.place_rows(state);
  bodies_.frozen().save(state);
  left_.emplace();
  bodies_.give_velocities(*left_);
}

// The caller may have changed velocities since the last step, which changes the paths until the next evaluation of
// forces.
void Engine::require_unchanged_paths(const Model& model, const State& state) {
  predicted_.span = (1 - p_.step.theta) * p_.step.dt;
  require_no_passing(view(model), *left_, state.time + predicted_.span, nullptr);
}

void Engine::step(const Model& model, const State& state) {
  predict(model, state);
  kick(model);
  find_points(model);
  find_impulses(model);
  finish(model, state);
}

// Moves all bodies to the positions at which forces are evaluated.
void Engine::predict(const Model& model, const State& state) {
  const Clock clock(record_.seconds.motion);
  const double before_forces = (1 - p_.step.theta) * p_.step.dt;
  const Vec3s before = external_.planets.empty() ? Vec3s{} : predicted_.state.position;
  bodies_.drift(before_forces, state.time + before_forces);
  bodies_.place_rows(predicted_.state);
  predicted_.state.time = state.time + before_forces;
  predicted_.state.step = state.step;
  predicted_.span = p_.step.dt;
  predicted_.fastest = fastest_speed(bodies_, external_);
  if (!std::isfinite(predicted_.fastest))
    throw SanityError(fmt::format("{} at t = {} s: reduce step.dt", bodies_.unsound(), state.time));
  bodies_.give(impulses_.velocities.before);
  look_for_impact(model, state.time, before);
}

// Applies all forces but those of contacts.
void Engine::kick(const Model& model) {
  const Clock clock(record_.seconds.gravity);
  forces_.kick(view(model), bodies_, record_.account);
  // The kick turns no body, so the inverse inertias are those of the velocities before it.
  impulses_.velocities.free = impulses_.velocities.before;
  bodies_.give_velocities(impulses_.velocities.free);
}

// Finds points that touch at the predicted positions, or may touch until the next evaluation of forces. Pairs that meet
// on long paths are first moved to their first touch.
void Engine::find_points(const Model& model) {
  predicted_.common = predicted_.span * common_velocity(bodies_, external_);
  predicted_.move = paths_.predict(view(model), impulses_.last);
  predicted_.turn = sizes_.turns(model, predicted_.state);
  if (!near_.list_holds(view(model))) {
    const Clock clock(record_.seconds.search);
    near_.make_list(view(model));
    ++record_.list_builds;
    record_.most_listed = std::max(record_.most_listed, static_cast<std::int64_t>(near_.listed_pairs()));
  }
  bring_together(model);
  const Clock clock(record_.seconds.touching);
  near_.find(view(model), kLong);
}

// Moves pairs that meet on a long path to their first touch. Both bodies move relative to their common centre of mass,
// so that this centre and the angular momentum of the pair are unchanged. Their spins follow from the new inertia: the
// free spins, and those without this step's torque.
void Engine::bring_together(const Model& model) {
  paths_.select(view(model), near_, impulses_.last);
  const PathPairs& pairs = paths_.pairs();
  if (pairs.empty()) return;
  pairs.bring_together(bodies_);
  impulses_.velocities.turn_pairs(bodies_, pairs, forces_.torque(), p_.step.dt);
  bodies_.place_rows(predicted_.state);
  predicted_.turn = sizes_.turns(model, predicted_.state);
  for (std::size_t i = 0; i < model.size(); ++i)
    if (pairs.of_body(bodies_.of_row(i)) != nullptr) predicted_.move[i] = {};
}

void Engine::find_impulses(const Model& model) {
  const Clock clock(record_.seconds.solver);
  impulses_.find(view(model), record_.quality);
}

// Applies the impulses, and moves all bodies to the end of the step.
void Engine::finish(const Model& model, const State& state) {
  const Clock clock(record_.seconds.motion);
  bodies_.take(impulses_.velocities.free, impulses_.after());
  impulses_.settle(view(model), forces_, record_);
  impulses_.probe(view(model), record_.probes);
  paths_.pairs().move_back(bodies_);
  require_no_passing(view(model), impulses_.velocities.before, state.time + p_.step.dt, &impulses_.contacts());
  require_no_crossing(view(model), state.time + p_.step.dt);
  const double forces_time = predicted_.state.time;
  bodies_.drift(p_.step.theta * p_.step.dt, clock_.time_of(state.step + 1));
  if (external_.planets.empty()) return;
  const Vec3s before = predicted_.state.position;
  bodies_.place_rows(predicted_.state);
  predicted_.state.time = clock_.time_of(state.step + 1);
  look_for_impact(model, forces_time, before);
}

// (model, start of a path [s], positions then [m]) Ends the run if a body reaches the surface of a planet on its path
// to the predicted state.
void Engine::look_for_impact(const Model& model, double start, const Vec3s& before) {
  if (clock_.impact()) return;
  end_at_impact(impact_since(external_, model, predicted_.state, start, before), external_.planets,
                predicted_.state.time, clock_);
}

void Engine::archive(Archive& archive, const Model& model, std::size_t walls) {
  bool begun = left_.has_value();
  archive.value("nscd/begun", begun);
  clock_.archive(archive, "nscd");
  record_.archive(archive);
  bodies_.archive(archive);
  forces_.archive(archive);
  near_.archive(archive, model);
  impulses_.archive(archive, model, walls, bodies_.size());
  if (!archive.loads()) return;
  left_.reset();
  if (begun) bodies_.give_velocities(left_.emplace());
}

void Engine::require_sound(const State& state) const {
  forces_.require_sound(clock_.base_step(), state.step);
  record_.require_sound(clock_.steps(state), impulses_.last.size());
  impulses_.require_sound();
}

}  // namespace rubble::nscd
