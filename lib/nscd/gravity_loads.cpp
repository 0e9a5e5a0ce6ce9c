#include "nscd/gravity_loads.hpp"

#include "base/parallel.hpp"

namespace rubble::nscd {

GravityLoads::GravityLoads(const gravity::Parameters& p, const Model& model)
    : constant_(p.constant),
      holds_(p.hold > 0),
      points_(points_of_hulls(model, gravity::multipoles_of(p.torque))),
      count_(points_ ? points_->size() : model.size()),
      gravity_(p, points_ ? points_->diameter() : 0) {}

double GravityLoads::find(const Model& model, const State& state, const FieldAt& field, double dt) {
  self.force.resize(model.size());
  outer.force.resize(model.size());
  if (points_) points_->place(model, state, position_);
  const Reals& mass = points_ ? points_->mass() : model.mass;
  const Vec3s& position = points_ ? position_ : state.position;
  const double made = gravity_.update(
      state.step, dt, mass, position,
      [&](Vec3s& acceleration) { return leave_out_own(state.grouping, mass, position, acceleration); },
      [&](const Vec3s& missed) { return missed_power(model, state, mass, missed); });
  if (points_)
    add_points(model, state, field);
  else
    add_centres(model, state, field);
  return made;
}

// Removes the mutual attraction of points or members of each grain from the accelerations: its sum over the grain is
// zero. => sums of the magnitudes of these forces
gravity::Sizes GravityLoads::leave_out_own(const Grouping& grouping, const Reals& mass, const Vec3s& position,
                                           Vec3s& acceleration) const {
  std::vector<gravity::Sizes> of_grain(grouping.grains.size());
  parallel_for(grouping.grains.size(), [&](std::size_t g) {
    of_grain[g] = gravity::leave_out_within(sources_of(grouping, g), mass, position, constant_, acceleration);
  });
  gravity::Sizes all;
  for (const gravity::Sizes& one : of_grain) all += one;
  return all;
}

// Indices of a grain's sources of gravity: its particles, or the points of its hulls.
std::vector<std::size_t> GravityLoads::sources_of(const Grouping& grouping, std::size_t grain) const {
  std::vector<std::size_t> sources;
  for (const Index member : grouping.members(grain)) {
    const auto i = static_cast<std::size_t>(member);
    const std::size_t first = points_ ? points_->first(i) : i;
    const std::size_t last = points_ ? points_->first(i + 1) : i + 1;
    for (std::size_t k = first; k < last; ++k) sources.push_back(k);
  }
  return sources;
}

// Power of the error of the extrapolated gravity [W]. Each point moves with its body.
double GravityLoads::missed_power(const Model& model, const State& state, const Reals& mass,
                                  const Vec3s& missed) const {
  return blocked_sum(model.size(), 0.0, [&](std::size_t i) {
    if (!points_) return mass[i] * missed[i].dot(state.velocity[i]);
    double power = 0;
    for (std::size_t k = points_->first(i); k < points_->first(i + 1); ++k) {
      const Vec3 velocity = state.velocity[i] + state.spin[i].cross(position_[k] - state.position[i]);
      power += mass[k] * missed[k].dot(velocity);
    }
    return power;
  });
}

void GravityLoads::archive(Archive& archive) {
  if (gravity_.attracts() && holds_) gravity_.archive(archive, "nscd/gravity", count_);
}

void GravityLoads::require_sound(std::int64_t start, std::int64_t now) const {
  if (!gravity_.attracts() || !holds_) return;
  const gravity::Held& held = gravity_.held();
  const bool before_first_step = held.at == gravity::Held().at && held.interval == 1 && now == start;
  if (!before_first_step) gravity::require_sound(held, now);
}

void GravityLoads::add_centres(const Model& model, const State& state, const FieldAt& field) {
  parallel_for(model.size(), [&](std::size_t i) {
    outer.force[i] = model.mass[i] * field.at(state.position[i]);
    self.force[i] = gravity_.attracts() ? Vec3(model.mass[i] * gravity_.acceleration(i)) : Vec3(Vec3::Zero());
  });
}

void GravityLoads::add_points(const Model& model, const State& state, const FieldAt& field) {
  self.torque.resize(model.size());
  outer.torque.resize(model.size());
  parallel_for(model.size(), [&](std::size_t i) {
    self.force[i] = self.torque[i] = outer.torque[i] = Vec3::Zero();
    outer.force[i] = model.mass[i] * field.uniform;
    const auto add = [&](Loads& loads, std::size_t k, const Vec3& acceleration) {
      const Vec3 force = points_->mass()[k] * acceleration;
      loads.force[i] += force;
      loads.torque[i] += (position_[k] - state.position[i]).cross(force);
    };
    for (std::size_t k = points_->first(i); k < points_->first(i + 1); ++k) {
      if (gravity_.attracts()) add(self, k, gravity_.acceleration(k));
      if (!field.planets.empty()) add(outer, k, field.pull(position_[k]));
    }
  });
}

}  // namespace rubble::nscd
