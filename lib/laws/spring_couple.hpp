#pragma once
// Rolling and twisting resistance: couples +M and -M on the two bodies of a contact conserve angular momentum.
#include "base/field.hpp"
#include "simd/pack.hpp"

namespace rubble::laws {

// Radius R of a contact: r_i r_j / (r_i + r_j), or the harmonic mean 2 r_i r_j / (r_i + r_j).
enum class ContactRadius { reduced, harmonic };
inline constexpr Word<ContactRadius> kContactRadii[] = {{"reduced", ContactRadius::reduced},
                                                        {"harmonic", ContactRadius::harmonic}};

// Rolling and twisting springs with dashpots and limits (Jiang et al. 2015, doi:10.1016/j.compgeo.2014.12.011; Zhang et
// al. 2017). docs/theory.md 2.7.
template <class T>
struct SpringCoupleOf {
  T rolling_friction{};     // mu_r
  T twisting_friction{};    // mu_t
  double shape_factor = 0;  // beta
  ContactRadius radius = ContactRadius::reduced;
  double radius_factor = 1;  // R / reduced radius, set by prepare()
  void prepare() { radius_factor = radius == ContactRadius::harmonic ? 2.0 : 1.0; }

  // (reduced radius [m]) => radius R of the definition that the law uses [m].
  template <class R>
  RUBBLE_INLINE R radius_of(R reduced_radius) const {
    return radius_factor * reduced_radius;
  }
  // (R [m]) => size of the contact patch beta R [m], which is the lever of the largest torques, and its square [m2].
  // The stiffnesses are k_r = k_n (beta R)^2 and k_w = 2 k_t (beta R)^2; the dashpot constants have the same factors.
  template <class R>
  RUBBLE_INLINE R patch_size(R r) const {
    return shape_factor * r;
  }
  template <class R>
  RUBBLE_INLINE R patch_square(R r) const {
    return shape_factor * shape_factor * r * r;
  }
  bool operator==(const SpringCoupleOf&) const = default;
};

using SpringCouple = SpringCoupleOf<double>;

inline std::vector<Field<SpringCouple>> fields(const SpringCouple*) {
  return {
      field("rolling_friction", "1", "rolling friction coefficient mu_r; largest torque mu_r beta R |F_n|",
            &SpringCouple::rolling_friction)
          .required()
          .range(kNotNegative),
      field("twisting_friction", "1", "twisting friction coefficient mu_t; largest torque mu_t beta R mu_s |F_n|",
            &SpringCouple::twisting_friction)
          .required()
          .range(kNotNegative),
      field("shape_factor", "1", "shape factor beta: size of the contact / R", &SpringCouple::shape_factor)
          .required()
          .range(kPositive),
      field("radius", "definition of R: reduced radius r_i r_j / (r_i + r_j), or harmonic mean of the radii",
            &SpringCouple::radius, kContactRadii)
          .required(),
  };
}

}  // namespace rubble::laws
