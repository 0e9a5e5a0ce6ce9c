// Start of a run: overlaps from another method are removed, and bodies that touch and approach collide (docs/theory.md
// 11.7).
#include "base/error.hpp"
#include "nscd/engine.hpp"
#include "nscd/passing_check.hpp"
#include "nscd/start_overlaps.hpp"
#include "nscd/surroundings.hpp"
#include "nscd/wall_crossing.hpp"

#include <cmath>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// A pair touches at the start if its gap is below this part of the smallest radius. Piles that came to rest with the
// default tolerance of the solver have such gaps.
constexpr double kTouching = 1e-4;

}  // namespace

// Points that touch at the start count as points of a previous step with zero impulse. Their bodies then support each
// other when a third body meets them in the first step.
void Engine::note_touching(const detect::ContactPoints& found) {
  if (impulses_.last.size() > 0) return;
  for (std::size_t point = 0; point < found.size(); ++point)
    if (found.gap[point] <= kTouching * sizes_.smallest()) impulses_.last.add(found.key[point], Vec3::Zero());
}

void Engine::begin(const Model& model, State& state) {
  const StartOverlaps overlaps = remove_overlaps(view(model), near_, bodies_);
  record_.started = overlaps.text;
  note_touching(overlaps.found);
  if (p_.step.theta < 1) collide_at_start(model, state);
  bodies_.place_rows(state);
}

// Bodies that touch at the start and approach would overlap at the first evaluation of forces, (1 - theta) h later:
// they collide where they start. The final state of an earlier run is not changed.
void Engine::collide_at_start(const Model& model, State& state) {
  StepVelocities& velocities = impulses_.velocities;
  bodies_.place_rows(predicted_.state);
  predicted_.span = (1 - p_.step.theta) * p_.step.dt;
  predicted_.fastest = fastest_speed(bodies_, external_);
  if (!std::isfinite(predicted_.fastest))
    throw SanityError(fmt::format("{} at t = {} s: reduce step.dt", bodies_.unsound(), state.time));
  bodies_.give(velocities.before);
  velocities.free = velocities.before;
  forces_.clear(bodies_.size());
  find_points(model);
  if (impulses_.find_at_start(view(model), record_.quality)) {
    bodies_.take(velocities.free, impulses_.after());
    record_.account += impulses_.account_at_start(view(model));
    impulses_.probe(view(model), record_.probes);
  }
  paths_.pairs().move_back(bodies_);
  require_no_passing(view(model), velocities.before, state.time + predicted_.span, &impulses_.contacts());
  require_no_crossing(view(model), state.time + predicted_.span);
  near_.forget_pairs();
}

}  // namespace rubble::nscd
