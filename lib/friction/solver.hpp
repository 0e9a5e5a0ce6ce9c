#pragma once
// Input and output of all solvers.
#include "friction/one_contact.hpp"

#include <cstdint>
#include <functional>
#include <stdexcept>

namespace rubble::friction {

// One iteration is, for nsgs, one sweep. For interior_point it is one factorisation, or one iteration of nsgs at the
// start from zero impulses. For the projected gradients it is one product with W.
struct SolverOptions {
  Cone cone = Cone::coulomb;
  double tolerance = 1e-6;         // limit of residual() and contact_error()
  std::int64_t iterations = 1000;  // largest number of iterations
  Local local = Local::exact;      // solution method of one contact in the sweeps of nsgs
  bool momentum = true;            // true to accelerate the sweeps of nsgs
  // (iterations so far, residual of the best impulses so far) Called after each evaluation of the impulses, first with
  // 0 iterations.
  std::function<void(std::int64_t, double)> progress = {};
};

// std::invalid_argument for a local form that does not support the law. The forms exact and diagonal support only
// Coulomb's law.
inline void require_local(const SolverOptions& options) {
  if (options.cone == Cone::ccp && options.local != Local::projected)
    throw std::invalid_argument("the relaxed law needs projected steps at each contact");
}

struct Report {
  double residual = 0;       // of the returned impulses, which are the best ones found
  double contact_error = 0;  // of the returned impulses
  std::int64_t iterations = 0;
  bool converged = false;
};

// Each solver starts from the given impulses [n] [N s] and replaces them by the best that it finds; the given ones may
// be the best. std::invalid_argument unless there is one impulse for each contact. Solvers that sweep also throw it for
// a local form that does not support the law.
//
// Nonlinear Gauss-Seidel (Jean 1999, doi:10.1016/S0045-7825(98)00383-1). An iteration is one sweep, with momentum that
// is reduced when the steps grow (docs/theory.md 10.3).
Report nsgs(const Problem& problem, const SolverOptions& options, Vec3s& impulses);

// Interior points on the second-order cone with Nesterov and Todd's scaling. For Coulomb's law, mu |u_t| is part of
// each Newton step (docs/theory.md 10.4). std::invalid_argument for a contact without friction.
Report interior_point(const Problem& problem, const SolverOptions& options, Vec3s& impulses);

// Accelerated projected gradients (Mazhar et al. 2015, doi:10.1145/2735627) and spectral projected gradients (Birgin,
// Martinez & Raydan 2000, doi:10.1137/S1052623497330963), which minimise 1/2 r . W r + q . r over K. Coulomb's law
// needs outer iterations with q_n + mu |u_t| in place of q_n (docs/theory.md 10.5).
Report accelerated_gradient(const Problem& problem, const SolverOptions& options, Vec3s& impulses);
Report spectral_gradient(const Problem& problem, const SolverOptions& options, Vec3s& impulses);

// Fastest sequence in measurements: up to 600 iterations of nsgs, up to 40 of interior_point if a factorisation is
// cheap and all contacts have friction, then nsgs to the end.
Report solve(const Problem& problem, const SolverOptions& options, Vec3s& impulses);

}  // namespace rubble::friction
