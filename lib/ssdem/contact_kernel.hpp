#pragma once
// The force of a contact, four contacts at a time: from geometry, motion and history to forces, couples and the
// channels of energy. The laws are template arguments, so that the choice costs nothing inside the loop. docs/theory.md
// 2. A simpler version for one contact, in vectors, is tests/unit/contact_twin.hpp; read it first.
//
// A contact goes through these steps, each a function below, and its history is updated on the way:
//   - relative_motion     u_n, u_t and the parts of w_a - w_b across and along n       docs/theory.md 1.2, 2.6
//   - normal_force        f by the normal law, cohesion, the load for friction         docs/theory.md 2.1 to 2.3, 2.8
//   - sliding_force       F_t by a spring with memory or by kinetic friction           docs/theory.md 2.4, 2.5
//   - torque_couple       rolling and twisting as torques of constant size, or         docs/theory.md 2.6
//   - spring_couple       by springs with memory                                       docs/theory.md 2.7
#include "laws/couple.hpp"
#include "laws/normal.hpp"
#include "laws/sliding.hpp"
#include "simd/pack.hpp"
#include "ssdem/contact_geometry.hpp"

#include <limits>
#include <type_traits>

namespace rubble::ssdem {

// The laws of a run.
template <class Normal, class Sliding, class Couple>
struct ContactLaws {
  const Normal& normal;
  const Sliding& sliding;
  const Couple& couple;
  const laws::Cohesion& cohesion;

  using NormalLaw = Normal;
  using SlidingLaw = Sliding;
  using CoupleLaw = Couple;

  // The parts of a history that the laws use.
  static constexpr bool slides = std::is_same_v<Sliding, laws::CoulombSliding>;
  static constexpr bool rolls = std::is_same_v<Couple, laws::SpringCouple>;
  static constexpr bool overlap = Normal::asks_loading || Normal::stiffens;
  static constexpr bool loading = Normal::asks_loading;
  static constexpr bool uses(HistoryPart part) {
    if (part <= kSlidingZ) return slides;
    if (part <= kTwisting) return rolls;
    return part == kOverlap ? overlap : loading;
  }
};

// The step around an evaluation of forces [s]: springs are stored half a step ahead of positions, so that half a step
// is added before the evaluation and half a step after it.
struct StepTimes {
  double before = 0, after = 0;  // lengths of the halves
  double dt = 0;                 // length of the step
};

struct ContactResult {
  Pack3 force{};                                                            // on a [N]
  Pack3 tangential{};                                                       // tangential part of the force [N]
  Pack3 couple{};                                                           // on a, in addition to the torque of the
                                                                            // lever arm [N m]
  Pack energy{};                                                            // stored [J]
  Pack normal_power{}, sliding_power{}, rolling_power{}, twisting_power{};  // rates of conversion to heat [W]
  Pack sliding_heat{}, rolling_heat{}, twisting_heat{};        // by springs that slip or change their stiffness [J]
  Pack sliding_energy{}, rolling_energy{}, twisting_energy{};  // stored in each of the springs: part of energy [J]
};

// (speed v >= 0) => 1 / v, or 0 for v = 0.
RUBBLE_INLINE Pack inverse_or_zero(Pack v) { return select(v > 0, 1 / v, Pack{}); }

RUBBLE_INLINE Pack inner(Pack a, Pack b) { return a * b; }
RUBBLE_INLINE Pack inner(const Pack3& a, const Pack3& b) { return dot(a, b); }

// --- springs
// ----------------------------------------------------------------------------------------------------------

// Turns vectors v into the planes normal to n and keeps their lengths: v' = (v - (v.n) n) / cos with cos^2 = 1 - q.
// Here q = (v.n)^2 / v^2 is the squared sine of the angle between v and the plane. The plane turns so little in a step
// that four terms of the series of 1 / cos, 1 + q/2 + 3 q^2/8 + 5 q^3/16, are exact to rounding. The division in q
// depends on v alone and need not wait for the new normal. If one of the four contacts turns by more, all four use the
// square root.
RUBBLE_INLINE Pack3 turn_into_plane(const Pack3& v, const Pack3& n) {
  const Pack length2 = dot(v, v);
  const Pack inverse = 1 / max(length2, all(std::numeric_limits<double>::min()));
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

// A spring S in parallel with a dashpot, both in one or three dimensions: F = k S + c rate, |F| <= limit. F is a force
// [N] for an elongation S [m], or a torque [N m] for an angle S [rad].
struct SpringDashpot {
  Pack k, c, limit;
};

// (spring half a step ago, its rate of change) => force; afterwards the spring is half a step ahead (docs/theory.md
// 2.4, 3.2):
//   reached S = S_half + before rate,   F = k S + c rate.
// Where |F| > limit, F is reduced to the limit. The spring is reduced to the elongation that gives this force,
// S' = (F - c rate) / k. The heat of the slip is the spring's mean force times the slip, k (S_start + S') / 2 .
// (S - S'), where S_start is the elongation a step ago, to second order. The dashpot's power is c rate^2. `stored` is
// set to the energy of the spring [J]; `power` [W] and `heat` [J] are increased.
template <class V>
RUBBLE_INLINE V spring_and_dashpot(V& spring, const V& rate, const SpringDashpot& with, const StepTimes& times,
                                   Pack& stored, Pack& power, Pack& heat) {
  const V reached = fma(all(times.before), rate, spring);
  V force = fma(with.c, rate, reached * with.k);
  V kept = reached;
  power = fma(with.c, inner(rate, rate), power);
  const Pack size2 = inner(force, force);
  if (const Mask slips = size2 > with.limit * with.limit; any(slips)) {
    const V cut = force * (with.limit / sqrt(size2));
    force = select(slips, cut, force);
    kept = select(slips, fnma(with.c, rate, cut) * (1 / with.k), reached);
    const V start = fnma(all(times.before), rate, spring);
    heat += select(slips, 0.5 * with.k * inner(V(start + kept), V(reached - kept)), Pack{});
  }
  stored = 0.5 * with.k * inner(kept, kept);
  spring = fma(all(times.after), rate, kept);
  return force;
}

// Adapts springs to a stiffness that changes from k_last to k, both proportional to sqrt(overlap). A growing contact
// keeps its force and a shrinking contact keeps its elongation, so that neither creates energy. The difference becomes
// heat (docs/theory.md 2.2; Elata & Berryman 1996, doi:10.1016/0167-6636(96)00034-4). `old` is false for new contacts,
// whose springs are not changed.
template <class V>
RUBBLE_INLINE void restiffen(V& spring, Pack k_last, Pack k, Mask old, Pack& heat) {
  const Pack was = 0.5 * k_last * inner(spring, spring);
  spring = spring * select(old & (k > k_last), k_last / k, all(1));
  heat += select(old, was - 0.5 * k * inner(spring, spring), Pack{});
}

// --- steps
// ------------------------------------------------------------------------------------------------------------

// Relative motion of the two bodies at the contact.
struct RelativeMotion {
  Pack normal_speed;  // u_n: positive as they separate [m s-1]
  Pack3 slip;         // u_t = u - u_n n [m s-1]
  Pack twist;         // (w_a - w_b) . n [rad s-1]
  Pack3 roll;         // w_a - w_b - twist n [rad s-1]
};
RUBBLE_INLINE RelativeMotion relative_motion(const ContactGeometry<Pack>& g) {
  RelativeMotion m;
  m.normal_speed = dot(g.velocity, g.normal);
  m.slip = fnma(m.normal_speed, g.normal, g.velocity);
  m.twist = dot(g.relative_spin, g.normal);
  m.roll = fnma(m.twist, g.normal, g.relative_spin);
  return m;
}

// Normal and tangential stiffness [N m-1] and tangential dashpot constant [kg s-1] at this step, and the change of the
// stiffnesses since the last step.
struct Stiffness {
  Pack k_n{}, k_t{}, c_t{};
  Pack shrink{};  // stiffness a step ago / present stiffness, for laws that stiffen with the overlap
  Mask old{};     // true if the pair touched a step ago
};

struct NormalPart {
  Pack weight;  // |f|: friction limits are proportional to it [N]
  Pack along;   // force on a along n: cohesion minus f [N]
};

// Evaluates the compressive force f of the normal law, and cohesion, which pulls with F_c and stores the energy
// -F_c delta (docs/theory.md 2.8). A law with separate branches for loading and unloading keeps its branch if the
// overlap did not change (docs/theory.md 2.3).
template <class Laws>
RUBBLE_INLINE NormalPart normal_force(const Laws& laws, const ContactGeometry<Pack>& g, const RelativeMotion& m,
                                      History<Pack>& history, ContactResult& out) {
  const Mask loading = (g.overlap > history.overlap) | ((g.overlap == history.overlap) & (history.loading > 0));
  const laws::NormalForce<Pack> push =
      laws.normal(g.overlap, -m.normal_speed, g.reduced_mass, g.reduced_radius, loading);
  history.loading = select(loading, all(1), Pack{});
  out.normal_power = push.dissipation;
  out.energy = laws.normal.energy(g.overlap, g.reduced_radius);
  NormalPart part{abs(push.force), -push.force};
  if (laws.cohesion.strength > 0) {
    const Pack pull = laws.cohesion.force(g.reduced_radius);
    out.energy -= pull * g.overlap;
    part.along += pull;
  }
  return part;
}

// (laws, geometry, history) => k_n of the normal law, and k_t and C_t of the tangential spring: C_t = 2 zeta_t
// sqrt(factor k_t mu) (docs/theory.md 2.4), or the damping rate times mu if a rate is given. Without a tangential
// spring, twisting springs use the k_t of the stiffness ratio 2/7, and C_t = 0.
template <class Laws>
RUBBLE_INLINE Stiffness stiffness_of(const Laws& laws, const ContactGeometry<Pack>& g, const History<Pack>& history) {
  using Normal = typename Laws::NormalLaw;
  Stiffness s;
  s.k_n = laws.normal.stiffness_at(g.overlap, g.reduced_radius);
  if constexpr (Normal::stiffens) {
    s.shrink = sqrt(history.overlap / g.overlap);
    s.old = history.overlap > 0;
  }
  if constexpr (Laws::slides) {
    const auto& sliding = laws.sliding;
    s.k_t = laws.normal.tangential_ratio(sliding.stiffness_ratio) * s.k_n;
    s.c_t = sliding.damping_rate > 0
                ? sliding.damping_rate * g.reduced_mass
                : sliding.damping * sqrt(Normal::tangential_damping_factor * s.k_t * g.reduced_mass);
  } else if constexpr (Laws::rolls) {
    s.k_t = laws.normal.tangential_ratio(2.0 / 7.0) * s.k_n;
  }
  return s;
}

// Evaluates F_t on a: by a spring with memory in the plane normal to n (docs/theory.md 2.4), or mu_s |f| against the
// slip, limited to the force that stops the slip within a step (docs/theory.md 2.5).
template <class Laws>
RUBBLE_INLINE void sliding_force(const Laws& laws, const ContactGeometry<Pack>& g, const RelativeMotion& m, Pack weight,
                                 const Stiffness& s, const StepTimes& times, History<Pack>& history,
                                 ContactResult& out) {
  const auto& sliding = laws.sliding;
  if constexpr (Laws::slides) {
    history.sliding = turn_into_plane(history.sliding, g.normal);
    if constexpr (Laws::NormalLaw::stiffens)
      restiffen(history.sliding, s.k_t * s.shrink, s.k_t, s.old, out.sliding_heat);
    out.tangential = spring_and_dashpot(history.sliding, m.slip, {s.k_t, s.c_t, sliding.friction * weight}, times,
                                        out.sliding_energy, out.sliding_power, out.sliding_heat);
  } else if constexpr (std::is_same_v<typename Laws::SlidingLaw, laws::KineticSliding>) {
    const Pack speed = sqrt(dot(m.slip, m.slip));
    const Pack force = min(sliding.friction * weight, 2.0 / 7.0 / times.dt * g.reduced_mass * speed);
    out.tangential = m.slip * (force * inverse_or_zero(speed));
    out.sliding_power = force * speed;
  }
}

// Torques of constant size against rolling and twisting, limited to the torques that stop them within a step
// (docs/theory.md 2.6). For members of grains the reduced inertia is 0, so both torques are 0.
RUBBLE_INLINE void torque_couple(const laws::TorqueCouple& couple, const ContactGeometry<Pack>& g,
                                 const RelativeMotion& m, Pack weight, const StepTimes& times, ContactResult& out) {
  const Pack stop = g.reduced_inertia * (1 / times.dt);  // torque per unit of spin that stops the spin within a step
  const Pack rate = sqrt(dot(m.roll, m.roll));
  const Pack rolling = min(couple.rolling_friction * g.harmonic_arm * weight, stop * rate);
  const Pack twisting = min(couple.twisting_friction * g.circle_radius * weight, stop * abs(m.twist));
  out.rolling_power = rolling * rate;
  out.twisting_power = twisting * abs(m.twist);
  out.couple = m.roll * (-rolling * inverse_or_zero(rate)) - g.normal * copysign(twisting, m.twist);
}

// Rolling and twisting springs (docs/theory.md 2.7) on a patch of size beta R: k_r = k_n (beta R)^2, k_w = 2 k_t (beta
// R)^2. The dashpot constants have the factors (beta R)^2 and 2 (beta R)^2, too. Members of grains neither roll nor
// twist, so their springs, couples and energies are set to 0.
template <class Laws>
RUBBLE_INLINE void spring_couple(const Laws& laws, const ContactGeometry<Pack>& g, const RelativeMotion& m, Pack weight,
                                 const Stiffness& s, const StepTimes& times, History<Pack>& history,
                                 ContactResult& out) {
  const laws::SpringCouple& couple = laws.couple;
  const Pack R = couple.radius_factor * g.reduced_radius;
  const Pack b2 = couple.shape_factor * couple.shape_factor * R * R;
  const Pack arm = couple.shape_factor * R * weight;
  const SpringDashpot rolling{s.k_n * b2, laws.normal.damping_at(s.k_n, g.reduced_mass) * b2,
                              couple.rolling_friction * arm};
  const SpringDashpot twisting{2 * s.k_t * b2, 2 * s.c_t * b2, couple.twisting_friction * laws.sliding.friction * arm};
  history.rolling = turn_into_plane(history.rolling, g.normal);
  if constexpr (Laws::NormalLaw::stiffens) {
    restiffen(history.rolling, rolling.k * s.shrink, rolling.k, s.old, out.rolling_heat);
    restiffen(history.twisting, twisting.k * s.shrink, twisting.k, s.old, out.twisting_heat);
  }
  out.couple = -spring_and_dashpot(history.rolling, m.roll, rolling, times, out.rolling_energy, out.rolling_power,
                                   out.rolling_heat);
  const Pack torque = spring_and_dashpot(history.twisting, m.twist, twisting, times, out.twisting_energy,
                                         out.twisting_power, out.twisting_heat);
  out.couple = fnma(torque, g.normal, out.couple);
  if (bits(g.round) == kAllLanes) [[likely]]
    return;
  out.couple = select(g.round, out.couple, Pack3{});
  history.rolling = select(g.round, history.rolling, Pack3{});
  const auto drop = [&](Pack & p) __attribute__((always_inline)) { p = select(g.round, p, Pack{}); };
  drop(history.twisting);
  drop(out.rolling_energy);
  drop(out.rolling_power);
  drop(out.rolling_heat);
  drop(out.twisting_energy);
  drop(out.twisting_power);
  drop(out.twisting_heat);
}

// (laws, geometry, history, times of the step) => forces, torques and heat of the contacts; the history is advanced.
template <class Laws>
RUBBLE_INLINE ContactResult evaluate(const Laws& laws, const ContactGeometry<Pack>& g, History<Pack>& history,
                                     const StepTimes& times) {
  ContactResult out;
  const RelativeMotion motion = relative_motion(g);
  const NormalPart normal = normal_force(laws, g, motion, history, out);
  const Stiffness stiffness = stiffness_of(laws, g, history);
  sliding_force(laws, g, motion, normal.weight, stiffness, times, history, out);
  if constexpr (std::is_same_v<typename Laws::CoupleLaw, laws::TorqueCouple>)
    torque_couple(laws.couple, g, motion, normal.weight, times, out);
  if constexpr (Laws::rolls) spring_couple(laws, g, motion, normal.weight, stiffness, times, history, out);
  if constexpr (Laws::slides) out.energy += out.sliding_energy;
  if constexpr (Laws::rolls) out.energy += out.rolling_energy + out.twisting_energy;
  out.force = fma(normal.along, g.normal, out.tangential);
  history.overlap = g.overlap;
  return out;
}

// --- the end of a contact
// ---------------------------------------------------------------------------------------------

// Energy that is left in the springs of a pair that separated [J]; it becomes heat. It is k_t S^2 / 2, k_r rho^2 / 2
// and k_w tau^2 / 2, with the elongation S, the rolling angle rho, the twisting angle tau, and the stiffnesses at the
// overlap of the previous step.
struct Leftover {
  double sliding = 0, rolling = 0, twisting = 0;
};
template <class Laws>
Leftover leftover(const Laws& laws, double reduced_radius, const History<double>& history) {
  Leftover left;
  const double k_n = laws.normal.stiffness_at(history.overlap, reduced_radius);
  double k_t = laws.normal.tangential_ratio(2.0 / 7.0) * k_n;
  const auto square = [](const Triple<double>& v) { return v.x * v.x + v.y * v.y + v.z * v.z; };
  if constexpr (Laws::slides) {
    k_t = laws.normal.tangential_ratio(laws.sliding.stiffness_ratio) * k_n;
    left.sliding = 0.5 * k_t * square(history.sliding);
  }
  if constexpr (Laws::rolls) {
    const double R = laws.couple.radius_factor * reduced_radius;
    const double b2 = laws.couple.shape_factor * laws.couple.shape_factor * R * R;
    left.rolling = 0.5 * k_n * b2 * square(history.rolling);
    left.twisting = k_t * b2 * (history.twisting * history.twisting);
  }
  return left;
}

}  // namespace rubble::ssdem
