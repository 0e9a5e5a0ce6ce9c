#pragma once
// Four doubles side by side, for the inner loops of contacts and gravity: GCC's vector type and the functions that it
// lacks. Sums of products use fma(), which rounds once, so that the bits do not depend on contraction by the compiler.
// The width is four on every machine, so that the bits do not depend on the vector unit either.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

#if defined(__AVX__)
#include <immintrin.h>
#endif

// For the building blocks of inner loops: arguments of a real call would go through memory.
#define RUBBLE_INLINE [[gnu::always_inline]] inline

namespace rubble {

inline constexpr std::size_t kLanes = 4;
using Pack = double __attribute__((vector_size(32)));
using Mask = long __attribute__((vector_size(32)));  // all bits of a lane are equal
inline constexpr int kAllLanes = 15;                 // value of bits() if all lanes are set

// Type of the result of comparing numbers or packs.
template <class T>
using MaskOf = std::conditional_t<std::is_same_v<T, Pack>, Mask, bool>;

RUBBLE_INLINE Pack all(double v) { return Pack{v, v, v, v}; }

#if defined(__AVX__) && defined(__FMA__)
RUBBLE_INLINE Pack fma(Pack a, Pack b, Pack c) { return _mm256_fmadd_pd(a, b, c); }    // a b + c
RUBBLE_INLINE Pack fnma(Pack a, Pack b, Pack c) { return _mm256_fnmadd_pd(a, b, c); }  // c - a b
RUBBLE_INLINE Pack sqrt(Pack a) { return _mm256_sqrt_pd(a); }
RUBBLE_INLINE Pack round(Pack a) { return _mm256_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
RUBBLE_INLINE int bits(Mask m) { return _mm256_movemask_pd(reinterpret_cast<__m256d>(m)); }  // bit k belongs to lane k
#else
template <class F>
Pack each_lane(F&& f) {
  return Pack{f(0), f(1), f(2), f(3)};
}
RUBBLE_INLINE Pack fma(Pack a, Pack b, Pack c) {
  return each_lane([&](int k) { return std::fma(a[k], b[k], c[k]); });
}
RUBBLE_INLINE Pack fnma(Pack a, Pack b, Pack c) {
  return each_lane([&](int k) { return std::fma(-a[k], b[k], c[k]); });
}
RUBBLE_INLINE Pack sqrt(Pack a) {
  return each_lane([&](int k) { return std::sqrt(a[k]); });
}
RUBBLE_INLINE Pack round(Pack a) {
  return each_lane([&](int k) { return std::nearbyint(a[k]); });
}
RUBBLE_INLINE int bits(Mask m) { return (m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8); }
#endif
RUBBLE_INLINE bool any(Mask m) { return bits(m) != 0; }

RUBBLE_INLINE Pack select(Mask m, Pack yes, Pack no) { return m ? yes : no; }
RUBBLE_INLINE Pack min(Pack a, Pack b) { return a < b ? a : b; }
RUBBLE_INLINE Pack max(Pack a, Pack b) { return a > b ? a : b; }
RUBBLE_INLINE Pack abs(Pack a) { return reinterpret_cast<Pack>(reinterpret_cast<Mask>(a) & 0x7fffffffffffffffL); }
RUBBLE_INLINE Pack copysign(Pack size, Pack sign) {
  const Mask top = Mask{} + (-0x7fffffffffffffffL - 1);
  return reinterpret_cast<Pack>((reinterpret_cast<Mask>(size) & ~top) | (reinterpret_cast<Mask>(sign) & top));
}
RUBBLE_INLINE double sum(Pack a) { return (a[0] + a[1]) + (a[2] + a[3]); }
// Adds sum(a) to p[0] and sum(b) to p[1]. p must be aligned to 16 bytes.
#if defined(__AVX__) && defined(__FMA__)
RUBBLE_INLINE void add_sums(double* p, Pack a, Pack b) {
  const __m256d pairs = _mm256_hadd_pd(a, b);
  const __m128d sums = _mm_add_pd(_mm256_castpd256_pd128(pairs), _mm256_extractf128_pd(pairs, 1));
  _mm_store_pd(p, _mm_add_pd(_mm_load_pd(p), sums));
}
#else
RUBBLE_INLINE void add_sums(double* p, Pack a, Pack b) {
  p[0] += sum(a);
  p[1] += sum(b);
}
#endif
RUBBLE_INLINE double largest(Pack a) { return std::max(std::max(a[0], a[1]), std::max(a[2], a[3])); }

// Eight single-precision numbers, for quantities that need only 24 bits: twice as many lanes in the same registers.
using Pack8 = float __attribute__((vector_size(32)));
using Mask8 = int __attribute__((vector_size(32)));
using Quad = float __attribute__((vector_size(16)));

#if defined(__AVX__) && defined(__FMA__)
RUBBLE_INLINE Pack8 fma(Pack8 a, Pack8 b, Pack8 c) { return _mm256_fmadd_ps(a, b, c); }    // a b + c
RUBBLE_INLINE Pack8 fnma(Pack8 a, Pack8 b, Pack8 c) { return _mm256_fnmadd_ps(a, b, c); }  // c - a b
RUBBLE_INLINE Pack8 sqrt(Pack8 a) { return _mm256_sqrt_ps(a); }
RUBBLE_INLINE bool any(Mask8 m) { return _mm256_movemask_ps(reinterpret_cast<__m256>(m)) != 0; }
#else
template <class F>
Pack8 each_of_eight(F&& f) {
  return Pack8{f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)};
}
RUBBLE_INLINE Pack8 fma(Pack8 a, Pack8 b, Pack8 c) {
  return each_of_eight([&](int k) { return std::fma(a[k], b[k], c[k]); });
}
RUBBLE_INLINE Pack8 fnma(Pack8 a, Pack8 b, Pack8 c) {
  return each_of_eight([&](int k) { return std::fma(-a[k], b[k], c[k]); });
}
RUBBLE_INLINE Pack8 sqrt(Pack8 a) {
  return each_of_eight([&](int k) { return std::sqrt(a[k]); });
}
RUBBLE_INLINE bool any(Mask8 m) {
  for (int k = 0; k < 8; ++k)
    if (m[k] != 0) return true;
  return false;
}
#endif

RUBBLE_INLINE Pack8 select(Mask8 m, Pack8 yes, Pack8 no) { return m ? yes : no; }
RUBBLE_INLINE Pack8 min(Pack8 a, Pack8 b) { return a < b ? a : b; }
RUBBLE_INLINE Pack8 max(Pack8 a, Pack8 b) { return a > b ? a : b; }

// The same functions for single numbers, so that a law is written once for both. They give the same bits as a lane.
using std::abs;
using std::copysign;
using std::fma;
using std::sqrt;
RUBBLE_INLINE double min(double a, double b) { return a < b ? a : b; }
RUBBLE_INLINE double max(double a, double b) { return a > b ? a : b; }
RUBBLE_INLINE double fnma(double a, double b, double c) { return std::fma(-a, b, c); }
RUBBLE_INLINE double select(bool m, double yes, double no) { return m ? yes : no; }

// A vector of numbers or of packs.
template <class T>
struct Triple {
  T x{}, y{}, z{};
};
using Pack3 = Triple<Pack>;

template <class T>
RUBBLE_INLINE Triple<T> operator+(const Triple<T>& a, const Triple<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
RUBBLE_INLINE Triple<T> operator-(const Triple<T>& a, const Triple<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
RUBBLE_INLINE Triple<T> operator-(const Triple<T>& a) {
  return Triple<T>{} - a;
}
template <class T>
RUBBLE_INLINE Triple<T> operator*(const Triple<T>& a, T s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
RUBBLE_INLINE Triple<T> fma(T s, const Triple<T>& a, const Triple<T>& b) {
  return {fma(s, a.x, b.x), fma(s, a.y, b.y), fma(s, a.z, b.z)};
}
template <class T>
RUBBLE_INLINE Triple<T> fnma(T s, const Triple<T>& a, const Triple<T>& b) {
  return {fnma(s, a.x, b.x), fnma(s, a.y, b.y), fnma(s, a.z, b.z)};
}
template <class T>
RUBBLE_INLINE T dot(const Triple<T>& a, const Triple<T>& b) {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}
template <class T>
RUBBLE_INLINE Triple<T> cross(const Triple<T>& a, const Triple<T>& b) {
  return {fnma(a.z, b.y, a.y * b.z), fnma(a.x, b.z, a.z * b.x), fnma(a.y, b.x, a.x * b.y)};
}
template <class M, class T>
RUBBLE_INLINE Triple<T> select(M m, const Triple<T>& yes, const Triple<T>& no) {
  return {select(m, yes.x, no.x), select(m, yes.y, no.y), select(m, yes.z, no.z)};
}

// Four numbers of one body, aligned: a vector (x, y, z) and an additional number w.
struct Xyzw {
  Pack v{};
};

// Transposes a 4 x 4 matrix of rows. Twice applied, it restores the rows.
RUBBLE_INLINE void transpose(Pack& a, Pack& b, Pack& c, Pack& d) {
  const Pack ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Pack ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Pack cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Pack cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

// Vectors and additional numbers of four bodies.
struct Gathered {
  Pack3 v;
  Pack w;
};
template <class T>
RUBBLE_INLINE Gathered gather(const T* items, Xyzw T::*member, const std::int32_t* index) {
  Pack a = (items[index[0]].*member).v;
  Pack b = (items[index[1]].*member).v;
  Pack c = (items[index[2]].*member).v;
  Pack d = (items[index[3]].*member).v;
  transpose(a, b, c, d);
  return {{a, b, c}, d};
}

// Conversion of vectors from packs to lanes, and back.
struct Lanes4 {
  Pack lane[kLanes];  // (x, y, z, w) each
};
RUBBLE_INLINE Lanes4 lanes_of(const Pack3& v, Pack w) {
  Lanes4 r{{v.x, v.y, v.z, w}};
  transpose(r.lane[0], r.lane[1], r.lane[2], r.lane[3]);
  return r;
}
RUBBLE_INLINE Pack3 columns_of(Lanes4 r) {
  transpose(r.lane[0], r.lane[1], r.lane[2], r.lane[3]);
  return {r.lane[0], r.lane[1], r.lane[2]};
}

// Writes columns to four items: the inverse of gather().
template <class T>
RUBBLE_INLINE void scatter(T* items, Xyzw T::*member, const std::int32_t* index, const Pack3& v, Pack w) {
  const Lanes4 lanes = lanes_of(v, w);
  for (std::size_t k = 0; k < kLanes; ++k) (items[index[k]].*member).v = lanes.lane[k];
}

// Loads and stores of four numbers at any address.
RUBBLE_INLINE Pack load_pack(const double* p) { return Pack{p[0], p[1], p[2], p[3]}; }
RUBBLE_INLINE void store_pack(double* p, Pack v) {
  for (std::size_t k = 0; k < kLanes; ++k) p[k] = v[k];
}

// Loads and stores at addresses that are multiples of 32 bytes, as in AlignedReals.
RUBBLE_INLINE Pack load_aligned(const double* p) { return *reinterpret_cast<const Pack*>(p); }
RUBBLE_INLINE void store_aligned(double* p, Pack v) { *reinterpret_cast<Pack*>(p) = v; }

}  // namespace rubble
