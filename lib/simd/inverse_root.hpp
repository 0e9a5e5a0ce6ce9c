#pragma once
// 1 / |d| from |d|^2, the most expensive operation for a pair of particles: a first value in single precision, then one
// step of a series in double precision.
//
// Let s = (1 + x) / |d| be an approximate inverse root. Then e = 1 - |d|^2 s^2 is small, and
// 1 / |d| = s (1 - e)^(-1/2), 1 / |d|^3 = s^3 (1 - e)^(-3/2). Up to e^2 (docs/theory.md 4.1):
//   1 / |d| = s (1 + 1/2 e + 3/8 e^2),     1 / |d|^3 = s^3 (1 + 3/2 e + 15/8 e^2)
#include "simd/pack.hpp"

#include <cmath>

namespace rubble {

inline constexpr float kSmallestSquare = 0x1p-126f;  // smallest normal float; smaller squares are replaced by it

// (|d|^2) => 1 / |d| to 2e-7: square root and quotient in single precision, which have the same rounding on every
// machine.
inline double rough_inverse_root(double square) {
  return 1.0f / std::sqrt(std::fmax(static_cast<float>(square), kSmallestSquare));
}

// Inverse roots for two packs at once, which fill one vector of eight floats. Replaces the squares s and t.
#if defined(__AVX2__) && defined(__FMA__)
RUBBLE_INLINE void rough_inverse_roots(Pack& s, Pack& t) {
  const __m256 squares = _mm256_set_m128(_mm256_cvtpd_ps(t), _mm256_cvtpd_ps(s));
  const __m256 roots = _mm256_sqrt_ps(_mm256_max_ps(squares, _mm256_set1_ps(kSmallestSquare)));
  const __m256 inverses = _mm256_div_ps(_mm256_set1_ps(1.0f), roots);
  s = _mm256_cvtps_pd(_mm256_castps256_ps128(inverses));
  t = _mm256_cvtps_pd(_mm256_extractf128_ps(inverses, 1));
}
#else
inline void rough_inverse_roots(Pack& s, Pack& t) {
  for (std::size_t k = 0; k < kLanes; ++k) {
    s[k] = rough_inverse_root(s[k]);
    t[k] = rough_inverse_root(t[k]);
  }
}
#endif

// (|d|^2, s = 1 / |d| to 2e-7) => e. From s and e, refined_inverse() gives 1 / |d|. From s^3 and e,
// refined_inverse_cube() gives 1 / |d|^3. Both are accurate to rounding. T: double or Pack.
template <class T>
RUBBLE_INLINE T residual_of(T square, T s) {
  return fnma(square, T(s * s), T{} + 1.0);
}
template <class T>
RUBBLE_INLINE T refined_inverse(T s, T residual) {
  return fma(T(s * residual), fma(residual, T{} + 0.375, T{} + 0.5), s);
}
template <class T>
RUBBLE_INLINE T refined_inverse_cube(T s_cubed, T residual) {
  return fma(T(s_cubed * residual), fma(residual, T{} + 1.875, T{} + 1.5), s_cubed);
}

}  // namespace rubble
