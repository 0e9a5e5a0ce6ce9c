#include "friction/part.hpp"

#include <algorithm>

// Sweeps are cheap and solve most problems to 1e-4. If they converge slowly, the error is in long chains of contacts.
// Interior points treat such chains as a whole: ten to twenty factorisations reduce the error to 1e-8. They may fail,
// because Coulomb's law is not a minimisation problem and the path to its solution may turn back. In this case sweeps
// continue to the end.
namespace rubble::friction {
namespace {

constexpr std::int64_t kFirstSweeps = 600;    // iterations before interior points are tried
constexpr std::int64_t kFactorisations = 40;  // largest number of interior-point iterations, one factorisation each
// Largest number of blocks of W for interior points. With more, a factorisation costs more than thousands of sweeps.
constexpr std::size_t kBlocks = 16000;

}  // namespace

Report solve(const Problem& problem, const SolverOptions& options, Vec3s& impulses) {
  Report report = nsgs(problem, part_of(options, 0, std::min(kFirstSweeps, options.iterations)), impulses);
  const bool friction = std::all_of(problem.friction.begin(), problem.friction.end(), [](double mu) { return mu > 0; });
  if (!report.converged && friction && problem.delassus.block.size() <= kBlocks) {
    const std::int64_t left = std::min(kFactorisations, options.iterations - report.iterations);
    const Report next = interior_point(problem, part_of(options, report.iterations, left), impulses);
    report = {next.residual, next.contact_error, report.iterations + next.iterations, next.converged};
  }
  if (!report.converged && report.iterations < options.iterations) {
    const std::int64_t left = options.iterations - report.iterations;
    const Report last = nsgs(problem, part_of(options, report.iterations, left), impulses);
    report = {last.residual, last.contact_error, report.iterations + last.iterations, last.converged};
  }
  return report;
}

}  // namespace rubble::friction
