#pragma once
// Touching pairs, four at a time: from geometry, motion and memory to forces, couples, and where the energy goes.
// Templates over the laws, so that the choice costs nothing inside the loop. docs/theory.md 2.
#include "base/pack.hpp"
#include "laws/couple.hpp"
#include "laws/normal.hpp"
#include "laws/sliding.hpp"

#include <limits>
#include <type_traits>

namespace rubble::ssdem {

// Moment of inertia that members of grains show to the sweep [kg m2]: couples between round bodies pass them by.
inline constexpr double kMember = 1e-290, kRound = 1e-200;

// Geometry and motion; bodies a against bodies b or planes. What a law does not use is never computed.
struct Touch {
  Pack3 normal;       // from a to b
  Pack overlap;       // [m] > 0
  Pack arm_a, arm_b;  // distances from the centres to the contact plane; 0 for a plane [m]
  Pack reduced_mass, reduced_radius, reduced_inertia;
  Pack harmonic_arm;    // 2 l_a l_b / (l_a + l_b), or l_a against a plane: lever of rolling torques [m]
  Pack circle_radius;   // of the contact circle [m]
  Pack3 velocity;       // of b seen from a at the contact [m s-1]
  Pack3 relative_spin;  // of a seen from b [rad s-1]
};

// What contacts remember. Springs are kept half a step ahead of the positions, so that one addition before and one
// after each force evaluation makes the trapezoidal rule. |previous| is the last overlap (0: the contact is new); its
// sign says whether it grew.
struct Memory {
  Pack3 sliding{}, rolling{};
  Pack twisting{}, previous{};
};

struct Outcome {
  Pack3 force{};                                                            // on a [N]
  Pack3 tangential{};                                                       // its tangential part
  Pack3 couple{};                                                           // on a, besides the lever's torque [N m]
  Pack energy{};                                                            // stored [J]
  Pack normal_power{}, sliding_power{}, rolling_power{}, twisting_power{};  // turned into heat steadily [W]
  Pack sliding_heat{}, rolling_heat{}, twisting_heat{};                     // turned into heat by slipping springs [J]
};

// Which parts of a memory the laws use.
template <class Normal, class Sliding, class Couple>
struct Uses {
  static constexpr bool slides = std::is_same_v<Sliding, laws::CoulombSliding>;
  static constexpr bool rolls = std::is_same_v<Couple, laws::SpringCouple>;
  static constexpr bool previous = Normal::asks_loading || Normal::stiffens;
};

// 1 / v, or 0 where v = 0.
RUBBLE_INLINE Pack inverse_or_zero(Pack v) { return select(v > 0, 1 / v, Pack{}); }

// Vectors v into the planes across n with their lengths kept. From one step to the next planes turn by so little that
// 1 / cos is four terms of its series in q = sin^2 of the angle, exact to rounding; its division need not wait for n.
RUBBLE_INLINE Pack3 turn_into_plane(const Pack3& v, const Pack3& n) {
  const Pack length2 = dot(v, v), inverse = 1 / max(length2, all(std::numeric_limits<double>::min()));
  const Pack out = dot(v, n);
  const Pack3 flat = fnma(out, n, v);
  const Pack q = out * out * inverse;
  Pack longer = fma(fma(fma(all(0.3125), q, all(0.375)), q, all(0.5)), q, all(1));
  if (any(q > 1e-4)) {
    const Pack flat2 = dot(flat, flat);
    longer = select(flat2 > 0, sqrt(length2 / flat2), all(1));
  }
  return flat * longer;
}

// A spring with a dashpot and a limit, in one or three dimensions (V: Pack or Pack3). `spring` comes half a step old
// and leaves half a step ahead: before and after are the halves' lengths [s]. Returns force = k S + c rate, |force| <=
// limit. The heat of slipping is the mean spring force times the slip.
RUBBLE_INLINE Pack inner(Pack a, Pack b) { return a * b; }
RUBBLE_INLINE Pack inner(const Pack3& a, const Pack3& b) { return dot(a, b); }

template <class V>
RUBBLE_INLINE V spring_and_dashpot(V& spring, const V& rate, Pack k, Pack c, Pack limit, double before, double after,
                                   Pack& energy, Pack& power, Pack& heat) {
  const V reached = fma(all(before), rate, spring);
  V force = fma(c, rate, reached * k);
  V kept = reached;
  power = fma(c, inner(rate, rate), power);
  const Pack size2 = inner(force, force);
  if (const Mask slips = size2 > limit * limit; any(slips)) {
    const V cut = force * (limit / sqrt(size2));
    force = select(slips, cut, force);
    kept = select(slips, fnma(c, rate, cut) * (1 / k), reached);
    const V start = fnma(all(before), rate, spring);  // where the spring stood a step ago, to second order
    heat += select(slips, 0.5 * k * inner(V(start + kept), V(reached - kept)), Pack{});
  }
  energy = fma(0.5 * k, inner(kept, kept), energy);
  spring = fma(all(after), rate, kept);
  return force;
}

// Springs whose stiffness changes from k_last to k (both go as sqrt(overlap)): growing contacts keep their force,
// shrinking ones their stretch, so that neither makes energy; what is lost is heat (Elata & Berryman 1996,
// doi:10.1016/0167-6636(96)00034-4). New contacts have nothing to keep.
template <class V>
RUBBLE_INLINE void restiffen(V& spring, Pack k_last, Pack k, Mask old, Pack& heat) {
  const Pack was = 0.5 * k_last * inner(spring, spring);
  spring = spring * select(old & (k > k_last), k_last / k, all(1));
  heat += select(old, was - 0.5 * k * inner(spring, spring), Pack{});
}

// (laws, touch, memory, halves of the step around this evaluation [s], step [s]) => outcome; memory is brought forward.
template <class Normal, class Sliding, class Couple>
RUBBLE_INLINE Outcome evaluate(const Normal& normal, const Sliding& sliding, const Couple& couple,
                               const laws::Cohesion& cohesion, const Touch& t, Memory& memory, double before,
                               double after, double dt) {
  using Has = Uses<Normal, Sliding, Couple>;
  Outcome out;
  const Pack3& n = t.normal;
  const Pack normal_speed = dot(t.velocity, n);
  const Pack3 slip = fnma(normal_speed, n, t.velocity);

  const Pack last = abs(memory.previous);
  const Mask loading = (t.overlap > last) | ((t.overlap == last) & (memory.previous > 0));
  const laws::NormalForce<Pack> push = normal(t.overlap, -normal_speed, t.reduced_mass, t.reduced_radius, loading);
  const Pack weight = abs(push.force);  // what the friction limits are fractions of
  out.normal_power = push.dissipation;
  out.energy = normal.energy(t.overlap, t.reduced_radius);
  Pack along = -push.force;
  if (cohesion.strength > 0) {
    const Pack pull = cohesion.force(t.reduced_radius);
    out.energy -= pull * t.overlap;
    along += pull;
  }

  const Pack k_n = normal.stiffness_at(t.overlap, t.reduced_radius);
  Pack k_t{}, c_t{};
  if constexpr (Has::slides) {
    k_t = normal.tangential_ratio(sliding.stiffness_ratio) * k_n;
    c_t = sliding.damping_rate > 0 ? sliding.damping_rate * t.reduced_mass
                                   : sliding.damping * sqrt(Normal::tangential_damping_factor * k_t * t.reduced_mass);
    memory.sliding = turn_into_plane(memory.sliding, n);
    if constexpr (Normal::stiffens)
      restiffen(memory.sliding, k_t * sqrt(last / t.overlap), k_t, last > 0, out.sliding_heat);
    out.tangential = spring_and_dashpot(memory.sliding, slip, k_t, c_t, sliding.friction * weight, before, after,
                                        out.energy, out.sliding_power, out.sliding_heat);
  } else if constexpr (std::is_same_v<Sliding, laws::KineticSliding>) {
    const Pack speed = sqrt(dot(slip, slip));
    const Pack force = min(sliding.friction * weight, 2.0 / 7.0 / dt * t.reduced_mass * speed);
    out.tangential = slip * (force * inverse_or_zero(speed));
    out.sliding_power = force * speed;
  }

  if constexpr (!std::is_same_v<Couple, laws::NoCouple>) {
    const Pack twist = dot(t.relative_spin, n);
    const Pack3 roll = fnma(twist, n, t.relative_spin);
    if constexpr (std::is_same_v<Couple, laws::TorqueCouple>) {
      const Pack stop = t.reduced_inertia * (1 / dt);  // the torque per unit of spin that stops it within a step
      const Pack rate = sqrt(dot(roll, roll));
      const Pack rolling = min(couple.rolling_friction * t.harmonic_arm * weight, stop * rate);
      out.rolling_power = rolling * rate;
      const Pack twisting = min(couple.twisting_friction * t.circle_radius * weight, stop * abs(twist));
      out.twisting_power = twisting * abs(twist);
      out.couple = roll * (-rolling * inverse_or_zero(rate)) - n * copysign(twisting, twist);
    } else {
      const Pack sliding_energy = out.energy;
      const Pack R = couple.radius_factor * t.reduced_radius, b2 = couple.shape_factor * couple.shape_factor * R * R;
      if constexpr (!Has::slides) k_t = normal.tangential_ratio(2.0 / 7.0) * k_n;
      const Pack arm = couple.shape_factor * R * weight;
      memory.rolling = turn_into_plane(memory.rolling, n);
      if constexpr (Normal::stiffens) {
        const Pack shrink = sqrt(last / t.overlap);
        restiffen(memory.rolling, k_n * b2 * shrink, k_n * b2, last > 0, out.rolling_heat);
        restiffen(memory.twisting, 2 * k_t * b2 * shrink, 2 * k_t * b2, last > 0, out.twisting_heat);
      }
      out.couple =
          Pack3{} - spring_and_dashpot(memory.rolling, roll, k_n * b2, normal.damping_at(k_n, t.reduced_mass) * b2,
                                       couple.rolling_friction * arm, before, after, out.energy, out.rolling_power,
                                       out.rolling_heat);
      const Pack torque = spring_and_dashpot(memory.twisting, twist, 2 * k_t * b2, 2 * c_t * b2,
                                             couple.twisting_friction * sliding.friction * arm, before, after,
                                             out.energy, out.twisting_power, out.twisting_heat);
      out.couple = fnma(torque, n, out.couple);
      const Mask member = t.reduced_inertia < kRound;
      if (any(member)) {  // of a grain: neither rolls nor twists
        const Pack none{};
        out.energy = select(member, sliding_energy, out.energy);
        for (Pack* p :
             {&out.couple.x, &out.couple.y, &out.couple.z, &out.rolling_power, &out.rolling_heat, &out.twisting_power,
              &out.twisting_heat, &memory.rolling.x, &memory.rolling.y, &memory.rolling.z, &memory.twisting})
          *p = select(member, none, *p);
      }
    }
  }

  out.force = fma(along, n, out.tangential);
  memory.previous = select(loading, t.overlap, -t.overlap);
  return out;
}

// Energy that is left in the springs of one pair that parted [J]; it goes to heat. The springs' squares, |previous|.
struct Leftover {
  double sliding = 0, rolling = 0, twisting = 0;
};
template <class Normal, class Sliding, class Couple>
Leftover leftover(const Normal& normal, const Sliding& sliding, const Couple& couple, double reduced_radius,
                  double overlap, double sliding2, double rolling2, double twisting2) {
  Leftover left;
  const double k_n = normal.stiffness_at(overlap, reduced_radius);
  double k_t = normal.tangential_ratio(2.0 / 7.0) * k_n;
  if constexpr (std::is_same_v<Sliding, laws::CoulombSliding>) {
    k_t = normal.tangential_ratio(sliding.stiffness_ratio) * k_n;
    left.sliding = 0.5 * k_t * sliding2;
  }
  if constexpr (std::is_same_v<Couple, laws::SpringCouple>) {
    const double R = couple.radius_factor * reduced_radius, b2 = couple.shape_factor * couple.shape_factor * R * R;
    left.rolling = 0.5 * k_n * b2 * rolling2;
    left.twisting = k_t * b2 * twisting2;
  }
  return left;
}

}  // namespace rubble::ssdem
