#pragma once
// The best impulses that a solver has seen, by the referee.
#include "friction/referee.hpp"
#include "friction/solver.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace rubble::friction {

class Best {
 public:
  // Judges and reports the impulses to start from. std::invalid_argument if they are not one for each contact.
  Best(const Problem& problem, const Options& options, const Vec3s& impulses)
      : problem_(problem), options_(options), impulses_(impulses) {
    if (impulses.size() != problem.size())
      throw std::invalid_argument(fmt::format("{} impulses of {} contacts", impulses.size(), problem.size()));
    report_.residual = residual(problem, options.cone, impulses);
    report_.converged = report_.residual <= options.tolerance;
    if (options_.progress) options_.progress(0, report_.residual);
  }

  // Judges impulses after so many iterations; => their residual.
  double consider(std::int64_t iterations, const Vec3s& impulses) {
    const double found = residual(problem_, options_.cone, impulses);
    if (found < report_.residual) {
      report_.residual = found;
      impulses_ = impulses;
    }
    report_.converged = report_.residual <= options_.tolerance;
    if (options_.progress) options_.progress(iterations, report_.residual);
    return found;
  }

  bool converged() const { return report_.converged; }

  Report finish(std::int64_t iterations, Vec3s& impulses) {
    impulses = impulses_;
    report_.iterations = iterations;
    return report_;
  }

 private:
  const Problem& problem_;
  const Options& options_;
  Vec3s impulses_;
  Report report_;
};

}  // namespace rubble::friction
