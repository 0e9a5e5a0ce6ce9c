#pragma once
// [ejecta]: a body that an impact has just torn apart, in place of the impact itself. docs/theory.md 9.6.
#include "base/field.hpp"
#include "model/pile.hpp"

namespace rubble::make {

// All bodies fly away from a point below the impact's site, at a speed that falls with the distance from it.
struct Ejecta {
  Vec3 site = Vec3::Zero();
  double depth = 0;
  double exponent = 0;
  double escaping = 0;
  double constant = 0;  // G
};

inline std::vector<Field<Ejecta>> fields(const Ejecta*) {
  return {
      {"site", "1", "direction from the centre to the impact site", &Ejecta::site},
      {"depth",
       "1",
       "depth below the impact site of the point from which all bodies fly away / radius of the pile",
       &Ejecta::depth,
       {0, 1}},
      {"exponent", "1", "exponent of the power law of the ejection speed in the distance from the point at depth",
       &Ejecta::exponent},
      {"escaping", "1",
       "mass fraction of bodies above their own escape speed, which sets the scale of the ejection speeds",
       &Ejecta::escaping, kPositiveFraction},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &Ejecta::constant, kPositive},
  };
}

// (pile of free spheres) => its velocities v = v_c (d / R)^exponent away from the point, d the distance, at least the
// sphere's own radius, less the mean of all: the centre of mass is at rest. R: from the centre of mass to the farthest
// surface. v_c is such that v^2 / 2 - sum G m / r > 0 of that share of the mass. => v_c [m s-1]. InputError for glued
// grains and for a site without direction.
double throw_out(Pile& pile, const Ejecta& ejecta);

}  // namespace rubble::make
