#include "nscd/impulse_solver.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// Least number of sweeps in a step. A pile comes to rest over many steps, each of which starts from the impulses of the
// last one.
constexpr std::int64_t kLeast = 10;

void archive_indices(Archive& archive, const std::string& name, std::vector<Index>& indices, std::size_t count) {
  std::vector<std::int64_t> numbers(indices.begin(), indices.end());
  archive.value(name, numbers, count);
  indices.clear();
  for (const std::int64_t number : numbers) indices.push_back(static_cast<Index>(number));
}

void archive_inertia(Archive& archive, const std::string& name, std::vector<Mat3>& inertia) {
  Reals numbers;
  for (const Mat3& m : inertia) numbers.insert(numbers.end(), m.data(), m.data() + m.size());
  archive.value(name, numbers);
  inertia.assign(numbers.size() / 9, Mat3::Zero());
  for (std::size_t k = 0; k < inertia.size(); ++k)
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(9 * k), 9, inertia[k].data());
}

// InputError for a problem whose contacts refer to bodies that it does not have.
void require_whole(const friction::BodyProblem& problem) {
  const auto n = static_cast<Index>(problem.bodies.size());
  const std::size_t inertias = problem.bodies.inverse_inertia.size();
  if (inertias != 0 && inertias != problem.bodies.size())
    throw InputError(fmt::format("expected 0 or {} inertias in nscd/hardest, found {}", n, inertias));
  for (std::size_t c = 0; c < problem.links.size(); ++c) {
    const Index a = problem.links.a[c];
    const Index b = problem.links.b[c];
    if (a < 0 || a >= n || b < -1 || b >= n)
      throw InputError(fmt::format("expected contacts of {} bodies in nscd/hardest, found {} {}", n, a, b));
  }
}

void archive_start(Archive& archive, ProblemStart& start, std::size_t bodies) {
  const std::string at = "nscd/hardest/";
  friction::BodyProblem& problem = start.problem;
  friction::BodyVelocities& b = problem.bodies;
  archive.value(at + "velocity", b.velocity, bodies);
  archive.value(at + "spin", b.spin, bodies);
  archive.value(at + "inverse_mass", b.inverse_mass, bodies);
  archive.value(at + "inverse_moment", b.inverse_moment, bodies);
  archive_inertia(archive, at + "inverse_inertia", b.inverse_inertia);
  friction::Links& links = problem.links;
  archive.value(at + "friction", links.friction);
  const std::size_t contacts = links.friction.size();
  archive_indices(archive, at + "a", links.a, contacts);
  archive_indices(archive, at + "b", links.b, contacts);
  archive.value(at + "arm_a", links.arm_a, contacts);
  archive.value(at + "arm_b", links.arm_b, contacts);
  archive.value(at + "normal", links.normal, contacts);
  archive.value(at + "shift", links.shift, contacts);
  archive.value(at + "impulses", start.impulses, contacts);
  if (archive.loads()) require_whole(problem);
}

}  // namespace

ImpulseSolver::ImpulseSolver(const SolverOptions& p, friction::Cone cone)
    : options_{cone, p.tolerance, p.iterations, kLeast}, keeps_hardest_(p.dump_problem) {}

friction::SweepReport ImpulseSolver::solve(friction::BodyProblem& problem, Vec3s& impulses) {
  const friction::SweepReport report = sweeps_.solve(problem, options_, impulses);
  iterations_ += report.iterations;
  convergence_.all = convergence_.all && report.converged;
  convergence_.residual = std::max(convergence_.residual, report.residual);
  return report;
}

void ImpulseSolver::solve_last(friction::BodyProblem& problem, Vec3s& impulses, Quality& quality) {
  if (keeps_hardest_) given_ = {problem, impulses};
  const friction::SweepReport report = solve(problem, impulses);
  if (keeps_hardest_ && report.iterations > most_iterations_) {
    most_iterations_ = report.iterations;
    std::swap(hardest_, given_);
  }
  const Convergence step = std::exchange(convergence_, {});
  if (impulses.empty()) return;
  ++quality.steps;
  if (step.all)
    quality.residual = std::max(quality.residual, step.residual);
  else
    ++quality.unconverged;
}

std::shared_ptr<const friction::Problem> ImpulseSolver::hardest_problem() const {
  if (most_iterations_ == 0) return nullptr;
  return std::make_shared<friction::Problem>(friction::delassus_of(hardest_.problem));
}

void ImpulseSolver::archive(Archive& archive, std::size_t bodies) {
  if (!keeps_hardest_) return;
  archive.value("nscd/hardest_iterations", most_iterations_);
  if (most_iterations_ > 0) archive_start(archive, hardest_, bodies);
}

}  // namespace rubble::nscd
