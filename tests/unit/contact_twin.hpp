#pragma once
// The contact sweep for one contact at a time, as an explanation of the method and as a reference for the sweep. It
// takes two spheres (or a sphere and a plane) and their history, and returns forces and torques on both, heat and
// energy. docs/theory.md 1, 2 and 3.2. The sweep (lib/ssdem/contact_geometry.hpp, contact_kernel.hpp, sweep_loads.hpp)
// treats four contacts in the lanes of a pack with masks; this file uses plain numbers with branches. Sums and products
// are in the same order, with fma for each sum of products, so that both have the same bits. It uses only the
// parameters of the laws, not the numbers that prepare() computes.
#include "base/vec.hpp"
#include "laws/cohesion.hpp"
#include "laws/coulomb_sliding.hpp"
#include "laws/hertz_mindlin.hpp"
#include "laws/hysteretic.hpp"
#include "laws/jkr.hpp"
#include "laws/kinetic_sliding.hpp"
#include "laws/linear_spring.hpp"
#include "laws/no_friction.hpp"
#include "laws/spring_couple.hpp"
#include "laws/torque_couple.hpp"
#include "unit/attachment_twin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

namespace rubble::test {

// --- vectors, each sum of products with one rounding
// ------------------------------------------------------------------

inline double dot(const Vec3& a, const Vec3& b) {
  return std::fma(a.x(), b.x(), std::fma(a.y(), b.y(), a.z() * b.z()));
}
inline double dot(double a, double b) { return a * b; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return Vec3(std::fma(-a.z(), b.y(), a.y() * b.z()), std::fma(-a.x(), b.z(), a.z() * b.x()),
              std::fma(-a.y(), b.x(), a.x() * b.y()));
}
// s a + b
inline double plus(double s, double a, double b) { return std::fma(s, a, b); }
inline Vec3 plus(double s, const Vec3& a, const Vec3& b) {
  return Vec3(std::fma(s, a.x(), b.x()), std::fma(s, a.y(), b.y()), std::fma(s, a.z(), b.z()));
}

// --- geometry
// ---------------------------------------------------------------------------------------------------------

struct Ball {
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
  double radius = 1, mass = 1, inertia = 1;     // inertia 0: a member of a grain
  Mat3 rotational_inverse_mass = Mat3::Zero();  // contribution of its grain's rotation: docs/theory.md 8.7
};
struct Floor {
  Vec3 point = Vec3::Zero(), normal = Vec3::UnitZ(), velocity = Vec3::Zero();
};

// Bodies a and b, n from a to b; the section on notation in docs/theory.md defines the quantities of a plane.
struct Contact {
  Vec3 normal = Vec3::UnitX();
  double overlap = 0, mass = 0, radius = 0;  // delta, mu, R
  double arm_a = 0, arm_b = 0;               // l_a, l_b
  double inertia = 0;                        // I_a I_b / (I_a + I_b); 0: one of them is a member of a grain
  double lever = 0, circle = 0;              // 2 l_a l_b / (l_a + l_b), r_c
  Vec3 velocity = Vec3::Zero();              // u
  Vec3 spin = Vec3::Zero();                  // w_a - w_b
  double share = 1;                          // rate of the overlap / speed of approach
};

// n.A n
inline double along(const Mat3& a, const Vec3& n) {
  const Vec3 squares(n.x() * n.x(), n.y() * n.y(), n.z() * n.z());
  const Vec3 products(n.y() * n.z(), n.z() * n.x(), n.x() * n.y());
  return std::fma(2, dot(Vec3(a(1, 2), a(2, 0), a(0, 1)), products), dot(Vec3(a.diagonal()), squares));
}

// effective: true if the mass is the effective mass for an impulse along n.
inline Contact contact_of(const Ball& a, const Ball& b, bool effective = false) {
  const Vec3 d = b.position - a.position;
  const double reach = a.radius + b.radius, square = dot(d, d);
  const double distance = std::sqrt(square), inverse = distance * (1 / square);
  Contact c;
  c.normal = d * inverse;
  c.overlap = reach - distance;
  c.arm_a = 0.5 * std::fma((a.radius - b.radius) * reach, inverse, distance);
  c.arm_b = distance - c.arm_a;
  c.mass = a.mass * b.mass / (a.mass + b.mass);
  c.radius = a.radius * b.radius / reach;
  if (a.inertia > 0 && b.inertia > 0) c.inertia = a.inertia * b.inertia / (a.inertia + b.inertia);
  c.lever = 2 * c.arm_a * c.arm_b * inverse;
  c.circle = std::sqrt(std::max(0.0, std::fma(-c.arm_a, c.arm_a, a.radius * a.radius)));
  c.velocity = (b.velocity - a.velocity) - cross(plus(c.arm_a, a.spin, b.spin * c.arm_b), c.normal);
  c.spin = a.spin - b.spin;
  const double added = along(a.rotational_inverse_mass, c.normal) + along(b.rotational_inverse_mass, c.normal);
  if (effective) c.mass = c.mass / std::fma(c.mass, added, 1.0);
  return c;
}
inline Contact contact_of(const Ball& a, const Floor& floor, bool effective = false) {
  const double height = dot(a.position - floor.point, floor.normal);
  Contact c;
  c.normal = -floor.normal;
  c.overlap = a.radius - height;
  c.arm_a = height;
  c.mass = a.mass;
  c.radius = a.radius;
  c.inertia = a.inertia;
  c.lever = height;
  c.circle = std::sqrt(std::max(0.0, std::fma(-height, height, a.radius * a.radius)));
  c.velocity = (floor.velocity - a.velocity) - cross(a.spin * height, c.normal);
  c.spin = a.spin;
  if (effective) c.mass = c.mass / std::fma(c.mass, along(a.rotational_inverse_mass, c.normal), 1.0);
  return c;
}

// --- laws
// -------------------------------------------------------------------------------------------------------------

// State of the springs half a step ahead; the overlap one step ago (0: the pair did not touch; < 0: its attraction has
// ended), and true if the overlap grew in that step.
struct Springs {
  Vec3 sliding = Vec3::Zero(), rolling = Vec3::Zero();
  double twisting = 0, overlap = 0;
  bool loading = false;
  double contact_radius = 0;  // of adhering spheres one step ago, instead of the overlap
};

struct Answer {
  Vec3 force = Vec3::Zero(), tangential = Vec3::Zero(), couple = Vec3::Zero();  // on a
  double energy = 0, lent = 0;
  double normal_power = 0, sliding_power = 0, rolling_power = 0, twisting_power = 0;
  double normal_heat = 0, sliding_heat = 0, rolling_heat = 0, twisting_heat = 0;
  double sliding_energy = 0, rolling_energy = 0, twisting_energy = 0;  // of the springs, part of energy
  Springs after;
};

// Halves of the step and the step [s].
struct Times {
  double before = 0, after = 0, dt = 0;
};

inline double zeta(double restitution) {
  const double l = std::log(restitution), pi = std::numbers::pi;
  return -l / std::sqrt(pi * pi + l * l);
}

// f, its stored energy and its heat; k_n and C_n; for the tangential springs, k_t for a law with stiffness ratio
// `ratio`, and the factor in C_t = 2 zeta_t sqrt(factor k_t mu); the load of friction.
struct Push {
  double force, energy, heat, k, c, k_t, factor;
  double load = force;
  double elastic = 0, end_overlap = 0, end_energy = 0;  // of adhering spheres
};

inline double pushing(double force, laws::Tension tension) {
  return tension == laws::Tension::clamp && !(force > 0) ? 0.0 : force;
}
// docs/theory.md 2.1
inline Push push(const laws::LinearSpring& law, const Contact& t, double rate, bool, double ratio) {
  const double k = *law.stiffness;
  const double damping = 2 * zeta(law.restitution);
  const double c = law.damping_rate > 0 ? law.damping_rate * t.mass : damping * std::sqrt(k * t.mass);
  const double elastic = k * t.overlap;
  const double f = pushing(std::fma(c, rate, elastic), law.tension);
  return {f, 0.5 * k * t.overlap * t.overlap, (f - elastic) * rate, k, c, ratio * k, 2.0 / 7};
}
// docs/theory.md 2.2
inline Push push(const laws::HertzMindlin& law, const Contact& t, double rate, bool, double) {
  const double E = law.youngs_modulus, nu = law.poissons_ratio;
  const double reduced = E / (2 * (1 - nu * nu)), G = E / (2 * (1 + nu));
  const double ratio = 4 * (G / (2 * (2 - nu))) / reduced;  // S_t / S_n = 4 G* / E*
  const double root = std::sqrt(t.radius * t.overlap), k = 2 * reduced * root;
  const double damping = 2 * std::sqrt(5.0 / 6) * zeta(law.restitution), c = damping * std::sqrt(k * t.mass);
  const double elastic = 2.0 / 3 * k * t.overlap;  // (4/3) E* sqrt(R) delta^(3/2)
  const double f = pushing(std::fma(c, rate, elastic), law.tension);
  const double energy = 8.0 / 15 * reduced * root * t.overlap * t.overlap;
  return {f, energy, (f - elastic) * rate, k, c, ratio * k, 5.0 / 6};
}
// docs/theory.md 2.17. The contact radius is that of the law.
inline double contact_radius(laws::Jkr law, const Contact& t) {
  law.prepare();
  return law.contact_radius(t.overlap, t.radius);
}
inline Push push(const laws::Jkr& law, const Contact& t, double rate, bool, double) {
  const double E = law.youngs_modulus, nu = law.poissons_ratio;
  const double reduced = E / (2 * (1 - nu * nu)), G = E / (2 * (1 + nu));
  const double ratio = 4 * (G / (2 * (2 - nu))) / reduced, L = 2 * std::numbers::pi * law.work_of_adhesion / reduced;
  const double a = contact_radius(law, t), k = 2 * reduced * a;
  const double damping = 2 * std::sqrt(5.0 / 6) * zeta(law.restitution), c = damping * std::sqrt(k * t.mass);
  const double elastic = k * (2.0 / 3 * a * a / t.radius - std::sqrt(L * a));
  double f = std::fma(c, rate, elastic);
  if (law.tension == laws::Tension::clamp) f = std::max(f, std::min(elastic, 0.0));
  const auto energy = [&](double at) {
    const double bend = at * at * at / (t.radius * t.radius), touch = cube_root(L * t.radius * t.radius);
    const double varies = at * at * (4.0 / 15 * bend - 2.0 / 3 * std::sqrt(L * bend) + 0.25 * L);
    return 2 * reduced * (varies + 0.15 * L * touch * touch);
  };
  const double pull_off = 0.75 * reduced * L * t.radius;  // 3/2 pi w R
  Push push{f, energy(a), (f - elastic) * rate, k, c, ratio * k, 5.0 / 6, f + 2 * pull_off, elastic};
  push.end_overlap = -0.75 * cube_root(0.25 * L * L * t.radius);
  push.end_energy = energy(cube_root(L * t.radius * t.radius / 16));
  return push;
}
// docs/theory.md 2.3
inline Push push(const laws::Hysteretic& law, const Contact& t, double rate, bool grows, double ratio) {
  const double in = 0.5 * *law.stiffness, out = in * law.restitution * law.restitution;
  const double f = (grows ? in : out) * t.overlap;
  return {f, 0.5 * out * t.overlap * t.overlap, (f - out * t.overlap) * rate, in, 0, ratio * in, 2.0 / 7};
}

// Rotates a vector into the plane perpendicular to n and keeps its length. If none of the four planes rotated by more
// than 0.01 rad, 1 / cos is given by four terms of its series. `far` is true if at least one plane rotated by more.
inline bool turns_far(const Vec3& v, const Vec3& n) {
  const double out = dot(v, n), inverse = 1 / std::max(dot(v, v), std::numeric_limits<double>::min());
  return out * out * inverse > 1e-4;
}
inline Vec3 into_plane(const Vec3& v, const Vec3& n, bool far) {
  const double length2 = dot(v, v), out = dot(v, n);
  const Vec3 flat = plus(-out, n, v);
  const double flat2 = dot(flat, flat);
  if (far) return flat2 > 0 ? Vec3(flat * std::sqrt(length2 / flat2)) : flat;
  const double q = out * out * (1 / std::max(length2, std::numeric_limits<double>::min()));
  return flat * std::fma(std::fma(std::fma(5.0 / 16, q, 3.0 / 8), q, 1.0 / 2), q, 1.0);
}

// A spring S of stiffness k with a dashpot c and a limit => its force. docs/theory.md 2.4, 3.2.
template <class V>
V pull(V& spring, const V& rate, double k, double c, double limit, const Times& times, double& stored, double& power,
       double& heat) {
  const V reached = plus(times.before, rate, spring);
  V force = plus(c, rate, V(reached * k));
  V kept = reached;
  power = std::fma(c, dot(rate, rate), power);
  const double size2 = dot(force, force);
  if (size2 > limit * limit) {
    force = force * (limit / std::sqrt(size2));
    kept = plus(-c, rate, force) * (1 / k);
    const V a_step_ago = plus(-times.before, rate, spring);
    heat += 0.5 * k * dot(V(a_step_ago + kept), V(reached - kept));
  }
  stored = 0.5 * k * dot(kept, kept);
  spring = plus(times.after, rate, kept);
  return force;
}

// A spring on a contact whose stiffness was `shrink` times the present one; 0: there was no contact.
// docs/theory.md 2.2.
template <class V>
void stiffened(V& spring, double k, double shrink, double& heat) {
  if (shrink == 0) return;
  const double k_last = k * shrink, was = 0.5 * k_last * dot(spring, spring);
  if (k > k_last) spring = spring * (k_last / k);
  heat += was - 0.5 * k * dot(spring, spring);
}

// True for a sliding or rolling spring if it, or a neighbour in its pack, turns by a large angle.
struct Far {
  bool sliding = false, rolling = false;
};

template <class Normal, class Sliding, class Couple>
Answer answer(const Normal& normal, const Sliding& sliding, const Couple& couple, const laws::Cohesion& cohesion,
              const Contact& t, Springs springs, const Times& times, const Far& far) {
  Answer a;
  const Vec3& n = t.normal;
  const double parting = dot(t.velocity, n);
  const Vec3 slip = plus(-parting, n, t.velocity);
  const double last = std::abs(springs.overlap);
  const bool grows = t.overlap > last || (t.overlap == last && springs.loading);
  double ratio = 2.0 / 7;
  if constexpr (requires { sliding.stiffness_ratio; }) ratio = sliding.stiffness_ratio;
  const Push f = push(normal, t, -parting * t.share, grows, ratio);
  constexpr bool adheres = std::is_same_v<Normal, laws::Jkr>;
  constexpr bool stiffens = std::is_same_v<Normal, laws::HertzMindlin> || adheres;
  double shrink = std::sqrt(last / t.overlap), radius = t.overlap;
  if constexpr (adheres) radius = contact_radius(normal, t), shrink = std::abs(springs.contact_radius) / radius;
  double weight = std::abs(f.load) * t.share;
  a.normal_power = f.heat;
  a.energy = f.energy;
  double along_normal = -f.force * t.share;
  double state = 1;  // < 0 from the step in which the attraction ends
  const Closing closing{t.overlap, -parting * t.share, t.mass / (t.share * t.share), radius};
  if (adheres) {
    const Held now =
        held({-f.elastic, f.energy, f.end_overlap, f.end_energy}, closing, springs.contact_radius, times.dt);
    along_normal = now.idle ? 0 : (now.force + f.elastic - f.force) * t.share;
    weight = now.idle ? 0 : weight;
    a.normal_power = now.idle ? 0 : f.heat;
    a.normal_heat = now.ends ? f.end_energy : 0;
    a.energy = now.energy;
    a.lent = now.lent;
    state = now.ends || now.idle ? -1 : 1;
  }
  if (cohesion.strength > 0 && !adheres) {
    const double beta = cohesion.shape_factor;
    const double attraction =
        cohesion.by_radius ? cohesion.strength * t.radius : 4 * cohesion.strength * beta * beta * t.radius * t.radius;
    const double h0 = cohesion.separation, well = cohesion.range > 0 ? h0 * cohesion.range / (h0 + cohesion.range) : 0;
    Held now{attraction, -attraction * (t.overlap + well)};
    if (!(cohesion.range > 0)) now = held({now.force, now.energy}, closing, springs.overlap, times.dt);
    a.energy += now.energy;
    a.lent = now.lent;
    along_normal += now.force * t.share;
    state = now.ends || now.idle ? -1 : 1;
  }

  double c_t = 0;
  if constexpr (std::is_same_v<Sliding, laws::CoulombSliding>) {
    const double damping = 2 * zeta(sliding.restitution);
    c_t = sliding.damping_rate > 0 ? sliding.damping_rate * t.mass : damping * std::sqrt(f.factor * f.k_t * t.mass);
    springs.sliding = into_plane(springs.sliding, n, far.sliding);
    if (stiffens) stiffened(springs.sliding, f.k_t, shrink, a.sliding_heat);
    a.tangential = pull(springs.sliding, slip, f.k_t, c_t, sliding.friction * weight, times, a.sliding_energy,
                        a.sliding_power, a.sliding_heat);
  }
  if constexpr (std::is_same_v<Sliding, laws::KineticSliding>) {
    const double speed = std::sqrt(dot(slip, slip));
    const double size = std::min(sliding.friction * weight, 2.0 / 7 / times.dt * t.mass * speed);
    if (speed > 0) a.tangential = slip * (size * (1 / speed));
    a.sliding_power = size * speed;
  }
  a.force = plus(along_normal, n, a.tangential);

  const double twist = dot(t.spin, n);
  const Vec3 roll = plus(-twist, n, t.spin);
  if constexpr (std::is_same_v<Couple, laws::TorqueCouple>) {
    const double rate = std::sqrt(dot(roll, roll)), stop = t.inertia * (1 / times.dt);
    const double rolling = std::min(couple.rolling_friction * t.lever * weight, stop * rate);
    const double twisting = std::min(couple.twisting_friction * t.circle * weight, stop * std::abs(twist));
    a.couple = -n * std::copysign(twisting, twist);
    if (rate > 0) a.couple = roll * (-rolling * (1 / rate)) - n * std::copysign(twisting, twist);
    a.rolling_power = rolling * rate;
    a.twisting_power = twisting * std::abs(twist);
  }
  if constexpr (std::is_same_v<Couple, laws::SpringCouple>) {
    if (t.inertia > 0) {
      const double beta = couple.shape_factor, R = (couple.radius == laws::ContactRadius::harmonic ? 2 : 1) * t.radius;
      const double area = beta * beta * R * R, arm = beta * R * weight;
      const double k_r = f.k * area, k_w = 2 * f.k_t * area;
      springs.rolling = into_plane(springs.rolling, n, far.rolling);
      if (stiffens) {
        stiffened(springs.rolling, k_r, shrink, a.rolling_heat);
        stiffened(springs.twisting, k_w, shrink, a.twisting_heat);
      }
      const Vec3 rolling = pull(springs.rolling, roll, k_r, f.c * area, couple.rolling_friction * arm, times,
                                a.rolling_energy, a.rolling_power, a.rolling_heat);
      const double twisting =
          pull(springs.twisting, twist, k_w, 2 * c_t * area, couple.twisting_friction * sliding.friction * arm, times,
               a.twisting_energy, a.twisting_power, a.twisting_heat);
      a.couple = plus(-twisting, n, -rolling);
    } else {
      springs.rolling = Vec3::Zero();
      springs.twisting = 0;
    }
  }
  a.energy += a.sliding_energy;
  a.energy += a.rolling_energy + a.twisting_energy;
  springs.overlap = state * t.overlap;
  springs.contact_radius = state * radius;
  springs.loading = grows;
  a.after = springs;
  return a;
}

// --- loads
// ------------------------------------------------------------------------------------------------------------

// Torques about the centres; the forces are F and -F.
struct Torques {
  Vec3 on_a, on_b;
};
inline Torques torques_of(const Contact& t, const Answer& a) {
  const Vec3 lever = cross(t.normal, a.tangential);
  return {plus(t.arm_a, lever, a.couple), lever * t.arm_b - a.couple};
}

}  // namespace rubble::test
