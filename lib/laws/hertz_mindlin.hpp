#pragma once
// Normal law of elastic spheres. Its interface is described in normal_force.hpp.
#include "base/field.hpp"
#include "laws/normal_force.hpp"
#include "simd/pack.hpp"

#include <cmath>

namespace rubble::laws {

// Hertz's spring with the dashpot of Tsuji, Tanaka & Ishida 1992 (doi:10.1016/0032-5910(92)88030-L); docs/theory.md
// 2.2. Both bodies of a contact have the same moduli; for others, see mixed_moduli(). On a rigid plane the reduced
// radius is that of the sphere.
template <class T>
struct HertzMindlinOf {
  double youngs_modulus = 0;  // E [Pa]
  double poissons_ratio = 0;  // nu
  double restitution = 1;
  Tension tension = Tension::allow;

  static constexpr bool stiffens = true;
  static constexpr bool asks_loading = false;
  T reduced_modulus{};  // E* [Pa]
  T ratio{};            // S_t / S_n = 4 G* / E*
  T damping{};          // 2 sqrt(5/6) zeta
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
  const T& tangential_ratio(double) const { return ratio; }
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
  bool operator==(const HertzMindlinOf&) const = default;
};

using HertzMindlin = HertzMindlinOf<double>;

// Moduli of an elastic material.
struct Moduli {
  double young = 0;    // E [Pa]
  double poisson = 0;  // nu
};
// (moduli of two materials) => moduli of one material whose contacts with itself are as stiff as contacts of the two.
//   1 / E* = (1 - nu_a^2) / E_a + (1 - nu_b^2) / E_b,   1 / G* = (2 - nu_a) / G_a + (2 - nu_b) / G_b
// Johnson 1985, sections 4.2 and 11.4. docs/theory.md 2.14.
inline Moduli mixed_moduli(const Moduli& a, const Moduli& b) {
  if (a.young == b.young && a.poisson == b.poisson) return a;
  const auto normal = [](const Moduli& m) { return (1 - m.poisson * m.poisson) / m.young; };
  const auto shear = [](const Moduli& m) { return 2 * (2 - m.poisson) * (1 + m.poisson) / m.young; };
  const double reduced = 1 / (normal(a) + normal(b));
  const double ratio = 4 / ((shear(a) + shear(b)) * reduced);  // 2 (1 - nu) / (2 - nu) of the one material
  const double poisson = 2 * (1 - ratio) / (2 - ratio);
  return {2 * reduced * (1 - poisson * poisson), poisson};
}

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
