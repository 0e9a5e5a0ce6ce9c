#pragma once
// Vectors of three components in a pack; the fourth component has a separate meaning.
#include "base/vec.hpp"
#include "simd/pack.hpp"

namespace rubble {

RUBBLE_INLINE Xyzw xyzw(const Vec3& v, double w) { return {Pack{v.x(), v.y(), v.z(), w}}; }
RUBBLE_INLINE Vec3 vec(Pack p) { return Vec3(p[0], p[1], p[2]); }
RUBBLE_INLINE Vec3 vec(const Xyzw& p) { return vec(p.v); }
RUBBLE_INLINE Pack with_fourth(Pack v, Pack fourth) { return __builtin_shufflevector(v, fourth, 0, 1, 2, 7); }

// The vector in one lane of a pack.
inline Vec3 lane_of(const Pack3& v, std::size_t lane) { return Vec3(v.x[lane], v.y[lane], v.z[lane]); }

// (x, y, z) => (y, z, x).
RUBBLE_INLINE Pack yzx(Pack p) { return __builtin_shufflevector(p, p, 1, 2, 0, 3); }

// a x b of two vectors.
RUBBLE_INLINE Pack cross_xyz(Pack a, Pack b) { return yzx(fnma(yzx(a), b, a * yzx(b))); }

// a[0] + a[1] + a[2] in the first lane.
RUBBLE_INLINE Pack first_three(Pack a) {
  return a + __builtin_shufflevector(a, a, 1, 1, 1, 1) + __builtin_shufflevector(a, a, 2, 2, 2, 2);
}

// Acceleration at x [m s-2] by a uniform field and by a planet of the given strength (G times its mass [m3 s-2]):
// docs/theory.md 4.2.
RUBBLE_INLINE Pack field_at(Pack x, Pack uniform, Pack planet, Pack strength) {
  const Pack d = with_fourth(planet - x, Pack{});
  const Pack d2 = d * d;
  const Pack r2 = all(d2[0] + d2[1] + d2[2]);
  return fma(strength / (r2 * sqrt(r2)), d, uniform);
}

}  // namespace rubble
