#pragma once
// Normal law with hysteresis. Its interface is described in normal_force.hpp.
#include "base/field.hpp"
#include "laws/normal_force.hpp"
#include "simd/pack.hpp"

#include <cmath>
#include <numbers>

namespace rubble::laws {

// Spring with two slopes, stiffer during loading, so that e = sqrt(k_out / k_in) at any speed: the collision study's
// Eqs. 4 and 5. The springs of the two spheres act in series, so that a pair has half the stiffness of one sphere. The
// stored energy is the energy that unloading returns. docs/theory.md 2.3.
template <class T>
struct HystereticOf {
  Auto stiffness;          // k_in of one sphere [N m-1]
  double restitution = 1;  // e = sqrt(k_out / k_in)

  static constexpr const char* stiffness_key = "sphere_stiffness";
  static constexpr bool stiffens = false;
  static constexpr bool asks_loading = true;
  T k_in{}, k_out{};  // stiffnesses of the pair [N m-1]
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
  bool operator==(const HystereticOf&) const = default;
};

using Hysteretic = HystereticOf<double>;

inline std::vector<Field<Hysteretic>> fields(const Hysteretic*) {
  return {
      field(Hysteretic::stiffness_key, "N/m", "loading spring constant k_in of one sphere", &Hysteretic::stiffness)
          .also("stiffness")
          .required()
          .range(kPositive)
          .computed("largest 4 mu (v_max / (0.01 r))^2 of all pairs, more with cohesion; docs/theory.md 2.9"),
      field("restitution", "1", "normal coefficient of restitution e = sqrt(k_out / k_in)", &Hysteretic::restitution)
          .required()
          .range(kPositiveFraction),
  };
}

}  // namespace rubble::laws
