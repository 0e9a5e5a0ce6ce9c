#pragma once
// Planets: bodies with a given motion whose gravity acts on the pile. docs/theory.md 4.2.
#include "base/field.hpp"
#include "base/vec.hpp"
#include "model/kepler.hpp"
#include "model/polyhedron_field.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rubble {

// Shape of the field of a planet in its own axes: x to the prime meridian, z to the pole. Without a polyhedron it is
// the harmonics of degree 2 that are symmetric about the planes of these axes.
struct Figure {
  double j2 = 0, c22 = 0;  // not normalised, for the radius
  double radius = 0;       // reference radius of j2 and c22 [m]
  std::shared_ptr<const PolyhedronField> polyhedron = {};

  // (point from the centre of mass, in the planet's axes [m]) => acceleration divided by G times the mass [m-2]
  Vec3 attraction(const Vec3& x) const;
  // (the same) => potential divided by -G times the mass [m-1]
  double potential(const Vec3& x) const;
  // True if the field does not change when the planet turns about its pole.
  bool is_round() const { return c22 == 0 && !polyhedron; }
};

// Uniform rotation about the pole.
struct PlanetRotation {
  Vec3 pole = Vec3::UnitZ();  // unit vector
  double rate = 0;            // [rad s-1]
  double meridian = 0;        // angle of the x axis from the node of the equator at time 0 [rad]

  // (time [s]) => rotation from the planet's axes to inertial axes. The node is z cross pole, or x if the pole is +-z.
  Mat3 at(double time) const;
};

// A Kepler orbit, and the part of its relative position that a planet's position contains: 1 for a planet about a fixed
// focus, and a ratio of masses for the bodies of a binary.
struct OrbitPart {
  Conic conic;
  Mat3 axes = Mat3::Identity();  // rotation from the axes of the conic to inertial axes
  double part = 1;
};

enum class OnImpact { error, stop };

struct Planet {
  double mass = 0;               // [kg]
  Vec3 position = Vec3::Zero();  // at rest; with orbits, the point to which their parts are added [m]
  std::vector<OrbitPart> path = {};
  // The origin falls along this orbit about the planet, and the axes keep their directions. The tidal acceleration of a
  // body is the exact difference between the planet's pull on the body and on the origin.
  std::optional<Conic> pass = {};
  std::shared_ptr<const Figure> figure = {};  // nullptr: a point mass
  PlanetRotation rotation = {};
  double radius = 0;  // of its surface [m]; 0: none. The surface of a polyhedron replaces it.
  OnImpact on_impact = OnImpact::error;
  std::string name = {};

  Vec3 position_at(double time) const;
  Vec3 velocity_at(double time) const;
  bool moves() const { return pass || !path.empty(); }
  // True if the field at a point depends on time.
  bool varies() const { return moves() || (figure && !figure->is_round() && rotation.rate != 0); }
};

// A planet at one time.
struct PlanetAt {
  double strength = 0;           // G times its mass [m3 s-2]
  Vec3 position = Vec3::Zero();  // [m]
  std::shared_ptr<const Figure> figure = {};
  Mat3 axes = Mat3::Identity();  // rotation from its axes to inertial axes

  // (position [m]) => acceleration [m s-2]; of a point mass, strength (planet - x) / |planet - x|^3. Soft spheres use
  // the form for packs, field_at in simd/xyzw.hpp, for point masses.
  Vec3 pull(const Vec3& x) const;
  // (position [m]) => potential [m2 s-2] < 0
  double potential(const Vec3& x) const;
};

// (planet, G, time [s]) => the planet at that time
PlanetAt planet_at(const Planet& planet, double constant, double time);

// [external.planet], the earlier form of a planet at rest.
struct PointPlanet {
  double mass = 0;  // [kg]
  Vec3 position = Vec3::Zero();
};
inline std::vector<Field<PointPlanet>> fields(const PointPlanet*) {
  return {
      field("mass", "kg", "mass of the planet, a fixed point mass", &PointPlanet::mass).required().range(kPositive),
      field("position", "m", "position of the planet", &PointPlanet::position).required(),
  };
}

}  // namespace rubble
