#include "ssdem/placed_spheres.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/sound.hpp"
#include "detect/passing.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::ssdem {
namespace {

// Mass [kg] and moment of inertia [kg m2] of a body that contacts push.
struct Inertia {
  double mass, moment;
};

// Data of body i that the sweep reads.
SphereState sphere_state(const Model& model, const State& state, std::size_t i, const Inertia& inertia) {
  return {xyzw(state.position[i], model.radius[i]), xyzw(state.velocity[i], inertia.mass),
          xyzw(state.spin[i], inertia.moment)};
}

// A push moves the whole grain, so the mass is that of the grain. Only free spheres roll and twist, so the moment of
// inertia is set to 0 for members of grains.
Inertia inertia_of(const Model& model, const Grouping& grouping, const FrozenMotion& frozen, std::size_t i) {
  const bool single = grouping.grain_of(i) < 0;
  if (!frozen.empty() && frozen.by_body()[i]) return {frozen.mass(), single ? frozen.inertia() : 0};
  return {moving_mass(model, grouping, i), single ? model.inertia(i) : 0};
}

}  // namespace

PlacedSpheres::PlacedSpheres(const Model& model, const State& state, const std::vector<FrozenBodies>& frozen,
                             bool effective_mass, std::vector<Index> material_class, std::vector<Index> order)
    : order_(std::move(order)),
      effective_mass_(effective_mass),
      material_class_(std::move(material_class)),
      frozen_(frozen, model.size()) {
  const std::size_t n = model.size();
  if (order_.empty()) order_ = places_in_order(model, state);
  mass_.resize(n);
  radius_.resize(n);
  position_.resize(n);
  for (const double r : model.radius) range_.mean_diameter += 2 * r / static_cast<double>(n);
  const auto [smallest, largest] = std::minmax_element(model.radius.begin(), model.radius.end());
  range_.smallest = *smallest;
  range_.largest = *largest;
  load(model, state);
}

Spheres PlacedSpheres::input_at(const Model& model, const State& state) const {
  Spheres spheres;
  put(model, state, spheres);
  return spheres;
}

void PlacedSpheres::put(const Model& model, const State& state, Spheres& spheres) const {
  const bool rotates = effective_mass_ && !state.grouping.grains.empty();
  spheres.state.resize(size());
  spheres.material_class.resize(material_class_.empty() ? 0 : size());
  spheres.rotational_inverse_mass.resize(rotates ? size() : 0);
  parallel_for(size(), [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    spheres.state[k] = sphere_state(model, state, i, inertia_of(model, state.grouping, frozen_, i));
    if (!material_class_.empty()) spheres.material_class[k] = material_class_[i];
    const bool turns = rotates && (frozen_.empty() || !frozen_.by_body()[i]);
    if (turns) spheres.rotational_inverse_mass[k] = rotational_inverse_mass_of(state, i);
  });
}

void PlacedSpheres::load(const Model& model, const State& state) {
  frozen_.load(model, state.grouping, order_);
  put(model, state, input_);
  parallel_for(size(), [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    mass_[k] = model.mass[i];
    radius_[k] = model.radius[i];
  });
  motion_.load(model, state, order_);
  grains_.load(model, state, order_, frozen_.by_body());
}

void PlacedSpheres::save(State& state) const {
  motion_.save(order_, input_, grains_, state);
  grains_.save(state);
  frozen_.save(state);
}

void PlacedSpheres::sort(const Model& model, const State& state) {
  const Accelerations by_body = accelerations();
  order_ = places_in_order(model, state);
  load(model, state);
  put(by_body);
}

double PlacedSpheres::greatest_speed(const Hill& hill) const {
  double greatest = 0;
  for (std::size_t k = 0; k < size(); ++k) greatest = std::max(greatest, (velocity(k) - hill.flow(point(k))).norm());
  return greatest;
}

Vec3 PlacedSpheres::mean_velocity() const {
  const Vec3 sum = blocked_sum(size(), Vec3(Vec3::Zero()), [&](std::size_t k) { return velocity(k); });
  return sum / static_cast<double>(size());
}

Vec3 PlacedSpheres::drift(std::size_t place) const {
  return grains_.empty() || !grains_.glued(place) ? motion_.drift(place) : velocity(place);
}

void PlacedSpheres::update_positions() {
  parallel_for(size(), [&](std::size_t k) { position_[k] = vec(input_.state[k].position); });
}

void PlacedSpheres::require_finite_positions(double time) const {
  const auto lost = std::find_if(position_.begin(), position_.end(), [](const Vec3& x) { return !is_place(x); });
  if (lost == position_.end()) return;
  const Index body = order_[static_cast<std::size_t>(lost - position_.begin())];
  throw SanityError(fmt::format("body {} has no finite position at t = {} s", body, time));
}

void PlacedSpheres::require_finite(const MotionSums& sums, double time) const {
  if (std::isfinite(sums.exchanged + sums.exchanged_angular)) return;
  for (std::size_t k = 0; k < size(); ++k) {
    const SphereState& sphere = input_.state[k];
    const double squares = vec(sphere.velocity).squaredNorm() + vec(sphere.spin).squaredNorm();
    if (!is_place(vec(sphere.position)) || !std::isfinite(squares))
      throw SanityError(fmt::format("body {} has no finite position, velocity or spin at t = {} s", order_[k], time));
  }
  throw SanityError(fmt::format("forces have no finite sum at t = {} s", time));
}

void PlacedSpheres::require_no_passing(const Passage& step) {
  const std::size_t n = size();
  update_positions();
  require_finite_positions(step.time);
  Vec3s position(n), way(n);
  Reals radius(n);
  std::vector<Index> grain(grains_.empty() ? 0 : n);
  parallel_for(n, [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    position[i] = position_[k];
    way[i] = step.dt * (drift(k) - step.frame);
    radius[i] = radius_[k];
    if (!grain.empty()) grain[i] = grains_.of_places()[k];
  });
  const detect::Stride stride{radius, position, way, step.dt, step.lattice, grain.empty() ? nullptr : &grain};
  if (const auto found = detect::find_passing(stride, step.deepest))
    throw SanityError(detect::text_of(*found, step.dt, step.time));
}

Accelerations PlacedSpheres::accelerations() const {
  Accelerations by_body{Vec3s(size()), Vec3s(size())};
  motion_.get_accelerations(order_, by_body.linear, by_body.angular);
  grains_.get_accelerations(order_, by_body.linear, by_body.angular);
  return by_body;
}

void PlacedSpheres::put(const Accelerations& by_body) {
  motion_.put_accelerations(order_, by_body.linear, by_body.angular);
  grains_.put_accelerations(order_, by_body.linear, by_body.angular);
}

void PlacedSpheres::archive(Archive& archive) {
  Accelerations by_body = accelerations();
  archive.value("ssdem/acceleration", by_body.linear, size());
  archive.value("ssdem/angular_acceleration", by_body.angular, size());
  std::vector<GrainMotion> motion = grains_.get();
  rubble::archive(archive, "ssdem/grain_quads", motion);
  if (!archive.loads()) return;
  put(by_body);
  grains_.put(motion);
}

}  // namespace rubble::ssdem
