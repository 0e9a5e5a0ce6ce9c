#pragma once
// Extensions of pack.hpp for Pack8: vectors of eight bodies, conversions, and the types that belong to a pack of either
// kind.
#include "simd/pack.hpp"

namespace rubble {

// Four numbers of one body: a vector (x, y, z) and an additional number w.
struct Xyzw8 {
  Quad v{};
};
// Vectors and additional numbers of eight bodies.
struct Gathered8 {
  Triple<Pack8> v;
  Pack8 w;
};

// Types that belong to each kind of pack.
template <class P>
struct Lanes;
template <>
struct Lanes<Pack> {
  static constexpr std::size_t count = kLanes;
  using Number = double;
  using OfBody = Xyzw;
  using Columns = Gathered;
};
template <>
struct Lanes<Pack8> {
  static constexpr std::size_t count = 8;
  using Number = float;
  using OfBody = Xyzw8;
  using Columns = Gathered8;
};

template <class P>
RUBBLE_INLINE P all_of(double v) {
  return P{} + static_cast<typename Lanes<P>::Number>(v);
}

// Conversion of two packs of four doubles to one pack of eight single-precision numbers, and back. single_of() converts
// the numbers of one body, multiplied by a factor.
RUBBLE_INLINE Pack8 joined(Pack low, Pack high) {
  return __builtin_shufflevector(__builtin_convertvector(low, Quad), __builtin_convertvector(high, Quad), 0, 1, 2, 3, 4,
                                 5, 6, 7);
}
RUBBLE_INLINE Xyzw8 single_of(const Xyzw& of, double factor) { return {__builtin_convertvector(of.v * factor, Quad)}; }
RUBBLE_INLINE Pack low_of(Pack8 a) { return __builtin_convertvector(__builtin_shufflevector(a, a, 0, 1, 2, 3), Pack); }
RUBBLE_INLINE Pack high_of(Pack8 a) { return __builtin_convertvector(__builtin_shufflevector(a, a, 4, 5, 6, 7), Pack); }
RUBBLE_INLINE Triple<Pack8> joined(const Pack3& low, const Pack3& high) {
  return {joined(low.x, high.x), joined(low.y, high.y), joined(low.z, high.z)};
}
RUBBLE_INLINE Pack3 low_of(const Triple<Pack8>& a) { return {low_of(a.x), low_of(a.y), low_of(a.z)}; }
RUBBLE_INLINE Pack3 high_of(const Triple<Pack8>& a) { return {high_of(a.x), high_of(a.y), high_of(a.z)}; }

// Four double-precision numbers with the same sum as the pack. For eight numbers, the two halves are added.
RUBBLE_INLINE Pack folded(Pack a) { return a; }
RUBBLE_INLINE Pack folded(Pack8 a) { return low_of(a) + high_of(a); }
RUBBLE_INLINE double sum(Pack8 a) { return sum(folded(a)); }
RUBBLE_INLINE double largest(Pack8 a) { return largest(max(low_of(a), high_of(a))); }

// Transposes the 4 x 4 matrix of rows in each half. Twice applied, it restores the rows.
RUBBLE_INLINE void transpose(Pack8& a, Pack8& b, Pack8& c, Pack8& d) {
  const Pack8 ab_low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  const Pack8 ab_high = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  const Pack8 cd_low = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
  const Pack8 cd_high = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 8, 9, 4, 5, 12, 13);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 10, 11, 6, 7, 14, 15);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 8, 9, 4, 5, 12, 13);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 10, 11, 6, 7, 14, 15);
}

// Gathers a member of eight items as columns, and writes columns back.
template <class T>
RUBBLE_INLINE Gathered8 gather(const T* items, Xyzw8 T::*member, const std::int32_t* index) {
  const auto rows = [&](int k) {
    const Quad low = (items[index[k]].*member).v;
    const Quad high = (items[index[k + 4]].*member).v;
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
  };
  Pack8 a = rows(0);
  Pack8 b = rows(1);
  Pack8 c = rows(2);
  Pack8 d = rows(3);
  transpose(a, b, c, d);
  return {{a, b, c}, d};
}
template <class T>
RUBBLE_INLINE void scatter(T* items, Xyzw8 T::*member, const std::int32_t* index, Triple<Pack8> v, Pack8 w) {
  transpose(v.x, v.y, v.z, w);
  const auto put = [&](int k, Pack8 rows) {
    (items[index[k]].*member).v = __builtin_shufflevector(rows, rows, 0, 1, 2, 3);
    (items[index[k + 4]].*member).v = __builtin_shufflevector(rows, rows, 4, 5, 6, 7);
  };
  put(0, v.x);
  put(1, v.y);
  put(2, v.z);
  put(3, w);
}

}  // namespace rubble
