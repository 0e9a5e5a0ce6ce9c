#include "hsdem/resting.hpp"

#include "hsdem/resting_island.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rubble::hsdem {
namespace {

// A group of bodies connected by links: their indices, and those of the links, in the whole problem.
struct Island {
  std::vector<std::size_t> body, link;
};

std::vector<Island> islands_of(std::size_t bodies, const std::vector<RestingLink>& links) {
  std::vector<std::size_t> parent(bodies);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t n) {
    while (parent[n] != n) n = parent[n] = parent[parent[n]];
    return n;
  };
  for (const RestingLink& link : links)
    if (link.b != kNoBody) parent[root(link.a)] = root(link.b);
  std::vector<Island> islands;
  std::vector<std::size_t> island(bodies, kNoBody);  // of each root
  const auto island_of = [&](std::size_t n) -> Island& {
    std::size_t& k = island[root(n)];
    if (k == kNoBody) {
      k = islands.size();
      islands.emplace_back();
    }
    return islands[k];
  };
  for (std::size_t k = 0; k < links.size(); ++k) island_of(links[k].a).link.push_back(k);
  for (std::size_t n = 0; n < bodies; ++n)
    if (island[root(n)] != kNoBody) island_of(n).body.push_back(n);
  return islands;
}

// The problem of one island.
struct IslandProblem {
  std::vector<RestingBody> bodies;
  std::vector<RestingLink> links;
};

// The bodies and links of an island. `number` becomes the number of each body in its island.
IslandProblem problem_of(const Island& island, const std::vector<RestingBody>& bodies,
                         const std::vector<RestingLink>& links, std::vector<std::size_t>& number) {
  IslandProblem problem;
  for (const std::size_t n : island.body) {
    number[n] = problem.bodies.size();
    problem.bodies.push_back(bodies[n]);
  }
  for (const std::size_t k : island.link) {
    RestingLink link = links[k];
    link.a = number[link.a];
    if (link.b != kNoBody) link.b = number[link.b];
    problem.links.push_back(link);
  }
  return problem;
}

// => true if any bound changed
bool leave_out_recovery(std::vector<RestingLink>& links) {
  bool changed = false;
  for (RestingLink& link : links) {
    changed = changed || link.recovery > 0;
    link.least -= link.recovery;
    link.recovery = 0;
  }
  return changed;
}

// Bounds that open overlaps can exclude each other. If no solution exists without them either, the impulses are 0.
RestingReport solve_problem(IslandProblem& problem, double most) {
  IslandProblem start = problem;
  IslandReport outcome = solve_island(problem.bodies, problem.links, most);
  if (outcome.report.converged) return outcome.report;
  if (leave_out_recovery(start.links)) {
    const std::size_t sweeps = outcome.report.sweeps;
    problem = start;
    outcome = solve_island(problem.bodies, problem.links, most);
    outcome.report.sweeps += sweeps;
  }
  if (!outcome.unbounded) return outcome.report;
  problem = std::move(start);
  for (RestingLink& link : problem.links) link.impulse = 0;
  return outcome.report;
}

void put_back(const IslandProblem& problem, const Island& island, std::vector<RestingBody>& bodies,
              std::vector<RestingLink>& links) {
  for (std::size_t n = 0; n < island.body.size(); ++n) bodies[island.body[n]] = problem.bodies[n];
  for (std::size_t k = 0; k < island.link.size(); ++k) {
    RestingLink& link = links[island.link[k]];
    link.impulse = problem.links[k].impulse;
    link.least = problem.links[k].least;
    link.recovery = problem.links[k].recovery;
  }
}

}  // namespace

RestingReport solve_resting(std::vector<RestingBody>& bodies, std::vector<RestingLink>& links, double most) {
  RestingReport all;
  std::vector<std::size_t> number(bodies.size());
  for (const Island& island : islands_of(bodies.size(), links)) {
    IslandProblem problem = problem_of(island, bodies, links, number);
    const RestingReport report = solve_problem(problem, most);
    put_back(problem, island, bodies, links);
    all.sweeps = std::max(all.sweeps, report.sweeps);
    all.converged = all.converged && report.converged;
  }
  return all;
}

}  // namespace rubble::hsdem
