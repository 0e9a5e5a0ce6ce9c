#pragma once
// Free rotation by splitting, for single grains and for four side by side.
#include "base/rotor.hpp"

namespace rubble::motion {

// Rotation of the body by `angle` about one of its axes, the first of the cyclic triple a, b, c: its orientation (w; a,
// b, c), and what changes of the angular momentum in its frame.
template <class T>
RUBBLE_INLINE void about(T angle, T& w, T& a, T& b, T& c, T& l_b, T& l_c) {
  T s, cos;
  sine_cosine(T(angle * 0.5), s, cos);
  const T w0 = w, b0 = b;
  w = fnma(a, s, w0 * cos), a = fma(w0, s, a * cos);
  b = fma(c, s, b0 * cos), c = fnma(b0, s, c * cos);
  const T sine = 2.0 * s * cos, cosine = fnma(s, s, cos * cos), l_b0 = l_b;
  l_b = fma(sine, l_c, cosine * l_b0), l_c = fnma(sine, l_b0, cosine * l_c);
}

// (orientation, angular momentum in the inertial frame, 1 / moments, time h) => orientation after h. See rotation.hpp.
template <class T>
RUBBLE_INLINE Rotor<T> turn_by_splitting(Rotor<T> q, const Triple<T>& momentum, const Triple<T>& inverse_moments, T h) {
  Triple<T> l = axes_of(q).turn_back(momentum);
  const T half = h * 0.5;
  const Triple<T> rate{half * inverse_moments.x, half * inverse_moments.y, h * inverse_moments.z};
  about<T>(rate.x * l.x, q.w, q.x, q.y, q.z, l.y, l.z);
  about<T>(rate.y * l.y, q.w, q.y, q.z, q.x, l.z, l.x);
  about<T>(rate.z * l.z, q.w, q.z, q.x, q.y, l.x, l.y);
  about<T>(rate.y * l.y, q.w, q.y, q.z, q.x, l.z, l.x);
  about<T>(rate.x * l.x, q.w, q.x, q.y, q.z, l.y, l.z);
  // Back to unit length, from which only rounding leads away: one step of Newton's for 1 / root.
  const T scale = fnma(T{} + 0.5, fma(q.w, q.w, fma(q.x, q.x, fma(q.y, q.y, q.z * q.z))), T{} + 1.5);
  return {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
}

}  // namespace rubble::motion
