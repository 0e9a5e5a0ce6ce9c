#pragma once
// External fields at a sphere, in packs.
#include "model/external.hpp"
#include "simd/xyzw.hpp"

namespace rubble::ssdem {

// (position [m], uniform field [m s-2], field with the planets) => acceleration [m s-2]: docs/theory.md 4.2
RUBBLE_INLINE Pack outer_field(Pack x, Pack uniform, const FieldAt& field) {
  Pack sum = uniform;
  for (const PlanetAt& planet : field.planets) {
    if (planet.figure)
      sum += xyzw(planet.pull(vec(x)), 0).v;
    else
      sum = field_at(x, sum, xyzw(planet.position, 0).v, all(planet.strength));
  }
  return sum;
}

}  // namespace rubble::ssdem
