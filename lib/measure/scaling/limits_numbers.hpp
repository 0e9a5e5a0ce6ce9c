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
      {"density", "kg m-3", "bulk density of the body, pores included", &LimitsBody::density, kPositive},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &LimitsBody::constant, kPositive},
  };
}
inline std::vector<Field<LimitsStrength>> fields(const LimitsStrength*) {
  using S = LimitsStrength;
  const Range angle{0, 0.5 * std::numbers::pi, true, true};
  return {
      {"axes", "m", "semi-axes of the body, which rotates about the third", &S::axes, kPositive},
      {"friction_angle", "rad", "angle of internal friction, up to 90 degrees", &S::friction_angle, angle},
      {"cohesion", "Pa", "cohesion: shear strength at zero pressure", &S::cohesion, kNotNegative},
  };
}
inline std::vector<Field<LimitsPlanet>> fields(const LimitsPlanet*) {
  using P = LimitsPlanet;
  return {
      {"mass", "kg", "mass of the planet; auto: from radius and density", &P::mass, kPositive, {}, false},
      {"radius",
       "m",
       "radius of the planet, for distances in planetary radii; auto: unknown, only distances in metres",
       &P::radius,
       kPositive,
       {},
       false},
      {"density", "kg m-3", "mean density of the planet, required if mass is auto", &P::density, kPositive, {}, false},
  };
}

}  // namespace rubble::measure
