#include "experiment/rigid_motion.hpp"

#include "base/parallel.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::experiment {
namespace {

double kinetic_energy_of(const Model& model, const State& state, std::size_t body) {
  return 0.5 * model.mass[body] * state.velocity[body].squaredNorm() +
         0.5 * state.spin[body].dot(spin_momentum(model, state, body, state.spin[body]));
}

constexpr double kRounding = 1e-12;

// (vector, part to subtract, size of the terms) => the difference. A difference within rounding errors of such terms is
// set to zero. A body that moves rigidly is then exactly at rest, and so are all members of a grain.
Vec3 without(const Vec3& vector, const Vec3& part, double size) {
  const Vec3 left = vector - part;
  return left.norm() <= kRounding * size ? Vec3(Vec3::Zero()) : left;
}

}  // namespace

RigidMotion rigid_motion(const Model& model, const State& state) {
  const std::size_t n = model.size();
  const Vec3 zero = Vec3::Zero();
  RigidMotion whole;
  whole.mass = blocked_sum(n, 0.0, [&](std::size_t i) { return model.mass[i]; });
  whole.centre =
      blocked_sum(n, zero, [&](std::size_t i) -> Vec3 { return model.mass[i] * state.position[i]; }) / whole.mass;
  whole.velocity =
      blocked_sum(n, zero, [&](std::size_t i) -> Vec3 { return model.mass[i] * state.velocity[i]; }) / whole.mass;
  const Vec3 angular = blocked_sum(n, zero, [&](std::size_t i) -> Vec3 {
    return model.mass[i] * (state.position[i] - whole.centre).cross(state.velocity[i] - whole.velocity) +
           spin_momentum(model, state, i, state.spin[i]);
  });
  const Mat3 inertia = blocked_sum(n, Mat3(Mat3::Zero()), [&](std::size_t i) -> Mat3 {
    const Vec3 d = state.position[i] - whole.centre;
    return own_inertia(model, state, i) + model.mass[i] * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  });
  // The inertia tensor is positive definite, because every body has a nonzero moment of inertia.
  whole.spin = inertia.ldlt().solve(angular);
  whole.kinetic = 0.5 * whole.mass * whole.velocity.squaredNorm() + 0.5 * angular.dot(whole.spin);
  return whole;
}

double kinetic_energy(const Model& model, const State& state) {
  return blocked_sum(model.size(), 0.0, [&](std::size_t i) { return kinetic_energy_of(model, state, i); });
}

double kinetic_energy_of_rest(const Model& model, const State& state, double share) {
  Reals energy(state.grouping.grains.size(), 0.0);
  for (std::size_t i = 0; i < model.size(); ++i) {
    const double own = kinetic_energy_of(model, state, i);
    if (const Index g = state.grouping.grain_of(i); g >= 0)
      energy[static_cast<std::size_t>(g)] += own;
    else
      energy.push_back(own);
  }
  std::sort(energy.begin(), energy.end());
  const auto left_out = static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(energy.size())));
  return std::accumulate(energy.begin(), energy.end() - left_out, 0.0);
}

void remove_rigid_motion(const Model& model, State& state) {
  const RigidMotion whole = rigid_motion(model, state);
  parallel_for(model.size(), [&](std::size_t i) {
    const Vec3 turning = whole.spin.cross(state.position[i] - whole.centre);
    state.velocity[i] = without(state.velocity[i], whole.velocity + turning, whole.velocity.norm() + turning.norm());
    state.spin[i] = without(state.spin[i], whole.spin, whole.spin.norm());
  });
}

void move_to_centre(Pile& pile) {
  const RigidMotion whole = rigid_motion(pile.model, pile.state);
  parallel_for(pile.size(), [&](std::size_t i) {
    pile.state.position[i] -= whole.centre;
    pile.state.velocity[i] -= whole.velocity;
  });
  shift(pile.contacts, -whole.centre);
}

namespace {

struct Gain {
  double energy = 0;
  Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();

  Gain& operator+=(const Gain& other) {
    energy += other.energy, momentum += other.momentum, angular += other.angular;
    return *this;
  }
};

}  // namespace

Account add_rotation(const Model& model, State& state, const Vec3& centre, const Vec3& spin) {
  std::vector<Index> bodies(model.size());
  std::iota(bodies.begin(), bodies.end(), Index{0});
  return add_rotation(model, state, centre, spin, bodies);
}

Account add_rotation(const Model& model, State& state, const Vec3& centre, const Vec3& spin,
                     const std::vector<Index>& bodies) {
  // Energies are computed as impulse times mean velocity, which avoids differences of large numbers.
  const Gain gain = blocked_sum(bodies.size(), Gain{}, [&](std::size_t k) -> Gain {
    const auto i = static_cast<std::size_t>(bodies[k]);
    Vec3 &v = state.velocity[i], &w = state.spin[i];
    const Vec3 v_before = v, w_before = w;
    v += spin.cross(state.position[i] - centre), w += spin;
    const Vec3 push = model.mass[i] * (v - v_before), twist = spin_momentum(model, state, i, w - w_before);
    return {0.5 * (push.dot(v + v_before) + twist.dot(w + w_before)), push, state.position[i].cross(push) + twist};
  });
  Account given;
  given.driven = gain.energy, given.impulse = gain.momentum, given.angular_impulse = gain.angular;
  return given;
}

AboutAxis about_axis(const Model& model, const State& state, const Vec3& axis) {
  const RigidMotion whole = rigid_motion(model, state);
  AboutAxis about;
  about.centre = whole.centre;
  about.moment = blocked_sum(model.size(), 0.0, [&](std::size_t i) {
    return model.mass[i] * axis.cross(state.position[i] - whole.centre).squaredNorm() +
           axis.dot(spin_momentum(model, state, i, axis));
  });
  about.momentum = blocked_sum(model.size(), 0.0, [&](std::size_t i) {
    return axis.dot(model.mass[i] * (state.position[i] - whole.centre).cross(state.velocity[i] - whole.velocity) +
                    spin_momentum(model, state, i, state.spin[i]));
  });
  return about;
}

}  // namespace rubble::experiment
