#pragma once
// Acceleration, potential and tide of bodies due to gravity, and flags that select them.
#include "base/vec.hpp"

namespace rubble::gravity {

// Values at each body due to the other bodies.
struct Pull {
  Vec3s acceleration;      // [m s-2]
  Reals potential;         // [m2 s-2]
  std::vector<Mat3> tide;  // gradient of the acceleration field [s-2]: symmetric, with trace 0

  // Resizes the requested arrays to n bodies and empties the others.
  inline void resize(std::size_t n, unsigned want);
};

// Requested quantities, as bits; accelerations are always computed.
enum class Want : unsigned { acceleration = 1, potential = 2, tide = 4 };
inline constexpr bool wants(unsigned want, Want what) { return (want & static_cast<unsigned>(what)) != 0; }

inline void Pull::resize(std::size_t n, unsigned want) {
  acceleration.resize(n);
  potential.resize(wants(want, Want::potential) ? n : 0);
  tide.resize(wants(want, Want::tide) ? n : 0);
}

}  // namespace rubble::gravity
