#pragma once
// Options for a solver that is a part of another one and continues its count of iterations.
#include "friction/solver.hpp"

namespace rubble::friction {

// (options of the whole solution, iterations before this part, iterations of this part) => options of this part. Its
// reports include the iterations before it. They omit its initial impulses, which are the last ones of the previous
// part.
inline SolverOptions part_of(const SolverOptions& options, std::int64_t before, std::int64_t iterations) {
  SolverOptions part = options;
  part.iterations = iterations;
  if (options.progress)
    part.progress = [progress = options.progress, before](std::int64_t iteration, double residual) {
      if (iteration > 0 || before == 0) progress(before + iteration, residual);
    };
  return part;
}

}  // namespace rubble::friction
