#pragma once
// Cube roots of positive numbers, by integer arithmetic and products, so that single numbers and packs have the same
// bits on every machine.
#include "simd/pack.hpp"

#include <bit>

namespace rubble {

// (normal number t > 0) => its cube root within 6 %. A third of the bits of a number is about its cube root (Kahan &
// Bindel 2001, cbrt of 4.3 BSD).
RUBBLE_INLINE double rough_cube_root(double t) {
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(t) / 3 + 0x2a9f789300000000L);
}
RUBBLE_INLINE Pack rough_cube_root(Pack t) {
  return reinterpret_cast<Pack>(reinterpret_cast<Mask>(t) / 3 + 0x2a9f789300000000L);
}

// (normal number t > 0) => its cube root, to rounding.
template <class R>
RUBBLE_INLINE R cube_root(R t) {
  R root = rough_cube_root(t);
  for (int step = 0; step < 4; ++step) root = root - (root * root * root - t) / (3 * root * root);
  return root;
}

}  // namespace rubble
