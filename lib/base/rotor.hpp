#pragma once
// Rotations, written once for single numbers and for packs, so that both give the same bits.
#include "base/pack.hpp"

namespace rubble {

template <class T>
struct Triple {
  T x{}, y{}, z{};
};

template <class T>
RUBBLE_INLINE Triple<T> operator+(const Triple<T>& a, const Triple<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
RUBBLE_INLINE Triple<T> operator-(const Triple<T>& a, const Triple<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
RUBBLE_INLINE Triple<T> fma(T s, const Triple<T>& a, const Triple<T>& b) {
  return {fma(s, a.x, b.x), fma(s, a.y, b.y), fma(s, a.z, b.z)};
}
template <class T>
RUBBLE_INLINE T dot(const Triple<T>& a, const Triple<T>& b) {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}
template <class T>
RUBBLE_INLINE Triple<T> cross(const Triple<T>& a, const Triple<T>& b) {
  return {fnma(a.z, b.y, a.y * b.z), fnma(a.x, b.z, a.z * b.x), fnma(a.y, b.x, a.x * b.y)};
}

// Unit quaternion.
template <class T>
struct Rotor {
  T w{}, x{}, y{}, z{};
};

// Columns of the matrix of a rotation: where it puts the axes.
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

// (axes of the principal frame, angular momentum [N m s] in the inertial one, moments [kg m2]) => spin [rad s-1].
template <class T>
RUBBLE_INLINE Triple<T> spin_of(const Axes<T>& axes, const Triple<T>& momentum, const Triple<T>& moments) {
  const Triple<T> l = axes.turn_back(momentum);
  return axes.turn({l.x / moments.x, l.y / moments.y, l.z / moments.z});
}

// (angle a) => sin a and cos a to rounding. Small ones, which is what a step turns by, by their series.
RUBBLE_INLINE void sine_cosine(double a, double& s, double& c) {
  const double a2 = a * a;
  if (a2 < 0.0625) {
    s = a * fma(a2, fma(a2, fma(a2, fma(a2, fma(a2, -1.0 / 39916800, 1.0 / 362880), -1.0 / 5040), 1.0 / 120), -1.0 / 6),
                1.0);
    c = fma(
        a2,
        fma(a2, fma(a2, fma(a2, fma(a2, fma(a2, 1.0 / 479001600, -1.0 / 3628800), 1.0 / 40320), -1.0 / 720), 1.0 / 24),
            -0.5),
        1.0);
  } else {
    s = std::sin(a), c = std::cos(a);
  }
}
RUBBLE_INLINE void sine_cosine(Pack a, Pack& s, Pack& c) {
  const Pack a2 = a * a;
  s = a *
      fma(a2,
          fma(a2, fma(a2, fma(a2, fma(a2, all(-1.0 / 39916800), all(1.0 / 362880)), all(-1.0 / 5040)), all(1.0 / 120)),
              all(-1.0 / 6)),
          all(1.0));
  c = fma(
      a2,
      fma(a2,
          fma(a2,
              fma(a2, fma(a2, fma(a2, all(1.0 / 479001600), all(-1.0 / 3628800)), all(1.0 / 40320)), all(-1.0 / 720)),
              all(1.0 / 24)),
          all(-0.5)),
      all(1.0));
  if (any(a2 >= all(0.0625))) [[unlikely]]
    for (std::size_t k = 0; k < kLanes; ++k)
      if (!(a2[k] < 0.0625)) s[k] = std::sin(a[k]), c[k] = std::cos(a[k]);
}

}  // namespace rubble
