#pragma once
// Rolling and twisting resistance: couples +M and -M on the two bodies of a contact conserve angular momentum.
#include "base/field.hpp"

namespace rubble::laws {

struct NoCouple {};

// Constant torque against the relative spin (Schwartz et al. 2012), limited to the torque that stops it within a step.
// docs/theory.md 2.6.
struct TorqueCouple {
  double rolling_friction = 0;   // multiplies the harmonic mean of the lever arms
  double twisting_friction = 0;  // multiplies the radius of the contact circle
};

// Rolling and twisting springs with dashpots and limits (Jiang et al. 2015, doi:10.1016/j.compgeo.2014.12.011; Zhang et
// al. 2017). docs/theory.md 2.7.
struct SpringCouple {
  double rolling_friction = 0;   // mu_r
  double twisting_friction = 0;  // mu_t
  double shape_factor = 0;       // beta
  std::string radius = "reduced";
  double radius_factor = 1;  // R / reduced radius, set by prepare()
  void prepare() { radius_factor = radius == "harmonic" ? 2.0 : 1.0; }
};

// Attraction F_c = 4 c beta^2 R^2 of touching spheres [N], with the reduced radius R [m]. docs/theory.md 2.8.
struct Cohesion {
  double strength = 0;      // c [Pa]
  double shape_factor = 0;  // beta
  template <class R>
  R force(R reduced_radius) const {
    return 4 * strength * shape_factor * shape_factor * reduced_radius * reduced_radius;
  }
};

inline std::vector<Field<NoCouple>> fields(const NoCouple*) { return {}; }
inline std::vector<Field<TorqueCouple>> fields(const TorqueCouple*) {
  return {
      {"rolling_friction", "1", "rolling friction coefficient, with the lever arm 2 l_i l_j / (l_i + l_j)",
       &TorqueCouple::rolling_friction, kNotNegative},
      {"twisting_friction", "1", "twisting friction coefficient, with the radius of the contact circle as lever arm",
       &TorqueCouple::twisting_friction, kNotNegative},
  };
}
inline std::vector<Field<SpringCouple>> fields(const SpringCouple*) {
  return {
      {"rolling_friction", "1", "rolling friction coefficient mu_r; largest torque mu_r beta R |F_n|",
       &SpringCouple::rolling_friction, kNotNegative},
      {"twisting_friction", "1", "twisting friction coefficient mu_t; largest torque mu_t beta R mu_s |F_n|",
       &SpringCouple::twisting_friction, kNotNegative},
      {"shape_factor", "1", "shape factor beta: size of the contact / R", &SpringCouple::shape_factor, kPositive},
      {"radius",
       "",
       "definition of R: reduced radius r_i r_j / (r_i + r_j), or harmonic mean of the radii",
       &SpringCouple::radius,
       kAny,
       {"reduced", "harmonic"}},
  };
}
inline std::vector<Field<Cohesion>> fields(const Cohesion*) {
  return {
      {"strength", "Pa", "cohesive strength c in the force 4 c beta^2 R^2, with the reduced radius R",
       &Cohesion::strength, kNotNegative},
      {"shape_factor", "1", "shape factor beta of the cohesive force: size of the contact / reduced radius",
       &Cohesion::shape_factor, kPositive},
  };
}

}  // namespace rubble::laws
