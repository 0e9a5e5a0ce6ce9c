#include "nscd/passing_check.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "detect/passing.hpp"
#include "nscd/advice.hpp"
#include "nscd/surroundings.hpp"

#include <algorithm>

namespace rubble::nscd {
namespace {

// A path is bent if its end is displaced by more than this part of half the thickness of the thinnest body. Two bodies
// whose paths are not bent change an overlap by at most 0.01 of half that thickness, which is below the limit of a
// report in passing.cpp.
constexpr double kBent = 0.005;

// True for each particle whose path in the span differs from the predicted path by more than kBent; empty if none does.
std::vector<char> bent_rows(const StepView& step, const friction::BodyVelocities& before,
                            const friction::BodyVelocities& after) {
  std::vector<char> bent(step.bodies.size(), 0);
  parallel_for(bent.size(), [&](std::size_t m) {
    const double change = (after.velocity[m] - before.velocity[m]).norm() +
                          step.bodies.reach(m) * (after.spin[m] - before.spin[m]).norm();
    bent[m] = step.predicted.span * change > kBent * step.sizes.thinnest();
  });
  if (std::find(bent.begin(), bent.end(), 1) == bent.end()) return {};
  std::vector<char> rows(step.model.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = bent[static_cast<std::size_t>(step.bodies.of_row(i))];
  return rows;
}

// Fraction of each particle's move done before its path begins: that of a pair that was moved to its first touch.
Reals starts_of_paths(const StepView& step) {
  Reals of_body(step.bodies.size(), 0);
  for (const PathPair& pair : step.pairs.all())
    for (const Index m : {pair.a, pair.b})
      if (m >= 0) of_body[static_cast<std::size_t>(m)] = pair.time / step.predicted.span;
  Reals from(step.model.size());
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = of_body[static_cast<std::size_t>(step.bodies.of_row(i))];
  return from;
}

std::vector<ContactKey> keys_of(const StepView& step, const ContactProblem& contacts) {
  std::vector<ContactKey> keys;
  for (const std::size_t point : contacts.point) keys.push_back(step.found.key[point]);
  return keys;
}

}  // namespace

void require_no_passing(const StepView& step, const friction::BodyVelocities& before, double time,
                        const ContactProblem* solved) {
  const double span = step.predicted.span;
  const Vec3 mean = common_velocity(step.bodies, step.external);
  if (!(span * step.bodies.fastest(mean) > detect::harmless_way(step.sizes.thinnest()))) return;
  friction::BodyVelocities after;
  step.bodies.give_velocities(after);
  const std::vector<char> bent = bent_rows(step, before, after);
  if (bent.empty()) return;
  State now = step.predicted.state;
  step.bodies.place_rows(now);
  const std::vector<Quaternion> turn = step.sizes.turns(step.model, now);
  shape::Moves move(step.model.size());
  for (std::size_t i = 0; i < move.size(); ++i) move[i] = {span * (now.velocity[i] - mean), span * now.spin[i]};
  const Reals from = solved == nullptr ? Reals(step.model.size(), 0) : starts_of_paths(step);
  const std::vector<ContactKey> handled = solved == nullptr ? std::vector<ContactKey>{} : keys_of(step, *solved);
  const std::vector<Index>* grain = step.bodies.frozen().units();
  const detect::PlacedBodies placed = step.sizes.placed(now, turn, step.external.period);
  const detect::Course course{placed, move, step.sizes.bound(), step.sizes.half(), from, bent, handled, span, grain};
  if (const auto found = detect::find_passing(course, step.p.limits.penetration))
    throw SanityError(detect::text_of(*found, step.p.step.dt, time) + advice_on_recovery(step.p.contact));
}

}  // namespace rubble::nscd
