#pragma once
// Sliding friction without memory.
#include "base/field.hpp"
#include "simd/pack.hpp"

namespace rubble::laws {

// Kinetic friction without memory: the collision study's Eq. 8, limited to the force that stops the sliding within a
// step. docs/theory.md 2.5.
template <class T>
struct KineticSlidingOf {
  T friction{};  // mu_s

  // (|f| of the normal law [N], reduced mass [kg], speed of the slip [m s-1], time step [s]) => force against the slip
  // [N]. The effective mass of a slip is 2/7 of the reduced mass, because solid spheres begin to rotate.
  template <class R>
  RUBBLE_INLINE R force(R weight, R reduced_mass, R speed, double dt) const {
    return min(friction * weight, 2.0 / 7.0 / dt * reduced_mass * speed);
  }
  bool operator==(const KineticSlidingOf&) const = default;
};

using KineticSliding = KineticSlidingOf<double>;

inline std::vector<Field<KineticSliding>> fields(const KineticSliding*) {
  return {
      field("friction", "1", "kinetic friction coefficient mu", &KineticSliding::friction)
          .required()
          .range(kNotNegative),
  };
}

}  // namespace rubble::laws
