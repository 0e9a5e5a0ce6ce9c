#pragma once
// All impulses of a step: conditions on points, impacts, cohesion, and the solution of the friction problem.
#include "nscd/attraction.hpp"
#include "nscd/body_forces.hpp"
#include "nscd/impulse_account.hpp"
#include "nscd/run_record.hpp"

namespace rubble::nscd {

class StepImpulses {
 public:
  StepImpulses(const Parameters& p, friction::Cone cone) : impacts_(p), attraction_(p), solver_(p.solver, cone) {}

  // Finds the impulses of a step:
  //   - set_up       the friction problem: gaps, restitution, recovery         docs/theory.md 11.2
  //   - strike       impacts by Poisson's law, before all other impulses       docs/theory.md 11.8
  //   - pull         cohesion                                                  docs/theory.md 11.3
  //   - solve_last   sweeps                                                    docs/theory.md 10.6
  void find(const StepView& step, Quality& quality);
  // Finds the impulses of bodies that touch at the start of a run and approach each other. False if no point would
  // overlap at the first evaluation of forces: no impulses are needed. The quality of the run does not count them.
  bool find_at_start(const StepView& step, const Quality& quality);
  // Velocities with the impulses.
  const friction::BodyVelocities& after() const { return contacts_.problem.bodies; }

  // Adds heat, work and impulses of a step to the record, and keeps the impulses for the next step. docs/theory.md 11.4
  void settle(const StepView& step, const BodyForces& forces, RunRecord& record);
  // => account of the impulses at the start of a run.
  Account account_at_start(const StepView& step) const { return account_of(step, velocities, contacts_, impacts_); }

  // Adds the impulses of a step to the probes; nullptr: none.
  void probe(const StepView& step, Probes* probes) const;

  const ContactProblem& contacts() const { return contacts_; }
  const ImpulseSolver& solver() const { return solver_; }
  // (model, number of walls, number of bodies).
  void archive(Archive& archive, const Model& model, std::size_t walls, std::size_t bodies);
  void require_sound() const { attraction_.require_sound(); }

  StepVelocities velocities;  // `before` and `free` are set by the engine
  Impulses last;              // impulses of the last step

 private:
  void set_up(const StepView& step, Quality& quality);
  bool would_overlap(const StepView& step) const;

  ContactProblem contacts_;
  Impacts impacts_;
  Attraction attraction_;
  ImpulseSolver solver_;
};

}  // namespace rubble::nscd
