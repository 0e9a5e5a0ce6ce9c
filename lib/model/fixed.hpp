#pragma once
// Tests for objects that are fixed in space.
#include "model/external.hpp"

namespace rubble {

// (external) => true if walls, frozen bodies or planets in inertial space define zero velocity.
inline bool is_fixed(const External& external) {
  return external.walls() > 0 || !external.frozen.empty() || (!external.planets.empty() && !external.falls());
}

}  // namespace rubble
