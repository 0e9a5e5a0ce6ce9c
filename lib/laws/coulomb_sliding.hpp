#pragma once
// Sliding friction with memory. ssdem/contact_kernel.hpp turns the spring with its contact.
#include "base/field.hpp"
#include "laws/normal_force.hpp"
#include "simd/pack.hpp"

namespace rubble::laws {

// Coulomb friction with a tangential spring that has memory (Cundall & Strack 1979). docs/theory.md 2.4.
template <class T>
struct CoulombSlidingOf {
  T friction{};                        // mu_s
  double restitution = 1;              // e_t of sticking contacts
  double stiffness_ratio = 2.0 / 7.0;  // k_t / k_n; Hertz-Mindlin contacts use their own ratio
  T damping_rate{};                    // if > 0: dashpot constant / reduced mass, used instead of e_t [s-1]
  T damping{};                         // 2 zeta_t, set by prepare()
  void prepare() { damping = 2 * damping_ratio(restitution); }

  // (k_t [N m-1], reduced mass mu [kg], factor of the normal law) => dashpot constant C_t = 2 zeta_t sqrt(factor k_t
  // mu), or the damping rate times mu if a rate is given [kg s-1].
  template <class R>
  RUBBLE_INLINE R damping_at(R k_t, R reduced_mass, double factor) const {
    return is_set(damping_rate) ? R(damping_rate * reduced_mass) : R(damping * sqrt(factor * k_t * reduced_mass));
  }
  bool operator==(const CoulombSlidingOf&) const = default;
};
using CoulombSliding = CoulombSlidingOf<double>;

// Coulomb friction with the damping parameter of other codes: dashpot constant / reduced mass [s-1] instead of a
// restitution.
struct CoulombSlidingByRate {
  double friction = 0, damping_rate = 0, stiffness_ratio = 2.0 / 7.0;
  CoulombSliding law() const { return {friction, 1, stiffness_ratio, damping_rate}; }
};

inline std::vector<Field<CoulombSliding>> fields(const CoulombSliding*) {
  return {
      field("friction", "1", "Coulomb friction coefficient mu_s", &CoulombSliding::friction)
          .required()
          .range(kNotNegative),
      field("restitution", "1", "tangential coefficient of restitution e_t of sticking contacts",
            &CoulombSliding::restitution)
          .required()
          .range(kPositiveFraction),
      field("stiffness_ratio", "1",
            "tangential / normal spring constant k_t / k_n (2/7: equal periods of normal and tangential oscillations "
            "of solid spheres); not used by Hertz-Mindlin",
            &CoulombSliding::stiffness_ratio)
          .range(kPositive),
  };
}
inline std::vector<Field<CoulombSlidingByRate>> fields(const CoulombSlidingByRate*) {
  return {
      field("friction", "1", "Coulomb friction coefficient mu_s", &CoulombSlidingByRate::friction)
          .required()
          .range(kNotNegative),
      field("damping_rate", "s-1", "dashpot constant / reduced mass, an alternative to restitution",
            &CoulombSlidingByRate::damping_rate)
          .required()
          .range(kPositive),
      field("stiffness_ratio", "1",
            "tangential / normal spring constant k_t / k_n (2/7: equal periods of normal and tangential oscillations "
            "of solid spheres); not used by Hertz-Mindlin",
            &CoulombSlidingByRate::stiffness_ratio)
          .range(kPositive),
  };
}

}  // namespace rubble::laws
