#pragma once
// Parameters of tangential laws. ssdem/contact_kernel.hpp computes the forces and turns the springs with their
// contacts.
#include "base/field.hpp"
#include "laws/normal.hpp"

namespace rubble::laws {

struct NoSliding {
  double friction = 0;
};

// Coulomb friction with a tangential spring that has memory (Cundall & Strack 1979). docs/theory.md 2.4.
struct CoulombSliding {
  double friction = 0;                 // mu_s
  double restitution = 1;              // e_t of sticking contacts
  double stiffness_ratio = 2.0 / 7.0;  // k_t / k_n; Hertz-Mindlin contacts use their own ratio
  double damping_rate = 0;             // if > 0: dashpot constant / reduced mass, used instead of e_t [s-1]
  double damping = 0;                  // 2 zeta_t, set by prepare()
  void prepare() { damping = 2 * damping_ratio(restitution); }
};

// Coulomb friction with the damping parameter of other codes: dashpot constant / reduced mass [s-1] instead of a
// restitution.
struct CoulombSlidingByRate {
  double friction = 0, damping_rate = 0, stiffness_ratio = 2.0 / 7.0;
  CoulombSliding law() const { return {friction, 1, stiffness_ratio, damping_rate}; }
};

// Kinetic friction without memory: the collision study's Eq. 8, limited to the force that stops the sliding within a
// step. docs/theory.md 2.5.
struct KineticSliding {
  double friction = 0;  // mu_s
};

inline std::vector<Field<NoSliding>> fields(const NoSliding*) { return {}; }
inline std::vector<Field<CoulombSliding>> fields(const CoulombSliding*) {
  return {
      {"friction", "1", "Coulomb friction coefficient mu_s", &CoulombSliding::friction, kNotNegative},
      {"restitution", "1", "tangential coefficient of restitution e_t of sticking contacts",
       &CoulombSliding::restitution, kPositiveFraction},
      {"stiffness_ratio",
       "1",
       "tangential / normal spring constant k_t / k_n (2/7: equal periods of normal and tangential oscillations of "
       "solid spheres); not used by Hertz-Mindlin",
       &CoulombSliding::stiffness_ratio,
       kPositive,
       {},
       false},
  };
}
inline std::vector<Field<CoulombSlidingByRate>> fields(const CoulombSlidingByRate*) {
  return {
      {"friction", "1", "Coulomb friction coefficient mu_s", &CoulombSlidingByRate::friction, kNotNegative},
      {"damping_rate", "s-1", "dashpot constant / reduced mass, an alternative to restitution",
       &CoulombSlidingByRate::damping_rate, kPositive},
      {"stiffness_ratio",
       "1",
       "tangential / normal spring constant k_t / k_n (2/7: equal periods of normal and tangential oscillations of "
       "solid spheres); not used by Hertz-Mindlin",
       &CoulombSlidingByRate::stiffness_ratio,
       kPositive,
       {},
       false},
  };
}
inline std::vector<Field<KineticSliding>> fields(const KineticSliding*) {
  return {{"friction", "1", "kinetic friction coefficient mu", &KineticSliding::friction, kNotNegative}};
}

}  // namespace rubble::laws
