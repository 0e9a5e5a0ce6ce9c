// Impacts by Poisson's law: a compression, then a restitution, from the velocities at the time of the impact.
// docs/theory.md 11.8.
#include "base/parallel.hpp"
#include "base/union_find.hpp"
#include "nscd/engine.hpp"

#include <algorithm>

namespace rubble::nscd {
namespace {

// The problem of the bodies that take part in impacts.
struct Part {
  friction::BodyProblem problem;
  std::vector<std::size_t> mover;  // index of each body in the list of movers
};

// (velocities of all movers, links) => the problem of the bodies that the links name.
Part part_of(const friction::BodyVelocities& all, friction::Links links) {
  Part part;
  std::vector<Index> local(all.size(), -1);
  const auto take = [&](Index& body) {
    if (body < 0) return;
    const auto m = static_cast<std::size_t>(body);
    if (local[m] < 0) {
      local[m] = static_cast<Index>(part.mover.size());
      part.mover.push_back(m);
    }
    body = local[m];
  };
  for (std::size_t k = 0; k < links.size(); ++k) {
    take(links.a[k]);
    take(links.b[k]);
  }
  friction::BodyVelocities& bodies = part.problem.bodies;
  for (const std::size_t m : part.mover) {
    bodies.velocity.push_back(all.velocity[m]);
    bodies.spin.push_back(all.spin[m]);
    bodies.inverse_mass.push_back(all.inverse_mass[m]);
    bodies.inverse_moment.push_back(all.inverse_moment[m]);
    if (!all.inverse_inertia.empty()) bodies.inverse_inertia.push_back(all.inverse_inertia[m]);
  }
  part.problem.links = std::move(links);
  return part;
}

}  // namespace

// A contact rebounds if its shift demands a speed of separation (shift < 0) that is not a recovery: see demand().
bool Engine::rebounds(std::size_t c) const { return recovery_[c] == 0 && shift_[c] < 0; }

// Finds all contacts in clusters of touching bodies that include a rebounding contact.
void Engine::find_clusters() {
  const friction::Links& links = problem_.links;
  clustered_.clear();
  cluster_.clear();
  if (!(p_.contact.restitution > 0)) return;
  const auto count = static_cast<Index>(links.size());
  const auto is_any = [&] {
    for (Index c = 0; c < count; ++c)
      if (rebounds(static_cast<std::size_t>(c))) return true;
    return false;
  };
  if (!is_any()) return;
  UnionFind sets(movers_.size());
  for (std::size_t c = 0; c < links.size(); ++c)
    if (links.b[c] >= 0) sets.join(links.a[c], links.b[c]);
  std::vector<char> struck(movers_.size(), 0);
  for (std::size_t c = 0; c < links.size(); ++c)
    if (rebounds(c)) struck[static_cast<std::size_t>(sets.root(links.a[c]))] = 1;
  for (std::size_t c = 0; c < links.size(); ++c) {
    const Index root = sets.root(links.a[c]);
    if (struck[static_cast<std::size_t>(root)] == 0) continue;
    clustered_.push_back(c);
    cluster_.push_back(root);
  }
}

// Solves the impacts. Impulses act at the velocities of their time: with half of this step's kick, and more for pairs
// that were moved to their first touch (share_of_kick()). The bodies receive the rest of the kick afterwards.
void Engine::strike() {
  struck_.clear();
  made_by_impacts_ = 0;
  find_clusters();
  if (clustered_.empty() || p_.contact.impact != "poisson") return;
  friction::Links links;
  links.assign(problem_.links, clustered_);
  for (std::size_t k = 0; k < clustered_.size(); ++k) {
    const std::size_t c = clustered_[k];
    links.shift[k] = near_.shift[touch_[c]] + std::max(shift_[c], 0.0) * links.normal[k];
  }
  Part part = part_of(struck_from_, std::move(links));
  friction::BodyProblem& problem = part.problem;
  const friction::BodyVelocities start = problem.bodies;
  Vec3s compression(clustered_.size(), Vec3::Zero());
  solve_part(problem, compression);
  const double e = p_.contact.restitution;
  Vec3s restitution = compression;
  for (std::size_t k = 0; k < clustered_.size(); ++k) {
    restitution[k] *= e;
    problem.least.push_back(std::max(0.0, restitution[k].dot(problem.links.normal[k])));
  }
  solve_part(problem, restitution);

  struck_.assign(touch_.size(), Vec3::Zero());
  for (std::size_t k = 0; k < clustered_.size(); ++k) struck_[clustered_[k]] = compression[k] + restitution[k];
  for (std::size_t k = 0; k < clustered_.size(); ++k) problem.links.shift[k] = near_.shift[touch_[clustered_[k]]];
  book_impacts(problem.links, start, problem.bodies, struck_);
  for (std::size_t i = 0; i < part.mover.size(); ++i) {
    problem_.bodies.velocity[part.mover[i]] += problem.bodies.velocity[i] - start.velocity[i];
    problem_.bodies.spin[part.mover[i]] += problem.bodies.spin[i] - start.spin[i];
  }
  for (std::size_t k = 0; k < clustered_.size(); ++k) {
    const std::size_t c = clustered_[k];
    if (!rebounds(c)) continue;
    shift_[c] = 0;
    problem_.links.shift[c] = problem.links.shift[k];
  }
}

void Engine::solve_part(friction::BodyProblem& problem, Vec3s& impulses) {
  const friction::SweepReport report = sweeps_.solve(problem, sweep_options(), impulses);
  iterations += report.iterations;
  if (report.converged)
    solved_residual_ = std::max(solved_residual_, report.residual);
  else
    all_converged_ = false;
}

// (links of the clustered contacts without their demands, velocities before and after, impulses of all contacts) Counts
// impacts, and adds up the energy of clusters that gained energy: -p . (u + u') / 2 over each cluster.
void Engine::book_impacts(const friction::Links& links, const friction::BodyVelocities& before,
                          const friction::BodyVelocities& after, const Vec3s& impulses) {
  struct Heat {
    double lost = 0, size = 0;
  };
  std::vector<std::size_t> order(clustered_.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return cluster_[i] < cluster_[j]; });
  for (std::size_t first = 0; first < order.size();) {
    Heat heat;
    std::size_t last = first;
    for (; last < order.size() && cluster_[order[last]] == cluster_[order[first]]; ++last) {
      const std::size_t k = order[last];
      const Vec3& p = impulses[clustered_[k]];
      const double was = p.dot(friction::relative_velocity(before, links, k));
      const double is = p.dot(friction::relative_velocity(after, links, k));
      heat.lost -= 0.5 * (was + is);
      heat.size += 0.5 * (std::abs(was) + std::abs(is));
    }
    first = last;
    if (heat.size == 0) continue;
    ++quality.impacts;
    if (heat.lost < -p_.solver.tolerance * heat.size) ++quality.impacts_made;
    made_by_impacts_ += std::max(0.0, -heat.lost);
  }
}

// With Newton's law, impacts and all other impulses form one problem. The velocities before and after are those of the
// time of the impacts.
void Engine::book_newtons_impacts() {
  if (clustered_.empty() || !struck_.empty()) return;
  friction::Links links;
  links.assign(near_, points_of_clusters());
  book_impacts(links, struck_from_, after_impacts(), impulse_);
}

// Velocities just after the impacts of Newton's law: those at the end of the step, without the rest of the kick.
friction::BodyVelocities Engine::after_impacts() const {
  friction::BodyVelocities bodies = problem_.bodies;
  parallel_for(movers_.size(), [&](std::size_t m) {
    const double rest = 1 - share_of_kick(m);
    bodies.velocity[m] -= rest * (free_.velocity[m] - before_.velocity[m]);
    bodies.spin[m] -= rest * (free_.spin[m] - before_.spin[m]);
  });
  return bodies;
}

std::vector<std::size_t> Engine::points_of_clusters() const {
  std::vector<std::size_t> points;
  for (const std::size_t c : clustered_) points.push_back(touch_[c]);
  return points;
}

}  // namespace rubble::nscd
