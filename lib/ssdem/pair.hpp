#pragma once
// One touching pair: from its geometry, motion and memory to forces, couples, and where the energy goes. Templates over
// the laws, so that the choice costs nothing inside the loop. docs/theory.md 2.
#include "base/vec.hpp"
#include "laws/couple.hpp"
#include "laws/normal.hpp"
#include "laws/sliding.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::ssdem {

// Geometry and motion; body a against body b or a plane.
struct Touch {
  Vec3 normal;          // from a to b
  double overlap;       // [m] > 0
  double arm_a, arm_b;  // distances from the centres to the contact plane; 0 for a plane [m]
  double reduced_mass, reduced_radius, reduced_inertia;
  double harmonic_arm;   // 2 l_a l_b / (l_a + l_b), or l_a against a plane: lever of rolling torques [m]
  double circle_radius;  // of the contact circle [m]
  Vec3 velocity;         // of b seen from a at the contact [m s-1]
  Vec3 relative_spin;    // of a seen from b [rad s-1]
};

// What a contact remembers. Springs are kept half a step ahead of the positions, so that one addition before and one
// after each force evaluation makes the trapezoidal rule. |previous| is the last overlap; its sign says whether it
// grew.
struct Memory {
  Vec3 sliding = Vec3::Zero();
  Vec3 rolling = Vec3::Zero();
  double twisting = 0;
  double previous = 0;
};

struct Outcome {
  Vec3 force;                                                         // on a [N]
  Vec3 tangential;                                                    // its tangential part
  Vec3 couple;                                                        // on a, besides the lever's torque [N m]
  double energy;                                                      // stored [J]
  double normal_power, sliding_power, rolling_power, twisting_power;  // turned into heat steadily [W]
  double sliding_heat, rolling_heat, twisting_heat;                   // turned into heat by slipping springs [J]
};

// Vector v into the plane across n with its length kept.
inline Vec3 turn_into_plane(const Vec3& v, const Vec3& n) {
  const double length2 = v.squaredNorm();
  if (length2 == 0) return v;
  const Vec3 flat = v - v.dot(n) * n;
  const double flat2 = flat.squaredNorm();
  return flat2 > 0 ? Vec3(flat * std::sqrt(length2 / flat2)) : flat;
}

// A spring with a dashpot and a limit, in one, two or three dimensions (V: double or Vec3). `spring` comes half a step
// old and leaves half a step ahead: before and after are the halves' lengths [s]. Returns force = k S + c rate, |force|
// <= limit. The heat of slipping is the mean spring force times the slip.
inline double length(double v) { return std::abs(v); }
inline double length(const Vec3& v) { return v.norm(); }
inline double inner(double a, double b) { return a * b; }
inline double inner(const Vec3& a, const Vec3& b) { return a.dot(b); }

template <class V>
V spring_and_dashpot(V& spring, const V& rate, double k, double c, double limit, double before, double after,
                     double& energy, double& power, double& heat) {
  const V reached = spring + before * rate;
  V force = k * reached + c * rate;
  V kept = reached;
  power += c * inner(rate, rate);
  if (const double size = length(force); size > limit) {
    force = force * (limit / size);
    kept = (force - c * rate) * (1 / k);
    const V start = spring - before * rate;  // where the spring stood a step ago, to second order
    heat += 0.5 * k * inner(V(start + kept), V(reached - kept));
  }
  energy += 0.5 * k * inner(kept, kept);
  spring = kept + after * rate;
  return force;
}

// A spring whose stiffness changes from k_last to k (both go as sqrt(overlap)): growing contacts keep its force,
// shrinking ones its stretch, so that neither makes energy; what is lost is heat (Elata & Berryman 1996,
// doi:10.1016/0167-6636(96)00034-4).
template <class V>
void restiffen(V& spring, double k_last, double k, double& heat) {
  const double was = 0.5 * k_last * inner(spring, spring);
  if (k > k_last) spring = spring * (k_last / k);
  heat += was - 0.5 * k * inner(spring, spring);
}

// (laws, touch, memory, halves of the step around this evaluation [s], step [s]) => outcome; memory is brought forward.
template <class Normal, class Sliding, class Couple>
Outcome evaluate(const Normal& normal, const Sliding& sliding, const Couple& couple, const laws::Cohesion& cohesion,
                 const Touch& t, Memory& memory, double before, double after, double dt) {
  Outcome out{};
  const Vec3& n = t.normal;
  const double normal_speed = t.velocity.dot(n);
  const Vec3 slip = t.velocity - normal_speed * n;

  const double last = std::abs(memory.previous);
  const bool loading = t.overlap > last || (t.overlap == last && memory.previous > 0);
  const laws::NormalForce push = normal(t.overlap, -normal_speed, t.reduced_mass, t.reduced_radius, loading);
  const double weight = std::abs(push.force);  // what the friction limits are fractions of
  const double pull = cohesion.force(t.reduced_radius);
  out.normal_power = push.dissipation;
  out.energy = normal.energy(t.overlap, t.reduced_radius) - pull * t.overlap;

  const double k_n = normal.stiffness_at(t.overlap, t.reduced_radius);
  double k_t = 0, c_t = 0;
  out.tangential = Vec3::Zero();
  if constexpr (std::is_same_v<Sliding, laws::CoulombSliding>) {
    k_t = normal.tangential_ratio(sliding.stiffness_ratio) * k_n;
    c_t = sliding.damping * std::sqrt(Normal::tangential_damping_factor * k_t * t.reduced_mass);
    memory.sliding = turn_into_plane(memory.sliding, n);
    if constexpr (Normal::stiffens)
      if (last > 0) restiffen(memory.sliding, k_t * std::sqrt(last / t.overlap), k_t, out.sliding_heat);
    out.tangential = spring_and_dashpot(memory.sliding, slip, k_t, c_t, sliding.friction * weight, before, after,
                                        out.energy, out.sliding_power, out.sliding_heat);
  } else if constexpr (std::is_same_v<Sliding, laws::KineticSliding>) {
    if (const double speed = slip.norm(); speed > 0) {
      const double force = std::min(sliding.friction * weight, 2.0 / 7.0 * t.reduced_mass * speed / dt);
      out.tangential = slip * (force / speed);
      out.sliding_power = force * speed;
    }
  }

  out.couple = Vec3::Zero();
  if constexpr (!std::is_same_v<Couple, laws::NoCouple>) {
    const double twist = t.relative_spin.dot(n);
    const Vec3 roll = t.relative_spin - twist * n;
    if constexpr (std::is_same_v<Couple, laws::TorqueCouple>) {
      const double stop = t.reduced_inertia / dt;  // the torque per unit of spin that stops it within a step
      if (const double rate = roll.norm(); rate > 0) {
        const double torque = std::min(couple.rolling_friction * t.harmonic_arm * weight, stop * rate);
        out.couple -= roll * (torque / rate);
        out.rolling_power = torque * rate;
      }
      const double torque = std::min(couple.twisting_friction * t.circle_radius * weight, stop * std::abs(twist));
      out.couple -= n * std::copysign(torque, twist);
      out.twisting_power = torque * std::abs(twist);
    } else {
      const double R = couple.radius_factor * t.reduced_radius, b2 = couple.shape_factor * couple.shape_factor * R * R;
      if constexpr (!std::is_same_v<Sliding, laws::CoulombSliding>) k_t = normal.tangential_ratio(2.0 / 7.0) * k_n;
      const double arm = couple.shape_factor * R * weight;
      memory.rolling = turn_into_plane(memory.rolling, n);
      if constexpr (Normal::stiffens)
        if (last > 0) {
          const double shrink = std::sqrt(last / t.overlap);
          restiffen(memory.rolling, k_n * b2 * shrink, k_n * b2, out.rolling_heat);
          restiffen(memory.twisting, 2 * k_t * b2 * shrink, 2 * k_t * b2, out.twisting_heat);
        }
      out.couple -= spring_and_dashpot(memory.rolling, roll, k_n * b2, normal.damping_at(k_n, t.reduced_mass) * b2,
                                       couple.rolling_friction * arm, before, after, out.energy, out.rolling_power,
                                       out.rolling_heat);
      out.couple -= n * spring_and_dashpot(memory.twisting, twist, 2 * k_t * b2, 2 * c_t * b2,
                                           couple.twisting_friction * sliding.friction * arm, before, after, out.energy,
                                           out.twisting_power, out.twisting_heat);
    }
  }

  out.force = (pull - push.force) * n + out.tangential;
  memory.previous = loading ? t.overlap : -t.overlap;
  return out;
}

// Energy that is left in the springs of a pair that parted [J]; it goes to heat.
struct Leftover {
  double sliding = 0, rolling = 0, twisting = 0;
};
template <class Normal, class Sliding, class Couple>
Leftover leftover(const Normal& normal, const Sliding& sliding, const Couple& couple, double reduced_radius,
                  const Memory& memory) {
  Leftover left;
  const double k_n = normal.stiffness_at(std::abs(memory.previous), reduced_radius);
  double k_t = normal.tangential_ratio(2.0 / 7.0) * k_n;
  if constexpr (std::is_same_v<Sliding, laws::CoulombSliding>) {
    k_t = normal.tangential_ratio(sliding.stiffness_ratio) * k_n;
    left.sliding = 0.5 * k_t * memory.sliding.squaredNorm();
  }
  if constexpr (std::is_same_v<Couple, laws::SpringCouple>) {
    const double R = couple.radius_factor * reduced_radius, b2 = couple.shape_factor * couple.shape_factor * R * R;
    left.rolling = 0.5 * k_n * b2 * memory.rolling.squaredNorm();
    left.twisting = k_t * b2 * memory.twisting * memory.twisting;
  }
  return left;
}

}  // namespace rubble::ssdem
