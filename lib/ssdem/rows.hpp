#pragma once
// Vectors as rows: three numbers of a pack, the fourth is something else.
#include "base/pack.hpp"
#include "base/vec.hpp"

namespace rubble::ssdem {

RUBBLE_INLINE Row row(const Vec3& v, double w) { return {Pack{v.x(), v.y(), v.z(), w}}; }
RUBBLE_INLINE Vec3 vec(const Row& r) { return Vec3(r.v[0], r.v[1], r.v[2]); }
RUBBLE_INLINE Pack with_fourth(Pack v, Pack fourth) { return __builtin_shufflevector(v, fourth, 0, 1, 2, 7); }

// (x, y, z) => (y, z, x).
RUBBLE_INLINE Pack yzx(Pack p) { return __builtin_shufflevector(p, p, 1, 2, 0, 3); }

// a x b of two vectors.
RUBBLE_INLINE Pack cross_rows(Pack a, Pack b) { return yzx(fnma(yzx(a), b, a * yzx(b))); }

// a[0] + a[1] + a[2] in the first lane.
RUBBLE_INLINE Pack first_three(Pack a) {
  return a + __builtin_shufflevector(a, a, 1, 1, 1, 1) + __builtin_shufflevector(a, a, 2, 2, 2, 2);
}

// Acceleration at x by a planet of this strength and a uniform field.
RUBBLE_INLINE Pack pull_at(Pack x, Pack uniform, Pack planet, Pack strength, bool attracting) {
  if (!attracting) return uniform;
  const Pack d = with_fourth(planet - x, Pack{}), d2 = d * d, r2 = all(d2[0] + d2[1] + d2[2]);
  return fma(strength / (r2 * sqrt(r2)), d, uniform);
}

}  // namespace rubble::ssdem
