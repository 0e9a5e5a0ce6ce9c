#pragma once
// Solutions of the friction problems of a run by sweeps, and their convergence.
#include "base/archive.hpp"
#include "friction/sweeps.hpp"
#include "nscd/parameters.hpp"

#include <memory>

namespace rubble::nscd {

// A friction problem before it was solved, and the impulses from which the solver started [N s].
struct ProblemStart {
  friction::BodyProblem problem;
  Vec3s impulses;
};

class ImpulseSolver {
 public:
  ImpulseSolver(const SolverOptions& p, friction::Cone cone);

  // (problem, initial impulses [N s]) Replaces the impulses by the solution, and the velocities in the problem by those
  // after these impulses.
  friction::SweepReport solve(friction::BodyProblem& problem, Vec3s& impulses);
  // solve() for the last problem of a step. Adds the convergence of the step to the quality of the run.
  void solve_last(friction::BodyProblem& problem, Vec3s& impulses, Quality& quality);

  double tolerance() const { return options_.tolerance; }
  std::int64_t iterations() const { return iterations_; }  // in all steps of this process
  // With `dump_problem`: the problem that needed the most iterations; nullptr if there is none.
  std::shared_ptr<const friction::Problem> hardest_problem() const;
  // The same problem in terms of bodies, with its start. It has no contacts if there is none.
  const ProblemStart& hardest_start() const { return hardest_; }
  std::int64_t most_iterations() const { return most_iterations_; }  // of the hardest problem
  // (number of bodies) Saves or loads the hardest problem.
  void archive(Archive& archive, std::size_t bodies);

 private:
  // Convergence of the problems of a step.
  struct Convergence {
    bool all = true;
    double residual = 0;  // largest residual
  };

  friction::SweepOptions options_;
  bool keeps_hardest_;
  friction::Sweeps sweeps_;
  ProblemStart given_, hardest_;  // problem of this step, and the one with the most iterations so far
  std::int64_t most_iterations_ = 0;
  std::int64_t iterations_ = 0;
  Convergence convergence_;
};

}  // namespace rubble::nscd
