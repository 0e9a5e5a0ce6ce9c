#pragma once
// Four doubles side by side. One width on every machine, and fused products only where the code says so: the same bits
// from every compiler flag and vector unit.
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

namespace rubble::gravity {

using Four = double __attribute__((vector_size(32)));
using FourBits = std::int64_t __attribute__((vector_size(32)));

inline constexpr std::size_t kLanes = 4;

// Arrays that begin on a cache line.
template <class T>
struct CacheLine {
  using value_type = T;
  CacheLine() = default;
  template <class U>
  explicit CacheLine(const CacheLine<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{64})); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t{64}); }
  bool operator==(const CacheLine&) const { return true; }
};
using Row = std::vector<double, CacheLine<double>>;

[[gnu::always_inline]] inline Four all(double v) { return Four{v, v, v, v}; }
[[gnu::always_inline]] inline Four load(const double* p) { return *reinterpret_cast<const Four*>(p); }  // p: 32 bytes
[[gnu::always_inline]] inline void store(double* p, Four v) { *reinterpret_cast<Four*>(p) = v; }

// a b + c and c - a b, rounded once.
[[gnu::always_inline]] inline double fused(double a, double b, double c) { return std::fma(a, b, c); }
[[gnu::always_inline]] inline double unfused(double a, double b, double c) { return std::fma(-a, b, c); }

#if defined(__AVX2__) && defined(__FMA__)

[[gnu::always_inline]] inline Four fused(Four a, Four b, Four c) { return _mm256_fmadd_pd(a, b, c); }
[[gnu::always_inline]] inline Four unfused(Four a, Four b, Four c) { return _mm256_fnmadd_pd(a, b, c); }

// (squares s, t) => s and t become 1 / sqrt, to 2e-7: square root and quotient in single precision, which every
// machine rounds alike. Squares below 2^-126, the smallest float, count as 2^-126.
[[gnu::always_inline]] inline void inverse_roots(Four& s, Four& t) {
  const __m256 both = _mm256_set_m128(_mm256_cvtpd_ps(t), _mm256_cvtpd_ps(s));
  const __m256 root = _mm256_sqrt_ps(_mm256_max_ps(both, _mm256_set1_ps(0x1p-126f)));
  const __m256 inverse = _mm256_div_ps(_mm256_set1_ps(1.0f), root);
  s = _mm256_cvtps_pd(_mm256_castps256_ps128(inverse));
  t = _mm256_cvtps_pd(_mm256_extractf128_ps(inverse, 1));
}

// Adds the sums over the lanes of a and b to p[0] and p[1]: of each (v0 + v1) + (v2 + v3). p: 16 bytes.
[[gnu::always_inline]] inline void add_across(double* p, Four a, Four b) {
  const __m256d pairs = _mm256_hadd_pd(a, b);
  const __m128d sum = _mm_add_pd(_mm256_castpd256_pd128(pairs), _mm256_extractf128_pd(pairs, 1));
  _mm_store_pd(p, _mm_add_pd(_mm_load_pd(p), sum));
}

// Rows a, b, c, d of a 4 x 4 block become its columns.
[[gnu::always_inline]] inline void transpose(Four& a, Four& b, Four& c, Four& d) {
  const __m256d ab0 = _mm256_unpacklo_pd(a, b), ab1 = _mm256_unpackhi_pd(a, b);
  const __m256d cd0 = _mm256_unpacklo_pd(c, d), cd1 = _mm256_unpackhi_pd(c, d);
  a = _mm256_permute2f128_pd(ab0, cd0, 0x20), b = _mm256_permute2f128_pd(ab1, cd1, 0x20);
  c = _mm256_permute2f128_pd(ab0, cd0, 0x31), d = _mm256_permute2f128_pd(ab1, cd1, 0x31);
}

#else

inline Four fused(Four a, Four b, Four c) {
  return Four{std::fma(a[0], b[0], c[0]), std::fma(a[1], b[1], c[1]), std::fma(a[2], b[2], c[2]),
              std::fma(a[3], b[3], c[3])};
}
inline Four unfused(Four a, Four b, Four c) { return fused(-a, b, c); }

inline void inverse_roots(Four& s, Four& t) {
  for (std::size_t k = 0; k < kLanes; ++k) {
    const float u = std::fmax(static_cast<float>(s[k]), 0x1p-126f), v = std::fmax(static_cast<float>(t[k]), 0x1p-126f);
    s[k] = 1.0f / std::sqrt(u), t[k] = 1.0f / std::sqrt(v);
  }
}

inline void add_across(double* p, Four a, Four b) {
  p[0] += (a[0] + a[1]) + (a[2] + a[3]), p[1] += (b[0] + b[1]) + (b[2] + b[3]);
}

inline void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four p = a, q = b, r = c, s = d;
  a = Four{p[0], q[0], r[0], s[0]}, b = Four{p[1], q[1], r[1], s[1]};
  c = Four{p[2], q[2], r[2], s[2]}, d = Four{p[3], q[3], r[3], s[3]};
}

#endif

// The sum over the lanes, in one fixed order.
[[gnu::always_inline]] inline double across(Four v) { return (v[0] + v[1]) + (v[2] + v[3]); }

// v where it belongs to a square above zero, else 0.
[[gnu::always_inline]] inline Four where_apart(Four square, Four v) {
  return std::bit_cast<Four>((square > 0.0) & std::bit_cast<FourBits>(v));
}

}  // namespace rubble::gravity
