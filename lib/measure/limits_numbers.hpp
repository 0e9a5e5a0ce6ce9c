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
  double friction_angle = 0, cohesion = 0;
};
struct LimitsPlanet {
  Auto mass, radius, density;
};

inline std::vector<Field<LimitsBody>> fields(const LimitsBody*) {
  return {
      {"density", "kg m-3", "bulk density: pores included", &LimitsBody::density, kPositive},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &LimitsBody::constant, kPositive},
  };
}
inline std::vector<Field<LimitsStrength>> fields(const LimitsStrength*) {
  using S = LimitsStrength;
  const Range angle{0, 0.5 * std::numbers::pi, true, true};
  return {
      {"axes", "m", "semi-axes; it turns about the third", &S::axes, kPositive},
      {"friction_angle", "rad", "angle of friction, up to 90 degree", &S::friction_angle, angle},
      {"cohesion", "Pa", "shear strength without pressure", &S::cohesion, kNotNegative},
  };
}
inline std::vector<Field<LimitsPlanet>> fields(const LimitsPlanet*) {
  using P = LimitsPlanet;
  return {
      {"mass", "kg", "its mass; auto: from radius and density", &P::mass, kPositive, {}, false},
      {"radius", "m", "its radius, for distances in units of it", &P::radius, kPositive, {}, false},
      {"density", "kg m-3", "its mean density, instead of the mass", &P::density, kPositive, {}, false},
  };
}

}  // namespace rubble::measure
