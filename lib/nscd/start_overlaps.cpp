#include "nscd/start_overlaps.hpp"

#include "base/error.hpp"
#include "friction/sweeps.hpp"
#include "nscd/contact_problem.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// Overlaps are removed in at most kMostMoves moves. Each move removes the share kShare of each overlap, with
// displacements of at most kMostMove times the least half-thickness. The moves end when overlaps are at most kLeft
// times the limit; recovery of the rest creates almost no speed.
constexpr double kShare = 0.8;
constexpr double kMostMove = 0.1;
constexpr double kLeft = 1e-4;
constexpr int kMostMoves = 1000;
constexpr friction::SweepOptions kSolver{friction::Cone::coulomb, 1e-3, 500, 5};

// Deepest overlap of the points found, in units of half the thickness of the thinner body.
double deepest(const StepView& at) {
  double deepest = 0;
  for (std::size_t point = 0; point < at.found.size(); ++point)
    if (at.found.gap[point] < 0) deepest = std::max(deepest, depth_of(at, point));
  return deepest;
}

// (links of all points, without velocities) => the problem whose velocities are displacements: a share of each overlap
// is removed, and no gap becomes an overlap.
friction::BodyProblem problem_of_moves(const StepView& at) {
  friction::BodyProblem problem;
  at.bodies.give(problem.bodies);
  for (Vec3& velocity : problem.bodies.velocity) velocity.setZero();
  for (Vec3& spin : problem.bodies.spin) spin.setZero();
  friction::Links& links = problem.links;
  links.resize(at.found.size());
  for (std::size_t point = 0; point < at.found.size(); ++point) {
    set_link(at, point, links);
    const double gap = at.found.gap[point];
    links.friction[point] = 0;
    links.shift[point] = (gap < 0 ? kShare * gap : gap) * links.normal[point];
  }
  return problem;
}

// Moves all bodies once. The displacement is the least one, weighted by masses and inertias, without friction.
void move_apart(const StepView& at, RigidBodies& bodies) {
  friction::BodyProblem problem = problem_of_moves(at);
  Vec3s impulses(at.found.size(), Vec3::Zero());
  friction::Sweeps sweeps;
  sweeps.solve(problem, kSolver, impulses);
  double longest = 0;
  for (const Vec3& way : problem.bodies.velocity) longest = std::max(longest, way.norm());
  const double most = kMostMove * at.sizes.thinnest();
  bodies.displace(problem.bodies, longest > most ? most / longest : 1);
}

// Largest displacement of a particle [m].
double longest_move(const State& from, const State& to) {
  double longest = 0;
  for (std::size_t i = 0; i < from.position.size(); ++i)
    longest = std::max(longest, (to.position[i] - from.position[i]).norm());
  return longest;
}

}  // namespace

StartOverlaps remove_overlaps(const StepView& start, const NearPoints& near, RigidBodies& bodies) {
  Prediction moved{start.predicted.state, {}, start.p.step.dt};
  StartOverlaps out;
  const StepView at{start.p, start.model, start.external, start.sizes, bodies, moved, out.found, start.pairs};
  const auto search = [&] {
    moved.turn = start.sizes.turns(start.model, moved.state);
    out.found = near.search(at);
    return deepest(at);
  };
  const double first = search();
  if (!start.p.contact.start_overlap || first <= *start.p.contact.start_overlap) return out;
  const double limit = *start.p.contact.start_overlap;
  double left = first;
  for (int move = 0; move < kMostMoves && left > kLeft * limit; ++move) {
    move_apart(at, bodies);
    bodies.place_rows(moved.state);
    left = search();
  }
  if (left > limit)
    throw SanityError(
        fmt::format("the pile starts with overlaps of {:.3g} of half the thickness of the thinner body, above "
                    "contact.start_overlap = {:g}, and overlaps of {:.3g} of it remain after {} moves apart: raise "
                    "contact.start_overlap, or set it to \"none\", which leaves overlaps to contact.recovery",
                    first, limit, left, kMostMoves));
  out.text = fmt::format(
      "overlaps of up to {:.3g} of half the thickness of the thinner body exceed contact.start_overlap = {:g}, and all "
      "overlaps were removed before the first step: bodies moved by up to {:.3g} m, velocities are unchanged; \"none\" "
      "leaves overlaps to contact.recovery",
      first, limit, longest_move(start.predicted.state, moved.state));
  return out;
}

}  // namespace rubble::nscd
