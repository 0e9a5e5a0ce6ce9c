#include "ssdem/frozen_motion.hpp"

#include "base/parallel.hpp"
#include "simd/xyzw.hpp"
#include "ssdem/exchange.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::ssdem {
namespace {

// (greatest finite value) => a power of two, larger by at least 2^60.
double infinite_beside(double value) { return std::ldexp(1.0, std::ilogb(value) + 61); }

}  // namespace

FrozenMotion::FrozenMotion(std::vector<FrozenBodies> bodies, std::size_t n)
    : bodies_(std::move(bodies)), by_body_(frozen_marks(bodies_, n)) {}

void FrozenMotion::load(const Model& model, const Grouping& grouping, const std::vector<Index>& order) {
  if (empty()) return;
  const std::size_t n = order.size();
  place_of_.resize(n);
  by_place_.resize(n);
  places_.clear();
  double mass = 0, inertia = 0;  // greatest
  for (std::size_t k = 0; k < n; ++k) {
    const auto i = static_cast<std::size_t>(order[k]);
    place_of_[i] = static_cast<Index>(k);
    by_place_[k] = by_body_[i];
    if (by_body_[i]) places_.push_back(k);
    mass = std::max(mass, moving_mass(model, grouping, i));
    inertia = std::max(inertia, model.inertia(i));
  }
  mass_ = infinite_beside(mass);
  inertia_ = infinite_beside(inertia);
}

void FrozenMotion::place(double time, double dt, Spheres& spheres) const {
  for (const FrozenBodies& group : bodies_) {
    const WallPlacement now = group.motion.at(time);
    const FrozenPositions& rest = *group.at_rest;
    parallel_for(rest.body.size(), [&](std::size_t k) {
      const auto place = static_cast<std::size_t>(place_of_[static_cast<std::size_t>(rest.body[k])]);
      SphereState& sphere = spheres.state[place];
      const Vec3 x = now.place(rest.position[k]);
      if (!spheres.drift.empty()) spheres.drift[place] = {xyzw((x - vec(sphere.position)) / dt, 0), xyzw(now.spin, 0)};
      sphere.position = xyzw(x, sphere.position.v[3]);
      sphere.velocity = xyzw(now.velocity_at(x), sphere.velocity.v[3]);
      sphere.spin = xyzw(now.spin, sphere.spin.v[3]);
    });
  }
}

MotionSums FrozenMotion::holding(const Spheres& spheres, const std::vector<Load>& load,
                                 const MotionContext& context) const {
  return blocked_fold(places_.size(), MotionSums{}, [&](MotionSums& sums, std::size_t p) {
    const std::size_t k = places_[p];
    const SphereState& sphere = spheres.state[k];
    const Vec3 x = vec(sphere.position);
    const Vec3 torque = vec(load[k].torque);
    Vec3 force = vec(load[k].force);
    Exchange exchange;
    exchange.touch(sphere.position.v, load[k].torque.v);
    if (context.attracting) {
      const Pack g = fma(all(context.since), (*context.gravity_slope)[k].v, (*context.gravity)[k].v);
      const Pack pull = with_fourth(all((*context.mass)[k]) * g, Pack{});
      exchange.pull(sphere.position.v, pull);
      force += vec(pull);
      sums.gravity_torque += x.cross(vec(pull));
    }
    sums.impulse -= force;
    sums.angular_impulse -= x.cross(force) + torque;
    sums.held -= force.dot(vec(sphere.velocity)) + torque.dot(vec(sphere.spin));
    sums.exchanged += exchange.force();
    sums.exchanged_angular += exchange.torque();
  });
}

}  // namespace rubble::ssdem
