#include "ssdem/engine.hpp"

#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/parallel.hpp"
#include "detect/passing.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::ssdem {
namespace {

// Number of steps between sorts of the bodies. Sorting is rare enough to cost nothing. The interval is a count of
// steps, not of time or of lists, because the order of bodies determines the order of sums.
constexpr std::int64_t kSortEvery = 1 << 14;

// Data of body i that the sweep reads. A push moves the whole grain, so the mass is that of the grain. Only free
// spheres roll and twist, so the moment of inertia is set to 0 for members of grains.
SphereState sphere_state(const Model& model, const State& state, std::size_t i) {
  const bool free = model.grain_of(i) < 0;
  return {xyzw(state.position[i], model.radius[i]), xyzw(state.velocity[i], model.moving_mass(i)),
          xyzw(state.spin[i], free ? model.inertia(i) : 0)};
}

}  // namespace

void put_spheres(const Parameters& p, const Model& model, const State& state, const std::vector<Index>& order,
                 Spheres& spheres) {
  const bool rotates = p.mass.effective() && !model.grains.empty();
  spheres.state.resize(order.size());
  spheres.rotational_inverse_mass.resize(rotates ? order.size() : 0);
  parallel_for(order.size(), [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order[k]);
    spheres.state[k] = sphere_state(model, state, i);
    if (rotates) spheres.rotational_inverse_mass[k] = rotational_inverse_mass_of(model, state, i);
  });
}

std::vector<Wall> walls_at(const External& external, double time) {
  std::vector<Wall> walls;
  for (const Plane& plane : external.planes)
    walls.push_back({plane.point_at(time), plane.normal, plane.velocity_at(time)});
  return walls;
}

Engine::Engine(const Parameters& p, const Model& model, const State& state, const External& external,
               std::vector<Index> order)
    : step_clock(state, p.step.dt.value()),
      p_(p),
      external_(external),
      order_(std::move(order)),
      self_gravity_(p.gravity) {
  const std::size_t n = model.size();
  if (order_.empty()) order_ = places_in_order(model, state);
  gravity_.resize(n);
  gravity_slope_.resize(n);
  position_.resize(n);
  mass_.resize(n);
  radius_.resize(n);
  for (const double r : model.radius) mean_diameter_ += 2 * r / static_cast<double>(n);
  harmless_speed_ = detect::harmless_way(*std::min_element(model.radius.begin(), model.radius.end())) / step_clock.dt();
  load(model, state);
}

void Engine::load(const Model& model, const State& state) {
  put_spheres(p_, model, state, order_, spheres_);
  parallel_for(order_.size(), [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    mass_[k] = model.mass[i];
    radius_[k] = model.radius[i];
  });
  motion_.load(model, state, order_);
  grains_.load(model, state, order_);
}

void Engine::save(const Model& model, State& state) const {
  motion_.save(order_, spheres_, grains_, state);
  grains_.save(model, state);
}

void Engine::take_up(const PairHistories& histories, const State& state) {
  const detect::Keys keys = contacts_.take_up(histories, order_, parts_of(p_));
  build_list(state.time, keys);
  touching = keys.size();
}

bool Engine::sort_due(const State& state) const {
  return !step_clock.at_start(state) && step_clock.steps(state) % kSortEvery == 0;
}

// Sorts the bodies, and all data that is stored by place.
void Engine::sort(const Model& model, const State& state) {
  const PairHistories before = histories();
  Vec3s linear, angular;
  get_accelerations(linear, angular);
  const gravity::Held held = get_gravity();
  order_ = places_in_order(model, state);
  load(model, state);
  put_accelerations(linear, angular);
  put_gravity(held);
  take_up(before, state);
}

void Engine::start(const State& state) {
  for (const SphereState& sphere : spheres_.state) fastest_ = std::max(fastest_, vec(sphere.velocity).norm());
  build_list(state.time, contacts_.touching_keys());
  evaluate<false>(state, 0, 0.5 * step_clock.dt(), 0);
}

void Engine::advance(const Model& model, State& state, const External& external, double until) {
  const auto goes_on = [&] { return !step_clock.reached(state, until); };
  if (!goes_on()) return;
  external_ = external;
  load(model, state);
  try {
    take_steps(model, state, goes_on);
  } catch (const SanityError&) {
    save(model, state);  // saves the invalid state for inspection
    throw;
  }
}

// A stop signal ends the loop at the end of a step.
template <class GoesOn>
void Engine::take_steps(const Model& model, State& state, GoesOn&& goes_on) {
  while (goes_on()) {
    if (sort_due(state)) sort(model, state);
    begin_step();
    const double half = 0.5 * step_clock.dt();
    for (bool more = true; more;) {
      step_clock.tick(state);
      if (!(fastest_ <= harmless_speed_)) require_no_passing(state.time);
      // Two bodies may approach by twice the largest move. A NaN gives no bound, so the list is rebuilt.
      if (!(2 * travel_ <= skin_)) build_list(state.time, contacts_.touching_keys());
      more = goes_on() && !sort_due(state) && !interrupt::requested();
      if (more)
        evaluate<true>(state, half, half, half);
      else
        evaluate<false>(state, half, half, half);
    }
    save(model, state);
    if (interrupt::requested()) return;
  }
}

Contacts Engine::contacts(const Model& model, const State& state, const External& external) const {
  Spheres spheres;
  put_spheres(p_, model, state, order_, spheres);
  const std::vector<Wall> walls = walls_at(external, state.time);
  const StepContext step{p_, contacts_.list(), walls, external.period, -0.5 * step_clock.dt(), 0, step_clock.dt()};
  return renumbered(snapshot(step, spheres, contacts_.chunks()), order_);
}

}  // namespace rubble::ssdem
