#include "setup/planet_keys.hpp"

namespace rubble::setup {
namespace {

constexpr Word<OnImpact> kOnImpact[] = {{"error", OnImpact::error}, {"stop", OnImpact::stop}};
// Extremes of (C - (A + B) / 2) / (M R^2) of masses within the radius R: a ring, and two points at the poles.
constexpr Range kOblateness{-1.0, 0.5};
constexpr Range kEllipse{0.0, 1.0, true, false};

}  // namespace

std::vector<Field<PlanetHead>> fields(const PlanetHead*) {
  return {
      field("mass", "kg", "mass of the planet", &PlanetHead::mass).required().range(kPositive),
      field("name", "", "name of the planet, for messages and for 'about' of other planets", &PlanetHead::name),
      field("radius", "m", "radius of the surface, and reference radius of j2 and c22", &PlanetHead::radius)
          .range(kPositive)
          .off("the planet has no surface, except that of 'mesh'"),
      field("on_impact",
            "end of a run when a body reaches the surface or the point mass: error (exit code 3) or stop (exit code 0)",
            &PlanetHead::on_impact, kOnImpact),
  };
}

std::vector<Field<PlanetField>> fields(const PlanetField*) {
  return {
      field("j2", "1", "coefficient J2 of the oblateness, not normalised; needs 'radius'", &PlanetField::j2)
          .range(kOblateness),
      field("c22", "1", "coefficient C22, not normalised, about the prime meridian; needs 'radius'", &PlanetField::c22),
      field(
          "mesh", "",
          "file with a closed surface (OBJ, PLY, STL) of uniform density; its z axis is the pole, its x axis the prime "
          "meridian",
          &PlanetField::mesh),
      field("mesh_unit", "m", "length of one unit of the file of 'mesh'", &PlanetField::mesh_unit).range(kPositive),
      field("pole", "1", "axis of the rotation and of the oblateness, of any length", &PlanetField::pole),
      field("rotation_period", "s", "period of the uniform rotation about the pole", &PlanetField::rotation_period)
          .range(kPositive)
          .off("the planet does not rotate"),
      field("prime_meridian", "rad",
            "angle at the time 'since' from the node of the equator, z cross pole (x for a pole along z), to the prime "
            "meridian",
            &PlanetField::prime_meridian),
      field("since", "s", "time to which 'mean_anomaly' and 'prime_meridian' refer", &PlanetField::since)
          .computed("start of the run"),
  };
}

std::vector<Field<PlanetAtRest>> fields(const PlanetAtRest*) {
  return {
      field("position", "m",
            "position of the centre of mass of the planet, or of that of a binary if another planet is about this one "
            "with 'recoil'",
            &PlanetAtRest::position)
          .required(),
  };
}

std::vector<Field<PlanetOrbit>> fields(const PlanetOrbit*) {
  return {
      field("about", "", "name of the planet in the focus of the orbit; alternative to 'focus'", &PlanetOrbit::about),
      field("focus", "m", "focus of the orbit, a fixed point; needs 'period'", &PlanetOrbit::focus),
      field("semi_major_axis", "m", "semi-major axis of the orbit", &PlanetOrbit::semi_major_axis)
          .range(kPositive)
          .off("follows from 'pericentre'"),
      field("pericentre", "m", "least distance from the focus", &PlanetOrbit::pericentre)
          .range(kPositive)
          .off("follows from 'semi_major_axis'"),
      field("eccentricity", "1", "eccentricity of the orbit, an ellipse", &PlanetOrbit::eccentricity)
          .required()
          .range(kEllipse),
      field("inclination", "rad", "inclination of the orbit to the x-y plane", &PlanetOrbit::inclination),
      field("longitude_of_node", "rad", "angle from x to the ascending node", &PlanetOrbit::longitude_of_node),
      field("argument_of_pericentre", "rad", "angle from the ascending node to the pericentre",
            &PlanetOrbit::argument_of_pericentre),
      field("mean_anomaly", "rad", "mean anomaly at the time 'since'", &PlanetOrbit::mean_anomaly),
      field("period", "s", "period of the orbit", &PlanetOrbit::period)
          .range(kPositive)
          .off("follows from the masses of both planets"),
      field("recoil", "", "true: the planet 'about' and this one move about their common centre of mass",
            &PlanetOrbit::recoil),
  };
}

}  // namespace rubble::setup
