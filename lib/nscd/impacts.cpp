#include "nscd/impacts.hpp"

#include "base/union_find.hpp"
#include "laws/restitution.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::nscd {
namespace {

// The problem of the bodies that take part in impacts.
struct ImpactProblem {
  friction::BodyProblem of_bodies;
  std::vector<std::size_t> body;  // index of each body of the problem among all rigid bodies
};

// (velocities of all bodies, links) => the problem of the bodies that the links name.
ImpactProblem impact_problem(const friction::BodyVelocities& all, friction::Links links) {
  ImpactProblem impacts;
  std::vector<Index> local(all.size(), -1);
  const auto take = [&](Index& body) {
    if (body < 0) return;
    const auto m = static_cast<std::size_t>(body);
    if (local[m] < 0) {
      local[m] = static_cast<Index>(impacts.body.size());
      impacts.body.push_back(m);
    }
    body = local[m];
  };
  for (std::size_t k = 0; k < links.size(); ++k) {
    take(links.a[k]);
    take(links.b[k]);
  }
  friction::BodyVelocities& bodies = impacts.of_bodies.bodies;
  for (const std::size_t m : impacts.body) {
    bodies.velocity.push_back(all.velocity[m]);
    bodies.spin.push_back(all.spin[m]);
    bodies.inverse_mass.push_back(all.inverse_mass[m]);
    bodies.inverse_moment.push_back(all.inverse_moment[m]);
    if (!all.inverse_inertia.empty()) bodies.inverse_inertia.push_back(all.inverse_inertia[m]);
  }
  impacts.of_bodies.links = std::move(links);
  return impacts;
}

bool any_rebounds(const ContactProblem& contacts) {
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts.rebounds(c)) return true;
  return false;
}

// Energy that the impulses of a cluster remove from motion, and the sum of the magnitudes of its terms [J].
struct ClusterHeat {
  double lost = 0, size = 0;
};

}  // namespace

// Finds all contacts in clusters of touching bodies that include a rebounding contact. Walls and frozen bodies do not
// connect clusters.
void Impacts::find_clusters(const StepView& step, const ContactProblem& contacts) {
  contact_.clear();
  cluster_.clear();
  if (!rebounds_ || !any_rebounds(contacts)) return;
  const friction::Links& links = contacts.problem.links;
  UnionFind sets(step.bodies.size());
  const auto is_frozen = [&](Index body) { return step.bodies.frozen().is(static_cast<std::size_t>(body)); };
  const auto root_of = [&](std::size_t c) { return sets.root(is_frozen(links.a[c]) ? links.b[c] : links.a[c]); };
  for (std::size_t c = 0; c < links.size(); ++c)
    if (links.b[c] >= 0 && !is_frozen(links.a[c]) && !is_frozen(links.b[c])) sets.join(links.a[c], links.b[c]);
  std::vector<char> struck(step.bodies.size(), 0);
  for (std::size_t c = 0; c < links.size(); ++c)
    if (contacts.rebounds(c)) struck[static_cast<std::size_t>(root_of(c))] = 1;
  for (std::size_t c = 0; c < links.size(); ++c) {
    const Index root = root_of(c);
    if (struck[static_cast<std::size_t>(root)] == 0) continue;
    contact_.push_back(c);
    cluster_.push_back(root);
  }
}

// Links of the clustered contacts. Points with a gap keep their condition; rebounding contacts require no speed.
friction::Links Impacts::clustered_links(const ContactProblem& contacts) const {
  friction::Links links;
  links.assign(contacts.problem.links, contact_);
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const std::size_t c = contact_[k];
    const Vec3& wall = contacts.near.shift[contacts.point[c]];
    links.shift[k] = wall + std::max(contacts.condition[c].shift, 0.0) * links.normal[k];
  }
  return links;
}

// Solves the compression, then the restitution. => the sum of their impulses on each contact of the problem [N s].
Vec3s Impacts::solve_phases(const StepView& step, const ContactProblem& contacts, friction::BodyProblem& problem,
                            ImpulseSolver& solver) const {
  Vec3s compression(problem.links.size(), Vec3::Zero());
  solver.solve(problem, compression);
  Vec3s restitution(compression.size());
  for (std::size_t k = 0; k < restitution.size(); ++k) {
    const double e = step.p.of(step.found.key[contacts.point[contact_[k]]]).restitution;
    restitution[k] = laws::poisson_impulse(e, compression[k]);
    problem.least.push_back(std::max(0.0, restitution[k].dot(problem.links.normal[k])));
  }
  solver.solve(problem, restitution);
  for (std::size_t k = 0; k < restitution.size(); ++k) restitution[k] = compression[k] + restitution[k];
  return restitution;
}

// Removes the speeds that rebounding contacts required, because their impacts are solved.
void Impacts::clear_rebounds(ContactProblem& contacts) const {
  for (const std::size_t c : contact_) {
    if (!contacts.rebounds(c)) continue;
    contacts.condition[c].shift = 0;
    contacts.problem.links.shift[c] = contacts.near.shift[contacts.point[c]];
  }
}

void Impacts::strike(const StepView& step, const StepVelocities& velocities, ContactProblem& contacts,
                     ImpulseSolver& solver, Quality& quality) {
  impulse_.clear();
  energy_made_ = 0;
  find_clusters(step, contacts);
  if (contact_.empty() || !poisson_) return;
  ImpactProblem impacts = impact_problem(velocities.at_impacts, clustered_links(contacts));
  friction::BodyProblem& problem = impacts.of_bodies;
  const friction::BodyVelocities start = problem.bodies;
  const Vec3s impulses = solve_phases(step, contacts, problem, solver);
  impulse_.assign(contacts.size(), Vec3::Zero());
  for (std::size_t k = 0; k < contact_.size(); ++k) impulse_[contact_[k]] = impulses[k];
  for (std::size_t k = 0; k < contact_.size(); ++k)
    problem.links.shift[k] = contacts.near.shift[contacts.point[contact_[k]]];
  book(problem.links, start, problem.bodies, impulse_, solver.tolerance(), quality);
  friction::BodyVelocities& bodies = contacts.problem.bodies;
  for (std::size_t i = 0; i < impacts.body.size(); ++i) {
    bodies.velocity[impacts.body[i]] += problem.bodies.velocity[i] - start.velocity[i];
    bodies.spin[impacts.body[i]] += problem.bodies.spin[i] - start.spin[i];
  }
  clear_rebounds(contacts);
}

// (links of the clustered contacts without their conditions, velocities before and after, impulses of all contacts)
// Counts impacts, and adds up the energy of clusters that gained energy: -p . (u + u') / 2 over each cluster.
void Impacts::book(const friction::Links& links, const friction::BodyVelocities& before,
                   const friction::BodyVelocities& after, const Vec3s& impulses, double tolerance, Quality& quality) {
  std::vector<std::size_t> order(contact_.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return cluster_[i] < cluster_[j]; });
  for (std::size_t first = 0; first < order.size();) {
    ClusterHeat heat;
    std::size_t last = first;
    for (; last < order.size() && cluster_[order[last]] == cluster_[order[first]]; ++last) {
      const std::size_t k = order[last];
      const Vec3& p = impulses[contact_[k]];
      const double was = p.dot(friction::relative_velocity(before, links, k));
      const double is = p.dot(friction::relative_velocity(after, links, k));
      heat.lost -= 0.5 * (was + is);
      heat.size += 0.5 * (std::abs(was) + std::abs(is));
    }
    first = last;
    if (heat.size == 0) continue;
    ++quality.impacts;
    if (heat.lost < -tolerance * heat.size) ++quality.impacts_made;
    energy_made_ += std::max(0.0, -heat.lost);
  }
}

void Impacts::book_newtons(const StepView& step, const StepVelocities& velocities, const ContactProblem& contacts,
                           double tolerance, Quality& quality) {
  if (contact_.empty() || !impulse_.empty()) return;
  std::vector<std::size_t> points;
  for (const std::size_t c : contact_) points.push_back(contacts.point[c]);
  friction::Links links;
  links.assign(contacts.near, points);
  const friction::BodyVelocities after = velocities.after_impacts(contacts.problem.bodies, step.pairs, step.p.step.dt);
  book(links, velocities.at_impacts, after, contacts.impulse, tolerance, quality);
}

}  // namespace rubble::nscd
