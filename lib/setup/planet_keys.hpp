#pragma once
// Keys of [[planet]].
#include "base/field.hpp"
#include "model/planet.hpp"

#include <string>

namespace rubble::setup {

// Keys of every [[planet]].
struct PlanetHead {
  std::string name;
  double mass = 0;  // [kg]
  Limit radius;     // [m]
  OnImpact on_impact = OnImpact::error;
};
// Shape of the field, and rotation.
struct PlanetField {
  double j2 = 0, c22 = 0;
  std::string mesh;
  double mesh_unit = 1;  // [m]
  Vec3 pole = Vec3::UnitZ();
  Limit rotation_period;      // [s]
  double prime_meridian = 0;  // [rad]
  Auto since;                 // [s]
};
struct PlanetAtRest {
  Vec3 position = Vec3::Zero();  // [m]
};
struct PlanetOrbit {
  std::string about;
  Vec3 focus = Vec3::Zero();  // [m]
  Limit period;               // [s]
  Limit semi_major_axis;      // [m]
  Limit pericentre;           // [m]
  double eccentricity = 0;
  double inclination = 0;             // [rad]
  double longitude_of_node = 0;       // [rad]
  double argument_of_pericentre = 0;  // [rad]
  double mean_anomaly = 0;            // [rad]
  bool recoil = false;
};

std::vector<Field<PlanetHead>> fields(const PlanetHead*);
std::vector<Field<PlanetField>> fields(const PlanetField*);
std::vector<Field<PlanetAtRest>> fields(const PlanetAtRest*);
std::vector<Field<PlanetOrbit>> fields(const PlanetOrbit*);

}  // namespace rubble::setup
