#pragma once
// External action on the bodies: uniform gravity, planets, walls, given motions. Drives make one for each control
// interval.
#include "base/vec.hpp"
#include "model/frozen.hpp"
#include "model/hill.hpp"
#include "model/mesh_wall.hpp"
#include "model/plane.hpp"
#include "model/planet.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace rubble {

// Field of the planets and uniform field at one time.
struct FieldAt {
  Vec3 uniform = Vec3::Zero();  // uniform gravity minus the acceleration of an origin in free fall [m s-2]
  std::vector<PlanetAt> planets = {};

  bool any() const { return !planets.empty() || !uniform.isZero(0); }

  // (position [m]) => acceleration by the planets [m s-2]. Soft spheres use outer_field in ssdem/outer_field.hpp.
  Vec3 pull(const Vec3& x) const {
    Vec3 sum = Vec3::Zero();
    for (const PlanetAt& planet : planets) sum += planet.pull(x);
    return sum;
  }
  // (position [m]) => acceleration by the planets and the uniform field [m s-2].
  Vec3 at(const Vec3& x) const { return uniform + pull(x); }
};

struct External {
  Vec3 uniform = Vec3::Zero();  // acceleration of uniform gravity [m s-2]
  std::vector<Planet> planets;
  std::vector<Plane> planes;
  std::vector<MeshWall> meshes;  // numbered after the planes
  Vec3 period = Vec3::Zero();    // period of space along each axis; 0: open [m]
  std::vector<FrozenBodies> frozen = {};
  Hill hill = {};                               // rotating frame of all positions and velocities
  std::vector<std::string> planet_hashes = {};  // SHA-256 of each file with the mesh of a planet

  // (time [s]) => images of points at that time
  ImageLattice lattice(double time) const { return hill.lattice(period, time); }
  std::size_t walls() const { return planes.size() + meshes.size(); }
  // True if the origin falls along an orbit about a planet.
  bool falls() const {
    return std::any_of(planets.begin(), planets.end(), [](const Planet& planet) { return planet.pass.has_value(); });
  }
  // True if the field of a planet depends on time. The work of all fields is then summed, and they have no potential.
  bool varies() const {
    return std::any_of(planets.begin(), planets.end(), [](const Planet& planet) { return planet.varies(); });
  }
  // (G, time [s]) => field at that time
  FieldAt field_at(double constant, double time) const {
    FieldAt field{uniform};
    for (const Planet& planet : planets) {
      if (!(constant * planet.mass > 0)) continue;
      field.planets.push_back(planet_at(planet, constant, time));
      if (planet.pass) field.uniform -= field.planets.back().pull(Vec3::Zero());
    }
    return field;
  }
};

}  // namespace rubble
