#include "nscd/engine.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "model/bodies.hpp"
#include "nscd/thickness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// In units of the smallest radius: the alert distance of bodies at rest, and the largest addition to it by motion. The
// alert distance covers neighbours that are pushed within a step. The path of a body that moves farther is followed
// separately.
constexpr double kAlert = 0.01;
constexpr double kMostAlert = 0.5;

Rotation rotation_of(const std::string& word) {
  if (word == "exponential") return Rotation::exponential;
  if (word == "hughes-winget") return Rotation::hughes_winget;
  if (word == "linearised") return Rotation::linearised;
  return Rotation::splitting;
}

shape::Points points_of(const std::string& word) {
  if (word == "one") return shape::Points::one;
  return word == "four" ? shape::Points::four : shape::Points::three;
}

}  // namespace

Engine::Engine(const Parameters& p, const Model& model, const State& state, const External& external)
    : step_clock(state, p.step.dt),
      p_(p),
      external_(external),
      cone_(p.contact.cone == "ccp" ? friction::Cone::ccp : friction::Cone::coulomb),
      most_points_(points_of(p.contact.points)),
      gravity_(p.gravity, model),
      movers_(model, state, rotation_of(p.step.rotation)),
      span_(p.step.dt),
      radius_(model.radius) {
  for (std::size_t i = 0; i < model.size(); ++i) bound_.push_back(bounding_radius(model, i));
  std::vector<Index> solid_of_shape(model.shapes.size(), -1);
  for (std::size_t k = 0; k < model.shapes.size(); ++k) {
    if (model.shapes[k].kind != shape::Kind::hull) continue;
    solid_of_shape[k] = static_cast<Index>(solids_.size());
    solids_.emplace_back(model.shapes[k]);
  }
  if (has_hulls(model))
    for (const Index shape : model.shape)
      solid_.push_back(shape < 0 ? -1 : solid_of_shape[static_cast<std::size_t>(shape)]);
  half_ = half_thicknesses(model);
  thinnest_ = *std::min_element(half_.begin(), half_.end());
  movers_.give_velocities(left_);
  smallest_ = *std::min_element(model.radius.begin(), model.radius.end());
  for (const double r : model.radius) mean_diameter_ += 2 * r / static_cast<double>(model.size());
}

double Engine::alert(double fastest) const {
  if (p_.contact.alert) return std::max(*p_.contact.alert, p_.cohesion.distance);
  const double moves = std::min(2 * span_ * fastest, kMostAlert * smallest_);
  return std::max(kAlert * smallest_ + std::max(moves, 2 * span_ * fastest_wall()), p_.cohesion.distance);
}

double Engine::fastest_wall() const {
  double walls = 0;
  for (const Plane& plane : external_.planes) walls = std::max(walls, plane.greatest_speed());
  return walls;
}

// Largest speed of all bodies and walls [m s-1]. If nothing is fixed in space, it is relative to the mean velocity.
double Engine::fastest() const {
  const double bodies = movers_.fastest(fixed() ? Vec3(Vec3::Zero()) : movers_.mean_velocity());
  return std::isnan(bodies) ? bodies : std::max(fastest_wall(), bodies);
}

detect::Candidates Engine::candidates(const Model& model, const State& state, const External& external,
                                      const Reals& bounds, double skin) const {
  const std::vector<Index>* grain = model.grain.empty() ? nullptr : &model.grain;
  return detect::find_candidates({bounds, state.position, external.planes, external.period, state.time, grain, true},
                                 skin, {});
}

// Walls with their displacement during the time `ahead` [s].
std::vector<detect::Wall> Engine::walls_at(const External& external, double time, double ahead) const {
  std::vector<detect::Wall> walls;
  for (const Plane& plane : external.planes) {
    const Vec3 now = plane.point_at(time);
    walls.push_back({now, plane.normal, plane.point_at(time + ahead) - now});
  }
  return walls;
}

// Orientations of hulls.
std::vector<Quaternion> Engine::turns(const Model& model, const State& state) const {
  std::vector<Quaternion> turn(solid_.size(), Quaternion::Identity());
  parallel_for(turn.size(), [&](std::size_t i) {
    if (solid_[i] >= 0) turn[i] = turn_of(model, state, i);
  });
  return turn;
}

detect::PlacedBodies Engine::bodies(const Model& model, const State& state, const External& external,
                                    const std::vector<Quaternion>& turn) const {
  return {state.position, model.radius, solid_, turn, solids_, external.period};
}

void Engine::advance(const Model& model, State& state, const External& external, double until) {
  const auto goes_on = [&] { return !step_clock.reached(state, until); };
  if (begun_ && !goes_on()) return;
  external_ = external;
  movers_.load(model, state);
  listed_ = false;
  predicted_ = state;
  if (begun_) {
    // The caller may have changed velocities since the last step, which changes the paths until the next evaluation of
    // forces.
    span_ = (1 - p_.step.theta) * p_.step.dt;
    require_no_passing(model, left_, state.time + span_, false);
  } else {
    begin(model, state);
  }
  while (goes_on() && !interrupt::requested()) {
    step(model, state);
    step_clock.tick(state);
  }
  movers_.place_rows(model, state);
  movers_.give_velocities(left_);
}

void Engine::step(const Model& model, State& state) {
  const double h = p_.step.dt;
  const double theta = p_.step.theta;
  span_ = h;
  {
    const Clock clock(seconds.motion);
    movers_.drift((1 - theta) * h);
    movers_.place_rows(model, predicted_);
    predicted_.time = state.time + (1 - theta) * h;
    predicted_.step = state.step;
    fastest_ = fastest();
    if (!std::isfinite(fastest_))
      throw SanityError(fmt::format("{} at t = {} s: reduce step.dt", movers_.unsound(), state.time));
    movers_.give(before_);
  }
  pull(model, predicted_);
  find_points(model);
  {
    const Clock clock(seconds.solver);
    link();
    strike();
    attract();
    warm_start();
    solve();
  }
  const Clock clock(seconds.motion);
  movers_.take(free_, problem_.bodies);
  settle_accounts();
  part();
  require_no_passing(model, before_, state.time + h, true);
  movers_.drift(theta * h);
}

// Sums the forces on the rows of a mover, and adds their rates to `rate`.
void Engine::sum_forces(const Model& model, const State& state, std::size_t m, Account& rate) {
  force_[m] = Vec3::Zero();
  torque_[m] = Vec3::Zero();
  field_force_[m] = Vec3::Zero();
  field_torque_[m] = Vec3::Zero();
  for (const Index row : movers_.rows(model, m)) {
    const auto i = static_cast<std::size_t>(row);
    const Vec3& x = state.position[i];
    const Vec3 arm = x - movers_.position(m);
    const Vec3& outer = gravity_.outer.force[i];
    const Vec3& self = gravity_.self.force[i];
    const Vec3 outer_torque = gravity_.outer.torque_on(i);
    const Vec3 self_torque = gravity_.self.torque_on(i);
    force_[m] += outer + self;
    torque_[m] += arm.cross(outer + self) + outer_torque + self_torque;
    field_force_[m] += outer;
    field_torque_[m] += arm.cross(outer) + outer_torque;
    rate.impulse += outer;
    rate.angular_impulse += x.cross(outer) + outer_torque;
    rate.gravity_torque += x.cross(self) + self_torque;
    rate.exchanged += outer.norm() + self.norm();
    rate.exchanged_angular += (outer.norm() + self.norm()) * x.norm() + outer_torque.norm() + self_torque.norm();
  }
}

// Evaluates the forces on the movers and applies them to the velocities.
void Engine::pull(const Model& model, const State& state) {
  const Clock clock(seconds.gravity);
  const FieldAt field = external_.field_at(p_.gravity.constant, state.time);
  account.held += gravity_.find(model, state, field, p_.step.dt);
  force_.resize(movers_.size());
  torque_.resize(movers_.size());
  field_force_.resize(movers_.size());
  field_torque_.resize(movers_.size());
  Account rate = blocked_fold(movers_.size(), Account{}, [&](Account& sum, std::size_t m) {
    sum_forces(model, state, m, sum);
    movers_.kick(m, force_[m], torque_[m], p_.step.dt);
  });
  rate.exchanged += gravity_.within().force;
  rate.exchanged_angular += gravity_.within().torque;
  account.add(rate, p_.step.dt);
  // The kick turns no body, so the inverse inertias are those of before_.
  free_ = before_;
  movers_.give_velocities(free_);
}

Contacts Engine::contacts(const Model& model, const State& state, const External& external) const {
  const double near = alert(fastest());
  const std::vector<Quaternion> turn = turns(model, state);
  const detect::PlacedBodies rows = bodies(model, state, external, turn);
  detect::Narrow narrow;
  detect::ContactPoints found;
  narrow.take(candidates(model, state, external, bound_, near), rows);
  narrow.remember(pair_memory());  // points then have the keys under which the impulses are stored
  narrow.find(rows, walls_at(external, state.time), near, most_points_, found);

  const bool repeats = !external.period.isZero();
  Contacts contacts;
  Vec3s images;
  const std::vector<PointCohesion> cohesion = cohesion_of(found, p_.cohesion);
  std::size_t k = 0;
  for (std::size_t c = 0; c < found.size(); ++c) {
    while (k < last_.keys.size() && last_.keys[k] < found.key[c]) ++k;
    const bool pushed = k < last_.keys.size() && last_.keys[k] == found.key[c] && !last_.value[k].isZero();
    if (!pushed && !(cohesion[c].attraction > 0) && found.gap[c] > 0) continue;
    Vec3 force = -cohesion[c].attraction * found.normal[c];  // on b
    if (pushed) force += last_.value[k] / p_.step.dt;
    contacts.key.push_back(found.key[c]);
    contacts.point.push_back(found.point[c]);
    contacts.normal.push_back(found.normal[c]);
    contacts.gap.push_back(found.gap[c]);
    contacts.force.push_back(-force);
    contacts.energy.push_back(cohesion[c].energy);
    if (repeats) images.push_back(found.image[c]);
  }
  if (repeats)
    add_column(contacts, {kImage, "m", "whole periods from b to the image of b that touches a", true, images});
  return contacts;
}

// The stored contact forces include the attraction, which is not part of the impulses.
void Engine::take_up(const Contacts& contacts) {
  detect::ContactPoints points;
  points.key = contacts.key;
  points.gap = contacts.gap;
  const std::vector<PointCohesion> cohesion = cohesion_of(points, p_.cohesion);
  last_ = {};
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Vec3 without = cohesion[c].attraction * contacts.normal[c] - contacts.force[c];
    last_.keys.push_back(contacts.key[c]);
    last_.value.push_back(p_.step.dt * without);
  }
}

}  // namespace rubble::nscd
