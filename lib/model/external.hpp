#pragma once
// What acts on the bodies from outside: uniform gravity, a planet, walls. Drives make one for each control interval.
#include "base/vec.hpp"
#include "model/plane.hpp"

#include <vector>

namespace rubble {

// A point mass fixed in space. mass = 0 means that there is none.
struct Planet {
  double mass = 0;
  Vec3 position = Vec3::Zero();
};

inline std::vector<Field<Planet>> fields(const Planet*) {
  return {
      {"mass", "kg", "mass of the planet, a fixed point mass", &Planet::mass, kPositive},
      {"position", "m", "its position", &Planet::position},
  };
}

struct External {
  Vec3 uniform = Vec3::Zero();  // acceleration of uniform gravity [m s-2]
  Planet planet;
  std::vector<Plane> planes;
  Vec3 period = Vec3::Zero();  // of space along each axis; 0: open [m]
};

}  // namespace rubble
