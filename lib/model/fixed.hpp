#pragma once
// Whether something stands still in space.
#include "model/external.hpp"

namespace rubble {

// (external) => whether walls or a planet at rest tell which velocity is zero.
inline bool is_fixed(const External& external) {
  return !external.planes.empty() || (external.planet.mass > 0 && !external.planet.pass);
}

}  // namespace rubble
