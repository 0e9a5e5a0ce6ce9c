#include "nscd/gravity_loads.hpp"

#include "base/parallel.hpp"

#include <cmath>

namespace rubble::nscd {
namespace {

constexpr auto kWanted = static_cast<unsigned>(gravity::Want::acceleration);

// (field with a planet, place) => the planet's part of it.
Vec3 planets_pull(const FieldAt& field, const Vec3& x) {
  const Vec3 d = field.planet - x;
  return field.strength / std::pow(d.norm(), 3) * d;
}

}  // namespace

GravityLoads::GravityLoads(const gravity::Parameters& p, const Model& model)
    : attracting_(p.method != "none"),
      points_(points_of_hulls(model, gravity::multipoles_of(p.torque))),
      solver_(p, points_ ? points_->diameter() : 0) {}

void GravityLoads::find(const Model& model, const State& state, const FieldAt& field) {
  self.force.resize(model.size());
  outer.force.resize(model.size());
  if (points_)
    pull_points(model, state, field);
  else
    pull_centres(model, state, field);
}

void GravityLoads::pull_centres(const Model& model, const State& state, const FieldAt& field) {
  if (attracting_) solver_.evaluate(model.mass, state.position, kWanted, pull_);
  parallel_for(model.size(), [&](std::size_t i) {
    const Vec3 planet = field.strength > 0 ? planets_pull(field, state.position[i]) : Vec3(Vec3::Zero());
    outer.force[i] = model.mass[i] * (field.uniform + planet);
    self.force[i] = attracting_ ? Vec3(model.mass[i] * pull_.acceleration[i]) : Vec3(Vec3::Zero());
  });
}

void GravityLoads::pull_points(const Model& model, const State& state, const FieldAt& field) {
  points_->place(model, state, place_);
  if (attracting_) solver_.evaluate(points_->mass(), place_, kWanted, pull_);
  self.torque.resize(model.size());
  outer.torque.resize(model.size());
  parallel_for(model.size(), [&](std::size_t i) {
    self.force[i] = self.torque[i] = outer.torque[i] = Vec3::Zero();
    outer.force[i] = model.mass[i] * field.uniform;
    const auto add = [&](Loads& loads, std::size_t k, const Vec3& acceleration) {
      const Vec3 force = points_->mass()[k] * acceleration;
      loads.force[i] += force;
      loads.torque[i] += (place_[k] - state.position[i]).cross(force);
    };
    for (std::size_t k = points_->first(i); k < points_->first(i + 1); ++k) {
      if (attracting_) add(self, k, pull_.acceleration[k]);
      if (field.strength > 0) add(outer, k, planets_pull(field, place_[k]));
    }
  });
}

}  // namespace rubble::nscd
