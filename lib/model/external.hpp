#pragma once
// External action on the bodies: uniform gravity, a planet, walls, given motions. Drives make one for each control
// interval.
#include "base/vec.hpp"
#include "model/frozen.hpp"
#include "model/kepler.hpp"
#include "model/mesh_wall.hpp"
#include "model/plane.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace rubble {

// A point mass: fixed in space, or one that the pile passes in free fall. mass = 0 means that there is none.
struct Planet {
  double mass = 0;  // [kg]
  Vec3 position = Vec3::Zero();
  // The origin falls along this orbit about the planet, and the axes keep their directions. The tidal acceleration of a
  // body is the exact difference between the planet's pull on the body and on the origin. Without an orbit the planet
  // is at rest at `position`.
  std::optional<Conic> pass = {};

  Vec3 position_at(double time) const { return pass ? Vec3(-motion_on(*pass, time).position) : position; }
};

// Field of the planet and uniform field at one time.
struct FieldAt {
  Vec3 uniform = Vec3::Zero();  // uniform gravity minus the acceleration of an origin in free fall [m s-2]
  double strength = 0;          // G times the planet's mass [m3 s-2]
  Vec3 planet = Vec3::Zero();   // [m]

  bool any() const { return strength > 0 || !uniform.isZero(0); }

  // (position [m]) => acceleration by the planet [m s-2]: strength (planet - x) / |planet - x|^3, docs/theory.md 4.2.
  // Soft spheres use the form for packs, field_at in simd/xyzw.hpp.
  Vec3 pull(const Vec3& x) const {
    if (!(strength > 0)) return Vec3::Zero();
    const Vec3 d = planet - x;
    return strength / std::pow(d.norm(), 3) * d;
  }
  // (position [m]) => acceleration by the planet and the uniform field [m s-2].
  Vec3 at(const Vec3& x) const { return uniform + pull(x); }
};

inline std::vector<Field<Planet>> fields(const Planet*) {
  return {
      field("mass", "kg", "mass of the planet, a fixed point mass", &Planet::mass).required().range(kPositive),
      field("position", "m", "position of the planet", &Planet::position).required(),
  };
}

struct External {
  Vec3 uniform = Vec3::Zero();  // acceleration of uniform gravity [m s-2]
  Planet planet;
  std::vector<Plane> planes;
  std::vector<MeshWall> meshes;  // numbered after the planes
  Vec3 period = Vec3::Zero();    // period of space along each axis; 0: open [m]
  std::vector<FrozenBodies> frozen = {};

  std::size_t walls() const { return planes.size() + meshes.size(); }
  // (G, time [s]) => field at that time
  FieldAt field_at(double constant, double time) const {
    FieldAt field{uniform, constant * planet.mass, planet.position_at(time)};
    if (planet.pass) field.uniform -= field.strength / std::pow(field.planet.norm(), 3) * field.planet;
    return field;
  }
};

}  // namespace rubble
