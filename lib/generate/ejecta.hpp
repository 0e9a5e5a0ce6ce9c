#pragma once
// [ejecta]: a body directly after its disruption by an impact, without the impact itself. docs/theory.md 9.6.
#include "base/field.hpp"
#include "model/pile.hpp"

namespace rubble::generate {

// All bodies move away from a point below the impact site, at a speed that decreases with the distance from this point.
struct Ejecta {
  Vec3 site = Vec3::Zero();
  double depth = 0;
  double exponent = 0;
  double escaping = 0;
  double constant = 0;  // G
};

inline std::vector<Field<Ejecta>> fields(const Ejecta*) {
  return {
      field("site", "1", "direction from the centre to the impact site", &Ejecta::site).required(),
      field("depth", "1",
            "depth below the impact site of the point from which all bodies fly away / radius of the pile",
            &Ejecta::depth)
          .required()
          .range({0, 1}),
      field("exponent", "1", "exponent of the power law of the ejection speed in the distance from the point at depth",
            &Ejecta::exponent)
          .required(),
      field("escaping", "1",
            "mass fraction of bodies above their own escape speed, which sets the scale of the ejection speeds",
            &Ejecta::escaping)
          .required()
          .range(kPositiveFraction),
      field("constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &Ejecta::constant)
          .required()
          .range(kPositive),
  };
}

// (pile of free spheres, ejecta) Sets the velocities to v = v_c (d / R)^exponent x / d, minus their mean, so that the
// centre of mass is at rest. Here x is the vector from the point to the sphere, d the larger of |x| and the sphere's
// radius, and R the distance from the centre of mass to the farthest surface. The scale v_c is the smallest for which
// v^2 / 2 - sum G m / r >= 0 for at least the given mass fraction. => v_c [m s-1]. InputError for glued grains or
// hulls, for a site without direction, and if the fraction cannot be reached because a body gets no velocity.
double throw_out(Pile& pile, const Ejecta& ejecta);

}  // namespace rubble::generate
