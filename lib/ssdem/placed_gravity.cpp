#include "ssdem/placed_gravity.hpp"

#include "base/parallel.hpp"

namespace rubble::ssdem {
namespace {

// (body at each place, values by place) => values by body, and the inverse.
Vec3s by_bodies(const std::vector<Index>& order, const Vec3s& by_place) {
  Vec3s out(by_place.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[static_cast<std::size_t>(order[k])] = by_place[k];
  return out;
}
Vec3s by_places(const std::vector<Index>& order, const Vec3s& by_body) {
  Vec3s out(by_body.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = by_body[static_cast<std::size_t>(order[k])];
  return out;
}

}  // namespace

PlacedGravity::PlacedGravity(const gravity::Parameters& parameters, std::size_t spheres)
    : solver_(parameters), constant_(parameters.constant), value_(spheres), slope_(spheres) {}

double PlacedGravity::update(std::int64_t step, double dt, PlacedSpheres& spheres) {
  const bool due = solver_.is_due(step);
  if (due) spheres.update_positions();
  const Vec3s& position = spheres.position();
  const Reals& mass = spheres.mass();
  const double made = solver_.update(
      step, dt, mass, position,
      [&](Vec3s& acceleration) { return spheres.grains().leave_out_own(mass, position, constant_, acceleration); },
      [&](const Vec3s& missed) {
        return blocked_sum(spheres.size(), 0.0,
                           [&](std::size_t k) { return mass[k] * missed[k].dot(spheres.velocity(k)); });
      });
  if (due) spread();
  return made;
}

// Copies the result to the arrays that the motion of bodies reads.
void PlacedGravity::spread() {
  const gravity::Held& held = solver_.held();
  parallel_for(held.value.size(), [&](std::size_t k) {
    value_[k] = xyzw(held.value[k], 0);
    slope_[k] = xyzw(held.slope[k], 0);
  });
}

gravity::Held PlacedGravity::by_body(const std::vector<Index>& order) const {
  gravity::Held held = solver_.held();
  held.value = by_bodies(order, held.value);
  held.slope = by_bodies(order, held.slope);
  return held;
}

void PlacedGravity::take(const gravity::Held& by_body, const std::vector<Index>& order) {
  gravity::Held held = by_body;
  held.value = by_places(order, by_body.value);
  held.slope = by_places(order, by_body.slope);
  solver_.take(std::move(held));
  spread();
}

void PlacedGravity::reorder(const std::vector<Index>& before, const std::vector<Index>& now) {
  take(by_body(before), now);
}

void PlacedGravity::archive(Archive& archive, const std::vector<Index>& order) {
  if (!attracts()) return;
  gravity::Held held = by_body(order);
  gravity::archive(archive, "ssdem/gravity", order.size(), held);
  if (archive.loads()) take(held, order);
}

void PlacedGravity::require_sound(std::int64_t step, const std::vector<Index>& order) const {
  if (attracts()) gravity::require_sound(by_body(order), step);
}

}  // namespace rubble::ssdem
