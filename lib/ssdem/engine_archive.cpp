// State from which the engine resumes with the same bits. It is stored by bodies and does not depend on their order.
#include "ssdem/engine.hpp"

namespace rubble::ssdem {
namespace {

// (body at each place, values by place) => values by body, and the inverse.
Vec3s by_body(const std::vector<Index>& order, const Vec3s& by_place) {
  Vec3s out(by_place.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[static_cast<std::size_t>(order[k])] = by_place[k];
  return out;
}
Vec3s by_place(const std::vector<Index>& order, const Vec3s& by_body) {
  Vec3s out(by_body.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = by_body[static_cast<std::size_t>(order[k])];
  return out;
}

}  // namespace

void Engine::put_accelerations(const Vec3s& linear, const Vec3s& angular) {
  motion_.put_accelerations(order_, linear, angular);
  grains_.put_accelerations(order_, linear, angular);
}
void Engine::get_accelerations(Vec3s& linear, Vec3s& angular) const {
  linear.resize(order_.size());
  angular.resize(order_.size());
  motion_.get_accelerations(order_, linear, angular);
  grains_.get_accelerations(order_, linear, angular);
}

gravity::Held Engine::get_gravity() const {
  gravity::Held by_bodies = held();
  by_bodies.value = by_body(order_, held().value);
  by_bodies.slope = by_body(order_, held().slope);
  return by_bodies;
}
void Engine::put_gravity(const gravity::Held& by_bodies) {
  gravity::Held by_places = by_bodies;
  by_places.value = by_place(order_, by_bodies.value);
  by_places.slope = by_place(order_, by_bodies.slope);
  self_gravity_.take(std::move(by_places));
  spread_gravity();
}

void Engine::archive_grains(Archive& archive) {
  std::vector<GrainMotion> motion = grains_.get();
  rubble::archive(archive, "ssdem/grain_quads", motion);
  if (archive.loads()) grains_.put(motion);
}

void Engine::archive_motion(Archive& archive) {
  step_clock.archive(archive, "ssdem");
  archive_account(archive, "ssdem/account", account);
  archive_account(archive, "ssdem/power", power);
  archive.value("ssdem/driven_rate", driven_rate);
  archive.value("ssdem/worst_overlap", worst_overlap);
  made.archive(archive, "ssdem/energy_made");
  Vec3s linear, angular;
  get_accelerations(linear, angular);
  archive.value("ssdem/acceleration", linear, order_.size());
  archive.value("ssdem/angular_acceleration", angular, order_.size());
  if (archive.loads()) put_accelerations(linear, angular);
  archive_grains(archive);
  if (!self_gravity_.attracts()) return;
  gravity::Held held = get_gravity();
  gravity::archive(archive, "ssdem/gravity", order_.size(), held);
  if (archive.loads()) put_gravity(held);
}

}  // namespace rubble::ssdem
