#pragma once
// The contact laws once more: one contact at a time, in vectors, straight from docs/theory.md 2 and 3.2, to compare the
// kernels with. From the laws it takes the parameters only, nothing that prepare() makes of them.
#include "base/vec.hpp"
#include "laws/couple.hpp"
#include "laws/normal.hpp"
#include "laws/sliding.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace rubble::test {

// Bodies a and b, n from a to b; what a plane is like: docs/theory.md, notation.
struct Contact {
  Vec3 normal = Vec3::UnitX();
  double overlap = 0, mass = 0, radius = 0;  // mu, R
  double inertia = 0;                        // I_a I_b / (I_a + I_b); 0: one of them is a member of a grain
  double lever = 0, circle = 0;              // 2 l_a l_b / (l_a + l_b), r_c
  Vec3 velocity = Vec3::Zero();              // u
  Vec3 spin = Vec3::Zero();                  // w_a - w_b
};

// Springs half a step ahead; |previous| is the overlap a step ago (0: the contact is new), < 0 if it shrank then.
struct Springs {
  Vec3 sliding = Vec3::Zero(), rolling = Vec3::Zero();
  double twisting = 0, previous = 0;
};

struct Answer {
  Vec3 force = Vec3::Zero(), tangential = Vec3::Zero(), couple = Vec3::Zero();
  double energy = 0;
  double normal_power = 0, sliding_power = 0, rolling_power = 0, twisting_power = 0;
  double sliding_heat = 0, rolling_heat = 0, twisting_heat = 0;
  Springs after;
};

inline double zeta(double restitution) {
  const double l = std::log(restitution), pi = std::numbers::pi;
  return -l / std::sqrt(pi * pi + l * l);
}

// f, what it stores and turns into heat; k_n, C_n, and k_t for a law whose own ratio is `ratio`, of the springs across.
struct Push {
  double force, energy, heat, k, c, k_t, factor;
};

inline Push push(const laws::LinearSpring& law, const Contact& t, double rate, bool, double ratio) {
  const double k = *law.stiffness;
  const double c = law.damping_rate > 0 ? law.damping_rate * t.mass : 2 * zeta(law.restitution) * std::sqrt(k * t.mass);
  double f = k * t.overlap + c * rate;
  if (law.tension == "clamp" && f < 0) f = 0;
  return {f, k * t.overlap * t.overlap / 2, (f - k * t.overlap) * rate, k, c, ratio * k, 2.0 / 7};
}
inline Push push(const laws::HertzMindlin& law, const Contact& t, double rate, bool, double) {
  const double E = law.youngs_modulus, nu = law.poissons_ratio;
  const double reduced = 1 / (2 * (1 - nu * nu) / E), G = E / (2 * (1 + nu));
  const double shear = 1 / (2 * (2 - nu) / G);
  const double root = std::sqrt(t.radius * t.overlap);
  const double S_n = 2 * reduced * root, S_t = 8 * shear * root;
  const double c = 2 * std::sqrt(5.0 / 6) * zeta(law.restitution) * std::sqrt(S_n * t.mass);
  const double elastic = 4.0 / 3 * reduced * std::sqrt(t.radius) * std::pow(t.overlap, 1.5);
  double f = elastic + c * rate;
  if (law.tension == "clamp" && f < 0) f = 0;
  const double energy = 8.0 / 15 * reduced * std::sqrt(t.radius) * std::pow(t.overlap, 2.5);
  return {f, energy, (f - elastic) * rate, S_n, c, S_t, 5.0 / 6};
}
inline Push push(const laws::Hysteretic& law, const Contact& t, double rate, bool grows, double ratio) {
  const double in = *law.stiffness, out = law.restitution * law.restitution * in;
  const double f = (grows ? in : out) / 2 * t.overlap, stored = out / 2 * t.overlap;
  return {f, out * t.overlap * t.overlap / 4, (f - stored) * rate, in / 2, 0, ratio * in / 2, 2.0 / 7};
}

inline double product(double a, double b) { return a * b; }
inline double product(const Vec3& a, const Vec3& b) { return a.dot(b); }

inline Vec3 into_plane(const Vec3& v, const Vec3& n) {
  const Vec3 flat = v - v.dot(n) * n;
  return flat.norm() > 0 ? Vec3(flat * (v.norm() / flat.norm())) : Vec3(Vec3::Zero());
}

// A spring S of stiffness k with a dashpot c and a limit: what it pulls with. `before`, `after`: halves of the step.
template <class V>
V pull(V& spring, const V& rate, double k, double c, double limit, double before, double after, double& energy,
       double& power, double& heat) {
  const V reached = spring + before * rate;
  V force = k * reached + c * rate, kept = reached;
  power += c * product(rate, rate);
  const double size = std::sqrt(product(force, force));
  if (size > limit) {
    force = force * (limit / size);
    kept = (force - c * rate) / k;
    const V a_step_ago = spring - before * rate;
    heat += product(V(k * (a_step_ago + kept) / 2), V(reached - kept));
  }
  energy += k * product(kept, kept) / 2;
  spring = kept + after * rate;
  return force;
}

// A spring on a contact that stiffens with the root of its overlap: docs/theory.md 2.2.
template <class V>
void stiffened(V& spring, double k, double last, double now, double& heat) {
  if (last == 0) return;
  const double k_last = k * std::sqrt(last / now), was = k_last * product(spring, spring) / 2;
  if (now > last) spring = spring * (k_last / k);
  heat += was - k * product(spring, spring) / 2;
}

template <class Normal, class Sliding, class Couple>
Answer answer(const Normal& normal, const Sliding& sliding, const Couple& couple, const laws::Cohesion& cohesion,
              const Contact& t, Springs springs, double before, double after, double dt) {
  Answer a;
  const Vec3& n = t.normal;
  const double rate = -t.velocity.dot(n);
  const Vec3 slip = t.velocity - t.velocity.dot(n) * n;
  const double last = std::abs(springs.previous);
  const bool grows = t.overlap > last || (t.overlap == last && springs.previous > 0);
  double ratio = 2.0 / 7;
  if constexpr (requires { sliding.stiffness_ratio; }) ratio = sliding.stiffness_ratio;
  const Push f = push(normal, t, rate, grows, ratio);
  constexpr bool stiffens = std::is_same_v<Normal, laws::HertzMindlin>;
  const double weight = std::abs(f.force);
  const double attraction = cohesion.strength * 4 * cohesion.shape_factor * cohesion.shape_factor * t.radius * t.radius;
  a.normal_power = f.heat;
  a.energy = f.energy - attraction * t.overlap;

  double c_t = 0;
  if constexpr (std::is_same_v<Sliding, laws::CoulombSliding>) {
    c_t = sliding.damping_rate > 0 ? sliding.damping_rate * t.mass
                                   : 2 * zeta(sliding.restitution) * std::sqrt(f.factor * f.k_t * t.mass);
    springs.sliding = into_plane(springs.sliding, n);
    if (stiffens) stiffened(springs.sliding, f.k_t, last, t.overlap, a.sliding_heat);
    a.tangential = pull(springs.sliding, slip, f.k_t, c_t, sliding.friction * weight, before, after, a.energy,
                        a.sliding_power, a.sliding_heat);
  }
  if constexpr (std::is_same_v<Sliding, laws::KineticSliding>) {
    const double size = std::min(sliding.friction * weight, 2.0 / 7 * t.mass * slip.norm() / dt);
    if (slip.norm() > 0) a.tangential = size * slip / slip.norm();
    a.sliding_power = size * slip.norm();
  }
  a.force = -f.force * n + attraction * n + a.tangential;

  const double twist = t.spin.dot(n);
  const Vec3 roll = t.spin - twist * n;
  if constexpr (std::is_same_v<Couple, laws::TorqueCouple>) {
    const double rolling = std::min(couple.rolling_friction * t.lever * weight, t.inertia * roll.norm() / dt);
    const double twisting = std::min(couple.twisting_friction * t.circle * weight, t.inertia * std::abs(twist) / dt);
    if (roll.norm() > 0) a.couple -= rolling * roll / roll.norm();
    a.couple -= std::copysign(twisting, twist) * n;
    a.rolling_power = rolling * roll.norm(), a.twisting_power = twisting * std::abs(twist);
  }
  if constexpr (std::is_same_v<Couple, laws::SpringCouple>) {
    if (t.inertia > 0) {
      const double R = (couple.radius == "harmonic" ? 2 : 1) * t.radius;
      const double area = std::pow(couple.shape_factor * R, 2), arm = couple.shape_factor * R * weight;
      const double k_r = f.k * area, k_w = 2 * f.k_t * area;
      springs.rolling = into_plane(springs.rolling, n);
      if (stiffens) {
        stiffened(springs.rolling, k_r, last, t.overlap, a.rolling_heat);
        stiffened(springs.twisting, k_w, last, t.overlap, a.twisting_heat);
      }
      a.couple -= pull(springs.rolling, roll, k_r, f.c * area, couple.rolling_friction * arm, before, after, a.energy,
                       a.rolling_power, a.rolling_heat);
      a.couple -=
          n * pull(springs.twisting, twist, k_w, 2 * c_t * area, couple.twisting_friction * sliding.friction * arm,
                   before, after, a.energy, a.twisting_power, a.twisting_heat);
    } else {
      springs.rolling = Vec3::Zero(), springs.twisting = 0;
    }
  }
  springs.previous = grows ? t.overlap : -t.overlap;
  a.after = springs;
  return a;
}

}  // namespace rubble::test
