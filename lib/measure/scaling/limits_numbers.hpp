#pragma once
// [body], [body.strength] and [planet] of rubble-limits.
#include "base/field.hpp"

#include <numbers>

namespace rubble::measure {

struct LimitsBody {
  double density = 0, constant = 0;
};
struct LimitsStrength {
  Vec3 axes = Vec3::Zero();
  double cohesion = 0;
  Limit friction_angle, rate;
};
struct LimitsPlanet {
  Auto mass;
  Limit radius, density;
};

inline std::vector<Field<LimitsBody>> fields(const LimitsBody*) {
  return {
      field("density", "kg m-3", "bulk density of the body, pores included", &LimitsBody::density)
          .required()
          .range(kPositive),
      field("constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &LimitsBody::constant)
          .required()
          .range(kPositive),
  };
}
inline std::vector<Field<LimitsStrength>> fields(const LimitsStrength*) {
  using S = LimitsStrength;
  const Range angle{0, 0.5 * std::numbers::pi, true, true};
  return {
      field("axes", "m", "semi-axes of the body, which rotates about the third", &S::axes).required().range(kPositive),
      field("friction_angle", "rad", "angle of internal friction, up to 90 degrees, for the failure rate",
            &S::friction_angle)
          .range(angle)
          .off("unknown, no failure rate"),
      field("cohesion", "Pa", "cohesion: shear strength at zero pressure", &S::cohesion).required().range(kNotNegative),
      // The unit is kSpinUnit of base/units.hpp, a header that this folder may not include.
      field("rate", "rad/s or period",
            "spin rate, or rotation period, for the mobilised friction angle; 0: no rotation", &S::rate)
          .range(kNotNegative)
          .off("unknown, no mobilised friction angle"),
  };
}
inline std::vector<Field<LimitsPlanet>> fields(const LimitsPlanet*) {
  using P = LimitsPlanet;
  return {
      field("mass", "kg", "mass of the planet", &P::mass).range(kPositive).computed("from radius and density"),
      field("radius", "m", "radius of the planet, for distances in planetary radii", &P::radius)
          .range(kPositive)
          .off("unknown, only distances in metres"),
      field("density", "kg m-3", "mean density of the planet, required without a mass", &P::density)
          .range(kPositive)
          .off("unknown"),
  };
}

}  // namespace rubble::measure
