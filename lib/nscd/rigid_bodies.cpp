#include "nscd/rigid_bodies.hpp"

#include "model/bodies.hpp"
#include "motion/rotation.hpp"
#include "motion/splitting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// Rotates by |angle| [rad] about the axis of the rotation vector `angle`.
Quaternion turned_by(const Vec3& angle, const Quaternion& q) {
  const Rotor<double> r = motion::turned<double>({q.w(), q.x(), q.y(), q.z()}, {angle.x(), angle.y(), angle.z()});
  return Quaternion(r.w, r.x, r.y, r.z).normalized();
}

// Applies the Cayley transform (1 - A / 2)^-1 (1 + A / 2) with A = [angle]x (Hughes & Winget 1980,
// doi:10.1002/nme.1620151210). It rotates about the axis of `angle` by 2 atan(|angle| / 2).
Quaternion turned_by_cayley(const Vec3& angle, const Quaternion& q) {
  const Vec3 half = 0.5 * angle;
  return (Quaternion(1, half.x(), half.y(), half.z()) * q).normalized();
}

// Maps each axis e to e + angle x e and orthonormalises the axes in sequence (Sanchez et al. 2021).
Quaternion turned_by_frame(const Vec3& angle, const Quaternion& q) {
  Mat3 axes = q.toRotationMatrix();
  for (int k = 0; k < 3; ++k) axes.col(k) += angle.cross(axes.col(k));
  axes.col(0).normalize();
  axes.col(1) -= axes.col(0).dot(axes.col(1)) * axes.col(0);
  axes.col(1).normalize();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return Quaternion(axes).normalized();
}

// (model, grouping) => index of the rigid body of each particle, in the order of their first particles.
std::vector<Index> bodies_of(const Model& model, const Grouping& grouping) {
  std::vector<Index> body(model.size(), -1);
  Index count = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] >= 0) continue;
    const Index g = grouping.grain_of(i);
    body[i] = count;
    if (g >= 0)
      for (const Index k : grouping.members(static_cast<std::size_t>(g))) body[static_cast<std::size_t>(k)] = count;
    ++count;
  }
  return body;
}

// Distance of a grain's farthest point from its centre [m].
double reach_of(const Model& model, const Grouping& grouping, std::size_t grain) {
  double reach = 0;
  for (const Index k : grouping.members(grain)) {
    const auto i = static_cast<std::size_t>(k);
    reach = std::max(reach, grouping.offset[i].norm() + bounding_radius(model, i));
  }
  return reach;
}

}  // namespace

RigidBodies::RigidBodies(const Model& model, const State& state, const std::vector<FrozenBodies>& frozen,
                         Rotation rotation)
    : rotation_(rotation), body_(bodies_of(model, state.grouping)), frozen_(model, state, frozen, body_) {
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (static_cast<std::size_t>(body_[i]) < mass_.size()) continue;
    const Index g = state.grouping.grain_of(i);
    row_.push_back(static_cast<Index>(i));
    grain_.push_back(g);
    if (g < 0) {
      mass_.push_back(model.mass[i]);
      moments_.push_back(Vec3::Constant(model.inertia(i)));
      reach_.push_back(0);
      motion_.push_back(
          {state.position[i], state.velocity[i], moments_.back().x() * state.spin[i], Quaternion::Identity()});
    } else {
      const auto grain = static_cast<std::size_t>(g);
      mass_.push_back(state.grouping.grains[grain].mass);
      moments_.push_back(state.grouping.grains[grain].moments);
      reach_.push_back(reach_of(model, state.grouping, grain));
      motion_.push_back(motion_of(model, state, grain));
    }
    const Vec3& moments = moments_.back();
    const bool round = moments.maxCoeff() - moments.minCoeff() <= motion::kEqualMoments * moments.maxCoeff();
    const bool turns = !frozen_.is(mass_.size() - 1);
    inverse_moment_.push_back(round && turns ? 1 / moments.x() : 0);
  }
}

void RigidBodies::load(const Model& model, const State& state) {
  parallel_for(size(), [&](std::size_t m) {
    const auto i = static_cast<std::size_t>(row_[m]);
    if (is_free(m)) {
      GrainMotion& motion = motion_[m];
      const bool same_spin = state.spin[i] == spin(m);
      motion.position = state.position[i];
      motion.velocity = state.velocity[i];
      if (!same_spin) motion.momentum = moments_[m].x() * state.spin[i];
      return;
    }
    const auto grain = static_cast<std::size_t>(grain_[m]);
    if (!stand_as_placed(state, grain, motion_[m])) motion_[m] = motion_of(model, state, grain);
  });
}

Mat3 RigidBodies::inverse_inertia(std::size_t m) const {
  if (frozen_.is(m)) return Mat3::Zero();
  if (is_round(m)) return inverse_moment_[m] * Mat3::Identity();
  return motion::in_space(motion_[m].orientation, moments_[m].cwiseInverse());
}

Vec3 RigidBodies::spin(std::size_t m) const {
  if (frozen_.is(m)) return frozen_.spin(m);
  if (is_free(m)) return motion_[m].momentum / moments_[m].x();
  return motion::spin(motion_[m].orientation, motion_[m].momentum, moments_[m]);
}

void RigidBodies::turn(std::size_t m, double h) {
  GrainMotion& motion = motion_[m];
  if (rotation_ == Rotation::splitting) {
    motion.orientation = motion::turn_by_splitting(motion.orientation, motion.momentum, moments_[m], h);
    return;
  }
  // These rotations keep the spin, not the angular momentum.
  const Vec3 w = spin(m);
  if (rotation_ == Rotation::exponential)
    motion.orientation = turned_by(h * w, motion.orientation);
  else if (rotation_ == Rotation::hughes_winget)
    motion.orientation = turned_by_cayley(h * w, motion.orientation);
  else
    motion.orientation = turned_by_frame(h * w, motion.orientation);
  motion.momentum = motion::in_space(motion.orientation, moments_[m]) * w;
}

void RigidBodies::drift(double h, double end) {
  parallel_for(size(), [&](std::size_t m) {
    if (frozen_.is(m)) return;
    motion_[m].position += h * motion_[m].velocity;
    if (!is_free(m)) turn(m, h);
  });
  place_frozen(end);
}

void RigidBodies::advance(Index a, Index b, double time, const Vec3& wall) {
  Vec3 common = wall;
  const auto i = static_cast<std::size_t>(a);
  const auto j = static_cast<std::size_t>(b);
  const bool held = frozen_.is(i) || (b >= 0 && frozen_.is(j));
  if (b >= 0 && !held)
    common = (mass_[i] * motion_[i].velocity + mass_[j] * motion_[j].velocity) / (mass_[i] + mass_[j]);
  for (const Index m : {a, b}) {
    if (m < 0) continue;
    const auto k = static_cast<std::size_t>(m);
    motion_[k].position += time * (motion_[k].velocity - common);
    if (frozen_.is(k))
      motion_[k].orientation = turned_by(time * frozen_.spin(k), motion_[k].orientation);
    else if (!is_free(k))
      turn(k, time);
  }
}

void RigidBodies::displace(const friction::BodyVelocities& ways, double fraction) {
  parallel_for(size(), [&](std::size_t m) {
    if (frozen_.is(m)) return;
    motion_[m].position += fraction * ways.velocity[m];
    if (!is_free(m)) motion_[m].orientation = turned_by(fraction * ways.spin[m], motion_[m].orientation);
  });
}

void RigidBodies::kick(std::size_t m, const Vec3& force, const Vec3& torque, double h) {
  if (frozen_.is(m)) return;
  GrainMotion& motion = motion_[m];
  motion.velocity += h / mass_[m] * force;
  Vec3 change = torque;
  if (!is_free(m) && rotation_ != Rotation::splitting) change -= spin(m).cross(motion.momentum);
  motion.momentum += h * change;
}

void RigidBodies::give(friction::BodyVelocities& bodies) const {
  give_velocities(bodies);
  const std::size_t n = size();
  bodies.inverse_mass.resize(n);
  bodies.inverse_moment = inverse_moment_;
  // True if all bodies are spheres. A cube also has equal moments, but its lever arms are not parallel to the normals.
  const bool round = std::all_of(grain_.begin(), grain_.end(), [](Index grain) { return grain < 0; });
  bodies.inverse_inertia.resize(round ? 0 : n);
  parallel_for(n, [&](std::size_t m) {
    bodies.inverse_mass[m] = frozen_.is(m) ? 0 : 1 / mass_[m];
    if (!round) bodies.inverse_inertia[m] = inverse_inertia(m);
  });
}

void RigidBodies::give_velocities(friction::BodyVelocities& bodies) const {
  bodies.velocity.resize(size());
  bodies.spin.resize(size());
  parallel_for(size(), [&](std::size_t m) {
    bodies.velocity[m] = motion_[m].velocity;
    bodies.spin[m] = spin(m);
  });
}

void RigidBodies::take(const friction::BodyVelocities& before, const friction::BodyVelocities& after) {
  parallel_for(size(), [&](std::size_t m) {
    if (frozen_.is(m)) return;
    motion_[m].velocity = after.velocity[m];
    if (is_free(m))
      motion_[m].momentum += moments_[m].x() * (after.spin[m] - before.spin[m]);
    else
      motion_[m].momentum += motion::in_space(motion_[m].orientation, moments_[m]) * (after.spin[m] - before.spin[m]);
  });
}

void RigidBodies::place_rows(State& state) const {
  parallel_for(size(), [&](std::size_t m) {
    if (!is_free(m)) return place_members(static_cast<std::size_t>(grain_[m]), motion_[m], state);
    const auto i = static_cast<std::size_t>(row_[m]);
    state.position[i] = motion_[m].position;
    state.velocity[i] = motion_[m].velocity;
    state.spin[i] = spin(m);
  });
}

Vec3 RigidBodies::mean_velocity() const {
  const Vec3 sum = blocked_sum(size(), Vec3(Vec3::Zero()), [&](std::size_t m) { return motion_[m].velocity; });
  return sum / static_cast<double>(size());
}

double RigidBodies::fastest(const Vec3& velocity) const {
  const double found = greatest_of(size(), 0, [&](std::size_t m) {
    if (fault_of(motion_[m])) return std::numeric_limits<double>::infinity();
    const double turning = is_free(m) ? 0 : reach_[m] * spin(m).norm();
    return (motion_[m].velocity - velocity).norm() + turning;
  });
  return std::isfinite(found) ? found : std::numeric_limits<double>::quiet_NaN();
}

std::string RigidBodies::unsound() const {
  for (std::size_t m = 0; m < size(); ++m) {
    const char* fault = fault_of(motion_[m]);
    if (!fault && !std::isfinite(spin(m).squaredNorm())) fault = "spin";
    if (fault) return fmt::format("body {} has no finite {}", row_[m], fault);
  }
  return "";
}

void RigidBodies::archive(Archive& archive) { rubble::archive(archive, "nscd/motion", motion_); }

}  // namespace rubble::nscd
