#pragma once
// Rolling and twisting resistance: couples +M and -M on the two bodies of a contact conserve angular momentum.
#include "base/field.hpp"
#include "simd/pack.hpp"

namespace rubble::laws {

// Constant torque against the relative spin (Schwartz et al. 2012), limited to the torque that stops it within a step.
// docs/theory.md 2.6.
template <class T>
struct TorqueCoupleOf {
  T rolling_friction{};   // multiplies the harmonic mean of the lever arms
  T twisting_friction{};  // multiplies the radius of the contact circle

  // (|f| of the normal law [N]; harmonic mean of the lever arms, or radius of the contact circle [m]; torque that stops
  // the relative spin within a step [N m]) => torque against the relative spin [N m].
  template <class R>
  RUBBLE_INLINE R rolling(R weight, R harmonic_arm, R stopping) const {
    return min(rolling_friction * harmonic_arm * weight, stopping);
  }
  template <class R>
  RUBBLE_INLINE R twisting(R weight, R circle_radius, R stopping) const {
    return min(twisting_friction * circle_radius * weight, stopping);
  }
  bool operator==(const TorqueCoupleOf&) const = default;
};

using TorqueCouple = TorqueCoupleOf<double>;

inline std::vector<Field<TorqueCouple>> fields(const TorqueCouple*) {
  return {
      field("rolling_friction", "1", "rolling friction coefficient, with the lever arm 2 l_i l_j / (l_i + l_j)",
            &TorqueCouple::rolling_friction)
          .required()
          .range(kNotNegative),
      field("twisting_friction", "1",
            "twisting friction coefficient, with the radius of the contact circle as lever arm",
            &TorqueCouple::twisting_friction)
          .required()
          .range(kNotNegative),
  };
}

}  // namespace rubble::laws
