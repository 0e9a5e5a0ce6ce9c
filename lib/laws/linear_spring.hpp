#pragma once
// Linear normal law. Its interface is described in normal_force.hpp.
#include "base/field.hpp"
#include "laws/normal_force.hpp"
#include "simd/pack.hpp"

#include <cmath>
#include <numbers>
#include <type_traits>

namespace rubble::laws {

// A value that is never "auto".
template <class T>
struct Given {
  T value;
  RUBBLE_INLINE const T& operator*() const { return value; }
};

// Linear spring and dashpot. Schwartz, Richardson & Michel 2012 (doi:10.1007/s10035-012-0346-z); docs/theory.md 2.1.
template <class T>
struct LinearSpringOf {
  std::conditional_t<std::is_same_v<T, double>, Auto, Given<T>> stiffness;  // k_n [N m-1]
  double restitution = 1;                                                   // e_n
  Tension tension = Tension::allow;
  T damping_rate{};  // if > 0: dashpot constant / reduced mass, used instead of e_n [s-1]

  static constexpr const char* stiffness_key = "pair_stiffness";
  static constexpr bool stiffens = false;      // true if the stiffness grows with the overlap
  static constexpr bool asks_loading = false;  // true if the force depends on whether the overlap grew
  T damping{};                                 // 2 zeta, set by prepare()
  bool clamp = false;
  void prepare() {
    damping = 2 * damping_ratio(restitution);
    clamp = tension == Tension::clamp;
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
    return is_set(damping_rate) ? R(damping_rate * reduced_mass) : R(damping * sqrt(k * reduced_mass));
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
  bool operator==(const LinearSpringOf&) const = default;
};

using LinearSpring = LinearSpringOf<double>;

// The linear spring with the damping parameter of other codes: dashpot constant / reduced mass instead of a
// restitution.
struct LinearSpringByRate {
  Auto stiffness;
  double damping_rate = 0;  // [s-1]
  Tension tension = Tension::allow;
  LinearSpring law() const { return {stiffness, 1, tension, damping_rate}; }
};

inline std::vector<Field<LinearSpring>> fields(const LinearSpring*) {
  return {
      field(LinearSpring::stiffness_key, "N/m", "spring constant k_n of a pair", &LinearSpring::stiffness)
          .also("stiffness")
          .required()
          .range(kPositive)
          .computed("largest 2 mu (v_max / (0.01 r))^2 of all pairs, more with cohesion; docs/theory.md 2.9"),
      field("restitution", "1", "normal coefficient of restitution e_n", &LinearSpring::restitution)
          .required()
          .range(kPositiveFraction),
      field("tension", "attractive force of the dashpot while bodies separate: allow, or clamp to zero",
            &LinearSpring::tension, kTensions)
          .required(),
  };
}
inline std::vector<Field<LinearSpringByRate>> fields(const LinearSpringByRate*) {
  return {
      field(LinearSpring::stiffness_key, "N/m", "spring constant k_n of a pair", &LinearSpringByRate::stiffness)
          .also("stiffness")
          .required()
          .range(kPositive)
          .computed("largest 2 mu (v_max / (0.01 r))^2 of all pairs, more with cohesion; docs/theory.md 2.9"),
      field("damping_rate", "s-1", "dashpot constant / reduced mass, an alternative to restitution",
            &LinearSpringByRate::damping_rate)
          .required()
          .range(kPositive),
      field("tension", "attractive force of the dashpot while bodies separate: allow, or clamp to zero",
            &LinearSpringByRate::tension, kTensions)
          .required(),
  };
}

}  // namespace rubble::laws
