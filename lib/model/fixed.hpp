#pragma once
// Tests for objects that are fixed in space.
#include "model/external.hpp"

namespace rubble {

// (external) => true if walls, frozen bodies, planets in inertial space or a rotating frame define zero velocity.
inline bool is_fixed(const External& external) {
  return external.walls() > 0 || external.hill.turns() || !external.frozen.empty() ||
         (!external.planets.empty() && !external.falls());
}

}  // namespace rubble
