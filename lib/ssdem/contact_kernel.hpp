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
#include "laws/kinetic_sliding.hpp"
#include "laws/no_friction.hpp"
#include "laws/normal_force.hpp"
#include "laws/spring_dashpot.hpp"
#include "laws/torque_couple.hpp"
#include "simd/pack.hpp"
#include "ssdem/attachment.hpp"
#include "ssdem/contact_geometry.hpp"
#include "ssdem/contact_laws.hpp"

#include <type_traits>

namespace rubble::ssdem {

struct ContactResult {
  Pack3 force{};                                                            // on a [N]
  Pack3 tangential{};                                                       // tangential part of the force [N]
  Pack3 couple{};                                                           // on a, in addition to the torque of the
                                                                            // lever arm [N m]
  Pack energy{};                                                            // stored [J]
  Pack normal_power{}, sliding_power{}, rolling_power{}, twisting_power{};  // rates of conversion to heat [W]
  Pack sliding_heat{}, rolling_heat{}, twisting_heat{};  // by springs that slip or change their stiffness [J]
  Pack normal_heat{};                                    // of necks that break [J]
  Pack lent{};  // by attractions that begin or end in this step: attachment.hpp [J]
  Pack sliding_energy{}, rolling_energy{}, twisting_energy{};  // stored in each of the springs: part of energy [J]
};

// (speed v >= 0) => 1 / v, or 0 for v = 0.
RUBBLE_INLINE Pack inverse_or_zero(Pack v) { return select(v > 0, 1 / v, Pack{}); }

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

// (laws, geometry) => the size of the contact that its normal law depends on: the overlap, or the radius of the contact
// area [m].
template <class Laws>
RUBBLE_INLINE Pack size_of_contact(const Laws& laws, const ContactGeometry<Pack>& g) {
  if constexpr (Laws::necks)
    return laws.normal.contact_radius(g.overlap, g.reduced_radius);
  else
    return g.overlap;
}

struct NormalPart {
  Pack weight;          // |f|: friction limits are proportional to it [N]
  Pack along;           // force on a along n: cohesion minus f [N]
  Pack state = all(1);  // sign of the number of the history that is the size of the contact: attachment.hpp
};

// (geometry, motion, size of the contact) => the motion along the overlap, whose rate is `share` times the approach.
RUBBLE_INLINE OverlapMotion overlap_motion(const ContactGeometry<Pack>& g, const RelativeMotion& m, Pack size) {
  return {g.overlap, -m.normal_speed * g.share, g.reduced_mass / (g.share * g.share), size};
}

// Replaces the elastic force of spheres that adhere by that of the step in which they begin or cease to adhere. The
// energy of the neck becomes heat as it breaks (docs/theory.md 2.17, 2.18).
template <class Laws>
RUBBLE_INLINE void adhere(const Laws& laws, const ContactGeometry<Pack>& g, Pack size, const RelativeMotion& m,
                          const laws::NormalForce<Pack>& push, const laws::StepTimes& times, Pack last,
                          NormalPart& normal, ContactResult& out) {
  const Pack radius = g.reduced_radius, elastic = laws.normal.elastic_force(size, radius);
  const auto end = [&] {
    return EndOfAttraction{laws.normal.pull_off_overlap(radius), laws.normal.energy_at_pull_off(radius)};
  };
  const Attached attached = attachment({-elastic, out.energy}, overlap_motion(g, m, size), last, times, end);
  const auto drop_if_idle = [&](Pack p) { return select(attached.idle, Pack{}, p); };
  normal.weight = drop_if_idle(abs(laws.normal.friction_load(push.force, radius)) * g.share);
  normal.along = drop_if_idle((attached.now.force + elastic - push.force) * g.share);
  normal.state = attached.state;
  out.energy = attached.now.energy;
  out.lent = attached.lent;
  out.normal_power = drop_if_idle(push.dissipation);
  if (any(attached.ends)) out.normal_heat = select(attached.ends, end().energy, Pack{});
}

// Adds the cohesive force. One that acts beyond contact neither begins nor ends at the first touch.
template <class Laws>
RUBBLE_INLINE void cohere(const Laws& laws, const ContactGeometry<Pack>& g, const RelativeMotion& m,
                          const laws::StepTimes& times, Pack last, NormalPart& normal, ContactResult& out) {
  if (!laws.cohesion.acts()) return;
  Attraction attraction{laws.cohesion.force(g.reduced_radius), laws.cohesion.energy(g.overlap, g.reduced_radius)};
  if (!laws.cohesion.acts_apart()) {
    const auto end = [] { return EndOfAttraction{}; };
    const Attached attached = attachment(attraction, overlap_motion(g, m, g.overlap), last, times, end);
    attraction = attached.now;
    out.lent = attached.lent;
    normal.state = attached.state;
  }
  out.energy += attraction.energy;
  normal.along += attraction.force * g.share;
}

// Evaluates the compressive force f of the normal law, and cohesion, which pulls with F_c and stores the energy
// -F_c (delta + well) (docs/theory.md 2.8). If the overlap grows by `share` times the approach, so does its energy: the
// force is multiplied by the share (docs/theory.md 2.11). A law with separate branches for loading and unloading keeps
// its branch if the overlap did not change (docs/theory.md 2.3).
template <class Laws>
RUBBLE_INLINE NormalPart normal_force(const Laws& laws, const ContactGeometry<Pack>& g, Pack size,
                                      const RelativeMotion& m, const laws::StepTimes& times, History<Pack>& history,
                                      ContactResult& out) {
  const Pack last = abs(history.overlap);
  const Mask loading = (g.overlap > last) | ((g.overlap == last) & (history.loading > 0));
  const laws::NormalForce<Pack> push =
      laws.normal(size, -m.normal_speed * g.share, g.reduced_mass, g.reduced_radius, loading);
  history.loading = select(loading, all(1), Pack{});
  out.normal_power = push.dissipation;
  out.energy = laws.normal.energy(size, g.reduced_radius);
  NormalPart normal{abs(push.force) * g.share, -push.force * g.share};
  if constexpr (Laws::necks)
    adhere(laws, g, size, m, push, times, history.contact_radius, normal, out);
  else if constexpr (Laws::cohesive)
    cohere(laws, g, m, times, history.overlap, normal, out);
  return normal;
}

// (laws, geometry, history) => k_n of the normal law, and k_t and C_t of the tangential spring (docs/theory.md 2.4).
// Without a tangential spring, twisting springs use the k_t of the stiffness ratio 2/7, and C_t = 0.
template <class Laws>
RUBBLE_INLINE Stiffness stiffness_of(const Laws& laws, const ContactGeometry<Pack>& g, Pack size,
                                     const History<Pack>& history) {
  using Normal = typename Laws::NormalLaw;
  Stiffness s;
  s.k_n = laws.normal.stiffness_at(size, g.reduced_radius);
  if constexpr (Laws::necks) {
    s.shrink = abs(history.contact_radius) / size;
    s.old = abs(history.contact_radius) > 0;
  } else if constexpr (Normal::stiffens) {
    s.shrink = sqrt(abs(history.overlap) / g.overlap);
    s.old = abs(history.overlap) > 0;
  }
  if constexpr (Laws::slides) {
    const auto& sliding = laws.sliding;
    s.k_t = laws.normal.tangential_ratio(sliding.stiffness_ratio) * s.k_n;
    s.c_t = sliding.damping_at(s.k_t, g.reduced_mass, Normal::tangential_damping_factor);
  } else if constexpr (Laws::rolls) {
    s.k_t = laws.normal.tangential_ratio(2.0 / 7.0) * s.k_n;
  }
  return s;
}

// Evaluates F_t on a: by a spring with memory in the plane normal to n (docs/theory.md 2.4), or mu_s |f| against the
// slip, limited to the force that stops the slip within a step (docs/theory.md 2.5).
template <class Laws>
RUBBLE_INLINE void sliding_force(const Laws& laws, const ContactGeometry<Pack>& g, const RelativeMotion& m, Pack weight,
                                 const Stiffness& s, const laws::StepTimes& times, History<Pack>& history,
                                 ContactResult& out) {
  const auto& sliding = laws.sliding;
  if constexpr (Laws::slides) {
    history.sliding = laws::turn_into_plane(history.sliding, g.normal);
    if constexpr (Laws::NormalLaw::stiffens)
      laws::restiffen(history.sliding, s.k_t * s.shrink, s.k_t, s.old, out.sliding_heat);
    out.tangential = laws::spring_and_dashpot(history.sliding, m.slip, {s.k_t, s.c_t, sliding.friction * weight}, times,
                                              out.sliding_energy, out.sliding_power, out.sliding_heat);
  } else if constexpr (laws::is_law<laws::KineticSlidingOf, typename Laws::SlidingLaw>) {
    const Pack speed = sqrt(dot(m.slip, m.slip));
    const Pack force = sliding.force(weight, g.reduced_mass, speed, times.dt);
    out.tangential = m.slip * (force * inverse_or_zero(speed));
    out.sliding_power = force * speed;
  }
}

// Torques of constant size against rolling and twisting, limited to the torques that stop them within a step
// (docs/theory.md 2.6). For members of grains the reduced inertia is 0, so both torques are 0.
template <class Couple>
RUBBLE_INLINE void torque_couple(const Couple& couple, const ContactGeometry<Pack>& g, const RelativeMotion& m,
                                 Pack weight, const laws::StepTimes& times, ContactResult& out) {
  const Pack stop = g.reduced_inertia * (1 / times.dt);  // torque per unit of spin that stops the spin within a step
  const Pack rate = sqrt(dot(m.roll, m.roll));
  const Pack rolling = couple.rolling(weight, g.harmonic_arm, stop * rate);
  const Pack twisting = couple.twisting(weight, g.circle_radius, stop * abs(m.twist));
  out.rolling_power = rolling * rate;
  out.twisting_power = twisting * abs(m.twist);
  out.couple = m.roll * (-rolling * inverse_or_zero(rate)) - g.normal * copysign(twisting, m.twist);
}

// Rolling and twisting springs (docs/theory.md 2.7) on a patch of size beta R: k_r = k_n (beta R)^2, k_w = 2 k_t (beta
// R)^2. The dashpot constants have the factors (beta R)^2 and 2 (beta R)^2, too. Members of grains neither roll nor
// twist, so their springs, couples and energies are set to 0.
template <class Laws>
RUBBLE_INLINE void spring_couple(const Laws& laws, const ContactGeometry<Pack>& g, const RelativeMotion& m, Pack weight,
                                 const Stiffness& s, const laws::StepTimes& times, History<Pack>& history,
                                 ContactResult& out) {
  const auto& couple = laws.couple;
  const Pack R = couple.radius_of(g.reduced_radius);
  const Pack b2 = couple.patch_square(R);
  const Pack arm = couple.patch_size(R) * weight;
  const laws::SpringDashpot rolling{s.k_n * b2, laws.normal.damping_at(s.k_n, g.reduced_mass) * b2,
                                    couple.rolling_friction * arm};
  const laws::SpringDashpot twisting{2 * s.k_t * b2, 2 * s.c_t * b2,
                                     couple.twisting_friction * laws.sliding.friction * arm};
  history.rolling = laws::turn_into_plane(history.rolling, g.normal);
  if constexpr (Laws::NormalLaw::stiffens) {
    laws::restiffen(history.rolling, rolling.k * s.shrink, rolling.k, s.old, out.rolling_heat);
    laws::restiffen(history.twisting, twisting.k * s.shrink, twisting.k, s.old, out.twisting_heat);
  }
  out.couple = -laws::spring_and_dashpot(history.rolling, m.roll, rolling, times, out.rolling_energy, out.rolling_power,
                                         out.rolling_heat);
  const Pack torque = laws::spring_and_dashpot(history.twisting, m.twist, twisting, times, out.twisting_energy,
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
                                     const laws::StepTimes& times) {
  ContactResult out;
  const RelativeMotion motion = relative_motion(g);
  const Pack size = size_of_contact(laws, g);
  const NormalPart normal = normal_force(laws, g, size, motion, times, history, out);
  const Stiffness stiffness = stiffness_of(laws, g, size, history);
  sliding_force(laws, g, motion, normal.weight, stiffness, times, history, out);
  if constexpr (laws::is_law<laws::TorqueCoupleOf, typename Laws::CoupleLaw>)
    torque_couple(laws.couple, g, motion, normal.weight, times, out);
  if constexpr (Laws::rolls) spring_couple(laws, g, motion, normal.weight, stiffness, times, history, out);
  if constexpr (Laws::slides) out.energy += out.sliding_energy;
  if constexpr (Laws::rolls) out.energy += out.rolling_energy + out.twisting_energy;
  out.force = fma(normal.along, g.normal, out.tangential);
  history.overlap = normal.state * g.overlap;
  history.contact_radius = normal.state * size;
  return out;
}

// --- the end of a contact
// ---------------------------------------------------------------------------------------------

// Energy that is left in the springs of a pair that separated [J]; it becomes heat. It is k_t S^2 / 2, k_r rho^2 / 2
// and k_w tau^2 / 2, with the elongation S, the rolling angle rho, the twisting angle tau, and the stiffnesses at the
// overlap of the previous step. A neck of adhering spheres that broke without being expected to leaves its work of
// separation.
struct Leftover {
  double normal = 0, sliding = 0, rolling = 0, twisting = 0;
};

template <class Laws>
Leftover leftover(const Laws& laws, double reduced_radius, const History<double>& history) {
  Leftover left;
  if constexpr (Laws::necks)
    if (history.contact_radius > 0) left.normal = laws.normal.energy_at_pull_off(reduced_radius);
  const double size = std::abs(Laws::necks ? history.contact_radius : history.overlap);
  const double k_n = laws.normal.stiffness_at(size, reduced_radius);
  double k_t = laws.normal.tangential_ratio(2.0 / 7.0) * k_n;
  const auto square = [](const Triple<double>& v) { return v.x * v.x + v.y * v.y + v.z * v.z; };
  if constexpr (Laws::slides) {
    k_t = laws.normal.tangential_ratio(laws.sliding.stiffness_ratio) * k_n;
    left.sliding = 0.5 * k_t * square(history.sliding);
  }
  if constexpr (Laws::rolls) {
    const double b2 = laws.couple.patch_square(laws.couple.radius_of(reduced_radius));
    left.rolling = 0.5 * k_n * b2 * square(history.rolling);
    left.twisting = k_t * b2 * (history.twisting * history.twisting);
  }
  return left;
}

}  // namespace rubble::ssdem
