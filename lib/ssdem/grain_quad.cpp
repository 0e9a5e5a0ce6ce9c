#include "ssdem/grain_quad.hpp"

#include "motion/rotation.hpp"
#include "motion/splitting.hpp"
#include "simd/xyzw.hpp"
#include "ssdem/exchange.hpp"
#include "ssdem/outer_field.hpp"

namespace rubble::ssdem {
namespace {

constexpr double kRungeKuttaError = 1e-10;  // relative error of one step

Quaternion quaternion_of(const Rotor<Pack>& q, std::size_t lane) {
  return Quaternion(q.w[lane], q.x[lane], q.y[lane], q.z[lane]);
}
void put_quaternion(Rotor<Pack>& to, std::size_t lane, const Quaternion& q) {
  to.w[lane] = q.w();
  to.x[lane] = q.x();
  to.y[lane] = q.y();
  to.z[lane] = q.z();
}

Triple<double> triple(Pack v) { return {v[0], v[1], v[2]}; }

// Sums of forces [N] and of torques about the grain's centre [N m] over the members of each grain.
struct Felt {
  Lanes4 force{}, torque{};              // by contacts
  Lanes4 outer_force{}, outer_torque{};  // by external fields
  Lanes4 self_force{}, self_torque{};    // by self-gravity
};

// Sum of forces, and of their torques about a centre in the order (z, x, y). The components are permuted once, for the
// sum.
struct About {
  Pack force{}, twisted{};
  RUBBLE_INLINE void add(Pack arm, Pack arm_yzx, Pack f) {
    force += f;
    twisted += fnma(arm_yzx, f, arm * yzx(f));
  }
  RUBBLE_INLINE Pack torque() const { return yzx(twisted); }
};

// Gathers forces: F = sum f, T = sum (arm x f + the contacts' own torques), with arms from the grain's centre. The
// field of planets acts on the members (`field`: true); without planets, uniform gravity acts on the centre.
// `gravity` is true if there is self-gravity. docs/theory.md 8.5, 8.6.
template <bool field, bool gravity>
Felt feel(const GrainQuad& quad, const MotionContext& context, const MemberLoads& members,
          const std::vector<SphereState>& sphere, MotionSums& sums) {
  Felt felt;
  const Lanes4 centre = lanes_of(quad.motion.position, Pack{});
  const Pack uniform = xyzw(context.field.uniform, 0).v;
  const Pack since = all(context.since);
  Pack impulse{}, angular_impulse{}, gravity_torque{};
  Exchange exchange;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    About contacts, outer, self;
    Pack torque{};
    const Pack at = centre.lane[lane];
    const std::size_t end = quad.first[lane] + quad.count[lane];
    for (std::size_t k = quad.first[lane]; k < end; ++k) {
      const Pack x = sphere[k].position.v;
      const Pack arm = x - at;
      const Pack arm_yzx = yzx(arm);
      const Load& load = members.load[k - members.first_load];
      contacts.add(arm, arm_yzx, load.force.v);
      torque += load.torque.v;
      exchange.touch(x, load.torque.v);
      if constexpr (field) {
        const Pack pull = all((*context.mass)[k]) * outer_field(x, uniform, context.field);
        outer.add(arm, arm_yzx, pull);
        exchange.pull(x, pull);
      }
      if constexpr (gravity) {
        const Pack g = fma(since, (*context.gravity_slope)[k].v, (*context.gravity)[k].v);
        const Pack pull = all((*context.mass)[k]) * g;
        self.add(arm, arm_yzx, pull);
        exchange.pull(x, pull);
      }
    }
    if constexpr (!field) {
      outer.force = all(quad.mass[lane]) * uniform;
      exchange.pull(at, outer.force);
    }
    felt.force.lane[lane] = contacts.force;
    felt.torque.lane[lane] = torque + contacts.torque();
    felt.outer_force.lane[lane] = outer.force;
    felt.outer_torque.lane[lane] = outer.torque();
    felt.self_force.lane[lane] = self.force;
    felt.self_torque.lane[lane] = self.torque();
    impulse += outer.force;
    angular_impulse += outer.torque() + cross_xyz(at, outer.force);
    if constexpr (gravity) gravity_torque += self.torque() + cross_xyz(at, self.force);
  }
  sums.impulse += vec(impulse);
  sums.angular_impulse += vec(angular_impulse);
  sums.exchanged += exchange.force();
  sums.exchanged_angular += exchange.torque();
  if constexpr (gravity) sums.gravity_torque += vec(gravity_torque);
  return felt;
}
Felt feel_all(const GrainQuad& quad, const MotionContext& context, const MemberLoads& members,
              const std::vector<SphereState>& sphere, MotionSums& sums) {
  const bool field = !context.field.planets.empty();
  if (field && context.attracting) return feel<true, true>(quad, context, members, sphere, sums);
  if (field) return feel<true, false>(quad, context, members, sphere, sums);
  if (context.attracting) return feel<false, true>(quad, context, members, sphere, sums);
  return feel<false, false>(quad, context, members, sphere, sums);
}

// [a]x^T J^-1 [a]x with J^-1 = R I^-1 R^T: a push along n at the lever arm a has the torque a x n.
RotationalInverseMass rotational_inverse_mass_of(const Axes<double>& axes, const Vec3& inverse_moments,
                                                 const Vec3& arm) {
  Mat3 turn;
  turn << axes.x.x, axes.y.x, axes.z.x, axes.x.y, axes.y.y, axes.z.y, axes.x.z, axes.y.z, axes.z.z;
  Mat3 cross;
  cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
  const Mat3 twisted = turn.transpose() * cross;
  const Mat3 a = twisted.transpose() * inverse_moments.asDiagonal() * twisted;
  return {xyzw(a.diagonal(), 0), xyzw({a(1, 2), a(2, 0), a(0, 1)}, 0)};
}

// Positions of a grain's members, x_m = x + R offset, and the velocities that contact laws use, v + w x arm
// (docs/theory.md 8.4). `mean`: mean spin of the drift, whose length is dt [s].
void move_members(const GrainQuad& quad, const Axes<Pack>& axes, const Predicted& predicted, const Pack3& mean,
                  double dt, const MemberLoads& members, Spheres& spheres) {
  const Lanes4 x = lanes_of(axes.x, Pack{}), y = lanes_of(axes.y, Pack{}), z = lanes_of(axes.z, Pack{});
  const Lanes4 centre = lanes_of(quad.motion.position, Pack{});
  const Lanes4 velocity = lanes_of(predicted.velocity, Pack{});
  const Lanes4 spin = lanes_of(predicted.spin, Pack{}), mean_spin = lanes_of(mean, Pack{});
  const Pack rate = all(1 / dt);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t end = quad.first[lane] + quad.count[lane];
    for (std::size_t k = quad.first[lane]; k < end; ++k) {
      const Pack o = members.offset[k].v;
      const Pack arm = fma(x.lane[lane], all(o[0]), fma(y.lane[lane], all(o[1]), z.lane[lane] * all(o[2])));
      const Pack v = velocity.lane[lane] + cross_xyz(spin.lane[lane], arm);
      SphereState& sphere = spheres.state[k];
      const Pack place = centre.lane[lane] + arm;
      if (!spheres.drift.empty()) spheres.drift[k] = {{(place - sphere.position.v) * rate}, {mean_spin.lane[lane]}};
      sphere.position.v = with_fourth(place, sphere.position.v);
      sphere.velocity.v = with_fourth(v, sphere.velocity.v);
      sphere.spin.v = with_fourth(spin.lane[lane], sphere.spin.v);
      if (spheres.rotational_inverse_mass.empty()) continue;
      spheres.rotational_inverse_mass[k] =
          rotational_inverse_mass_of({triple(x.lane[lane]), triple(y.lane[lane]), triple(z.lane[lane])},
                                     lane_of(quad.inverse_moments, lane), vec(arm));
    }
  }
}

// Upper bound of the members' squared speed in the drift, relative to the frame of the neighbour list [m2 s-2]: the
// spin changes by at most its square times the time.
double fastest2(const GrainQuad& quad, const Pack3& rotation, const MotionContext& context) {
  const Pack3 frame{all(context.frame.v[0]), all(context.frame.v[1]), all(context.frame.v[2])};
  const Pack3 relative = quad.motion.velocity - frame;
  const Pack spin = sqrt(dot(rotation, rotation));
  const Pack speed = sqrt(dot(relative, relative)) + quad.reach * spin * fma(spin, all(context.dt), all(1));
  Pack counted{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) counted[lane] = quad.count[lane] > 0 ? speed[lane] : 0;
  return largest(counted) * largest(counted);
}

void turn_by_runge_kutta(GrainQuad& quad, double dt) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (quad.count[lane] == 0) continue;
    const motion::Turned turned =
        motion::turn_by_runge_kutta(quaternion_of(quad.motion.turn, lane), lane_of(quad.motion.momentum, lane),
                                    lane_of(quad.moments, lane), Vec3::Zero(), dt, kRungeKuttaError);
    put_quaternion(quad.motion.turn, lane, turned.orientation);
    put_lane(quad.motion.momentum, lane, turned.momentum);
  }
}

// Forces and torques on four grains => accelerations and torques. Applies the second kick of the step, and books the
// work of the field and, for discontinuous forces, the work due to the difference between final and predicted
// velocities (docs/theory.md 3.3).
RUBBLE_INLINE Driving finish_step(GrainQuad& quad, const Felt& felt, const MotionContext& context, MotionSums& sums) {
  const Pack3 force = columns_of(felt.force), twist = columns_of(felt.torque);
  const Pack3 outer_force = columns_of(felt.outer_force), outer_torque = columns_of(felt.outer_torque);
  const Pack3 all_force = force + outer_force + columns_of(felt.self_force);
  const Pack3 acceleration = all_force * quad.inverse_mass;
  const Pack3 torque = twist + outer_torque + columns_of(felt.self_torque);
  const Pack kick = all(context.kick);
  quad.motion.velocity = fma(kick, acceleration, quad.motion.velocity);
  quad.motion.momentum = fma(kick, torque, quad.motion.momentum);
  if (!context.jumping && !context.field.any()) return {acceleration, torque};
  const Axes<Pack> axes = axes_of(quad.motion.turn);
  const Pack3 spin = spin_of(axes, quad.motion.momentum, quad.inverse_moments);
  const Pack3 faster = spin_of(axes, torque, quad.inverse_moments);
  sums.driven += sum(dot(outer_force, quad.motion.velocity) + dot(outer_torque, spin));
  sums.driven_rate += sum(dot(outer_force, acceleration) + dot(outer_torque, faster));
  if (context.jumping)
    sums.missed +=
        sum(dot(force, quad.motion.velocity - quad.predicted.velocity) + dot(twist, spin - quad.predicted.spin));
  return {acceleration, torque};
}

// => spin by the angular momentum and the orientation.
RUBBLE_INLINE Pack3 present_spin(const GrainQuad& quad) {
  return spin_of(axes_of(quad.motion.turn), quad.motion.momentum, quad.inverse_moments);
}

// First kick, drift, rotation, and the new positions of the members.
RUBBLE_INLINE void open_step(GrainQuad& quad, const Driving& by, const MotionContext& context,
                             const MemberLoads& members, Spheres& spheres, MotionSums& sums) {
  const Pack dt = all(context.dt);
  const Pack half = all(0.5 * context.dt);
  quad.motion.velocity = fma(half, by.acceleration, quad.motion.velocity);
  quad.motion.momentum = fma(half, by.torque, quad.motion.momentum);
  quad.motion.position = fma(dt, quad.motion.velocity, quad.motion.position);
  const Pack3 first = spheres.drift.empty() ? Pack3{} : present_spin(quad);
  if (context.runge_kutta)
    turn_by_runge_kutta(quad, context.dt);
  else
    quad.motion.turn = motion::turn_by_splitting(quad.motion.turn, quad.motion.momentum, quad.inverse_moments, dt);
  const Axes<Pack> axes = axes_of(quad.motion.turn);
  const Predicted predicted{fma(half, by.acceleration, quad.motion.velocity),
                            spin_of(axes, fma(half, by.torque, quad.motion.momentum), quad.inverse_moments)};
  if (context.jumping) quad.predicted = predicted;
  const Pack3 mean = spheres.drift.empty() ? Pack3{} : (first + present_spin(quad)) * all(0.5);
  move_members(quad, axes, predicted, mean, context.dt, members, spheres);
  sums.fastest2 = std::max(sums.fastest2, fastest2(quad, predicted.spin, context));
}

}  // namespace

void put_lane(Pack3& t, std::size_t lane, const Vec3& v) {
  t.x[lane] = v.x();
  t.y[lane] = v.y();
  t.z[lane] = v.z();
}

GrainMotion GrainQuad::get(std::size_t lane) const {
  return {lane_of(motion.position, lane), lane_of(motion.velocity, lane), lane_of(motion.momentum, lane),
          quaternion_of(motion.turn, lane)};
}

void GrainQuad::put(std::size_t lane, const GrainMotion& of_grain) {
  put_lane(motion.position, lane, of_grain.position);
  put_lane(motion.velocity, lane, of_grain.velocity);
  put_lane(motion.momentum, lane, of_grain.momentum);
  put_quaternion(motion.turn, lane, of_grain.orientation);
}

template <bool finish, bool open>
void move_quad(GrainQuad& quad, const MotionContext& context, const MemberLoads& members, Spheres& spheres,
               MotionSums& sums) {
  Driving by;
  if constexpr (finish) {
    const Felt felt = feel_all(quad, context, members, spheres.state, sums);
    by = finish_step(quad, felt, context, sums);
    if constexpr (!open) quad.driving = by;
  } else {
    by = quad.driving;
  }
  if constexpr (open) open_step(quad, by, context, members, spheres, sums);
}

RotationalInverseMass rotational_inverse_mass_of(const State& state, std::size_t body) {
  const Index g = state.grouping.grain_of(body);
  if (g < 0) return {};
  const Quaternion& q = state.orientation[static_cast<std::size_t>(g)];
  const Axes<double> axes = axes_of<double>({q.w(), q.x(), q.y(), q.z()});
  const Vec3& offset = state.grouping.offset[body];
  const Triple<double> arm = axes.turn({offset.x(), offset.y(), offset.z()});
  return rotational_inverse_mass_of(axes, state.grouping.grains[static_cast<std::size_t>(g)].moments.cwiseInverse(),
                                    {arm.x, arm.y, arm.z});
}

template void move_quad<true, true>(GrainQuad&, const MotionContext&, const MemberLoads&, Spheres&, MotionSums&);
template void move_quad<true, false>(GrainQuad&, const MotionContext&, const MemberLoads&, Spheres&, MotionSums&);
template void move_quad<false, true>(GrainQuad&, const MotionContext&, const MemberLoads&, Spheres&, MotionSums&);

}  // namespace rubble::ssdem
