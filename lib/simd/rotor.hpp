#pragma once
// Rotations, written once for single numbers and packs, so that both give the same bits.
#include "simd/pack.hpp"

namespace rubble {

// Unit quaternion.
template <class T>
struct Rotor {
  T w{}, x{}, y{}, z{};
};

// Columns of a rotation matrix: images of the coordinate axes. turn_back() is the inverse rotation.
template <class T>
struct Axes {
  Triple<T> x, y, z;

  Triple<T> turn(const Triple<T>& v) const {
    return {fma(x.x, v.x, fma(y.x, v.y, z.x * v.z)), fma(x.y, v.x, fma(y.y, v.y, z.y * v.z)),
            fma(x.z, v.x, fma(y.z, v.y, z.z * v.z))};
  }
  Triple<T> turn_back(const Triple<T>& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
};

template <class T>
RUBBLE_INLINE Axes<T> axes_of(const Rotor<T>& q) {
  const T one = T{} + 1.0, two = T{} + 2.0;
  const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  return {{fnma(two, yy + zz, one), two * fma(q.w, q.z, xy), two * fnma(q.w, q.y, xz)},
          {two * fnma(q.w, q.z, xy), fnma(two, xx + zz, one), two * fma(q.w, q.x, yz)},
          {two * fma(q.w, q.y, xz), two * fnma(q.w, q.x, yz), fnma(two, xx + yy, one)}};
}

// (axes of the principal frame, angular momentum in the inertial frame [N m s], 1 / principal moments [kg-1 m-2]) =>
// spin in the inertial frame [rad s-1].
template <class T>
RUBBLE_INLINE Triple<T> spin_of(const Axes<T>& axes, const Triple<T>& momentum, const Triple<T>& inverse_moments) {
  const Triple<T> l = axes.turn_back(momentum);
  return axes.turn({l.x * inverse_moments.x, l.y * inverse_moments.y, l.z * inverse_moments.z});
}

// Series of sin a / a and cos a in a^2. The short ones are exact to rounding for a^2 below kShort, the long ones below
// kLong.
inline constexpr double kShort = 1e-4, kLong = 0.0625;
template <class T>
RUBBLE_INLINE T short_sine(T a2) {
  return fma(a2, fma(a2, T{} + 1.0 / 120, T{} - 1.0 / 6), T{} + 1.0);
}
template <class T>
RUBBLE_INLINE T short_cosine(T a2) {
  return fma(a2, fma(a2, fma(a2, T{} - 1.0 / 720, T{} + 1.0 / 24), T{} - 0.5), T{} + 1.0);
}
template <class T>
RUBBLE_INLINE T long_sine(T a2) {
  const T end = fma(a2, fma(a2, T{} - 1.0 / 39916800, T{} + 1.0 / 362880), T{} - 1.0 / 5040);
  return fma(a2, fma(a2, fma(a2, end, T{} + 1.0 / 120), T{} - 1.0 / 6), T{} + 1.0);
}
template <class T>
RUBBLE_INLINE T long_cosine(T a2) {
  const T end = fma(a2, fma(a2, T{} + 1.0 / 479001600, T{} - 1.0 / 3628800), T{} + 1.0 / 40320);
  return fma(a2, fma(a2, fma(a2, fma(a2, end, T{} - 1.0 / 720), T{} + 1.0 / 24), T{} - 0.5), T{} + 1.0);
}

// (a^2) => sin a / a and cos a, exact to rounding. The bits of a lane do not depend on the other lanes.
RUBBLE_INLINE void sinc_cosine(double a2, double& s, double& c) {
  if (a2 < kShort) {
    s = short_sine(a2);
    c = short_cosine(a2);
  } else if (a2 < kLong) {
    s = long_sine(a2);
    c = long_cosine(a2);
  } else {
    const double a = std::sqrt(a2);
    s = std::sin(a) / a;
    c = std::cos(a);
  }
}
RUBBLE_INLINE void sinc_cosine(Pack a2, Pack& s, Pack& c) {
  s = short_sine(a2);
  c = short_cosine(a2);
  const Mask large = a2 >= all(kShort);
  if (!any(large)) [[likely]]
    return;
  s = select(large, long_sine(a2), s);
  c = select(large, long_cosine(a2), c);
  for (std::size_t k = 0; k < kLanes; ++k)
    if (!(a2[k] < kLong)) {
      const double a = std::sqrt(a2[k]);
      s[k] = std::sin(a) / a;
      c[k] = std::cos(a);
    }
}
// (angle a) => sin a and cos a.
template <class T>
RUBBLE_INLINE void sine_cosine(T a, T& s, T& c) {
  sinc_cosine(T(a * a), s, c);
  s = a * s;
}

}  // namespace rubble
