#pragma once
// Attraction of bodies: constant while spheres touch, by the gap of spheres, or constant within a range.
#include "base/field.hpp"
#include "simd/pack.hpp"

#include <numbers>
#include <type_traits>

namespace rubble::laws {

// Attraction of two spheres with the reduced radius R [m]. While they touch it is constant: F_c = 4 c beta^2 R^2, or
// F_c = gamma R. With a range, it also acts on spheres with a gap h [m]: F_c (h_0 / (h + h_0))^2. docs/theory.md 2.8,
// 2.16.
template <class T>
struct CohesionOf {
  T strength{};             // c [Pa], or gamma [N m-1] if by_radius
  double shape_factor = 0;  // beta
  bool by_radius = false;
  double separation = 0;  // h_0: least distance of two surfaces [m]
  double range = 0;       // largest gap at which the force acts [m]; 0: it acts on touching spheres only

  bool acts() const {
    if constexpr (std::is_same_v<T, double>)
      return strength > 0;
    else
      return any(strength > 0);
  }
  bool acts_apart() const { return range > 0; }
  template <class R>
  R force(R reduced_radius) const {
    if (by_radius) return strength * reduced_radius;
    return 4 * strength * shape_factor * shape_factor * reduced_radius * reduced_radius;
  }
  template <class R>
  R force_at(R gap, R reduced_radius) const {
    const R part = separation / (gap + separation);
    return force(reduced_radius) * part * part;
  }
  // Energy of the pair at its first touch / -F_c [m].
  double well() const { return range > 0 ? separation * range / (separation + range) : 0; }
  // Energy of touching spheres [J], 0 where the force ends.
  template <class R>
  R energy(R overlap, R reduced_radius) const {
    return -force(reduced_radius) * (overlap + well());
  }
  // Energy of spheres with a gap within the range [J].
  template <class R>
  R energy_at(R gap, R reduced_radius) const {
    return -force(reduced_radius) * (separation * separation) * (range - gap) /
           ((gap + separation) * (range + separation));
  }
  bool operator==(const CohesionOf&) const = default;
};
using Cohesion = CohesionOf<double>;

// In place of Cohesion: spheres do not attract each other.
struct NoCohesion {
  static constexpr bool acts() { return false; }
};

// --- the forms in which a configuration gives it

// docs/theory.md 2.8.
struct AreaCohesion {
  double strength = 0;      // c [Pa]
  double shape_factor = 0;  // beta
  Cohesion law() const { return {strength, shape_factor}; }
};

// Force 2 pi w R of touching spheres: Derjaguin, Muller & Toporov 1975 (doi:10.1016/0021-9797(75)90018-1).
// docs/theory.md 2.8.
struct DmtCohesion {
  double work_of_adhesion = 0;  // w [J m-2]
  Cohesion law() const { return {2 * std::numbers::pi * work_of_adhesion, 0, true}; }
};

// Force A R / (6 (h + h_0)^2): Hamaker 1937 (doi:10.1016/S0031-8914(37)80203-7), near-contact limit, cut off at a
// range. docs/theory.md 2.16.
struct VanDerWaals {
  double hamaker_constant = 0;  // A [J]
  double least_separation = 0;  // h_0 [m]
  double range = 0;             // [m]
  Cohesion law() const {
    return {hamaker_constant / (6 * least_separation * least_separation), 0, true, least_separation, range};
  }
};

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
inline std::vector<Field<DmtCohesion>> fields(const DmtCohesion*) {
  return {
      field("work_of_adhesion", "J/m^2", "work of adhesion w in the force 2 pi w R, with the reduced radius R",
            &DmtCohesion::work_of_adhesion)
          .required()
          .range(kNotNegative),
  };
}
inline std::vector<Field<VanDerWaals>> fields(const VanDerWaals*) {
  return {
      field("hamaker_constant", "J", "Hamaker constant A in the force A R / (6 (h + h_0)^2) at the gap h",
            &VanDerWaals::hamaker_constant)
          .required()
          .range(kNotNegative),
      field("least_separation", "m",
            "least distance h_0 of two surfaces; touching spheres attract with A R / (6 h_0^2)",
            &VanDerWaals::least_separation)
          .required()
          .range(kPositive),
      field("range", "m", "largest gap at which the attractive force acts", &VanDerWaals::range)
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
