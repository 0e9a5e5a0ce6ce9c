#include "nscd/wall_crossing.hpp"

#include "base/error.hpp"
#include "detect/passing.hpp"
#include "nscd/advice.hpp"
#include "nscd/surroundings.hpp"

#include <fmt/format.h>

namespace rubble::nscd {

void require_no_crossing(const StepView& step, double time) {
  if (step.external.meshes.empty()) return;
  const double span = step.predicted.span;
  State now = step.predicted.state;
  step.bodies.place_rows(now);
  Vec3s way(now.position.size());
  for (std::size_t i = 0; i < way.size(); ++i) {
    now.position[i] += span * now.velocity[i];
    way[i] = now.position[i] - step.predicted.state.position[i];
  }
  const double from = step.predicted.state.time;
  const auto before = surfaces_at(step.external, from), after = surfaces_at(step.external, from + span);
  const auto found = detect::find_crossing({now.position, way, before, after, step.bodies.frozen().rows()});
  if (!found) return;
  const auto wall = static_cast<Index>(step.external.planes.size()) + found->surface;
  const ContactKey key = ContactKey::of_wall(found->body, wall);
  const double half = step.sizes.half()[static_cast<std::size_t>(found->body)];
  const double dt = step.p.step.dt;
  throw SanityError(
      fmt::format("{} pass through each other at t = {} s: {}{}", detect::text_of_pair(key), time,
                  detect::text_of_step(found->way / span, dt, 2 * half, std::min(0.5, half / found->way) * dt),
                  advice_on_recovery(step.p.contact)));
}

}  // namespace rubble::nscd
