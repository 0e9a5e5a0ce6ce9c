#pragma once
// Implementation of the stepper of Contact Dynamics. A step (docs/theory.md 11.1) has these parts:
//   - predict        positions and orientations move by (1 - theta) h
//   - kick           gravity and external fields change the velocities
//   - find_points    points within the alert distance; pairs that meet on a long path move to their first touch
//   - find_impulses  impacts, cohesion and sweeps (nscd/step_impulses.hpp)
//   - finish         accounts; pairs that met move back; positions and orientations move by theta h
#include "model/step_clock.hpp"
#include "model/stepper.hpp"
#include "nscd/body_forces.hpp"
#include "nscd/long_paths.hpp"
#include "nscd/near_points.hpp"
#include "nscd/step_impulses.hpp"

#include <optional>

namespace rubble::nscd {

class Engine {
 public:
  // `probes` must outlive the engine; nullptr: none.
  Engine(const Parameters& p, const Model& model, const State& state, const External& external, Probes* probes);

  // Takes steps until state.time >= until [s], or until the end of a step in which a stop signal arrives. The first
  // call begins the run: it removes overlaps and lets bodies collide that touch and approach (docs/theory.md 11.7).
  // SanityError if numbers are not finite, if overlaps cannot be removed, or if the step is too long for a path.
  void advance(const Model& model, State& state, const External& external, double until);
  // Points that touch or attract at the state, with the mean force of the last step.
  Contacts contacts(const Model& model, const State& state, const External& external) const;

  // Computes the impulses that the first step starts from, using the forces of the contacts.
  void take_up(const Contacts& contacts);
  void archive(Archive& archive, const Model& model, std::size_t walls);
  // InputError for loaded values that no run can have at this state: the file is damaged.
  void require_sound(const State& state) const;

  const StepClock& clock() const { return clock_; }
  const RunRecord& record() const { return record_; }
  const ImpulseSolver& solver() const { return impulses_.solver(); }

 private:
  void begin(const Model& model, State& state);
  void note_touching(const detect::ContactPoints& found);
  void collide_at_start(const Model& model, State& state);
  void require_unchanged_paths(const Model& model, const State& state);
  void step(const Model& model, const State& state);
  void predict(const Model& model, const State& state);
  void kick(const Model& model);
  void find_points(const Model& model);
  void bring_together(const Model& model);
  void find_impulses(const Model& model);
  void finish(const Model& model, const State& state);
  void look_for_impact(const Model& model, double start, const Vec3s& before);
  StepView view(const Model& model) const {
    return {p_, model, external_, sizes_, bodies_, predicted_, near_.found(), paths_.pairs()};
  }

  Parameters p_;
  External external_;
  StepClock clock_;
  RunRecord record_;
  ParticleSizes sizes_;
  RigidBodies bodies_;
  Prediction predicted_;
  BodyForces forces_;
  NearPoints near_;
  LongPaths paths_;
  StepImpulses impulses_;
  std::optional<friction::BodyVelocities> left_;  // at the end of the last call of advance(); none before the first
};

}  // namespace rubble::nscd
