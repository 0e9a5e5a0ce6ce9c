#include "ssdem/sphere_motion.hpp"

#include "base/parallel.hpp"
#include "ssdem/exchange.hpp"
#include "ssdem/outer_field.hpp"

namespace rubble::ssdem {
namespace {

// The context in packs.
struct Surroundings {
  const MotionContext& context;
  Pack half = all(0.5 * context.dt);
  Pack whole = all(context.dt);
  Pack kick = all(context.kick);
  Pack since = all(context.since);
  Pack uniform = xyzw(context.field.uniform, 0).v;
  bool outside = context.field.any();
};

// A moving sphere: velocity with 1 / m in the fourth lane, spin with 1 / I in the fourth lane, accelerations.
struct Moving {
  Pack v, w;
  Pack a, alpha;
};

// MotionSums, in packs.
struct PackSums {
  Pack missed{}, fastest2{}, gravity_torque{}, impulse{}, angular_impulse{}, driven{}, driven_rate{};
  Exchange exchange;

  void give(MotionSums& sums) const {
    sums.impulse = vec(impulse);
    sums.angular_impulse = vec(angular_impulse);
    sums.gravity_torque = vec(gravity_torque);
    sums.exchanged = exchange.force();
    sums.exchanged_angular = exchange.torque();
    sums.missed = sum(missed);
    sums.fastest2 = fastest2[0];
    sums.driven = driven[0] + driven[1] + driven[2];
    sums.driven_rate = driven_rate[0] + driven_rate[1] + driven_rate[2];
  }
};

// Adds the loads that pairs of other chunks store for bodies of this chunk.
void gather_incoming(const Chunk& chunk, Spheres& spheres) {
  for (const Incoming& in : chunk.incoming) {
    Load& from = spheres.crossing[static_cast<std::size_t>(in.crossing)];
    Load& to = chunk.load[in.body];
    to.force.v += from.force.v;
    to.torque.v += from.torque.v;
    from = {};
  }
}

// Forces => accelerations by contacts, held self-gravity (docs/theory.md 4.8) and the external field. Returns the force
// of the field.
RUBBLE_INLINE Pack accelerate(Moving& m, const SphereState& sphere, const Load& load, std::size_t k,
                              const Surroundings& with, PackSums& sums) {
  const Pack x = sphere.position.v;
  const Pack mass = all(sphere.velocity.v[3]);
  Pack field_force{};
  sums.exchange.touch(x, load.torque.v);
  m.a = load.force.v * m.v[3];
  m.alpha = with_fourth(load.torque.v, Pack{}) * m.w[3];
  if (with.context.attracting) {
    const Pack g = fma(with.since, (*with.context.gravity_slope)[k].v, (*with.context.gravity)[k].v);
    m.a += g;
    sums.gravity_torque = fma(mass, cross_xyz(x, g), sums.gravity_torque);
    sums.exchange.pull(x, mass * g);
  }
  if (with.outside) {
    const Pack g = outer_field(x, with.uniform, with.context.field);
    m.a += g;
    field_force = mass * g;
    sums.impulse += field_force;
    sums.angular_impulse += cross_xyz(x, field_force);
    sums.exchange.pull(x, field_force);
  }
  return field_force;
}

// Applies the second kick of a step, and books the work of the field and, for discontinuous forces, the work due to the
// difference between final and predicted velocities (docs/theory.md 3.3).
RUBBLE_INLINE void finish_step(Moving& m, const SphereState& sphere, const Load& load, Pack field_force,
                               const Surroundings& with, PackSums& sums) {
  m.v = fma(with.kick, m.a, m.v);
  m.w = fma(with.kick, m.alpha, m.w);
  sums.driven = fma(field_force, m.v, sums.driven);
  sums.driven_rate = fma(field_force, m.a, sums.driven_rate);
  if (!with.context.jumping) return;
  const Pack twist = with_fourth(load.torque.v, Pack{});
  sums.missed = fma(load.force.v, m.v - sphere.velocity.v, fma(twist, m.w - sphere.spin.v, sums.missed));
}

// First kick, drift, and the velocities predicted for the end of the drift.
RUBBLE_INLINE void open_step(Moving& m, SphereState& sphere, const Surroundings& with, PackSums& sums) {
  m.v = fma(with.half, m.a, m.v);
  m.w = fma(with.half, m.alpha, m.w);
  const Pack x = sphere.position.v;
  sphere.position.v = with_fourth(fma(with.whole, m.v, x), x);
  sphere.velocity.v = with_fourth(fma(with.half, m.a, m.v), sphere.velocity.v);
  sphere.spin.v = with_fourth(fma(with.half, m.alpha, m.w), sphere.spin.v);
  const Pack relative = m.v - with.context.frame.v;
  sums.fastest2 = max(sums.fastest2, first_three(relative * relative));
}

// Kicks in Hill's frame: docs/theory.md 4.10. Its forces and torques come before and after the kicks by all others.
class HillKicks {
 public:
  explicit HillKicks(const MotionContext& context)
      : hill_(context.hill),
        half_(0.5 * context.dt),
        kick_(context.kick),
        turn_(hill_.turned(Vec3::UnitX(), half_)),
        turn_after_(hill_.turned(Vec3::UnitX(), kick_)) {}

  // Frame's part of the kick after a drift, before that of the forces; nothing at the start of a run, without a kick.
  void close(Moving& m, const SphereState& sphere, FrameImpulse& given) const {
    const Vec3 x = vec(sphere.position), change = hill_.closing(x, vec(m.v), kick_);
    const Vec3 spin = vec(m.w), turned = turned_by(turn_after_, spin);
    book(sphere, x, change, turned - spin, given);
    m.v += xyzw(change, 0).v;
    m.w = xyzw(turned, m.w[3]).v;
  }
  // First kick, drift, and the velocities predicted for the end of the drift from the forces at its start.
  void open_step(Moving& m, SphereState& sphere, const Surroundings& with, PackSums& sums, FrameImpulse& given) const {
    const Vec3 x = vec(sphere.position), force = vec(m.a);
    const Vec3 change = hill_.opening(x, vec(m.v), force, half_);
    m.v = fma(with.half, m.a, m.v) + xyzw(change, 0).v;
    const Vec3 kicked = vec(fma(with.half, m.alpha, m.w)), turned = turned_by(turn_, kicked);
    m.w = xyzw(turned, m.w[3]).v;
    book(sphere, x, change, turned - kicked, given);
    const Vec3 v = vec(m.v), next = x + 2 * half_ * v;
    const Vec3 speed = v - hill_.flow(x) - vec(with.context.frame);
    sums.fastest2 = max(sums.fastest2, all(speed.squaredNorm()));
    const Vec3 ahead = v + hill_.closing(next, v, half_) + half_ * force;
    const Vec3 spin = turned_by(turn_, turned) + half_ * vec(m.alpha);
    sphere.position.v = xyzw(next, sphere.position.v[3]).v;
    sphere.velocity.v = xyzw(ahead, sphere.velocity.v[3]).v;
    sphere.spin.v = xyzw(spin, sphere.spin.v[3]).v;
  }

 private:
  // (image of the x axis in a rotation about z, vector) => the rotated vector
  static Vec3 turned_by(const Vec3& x_axis, const Vec3& v) {
    return {x_axis.x() * v.x() - x_axis.y() * v.y(), x_axis.y() * v.x() + x_axis.x() * v.y(), v.z()};
  }
  static void book(const SphereState& sphere, const Vec3& x, const Vec3& velocity, const Vec3& spin,
                   FrameImpulse& given) {
    const Vec3 impulse = sphere.velocity.v[3] * velocity;
    given += {impulse, x.cross(impulse) + sphere.spin.v[3] * spin};
  }

  const Hill& hill_;
  double half_, kick_;
  Vec3 turn_, turn_after_;  // images of the x axis in the rotations of spins in both kicks
};

}  // namespace

void SphereMotion::load(const Model& model, const State& state, const std::vector<Index>& order) {
  for (auto* column : {&half_velocity_, &half_spin_, &acceleration_, &angular_acceleration_})
    column->resize(order.size());
  parallel_for(order.size(), [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order[k]);
    half_velocity_[k] = xyzw(state.velocity[i], 1 / model.mass[i]);
    half_spin_[k] = xyzw(state.spin[i], 1 / model.inertia(i));
  });
}

void SphereMotion::save(const std::vector<Index>& order, const Spheres& spheres, const RigidGrains& grains,
                        State& state) const {
  parallel_for(order.size(), [&](std::size_t k) {
    if (!grains.empty() && grains.glued(k)) return;
    const auto i = static_cast<std::size_t>(order[k]);
    state.position[i] = vec(spheres.state[k].position);
    state.velocity[i] = vec(half_velocity_[k]);
    state.spin[i] = vec(half_spin_[k]);
  });
}

void SphereMotion::put_accelerations(const std::vector<Index>& order, const Vec3s& linear, const Vec3s& angular) {
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto i = static_cast<std::size_t>(order[k]);
    acceleration_[k] = xyzw(linear[i], 0);
    angular_acceleration_[k] = xyzw(angular[i], 0);
  }
}
void SphereMotion::get_accelerations(const std::vector<Index>& order, Vec3s& linear, Vec3s& angular) const {
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto i = static_cast<std::size_t>(order[k]);
    linear[i] = vec(acceleration_[k]);
    angular[i] = vec(angular_acceleration_[k]);
  }
}

template <bool finish, bool open, bool hill>
void SphereMotion::move(const Chunk& chunk, const MotionContext& context, Spheres& spheres, RigidGrains& grains,
                        MotionSums& sums) {
  if constexpr (finish) gather_incoming(chunk, spheres);
  const Surroundings with{context};
  [[maybe_unused]] const HillKicks kicks(context);
  const bool gluing = !grains.empty();
  [[maybe_unused]] const bool drifts = !spheres.drift.empty();
  PackSums packs;
  for (std::size_t k = chunk.bodies.first; k < chunk.bodies.last; ++k) {
    if (gluing && grains.glued(k)) {  // the grain moves when the loads of all its members are known
      if constexpr (finish) grains.keep(k, chunk.load[k - chunk.bodies.first]);
      continue;
    }
    SphereState& sphere = spheres.state[k];
    Moving m{half_velocity_[k].v, half_spin_[k].v, {}, {}};
    if constexpr (finish) {
      const Load& load = chunk.load[k - chunk.bodies.first];
      const Pack field_force = accelerate(m, sphere, load, k, with, packs);
      if constexpr (hill) kicks.close(m, sphere, sums.frame.after);
      finish_step(m, sphere, load, field_force, with, packs);
    } else {
      m.a = acceleration_[k].v;
      m.alpha = angular_acceleration_[k].v;
    }
    if constexpr (open) {
      if constexpr (hill)
        kicks.open_step(m, sphere, with, packs, sums.frame.before);
      else
        open_step(m, sphere, with, packs);
      if (drifts) spheres.drift[k] = {{m.v}, {m.w}};
    } else {
      acceleration_[k].v = m.a;
      angular_acceleration_[k].v = m.alpha;
    }
    half_velocity_[k].v = m.v;
    half_spin_[k].v = m.w;
  }
  packs.give(sums);
}

#define RUBBLE_MOVE(finish, open, hill)                                                                            \
  template void SphereMotion::move<finish, open, hill>(const Chunk&, const MotionContext&, Spheres&, RigidGrains&, \
                                                       MotionSums&);
RUBBLE_MOVE(true, true, false)
RUBBLE_MOVE(true, false, false)
RUBBLE_MOVE(false, true, false)
RUBBLE_MOVE(true, true, true)
RUBBLE_MOVE(true, false, true)
RUBBLE_MOVE(false, true, true)
#undef RUBBLE_MOVE

}  // namespace rubble::ssdem
