#include "hsdem/bound_groups.hpp"

#include <utility>

namespace rubble::hsdem {

Aggregates::Merged BoundGroups::bind(Aggregates& bodies, std::size_t a, std::size_t b) {
  Parts parts = take_parts(bodies, a), others = take_parts(bodies, b);
  const Quaternion frame_a = bodies[a].orientation, frame_b = bodies[b].orientation;
  const Aggregates::Merged merged = bodies.merge(a, b);
  const bool kept_a = merged.body == a;  // true if the frame of body a was kept
  for (Part& part : kept_a ? others : parts)
    part.turn = kept_a ? frame_a.conjugate() * frame_b * part.turn : frame_b.conjugate() * frame_a * part.turn;
  parts.insert(parts.end(), others.begin(), others.end());
  parts_[merged.body] = std::move(parts);
  bodies[merged.body].bound = true;
  return merged;
}

// Takes the parts of a bound body out of parts_. An unbound body is its own only part.
BoundGroups::Parts BoundGroups::take_parts(const Aggregates& bodies, std::size_t m) {
  if (!bodies[m].bound) return {{bodies[m]}};
  Parts parts = std::move(parts_[m]);
  parts_.erase(m);
  return parts;
}

bool BoundGroups::release(const Model& model, Aggregates& bodies) {
  const bool any = !parts_.empty();
  for (const auto& [m, parts] : parts_) {
    std::vector<RigidBody> out;
    for (const Part& part : parts) out.push_back(released(model, bodies, m, part));
    bodies.replace(m, std::move(out));
  }
  parts_.clear();
  return any;
}

// The spheres of a part get their earlier positions in its frame.
RigidBody BoundGroups::released(const Model& model, const Aggregates& bodies, std::size_t m, const Part& part) {
  RigidBody now = bodies.made_of(model, part.before.members.row);
  if (!now.is_free()) {
    const RigidBody motion = std::exchange(now, part.before);
    now.time = motion.time;
    now.position = motion.position;
    now.velocity = motion.velocity;
    now.momentum = motion.momentum;
    now.orientation = bodies[m].orientation * part.turn;
    now.swept = Vec3::Zero();
    now.settle();
  }
  now.bound = false;
  return now;
}

}  // namespace rubble::hsdem
