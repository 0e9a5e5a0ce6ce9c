#pragma once
// Normal contact laws: (overlap, rate, reduced mass, reduced radius, loading) => compressive force and the power that
// becomes heat. `loading` is true if the overlap grew when it last changed. Arguments and results are numbers or packs
// of numbers (R) in SI units.
//
// A law also has its stored energy [J], so that the ledger can check it, its stiffness [N m-1] and its dashpot constant
// [kg s-1]. It estimates three quantities for the choice of a run's step:
// - the duration [s] of an impact, for a pair of given reduced mass [kg], reduced radius [m] and speed [m s-1];
// - the largest undamped overlap [m] of this impact;
// - the overlap under a steady force [N].
#include "base/field.hpp"
#include "simd/pack.hpp"

#include <cmath>
#include <numbers>

namespace rubble::laws {

// (e) => -ln e / sqrt(pi^2 + ln^2 e): the damping ratio zeta that gives restitution e. docs/theory.md 2.1.
inline double damping_ratio(double restitution) {
  const double l = std::log(restitution);
  return -l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);
}

template <class R>
struct NormalForce {
  R force;        // compression positive [N]
  R dissipation;  // power turned into heat [W]
};

// Linear spring and dashpot. Schwartz, Richardson & Michel 2012 (doi:10.1007/s10035-012-0346-z); docs/theory.md 2.1.
struct LinearSpring {
  Auto stiffness;                 // k_n [N m-1]
  double restitution = 1;         // e_n
  std::string tension = "allow";  // tension of the dashpot as spheres separate: "allow" or "clamp"
  double damping_rate = 0;        // if > 0: dashpot constant / reduced mass, used instead of e_n [s-1]

  static constexpr bool stiffens = false;      // true if the stiffness grows with the overlap
  static constexpr bool asks_loading = false;  // true if the force depends on whether the overlap grew
  double damping = 0;                          // 2 zeta, set by prepare()
  bool clamp = false;
  void prepare() {
    damping = 2 * damping_ratio(restitution);
    clamp = tension == "clamp";
  }

  // (stiffness of a pair that keeps the overlap small [N m-1]) Sets the stiffness if none was given.
  void choose_stiffness(double of_pair) { stiffness = stiffness.value_or(of_pair); }
  // Half the period of the damped oscillation. For an overdamped pair, which does not oscillate, the period without
  // damping is used.
  double contact_time(double reduced_mass, double, double) const {
    const double zeta =
        damping_rate > 0 ? 0.5 * damping_rate * std::sqrt(reduced_mass / *stiffness) : damping_ratio(restitution);
    const double left = zeta < 1 ? 1 - zeta * zeta : 1;
    return std::numbers::pi * std::sqrt(reduced_mass / *stiffness / left);
  }
  double impact_overlap(double reduced_mass, double, double speed) const {
    return speed * std::sqrt(reduced_mass / *stiffness);
  }
  double static_overlap(double, double force) const { return force / *stiffness; }

  template <class R>
  R stiffness_at(R, R) const {
    return R{} + *stiffness;
  }
  // (ratio that the sliding law specifies) => tangential stiffness / normal stiffness.
  double tangential_ratio(double ratio) const { return ratio; }
  // Factor in the tangential dashpot constant C_t = 2 zeta_t sqrt(factor k_t mu), with mu the reduced mass;
  // docs/theory.md 2.4.
  static constexpr double tangential_damping_factor = 2.0 / 7.0;
  template <class R>
  R damping_at(R k, R reduced_mass) const {
    return damping_rate > 0 ? damping_rate * reduced_mass : damping * sqrt(k * reduced_mass);
  }
  template <class R>
  R energy(R overlap, R) const {
    return 0.5 * *stiffness * overlap * overlap;
  }

  // rate = d(overlap)/dt [m s-1]
  template <class R, class M>
  NormalForce<R> operator()(R overlap, R rate, R reduced_mass, R, M) const {
    const R elastic = *stiffness * overlap;
    R force = fma(damping_at(R{} + *stiffness, reduced_mass), rate, elastic);
    if (clamp) force = max(force, R{});
    return {force, (force - elastic) * rate};
  }
};

// The linear spring with the damping parameter of other codes: dashpot constant / reduced mass instead of a
// restitution.
struct LinearSpringByRate {
  Auto stiffness;
  double damping_rate = 0;  // [s-1]
  std::string tension = "allow";
  LinearSpring law() const { return {stiffness, 1, tension, damping_rate}; }
};

// Hertz's spring with the dashpot of Tsuji, Tanaka & Ishida 1992 (doi:10.1016/0032-5910(92)88030-L); docs/theory.md
// 2.2. Both bodies of a contact have the same moduli. On a rigid plane the reduced radius is that of the sphere.
struct HertzMindlin {
  double youngs_modulus = 0;  // E [Pa]
  double poissons_ratio = 0;  // nu
  double restitution = 1;
  std::string tension = "allow";

  static constexpr bool stiffens = true;
  static constexpr bool asks_loading = false;
  double reduced_modulus = 0;  // E* [Pa]
  double ratio = 0;            // S_t / S_n = 4 G* / E*
  double damping = 0;          // 2 sqrt(5/6) zeta
  bool clamp = false;
  void prepare() {
    reduced_modulus = youngs_modulus / (2 * (1 - poissons_ratio * poissons_ratio));
    const double shear = youngs_modulus / (2 * (1 + poissons_ratio));
    ratio = 4 * (shear / (2 * (2 - poissons_ratio))) / reduced_modulus;
    damping = 2 * std::sqrt(5.0 / 6.0) * damping_ratio(restitution);
    clamp = tension == "clamp";
  }

  void choose_stiffness(double) {}  // the moduli are always given
  double contact_time(double reduced_mass, double radius, double speed) const {
    return 2.94328 * impact_overlap(reduced_mass, radius, speed) / speed;
  }
  double impact_overlap(double reduced_mass, double radius, double speed) const {
    return std::pow(15 * reduced_mass * speed * speed / (16 * reduced_modulus * std::sqrt(radius)), 0.4);
  }
  double static_overlap(double radius, double force) const {
    return std::pow(3 * force / (4 * reduced_modulus * std::sqrt(radius)), 2.0 / 3.0);
  }

  template <class R>
  R stiffness_at(R overlap, R radius) const {
    return 2 * reduced_modulus * sqrt(radius * overlap);
  }
  double tangential_ratio(double) const { return ratio; }
  static constexpr double tangential_damping_factor = 5.0 / 6.0;
  template <class R>
  R damping_at(R k, R reduced_mass) const {
    return damping * sqrt(k * reduced_mass);
  }
  template <class R>
  R energy(R overlap, R radius) const {
    return 8.0 / 15.0 * reduced_modulus * sqrt(radius * overlap) * overlap * overlap;
  }

  template <class R, class M>
  NormalForce<R> operator()(R overlap, R rate, R reduced_mass, R radius, M) const {
    const R k = stiffness_at(overlap, radius);
    const R elastic = 2.0 / 3.0 * k * overlap;
    R force = fma(damping_at(k, reduced_mass), rate, elastic);
    if (clamp) force = max(force, R{});
    return {force, (force - elastic) * rate};
  }
};

// Spring with two slopes, stiffer during loading, so that e = sqrt(k_out / k_in) at any speed: the collision study's
// Eqs. 4 and 5. The springs of the two spheres act in series, so that a pair has half the stiffness of one sphere. The
// stored energy is the energy that unloading returns. docs/theory.md 2.3.
struct Hysteretic {
  Auto stiffness;          // k_in of one sphere [N m-1]
  double restitution = 1;  // e = sqrt(k_out / k_in)

  static constexpr bool stiffens = false;
  static constexpr bool asks_loading = true;
  double k_in = 0, k_out = 0;  // stiffnesses of the pair [N m-1]
  void prepare() {
    k_in = 0.5 * stiffness.value_or(0);
    k_out = k_in * restitution * restitution;
  }

  void choose_stiffness(double of_pair) { stiffness = stiffness.value_or(2 * of_pair); }
  // Twice the duration of loading, which is shorter than unloading.
  double contact_time(double reduced_mass, double, double) const {
    return std::numbers::pi * std::sqrt(reduced_mass / k_in);
  }
  double impact_overlap(double reduced_mass, double, double speed) const {
    return speed * std::sqrt(reduced_mass / k_in);
  }
  double static_overlap(double, double force) const { return force / k_in; }

  template <class R>
  R stiffness_at(R, R) const {
    return R{} + k_in;
  }
  double tangential_ratio(double ratio) const { return ratio; }
  static constexpr double tangential_damping_factor = 2.0 / 7.0;
  template <class R>
  R damping_at(R, R) const {
    return R{};
  }
  template <class R>
  R energy(R overlap, R) const {
    return 0.5 * k_out * overlap * overlap;
  }

  template <class R, class M>
  NormalForce<R> operator()(R overlap, R rate, R, R, M loading) const {
    const R force = select(loading, R{} + k_in, R{} + k_out) * overlap;
    return {force, (force - k_out * overlap) * rate};
  }
};

inline std::vector<Field<LinearSpring>> fields(const LinearSpring*) {
  return {
      {"stiffness", "N/m",
       "spring constant k_n of a pair; auto: largest 2 mu (v_max / (0.01 r))^2 of all pairs, reduced mass mu, smaller "
       "radius r; docs/theory.md 2.9",
       &LinearSpring::stiffness, kPositive},
      {"restitution", "1", "normal coefficient of restitution e_n", &LinearSpring::restitution, kPositiveFraction},
      {"tension",
       "",
       "attractive force of the dashpot while bodies separate: allow, or clamp to zero",
       &LinearSpring::tension,
       kAny,
       {"allow", "clamp"}},
  };
}
inline std::vector<Field<LinearSpringByRate>> fields(const LinearSpringByRate*) {
  return {
      {"stiffness", "N/m",
       "spring constant k_n of a pair; auto: largest 2 mu (v_max / (0.01 r))^2 of all pairs, reduced mass mu, smaller "
       "radius r; docs/theory.md 2.9",
       &LinearSpringByRate::stiffness, kPositive},
      {"damping_rate", "s-1", "dashpot constant / reduced mass, an alternative to restitution",
       &LinearSpringByRate::damping_rate, kPositive},
      {"tension",
       "",
       "attractive force of the dashpot while bodies separate: allow, or clamp to zero",
       &LinearSpringByRate::tension,
       kAny,
       {"allow", "clamp"}},
  };
}
inline std::vector<Field<HertzMindlin>> fields(const HertzMindlin*) {
  return {
      {"youngs_modulus", "Pa", "Young's modulus of the grains", &HertzMindlin::youngs_modulus, kPositive},
      {"poissons_ratio", "1", "Poisson's ratio of the grains", &HertzMindlin::poissons_ratio, {0, 0.5}},
      {"restitution", "1", "normal coefficient of restitution e_n", &HertzMindlin::restitution, kPositiveFraction},
      {"tension",
       "",
       "attractive force of the dashpot while bodies separate: allow, or clamp to zero",
       &HertzMindlin::tension,
       kAny,
       {"allow", "clamp"}},
  };
}
inline std::vector<Field<Hysteretic>> fields(const Hysteretic*) {
  return {
      {"stiffness", "N/m",
       "loading spring constant k_in of one sphere; auto: largest 4 mu (v_max / (0.01 r))^2 of all pairs, reduced mass "
       "mu, smaller radius r; docs/theory.md 2.9",
       &Hysteretic::stiffness, kPositive},
      {"restitution", "1", "normal coefficient of restitution e = sqrt(k_out / k_in)", &Hysteretic::restitution,
       kPositiveFraction},
  };
}

}  // namespace rubble::laws
