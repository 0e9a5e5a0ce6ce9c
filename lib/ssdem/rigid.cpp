#include "ssdem/rigid.hpp"

#include "motion/rotation.hpp"
#include "motion/splitting.hpp"
#include "ssdem/exchange.hpp"
#include "ssdem/rows.hpp"

namespace rubble::ssdem {
namespace {

constexpr double kRungeKuttaError = 1e-10;  // of one step, relative

Quaternion quaternion_of(const Rotor<Pack>& q, std::size_t lane) {
  return Quaternion(q.w[lane], q.x[lane], q.y[lane], q.z[lane]);
}

// One row for each of four grains.
struct Rows {
  Pack lane[kLanes];
};
RUBBLE_INLINE Rows rows_of(const Triple<Pack>& t) {
  Rows r{{t.x, t.y, t.z, Pack{}}};
  transpose(r.lane[0], r.lane[1], r.lane[2], r.lane[3]);
  return r;
}
RUBBLE_INLINE Triple<Pack> triple_of(Rows r) {
  transpose(r.lane[0], r.lane[1], r.lane[2], r.lane[3]);
  return {r.lane[0], r.lane[1], r.lane[2]};
}
Triple<double> triple(Pack row) { return {row[0], row[1], row[2]}; }

// Sums over the members of each grain.
struct Felt {
  Rows force{}, torque{};              // by contacts, about the grain's centre
  Rows outer_force{}, outer_torque{};  // by the field from outside
  Rows self_force{}, self_torque{};    // by self-gravity
};

// Sum of forces, and of their torques about a centre in the order (z, x, y): turned but once, for the sum.
struct About {
  Pack force{}, twisted{};
  RUBBLE_INLINE void add(Pack arm, Pack arm_yzx, Pack f) {
    force += f;
    twisted += fnma(arm_yzx, f, arm * yzx(f));
  }
  RUBBLE_INLINE Pack torque() const { return yzx(twisted); }
};

// field: whether members feel a planet; uniform gravity acts on the centre.
template <bool field, bool gravity>
Felt feel(const Quad& quad, const Moment& moment, const Members& members, const std::vector<Body>& body, Moved& sums) {
  Felt felt;
  const Rows centre = rows_of(quad.position);
  const Pack uniform = row(moment.field.uniform, 0).v, planet = row(moment.field.planet, 0).v;
  const Pack strength = all(moment.field.strength), since = all(moment.since);
  Pack impulse{}, angular_impulse{}, gravity_torque{};
  Exchange exchange;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    About contacts, outer, self;
    Pack torque{};
    const Pack at = centre.lane[lane];
    const std::size_t end = quad.first[lane] + quad.count[lane];
    for (std::size_t k = quad.first[lane]; k < end; ++k) {
      const Pack x = body[k].position.v, arm = x - at, arm_yzx = yzx(arm);
      const Load& load = members.load[k - members.first_load];
      contacts.add(arm, arm_yzx, load.force.v), torque += load.torque.v;
      exchange.touch(x, load.torque.v);
      if constexpr (field) {
        const Pack pull = all((*moment.mass)[k]) * pull_at(x, uniform, planet, strength, true);
        outer.add(arm, arm_yzx, pull);
        exchange.pull(x, pull);
      }
      if constexpr (gravity) {
        const Pack pull = all((*moment.mass)[k]) * fma(since, (*moment.slope)[k].v, (*moment.gravity)[k].v);
        self.add(arm, arm_yzx, pull);
        exchange.pull(x, pull);
      }
    }
    if constexpr (!field) {
      outer.force = all(quad.mass[lane]) * uniform;
      exchange.pull(at, outer.force);
    }
    felt.force.lane[lane] = contacts.force, felt.torque.lane[lane] = torque + contacts.torque();
    felt.outer_force.lane[lane] = outer.force, felt.outer_torque.lane[lane] = outer.torque();
    felt.self_force.lane[lane] = self.force, felt.self_torque.lane[lane] = self.torque();
    impulse += outer.force, angular_impulse += outer.torque() + cross_rows(at, outer.force);
    if constexpr (gravity) gravity_torque += self.torque() + cross_rows(at, self.force);
  }
  sums.impulse += vec({impulse}), sums.angular_impulse += vec({angular_impulse});
  sums.exchanged += exchange.force(), sums.exchanged_angular += exchange.torque();
  if constexpr (gravity) sums.gravity_torque += vec({gravity_torque});
  return felt;
}

// [a]x^T J^-1 [a]x, J^-1 = R I^-1 R^T: the arm a turns a push along n into the torque a x n.
RotationalInverseMass rotational_inverse_mass_of(const Axes<double>& axes, const Vec3& inverse_moments,
                                                 const Vec3& arm) {
  Mat3 turn;
  turn << axes.x.x, axes.y.x, axes.z.x, axes.x.y, axes.y.y, axes.z.y, axes.x.z, axes.y.z, axes.z.z;
  Mat3 cross;
  cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
  const Mat3 twisted = turn.transpose() * cross;
  const Mat3 a = twisted.transpose() * inverse_moments.asDiagonal() * twisted;
  return {row(a.diagonal(), 0), row({a(1, 2), a(2, 0), a(0, 1)}, 0)};
}

// Velocities predicted for the time of the positions, for contact laws.
struct Predicted {
  Triple<Pack> velocity, spin;
};

// Where the grain puts its members, and the velocities that contact laws will see.
void place(const Quad& quad, const Axes<Pack>& axes, const Predicted& predicted, const Members& members,
           Bodies& bodies) {
  std::vector<Body>& body = bodies.body;
  const Rows x = rows_of(axes.x), y = rows_of(axes.y), z = rows_of(axes.z);
  const Rows centre = rows_of(quad.position), velocity = rows_of(predicted.velocity);
  const Rows spin = rows_of(predicted.spin);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t end = quad.first[lane] + quad.count[lane];
    for (std::size_t k = quad.first[lane]; k < end; ++k) {
      const Pack o = members.offset[k].v;
      const Pack arm = fma(x.lane[lane], all(o[0]), fma(y.lane[lane], all(o[1]), z.lane[lane] * all(o[2])));
      body[k].position.v = with_fourth(centre.lane[lane] + arm, body[k].position.v);
      body[k].velocity.v = with_fourth(velocity.lane[lane] + cross_rows(spin.lane[lane], arm), body[k].velocity.v);
      body[k].spin.v = with_fourth(spin.lane[lane], body[k].spin.v);
      if (bodies.rotational_inverse_mass.empty()) continue;
      bodies.rotational_inverse_mass[k] =
          rotational_inverse_mass_of({triple(x.lane[lane]), triple(y.lane[lane]), triple(z.lane[lane])},
                                     lane_of(quad.inverse_moments, lane), vec({arm}));
    }
  }
}

// No member moves faster through the drift: the spin changes by no more than its square times the time.
double fastest2(const Quad& quad, const Triple<Pack>& rotation, const Moment& moment) {
  const Triple<Pack> frame{all(moment.frame.v[0]), all(moment.frame.v[1]), all(moment.frame.v[2])};
  const Triple<Pack> relative = quad.velocity - frame;
  const Pack spin = sqrt(dot(rotation, rotation));
  const Pack speed = sqrt(dot(relative, relative)) + quad.reach * spin * fma(spin, all(moment.dt), all(1));
  Pack counted{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) counted[lane] = quad.count[lane] > 0 ? speed[lane] : 0;
  return largest(counted) * largest(counted);
}

void turn_by_runge_kutta(Quad& quad, double dt) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (quad.count[lane] == 0) continue;
    const motion::Turned turned =
        motion::turn_by_runge_kutta(quaternion_of(quad.turn, lane), lane_of(quad.momentum, lane),
                                    lane_of(quad.moments, lane), Vec3::Zero(), dt, kRungeKuttaError);
    const Quaternion& q = turned.orientation;
    quad.turn.w[lane] = q.w(), quad.turn.x[lane] = q.x(), quad.turn.y[lane] = q.y(), quad.turn.z[lane] = q.z();
    put_lane(quad.momentum, lane, turned.momentum);
  }
}

}  // namespace

void put_lane(Triple<Pack>& t, std::size_t lane, const Vec3& v) {
  t.x[lane] = v.x(), t.y[lane] = v.y(), t.z[lane] = v.z();
}
Vec3 lane_of(const Triple<Pack>& t, std::size_t lane) { return Vec3(t.x[lane], t.y[lane], t.z[lane]); }

void Moved::add(const Moved& other) {
  fastest2 = std::max(fastest2, other.fastest2);
  driven += other.driven, driven_rate += other.driven_rate, missed += other.missed;
  impulse += other.impulse, angular_impulse += other.angular_impulse, gravity_torque += other.gravity_torque;
  exchanged += other.exchanged, exchanged_angular += other.exchanged_angular;
}

GrainMotion Quad::motion(std::size_t lane) const {
  return {lane_of(position, lane), lane_of(velocity, lane), lane_of(momentum, lane), quaternion_of(turn, lane)};
}

void Quad::put(std::size_t lane, const GrainMotion& motion) {
  put_lane(position, lane, motion.position), put_lane(velocity, lane, motion.velocity);
  put_lane(momentum, lane, motion.momentum);
  const Quaternion& q = motion.orientation;
  turn.w[lane] = q.w(), turn.x[lane] = q.x(), turn.y[lane] = q.y(), turn.z[lane] = q.z();
}

template <bool finish, bool open>
void move_quad(Quad& quad, const Moment& moment, const Members& members, Bodies& bodies, Moved& sums) {
  Triple<Pack> acceleration, torque;
  if constexpr (finish) {
    const auto look = moment.field.strength > 0 ? (moment.gravity != nullptr ? feel<true, true> : feel<true, false>)
                                                : (moment.gravity != nullptr ? feel<false, true> : feel<false, false>);
    const Felt felt = look(quad, moment, members, bodies.body, sums);
    const Triple<Pack> force = triple_of(felt.force), twist = triple_of(felt.torque);
    const Triple<Pack> outer_force = triple_of(felt.outer_force), outer_torque = triple_of(felt.outer_torque);
    const Triple<Pack> all_force = force + outer_force + triple_of(felt.self_force);
    acceleration = {all_force.x * quad.inverse_mass, all_force.y * quad.inverse_mass, all_force.z * quad.inverse_mass};
    torque = twist + outer_torque + triple_of(felt.self_torque);
    const Pack kick = all(moment.kick);
    quad.velocity = fma(kick, acceleration, quad.velocity);
    quad.momentum = fma(kick, torque, quad.momentum);
    if (moment.jumping || moment.field.any()) {
      const Axes<Pack> axes = axes_of(quad.turn);
      const Triple<Pack> spin = spin_of(axes, quad.momentum, quad.inverse_moments);
      const Triple<Pack> faster = spin_of(axes, torque, quad.inverse_moments);
      sums.driven += sum(dot(outer_force, quad.velocity) + dot(outer_torque, spin));
      sums.driven_rate += sum(dot(outer_force, acceleration) + dot(outer_torque, faster));
      if (moment.jumping)
        sums.missed +=
            sum(dot(force, quad.velocity - quad.predicted_velocity) + dot(twist, spin - quad.predicted_spin));
    }
    if constexpr (!open) quad.acceleration = acceleration, quad.torque = torque;
  } else {
    acceleration = quad.acceleration, torque = quad.torque;
  }
  if constexpr (open) {
    const Pack dt = all(moment.dt), half = all(0.5 * moment.dt);
    quad.velocity = fma(half, acceleration, quad.velocity);
    quad.momentum = fma(half, torque, quad.momentum);
    quad.position = fma(dt, quad.velocity, quad.position);
    if (moment.runge_kutta)
      turn_by_runge_kutta(quad, moment.dt);
    else
      quad.turn = motion::turn_by_splitting(quad.turn, quad.momentum, quad.inverse_moments, dt);
    const Axes<Pack> axes = axes_of(quad.turn);
    const Predicted predicted{fma(half, acceleration, quad.velocity),
                              spin_of(axes, fma(half, torque, quad.momentum), quad.inverse_moments)};
    if (moment.jumping) quad.predicted_velocity = predicted.velocity, quad.predicted_spin = predicted.spin;
    place(quad, axes, predicted, members, bodies);
    sums.fastest2 = std::max(sums.fastest2, fastest2(quad, predicted.spin, moment));
  }
}

RotationalInverseMass rotational_inverse_mass_of(const Model& model, const State& state, std::size_t body) {
  const Index g = model.grain_of(body);
  if (g < 0) return {};
  const Quaternion& q = state.orientation[static_cast<std::size_t>(g)];
  const Axes<double> axes = axes_of<double>({q.w(), q.x(), q.y(), q.z()});
  const Vec3& offset = model.offset[body];
  const Triple<double> arm = axes.turn({offset.x(), offset.y(), offset.z()});
  return rotational_inverse_mass_of(axes, model.grains[static_cast<std::size_t>(g)].moments.cwiseInverse(),
                                    {arm.x, arm.y, arm.z});
}

template void move_quad<true, true>(Quad&, const Moment&, const Members&, Bodies&, Moved&);
template void move_quad<true, false>(Quad&, const Moment&, const Members&, Bodies&, Moved&);
template void move_quad<false, true>(Quad&, const Moment&, const Members&, Bodies&, Moved&);

}  // namespace rubble::ssdem
