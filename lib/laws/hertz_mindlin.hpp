#pragma once
// Normal law of elastic spheres. Its interface is described in normal_force.hpp.
#include "base/field.hpp"
#include "laws/normal_force.hpp"
#include "simd/pack.hpp"

#include <cmath>

namespace rubble::laws {

// Hertz's spring with the dashpot of Tsuji, Tanaka & Ishida 1992 (doi:10.1016/0032-5910(92)88030-L); docs/theory.md
// 2.2. Both bodies of a contact have the same moduli. On a rigid plane the reduced radius is that of the sphere.
struct HertzMindlin {
  double youngs_modulus = 0;  // E [Pa]
  double poissons_ratio = 0;  // nu
  double restitution = 1;
  Tension tension = Tension::allow;

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
    clamp = tension == Tension::clamp;
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

inline std::vector<Field<HertzMindlin>> fields(const HertzMindlin*) {
  return {
      field("young_modulus", "Pa", "Young's modulus of the grains", &HertzMindlin::youngs_modulus)
          .also("youngs_modulus")
          .required()
          .range(kPositive),
      field("poisson_ratio", "1", "Poisson's ratio of the grains", &HertzMindlin::poissons_ratio)
          .also("poissons_ratio")
          .required()
          .range({0, 0.5}),
      field("restitution", "1", "normal coefficient of restitution e_n", &HertzMindlin::restitution)
          .required()
          .range(kPositiveFraction),
      field("tension", "attractive force of the dashpot while bodies separate: allow, or clamp to zero",
            &HertzMindlin::tension, kTensions)
          .required(),
  };
}

}  // namespace rubble::laws
