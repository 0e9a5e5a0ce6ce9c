// Detects steps that are too long for paths that no prediction has followed: bodies that impulses, or changes of
// velocity between two steps, send through other bodies. docs/theory.md 11.2.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "detect/passing.hpp"
#include "nscd/engine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// A path is bent if its end is displaced by more than this part of half the thickness of the thinnest body. Two bodies
// whose paths are not bent change an overlap by at most 0.01 of half that thickness, which is below the limit of a
// report in passing.cpp.
constexpr double kBent = 0.005;

}  // namespace

// True for each row whose path in the span differs from the predicted path by more than kBent; empty if none does.
std::vector<char> Engine::bent_rows(const Model& model, const friction::BodyVelocities& before,
                                    const friction::BodyVelocities& after) const {
  std::vector<char> bent(movers_.size(), 0);
  parallel_for(bent.size(), [&](std::size_t m) {
    const double change =
        (after.velocity[m] - before.velocity[m]).norm() + movers_.reach(m) * (after.spin[m] - before.spin[m]).norm();
    bent[m] = span_ * change > kBent * thinnest_;
  });
  if (std::find(bent.begin(), bent.end(), 1) == bent.end()) return {};
  std::vector<char> rows(model.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = bent[static_cast<std::size_t>(movers_.of_row(i))];
  return rows;
}

// (velocities used for the prediction; time at the end of the span [s]; true if a problem was just solved, whose pairs
// need no check) SanityError for bodies whose bent paths lead through others within the span.
void Engine::require_no_passing(const Model& model, const friction::BodyVelocities& before, double time, bool solved) {
  const Vec3 mean = fixed() ? Vec3(Vec3::Zero()) : movers_.mean_velocity();
  if (!(span_ * movers_.fastest(mean) > detect::harmless_way(thinnest_))) return;
  friction::BodyVelocities after;
  movers_.give_velocities(after);
  const std::vector<char> bent = bent_rows(model, before, after);
  if (bent.empty()) return;
  movers_.place_rows(model, predicted_);
  turn_ = turns(model, predicted_);
  shape::Moves move(model.size());
  for (std::size_t i = 0; i < move.size(); ++i)
    move[i] = {span_ * (predicted_.velocity[i] - mean), span_ * predicted_.spin[i]};
  Reals from(model.size(), 0);
  std::vector<ContactKey> handled;
  if (solved) {
    Reals met(movers_.size(), 0);
    for (const Met& pair : met_)
      for (const Index m : {pair.a, pair.b})
        if (m >= 0) met[static_cast<std::size_t>(m)] = pair.time / span_;
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = met[static_cast<std::size_t>(movers_.of_row(i))];
    for (const std::size_t point : touch_) handled.push_back(found_.key[point]);
  }
  const std::vector<Index>* grain = model.grain.empty() ? nullptr : &model.grain;
  const detect::Course course{
      bodies(model, predicted_, external_, turn_), move, bound_, half_, from, bent, handled, span_, grain};
  if (const auto found = detect::find_passing(course, p_.limits.penetration))
    throw SanityError(detect::text_of(*found, p_.step.dt, time));
}

std::string Engine::text_of_pair(const ContactKey& key) const {
  return key.on_wall() ? fmt::format("body {} and wall {}", key.a, key.wall())
                       : fmt::format("bodies {} and {}", key.a, key.b);
}

// (point, overlap in units of half the width of the thinner body) => text for messages: the bodies, the time, and the
// step that would suffice.
std::string Engine::text_of_overlap(std::size_t point, double depth) const {
  const double width = -found_.gap[point] / depth;
  const double approach = -friction::relative_velocity(before_, near_, point).dot(near_.normal[point]);
  const std::string who =
      fmt::format("{} at t = {} s (step {})", text_of_pair(found_.key[point]), predicted_.time, predicted_.step);
  const double enough = p_.limits.penetration * width / approach;
  if (enough > 0 && enough < p_.step.dt)
    return fmt::format("{}: {}", who, detect::text_of_step(approach, p_.step.dt, 2 * width, enough));
  return fmt::format("{}: the overlap grew over several steps; reduce step.dt or solver.tolerance", who);
}

}  // namespace rubble::nscd
