#include "base/interrupt.hpp"
#include "friction/best.hpp"

#include <algorithm>
#include <deque>

// Both methods minimise f(r) = 1/2 r . W r + q . r over the cones. The gradient of f is the relative velocity u = W r +
// q. At the minimum, u is in the dual cones and r . u = 0, which is the relaxed law. Coulomb's law has q_n + mu |u_t|
// in place of q_n, with |u_t| of the solution. It is solved by repeated solutions of the relaxed law, each with |u_t|
// of the previous one.
namespace rubble::friction {
namespace {

constexpr double kInner = 0.1;               // tolerance of a relaxed problem / residual of Coulomb's law
constexpr std::int64_t kCheckInterval = 10;  // iterations between checks of the residual
constexpr std::int64_t kInnerMost = 200;     // largest number of iterations with fixed |u_t|

double inner(const Vec3s& a, const Vec3s& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
  return sum;
}

// => a + length b
Vec3s combined(const Vec3s& a, double length, const Vec3s& b) {
  Vec3s out = a;
  for (std::size_t i = 0; i < a.size(); ++i) out[i] += length * b[i];
  return out;
}

Vec3s projected(const Problem& problem, Vec3s r) {
  for (std::size_t a = 0; a < r.size(); ++a) r[a] = project(r[a], problem.friction[a]);
  return r;
}

// f from r and its relative velocity u: 1/2 r . (u + q).
double objective(const Problem& problem, const Vec3s& r, const Vec3s& u) {
  return 0.5 * (inner(r, u) + inner(r, problem.free_velocity));
}

using Solver = Report (*)(const Problem&, const SolverOptions&, Vec3s&);

// Solves Coulomb's law with a solver of the relaxed law.
Report with_outer_iterations(const Problem& problem, const SolverOptions& options, Vec3s& impulses, Solver relaxed) {
  Best best(problem, options, impulses);
  Problem shifted = problem;
  SolverOptions once = options;
  once.cone = Cone::ccp;
  once.progress = {};
  std::int64_t iterations = 0;
  Vec3s r = impulses;
  // The velocity without impulses contains no information on |u_t|. The first problem after zero impulses is therefore
  // the relaxed law with the original q. With |u_t| of zero impulses and a large mu its solution would be zero. Each
  // outer iteration would then make only 1 / mu of the progress.
  bool known = std::any_of(r.begin(), r.end(), [](const Vec3& impulse) { return !impulse.isZero(0); });
  while (iterations < options.iterations && !best.converged()) {
    const Vec3s u = velocities(problem, r);
    for (std::size_t a = 0; a < r.size(); ++a)
      shifted.free_velocity[a][0] =
          problem.free_velocity[a][0] + (known ? problem.friction[a] * tangential_norm(u[a]) : 0);
    known = true;
    once.tolerance = kInner * std::max(options.tolerance, residual(problem, options.cone, r));
    once.iterations = std::min(kInnerMost, options.iterations - iterations);
    iterations += std::max<std::int64_t>(1, relaxed(shifted, once, r).iterations);
    best.consider(iterations, r);
  }
  return best.finish(iterations, impulses);
}

// => mean of the diagonal of W.
double mean_diagonal(const BlockMatrix& w) {
  double sum = 0;
  for (std::size_t a = 0; a < w.size(); ++a)
    for (auto k = static_cast<std::size_t>(w.begin[a]); k < static_cast<std::size_t>(w.begin[a + 1]); ++k)
      if (w.column[k] == static_cast<Index>(a)) sum += w.block[k].trace();
  return sum / std::max(1.0, 3 * static_cast<double>(w.size()));
}

// First estimate of the largest eigenvalue of W: the larger of |W 1| / |1|, which is 0 if rows sum to zero, and the
// mean of the diagonal. Neither exceeds this eigenvalue.
double first_lipschitz(const Problem& problem) {
  const Vec3s ones(problem.size(), Vec3::Ones());
  const Vec3s of_ones = combined(velocities(problem, ones), -1, problem.free_velocity);
  const double of_rows = std::sqrt(inner(of_ones, of_ones) / std::max(1.0, inner(ones, ones)));
  return std::max(of_rows, mean_diagonal(problem.delassus));
}

// Nesterov's method with a line search. With the gradient g = u(y) the trial point is r' = P(y - g / L). L is doubled
// until f(r') lies below its parabola, which is d . W d <= L d . d with d = r' - y. This form has no cancellation and
// tolerates a slightly asymmetric W. The next y is r' + beta (r' - r). If the gradient has a positive component along
// the last step, the momentum restarts from y = r'. Because u(y) is the same combination of u(r') and u(r), each trial
// costs only one product with the matrix.
Report relaxed_by_acceleration(const Problem& problem, const SolverOptions& options, Vec3s& impulses) {
  Best best(problem, options, impulses);
  Vec3s r = impulses;
  Vec3s of_r = velocities(problem, r);
  Vec3s y = r;
  Vec3s g = of_r;
  double theta = 1;
  double lipschitz = first_lipschitz(problem);
  std::int64_t iteration = 0;
  while (iteration < options.iterations && !best.converged()) {
    Vec3s next;
    Vec3s of_next;
    for (;;) {
      interrupt::check();
      next = projected(problem, combined(y, -1 / lipschitz, g));
      of_next = velocities(problem, next);
      ++iteration;
      const Vec3s d = combined(next, -1, y);
      if (inner(d, combined(of_next, -1, g)) <= lipschitz * inner(d, d)) break;
      if (iteration >= options.iterations) break;
      lipschitz *= 2;
    }
    const double theta_next = 0.5 * (-theta * theta + theta * std::sqrt(theta * theta + 4));
    const double beta = theta * (1 - theta) / (theta * theta + theta_next);
    const Vec3s step = combined(next, -1, r);
    theta = theta_next;
    y = combined(next, beta, step);
    if (inner(g, step) > 0) {
      y = next;
      g = of_next;
      theta = 1;
    } else {
      g = combined(of_next, beta, combined(of_next, -1, of_r));
    }
    lipschitz *= 0.9;
    r = std::move(next);
    of_r = std::move(of_next);
    if (iteration % kCheckInterval < 2 || iteration >= options.iterations) best.consider(iteration, r);
  }
  return best.finish(iteration, impulses);
}

// The step is along d = P(r - alpha u) - r and is halved until f is below the largest of its last ten values (Grippo,
// Lampariello & Lucidi). Barzilai and Borwein's alpha is s . s / s . y, with the changes s of r and y of u.
Report relaxed_by_spectral_steps(const Problem& problem, const SolverOptions& options, Vec3s& impulses) {
  constexpr std::size_t kRemembered = 10;
  constexpr double kDecrease = 1e-4;
  Best best(problem, options, impulses);
  Vec3s r = projected(problem, impulses);
  Vec3s u = velocities(problem, r);
  std::deque<double> values{objective(problem, r, u)};
  double alpha = problem.size() > 0 ? 3 / problem.delassus.block[0].trace() : 1;
  std::int64_t iteration = 0;
  while (iteration < options.iterations && !best.converged()) {
    interrupt::check();
    const Vec3s d = combined(projected(problem, combined(r, -alpha, u)), -1, r);
    const Vec3s wd = combined(velocities(problem, d), -1, problem.free_velocity);  // change of u along d
    ++iteration;
    const double slope = inner(u, d);
    const double curvature = inner(d, wd);
    const double highest = *std::max_element(values.begin(), values.end());
    double length = 1;
    while (values.back() + length * slope + 0.5 * length * length * curvature > highest + kDecrease * length * slope &&
           length > 1e-10)
      length *= 0.5;
    values.push_back(values.back() + length * slope + 0.5 * length * length * curvature);
    if (values.size() > kRemembered) values.pop_front();
    r = combined(r, length, d);
    u = combined(u, length, wd);
    alpha = curvature > 0 ? std::clamp(inner(d, d) / curvature, 1e-8, 1e8) : 1e8;
    if (iteration % kCheckInterval == 0 || iteration == options.iterations) {
      best.consider(iteration, r);
      u = velocities(problem, r);
    }
  }
  return best.finish(iteration, impulses);
}

}  // namespace

Report accelerated_gradient(const Problem& problem, const SolverOptions& options, Vec3s& impulses) {
  if (options.cone == Cone::ccp) return relaxed_by_acceleration(problem, options, impulses);
  return with_outer_iterations(problem, options, impulses, relaxed_by_acceleration);
}

Report spectral_gradient(const Problem& problem, const SolverOptions& options, Vec3s& impulses) {
  if (options.cone == Cone::ccp) return relaxed_by_spectral_steps(problem, options, impulses);
  return with_outer_iterations(problem, options, impulses, relaxed_by_spectral_steps);
}

}  // namespace rubble::friction
