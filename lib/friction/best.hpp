#pragma once
// Keeps the best impulses that a solver has found, by their residual and the error of each contact.
#include "friction/residual.hpp"
#include "friction/solver.hpp"

#include <limits>
#include <stdexcept>

#include <fmt/format.h>

namespace rubble::friction {

class Best {
 public:
  // Evaluates and reports the initial impulses. std::invalid_argument unless there is one impulse for each contact.
  Best(const Problem& problem, const SolverOptions& options, const Vec3s& impulses)
      : problem_(problem), options_(options), impulses_(impulses) {
    if (impulses.size() != problem.size())
      throw std::invalid_argument(fmt::format("{} impulses of {} contacts", impulses.size(), problem.size()));
    report_.residual = std::numeric_limits<double>::infinity();
    consider(0, impulses);
  }

  // (iterations so far, impulses) Evaluates the impulses and keeps them if they are the best so far. => their residual
  double consider(std::int64_t iterations, const Vec3s& impulses) {
    const double found = residual(problem_, options_.cone, impulses);
    error_ = kept(found) ? contact_error(problem_, options_.cone, impulses) : 0;
    if (is_better(found)) keep(found, impulses);
    if (options_.progress) options_.progress(iterations, report_.residual);
    return found;
  }
  // => the error of the contacts with the impulses that were considered last, or 0 if their residual exceeds the
  // tolerance
  double last_contact_error() const { return error_; }

  bool converged() const { return kept(report_.residual) && kept(report_.contact_error); }

  Report finish(std::int64_t iterations, Vec3s& impulses) {
    impulses = impulses_;
    report_.iterations = iterations;
    report_.contact_error = contact_error(problem_, options_.cone, impulses);
    report_.converged = converged();
    return report_;
  }

 private:
  bool kept(double measure) const { return measure <= options_.tolerance; }

  void keep(double found, const Vec3s& impulses) {
    report_.residual = found;
    report_.contact_error = error_;
    impulses_ = impulses;
  }

  // If both residuals are within the tolerance, the smaller error of a contact is better. Otherwise the smaller
  // residual is better.
  bool is_better(double found) const {
    if (kept(found) && kept(report_.residual)) return error_ < report_.contact_error;
    return found < report_.residual;
  }

  const Problem& problem_;
  const SolverOptions& options_;
  Vec3s impulses_;
  Report report_;
  double error_ = 0;  // of the contacts, as in last_contact_error()
};

}  // namespace rubble::friction
