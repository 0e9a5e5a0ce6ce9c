#pragma once
// A solver as part of another: its iterations count on from those before.
#include "friction/solver.hpp"

namespace rubble::friction {

// (options of the whole, iterations before, iterations of the part) => options of the part. It reports its progress
// after the iterations before; its start is the end of what came before and is not reported again.
inline Options part_of(const Options& options, std::int64_t before, std::int64_t iterations) {
  Options part = options;
  part.iterations = iterations;
  if (options.progress)
    part.progress = [progress = options.progress, before](std::int64_t iteration, double residual) {
      if (iteration > 0 || before == 0) progress(before + iteration, residual);
    };
  return part;
}

}  // namespace rubble::friction
