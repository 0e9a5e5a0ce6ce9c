#pragma once
// Engine of hard spheres. A step (docs/theory.md 13) has these parts:
//   - failure           spheres leave rigid aggregates whose strength they exceed
//   - kick              half a step of gravity
//   - drift             free motion, with impacts and their outcomes in the order of time
//   - kick              half a step of gravity at the new positions
#include "base/non_copyable.hpp"
#include "hsdem/neighbour_list.hpp"
#include "hsdem/outcomes.hpp"
#include "hsdem/predictions.hpp"
#include "hsdem/resting_contacts.hpp"
#include "hsdem/sphere_forces.hpp"
#include "model/step_clock.hpp"

namespace rubble::hsdem {

class Engine : NonCopyable {
 public:
  // InputError for hulls, for walls that require_walls_suited() excludes, and for sticking or fragmentation in periodic
  // boxes. `probes` must outlive the engine; nullptr: none.
  Engine(const Parameters& p, const Pile& pile, const External& external, Probes* probes);

  // (model, state, external, time [s]) Makes steps until state.time reaches `until` within 1e-6 of a step, or until a
  // stop is requested. Bodies that stick or break change the grouping. SanityError if the motion of a body is not
  // finite, or if the step is too long for the period of space.
  void advance(const Model& model, State& state, const External& external, double until);
  // Contacts of the last step: see contacts_of().
  Contacts contacts() const;
  // Bonds that a later run needs.
  Bonds bonds() const;

  void archive(Archive& archive);

  StepClock step_clock;
  Records records;

 private:
  void start(const Model& model, const State& state, const External& external);
  void step(const Model& model, State& state);
  void release_failed(const Model& model);
  double kick(const Model& model, Half half);
  void drift(const Model& model);
  void place_probes(const Model& model, double time);
  void renew_list(double now);
  void end_drift(const Model& model);
  void evaluate_forces(const Model& model, double time);
  void audit(double half_heat);
  void regroup_or_place(const Model& model, State& state);

  Parameters p_;
  Aggregates bodies_;
  NeighbourList list_;
  PairContext context_;
  SphereForces forces_;
  Predictions predictions_;
  RigidFailure failure_;
  Outcomes outcomes_;
  RestingContacts resting_;
};

}  // namespace rubble::hsdem
