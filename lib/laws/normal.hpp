#pragma once
// Normal contact laws: (overlap, rate, reduced mass, reduced radius, loading) => compressive force; loading: the
// overlap grew. Scalars in, scalars out, SI. A law also says what it stores and what it dissipates, so that the ledger
// can check it.
#include "base/field.hpp"

#include <cmath>
#include <numbers>

namespace rubble::laws {

// (e) => -ln e / sqrt(pi^2 + ln^2 e): the damping ratio that gives restitution e.
inline double damping_ratio(double restitution) {
  const double l = std::log(restitution);
  return -l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);
}

struct NormalForce {
  double force = 0;        // compression positive [N]
  double dissipation = 0;  // power turned into heat [W]
};

// Linear spring and dashpot. Schwartz, Richardson & Michel 2012 (doi:10.1007/s10035-012-0346-z); docs/theory.md 2.1.
struct LinearSpring {
  Auto stiffness;                 // k_n [N m-1]
  double restitution = 1;         // e_n
  std::string tension = "allow";  // what the dashpot may do as spheres part: "allow" or "clamp"

  static constexpr bool stiffens = false;  // whether the stiffness grows with the overlap
  double damping = 0;                      // 2 zeta, set by prepare()
  bool clamp = false;
  void prepare() { damping = 2 * damping_ratio(restitution), clamp = tension == "clamp"; }

  double stiffness_at(double, double) const { return *stiffness; }
  // tangential stiffness / normal stiffness, given the sliding law's own ratio
  double tangential_ratio(double ratio) const { return ratio; }
  // C_t = 2 beta_t sqrt(factor k_t mu); equations 3.3
  static constexpr double tangential_damping_factor = 2.0 / 7.0;
  double damping_at(double k, double reduced_mass) const { return damping * std::sqrt(k * reduced_mass); }
  double energy(double overlap, double) const { return 0.5 * *stiffness * overlap * overlap; }

  // rate = d(overlap)/dt [m s-1]
  NormalForce operator()(double overlap, double rate, double reduced_mass, double, bool) const {
    const double elastic = *stiffness * overlap;
    double force = elastic + damping_at(*stiffness, reduced_mass) * rate;
    if (clamp && force < 0) force = 0;
    return {force, (force - elastic) * rate};
  }
};

// Hertz's spring with the dashpot of Tsuji, Tanaka & Ishida 1992 (doi:10.1016/0032-5910(92)88030-L);
// docs/theory.md 2.2. Both bodies of a contact are of the same stuff. A plane is rigid-flat: reduced radius = the
// sphere's.
struct HertzMindlin {
  double youngs_modulus = 0;  // E [Pa]
  double poissons_ratio = 0;  // nu
  double restitution = 1;
  std::string tension = "allow";

  static constexpr bool stiffens = true;
  double reduced_modulus = 0;  // E* [Pa]
  double ratio = 0;            // S_t / S_n = 4 G* / E*
  double damping = 0;          // 2 sqrt(5/6) beta
  bool clamp = false;
  void prepare() {
    reduced_modulus = youngs_modulus / (2 * (1 - poissons_ratio * poissons_ratio));
    const double shear = youngs_modulus / (2 * (1 + poissons_ratio));
    ratio = 4 * (shear / (2 * (2 - poissons_ratio))) / reduced_modulus;
    damping = 2 * std::sqrt(5.0 / 6.0) * damping_ratio(restitution);
    clamp = tension == "clamp";
  }

  double stiffness_at(double overlap, double radius) const { return 2 * reduced_modulus * std::sqrt(radius * overlap); }
  double tangential_ratio(double) const { return ratio; }
  static constexpr double tangential_damping_factor = 5.0 / 6.0;
  double damping_at(double k, double reduced_mass) const { return damping * std::sqrt(k * reduced_mass); }
  double energy(double overlap, double radius) const {
    return 8.0 / 15.0 * reduced_modulus * std::sqrt(radius * overlap) * overlap * overlap;
  }

  NormalForce operator()(double overlap, double rate, double reduced_mass, double radius, bool) const {
    const double k = stiffness_at(overlap, radius);
    const double elastic = 2.0 / 3.0 * k * overlap;
    double force = elastic + damping_at(k, reduced_mass) * rate;
    if (clamp && force < 0) force = 0;
    return {force, (force - elastic) * rate};
  }
};

// Two-slope spring: stiffer while the spheres approach, so that e = sqrt(k_out / k_in) at any speed. The collision
// study's Eqs. 4 and 5; two springs in series, hence k / 2. docs/theory.md 2.3. The stored energy is what unloading
// returns.
struct Hysteretic {
  Auto stiffness;          // k_in of one sphere [N m-1]
  double restitution = 1;  // e = sqrt(k_out / k_in)

  static constexpr bool stiffens = false;
  double k_in = 0, k_out = 0;  // of the pair
  void prepare() { k_in = 0.5 * stiffness.value_or(0), k_out = k_in * restitution * restitution; }

  double stiffness_at(double, double) const { return k_in; }
  double tangential_ratio(double ratio) const { return ratio; }
  static constexpr double tangential_damping_factor = 2.0 / 7.0;
  double damping_at(double, double) const { return 0; }
  double energy(double overlap, double) const { return 0.5 * k_out * overlap * overlap; }

  NormalForce operator()(double overlap, double rate, double, double, bool loading) const {
    const double force = (loading ? k_in : k_out) * overlap;
    return {force, (force - k_out * overlap) * rate};
  }
};

inline std::vector<Field<LinearSpring>> fields(const LinearSpring*) {
  return {
      {"stiffness", "N/m", "spring constant k_n of the pair; auto: k_n = m_max (v_max / (0.01 r_min))^2",
       &LinearSpring::stiffness, kPositive},
      {"restitution", "1", "normal coefficient of restitution e_n", &LinearSpring::restitution, kPositiveFraction},
      {"tension", "", "whether the dashpot may pull as spheres part", &LinearSpring::tension, kAny, {"allow", "clamp"}},
  };
}
inline std::vector<Field<HertzMindlin>> fields(const HertzMindlin*) {
  return {
      {"youngs_modulus", "Pa", "Young's modulus of the grains", &HertzMindlin::youngs_modulus, kPositive},
      {"poissons_ratio", "1", "Poisson's ratio of the grains", &HertzMindlin::poissons_ratio, {0, 0.5}},
      {"restitution", "1", "normal coefficient of restitution e_n", &HertzMindlin::restitution, kPositiveFraction},
      {"tension", "", "whether the dashpot may pull as spheres part", &HertzMindlin::tension, kAny, {"allow", "clamp"}},
  };
}
inline std::vector<Field<Hysteretic>> fields(const Hysteretic*) {
  return {
      {"stiffness", "N/m", "loading spring constant k_in of one sphere; auto: k_in = 2 m_max (v_max / (0.01 r_min))^2",
       &Hysteretic::stiffness, kPositive},
      {"restitution", "1", "coefficient of restitution e = sqrt(k_out / k_in)", &Hysteretic::restitution,
       kPositiveFraction},
  };
}

}  // namespace rubble::laws
