#pragma once
// Attraction of bodies: by the contact area of touching spheres, or by the gap of near bodies.
#include "base/field.hpp"
#include "simd/pack.hpp"

#include <type_traits>

namespace rubble::laws {

// Attraction F_c = 4 c beta^2 R^2 of touching spheres [N], with the reduced radius R [m]. docs/theory.md 2.8.
template <class T>
struct AreaCohesionOf {
  T strength{};             // c [Pa]
  double shape_factor = 0;  // beta
  bool acts() const {
    if constexpr (std::is_same_v<T, double>)
      return strength > 0;
    else
      return any(strength > 0);
  }
  template <class R>
  R force(R reduced_radius) const {
    return 4 * strength * shape_factor * shape_factor * reduced_radius * reduced_radius;
  }
  bool operator==(const AreaCohesionOf&) const = default;
};
using AreaCohesion = AreaCohesionOf<double>;

// Constant attraction of two bodies whose gap is below a distance, with the energy that parting them takes.
// docs/theory.md 11.3.
struct RangeCohesion {
  double force = 0;     // f_0 [N]
  double distance = 0;  // d_0 [m]

  bool acts() const { return force > 0; }
  bool reaches(double gap) const { return gap <= distance; }
  // (gap [m] <= distance) => energy of the pair [J] <= 0.
  double energy(double gap) const { return -force * (distance - gap); }
};

inline std::vector<Field<AreaCohesion>> fields(const AreaCohesion*) {
  return {
      field("cohesive_strength", "Pa", "cohesive strength c in the force 4 c beta^2 R^2, with the reduced radius R",
            &AreaCohesion::strength)
          .also("strength")
          .required()
          .range(kNotNegative),
      field("shape_factor", "1", "shape factor beta of the cohesive force: size of the contact / reduced radius",
            &AreaCohesion::shape_factor)
          .required()
          .range(kPositive),
  };
}
inline std::vector<Field<RangeCohesion>> fields(const RangeCohesion*) {
  return {
      field("cohesive_force", "N",
            "attractive force between two bodies (members of glued grains) whose gap is below range",
            &RangeCohesion::force)
          .also("force")
          .required()
          .range(kNotNegative),
      field("range", "m", "largest gap at which the attractive force acts", &RangeCohesion::distance)
          .also("distance")
          .required()
          .range(kNotNegative),
  };
}

}  // namespace rubble::laws
