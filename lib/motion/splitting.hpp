#pragma once
// Free rotation by splitting, for single grains and for four side by side.
#include "base/rotor.hpp"

namespace rubble::motion {

// Rotations of the body by `angle` about one of its axes: its orientation, and the angular momentum in its frame.
template <class T>
RUBBLE_INLINE void about_x(T angle, Rotor<T>& q, Triple<T>& l) {
  T s, c;
  sine_cosine(T(angle * 0.5), s, c);
  q = {fnma(q.x, s, q.w * c), fma(q.w, s, q.x * c), fma(q.z, s, q.y * c), fnma(q.y, s, q.z * c)};
  const T sine = 2.0 * s * c, cosine = fnma(s, s, c * c);
  l = {l.x, fma(sine, l.z, cosine * l.y), fnma(sine, l.y, cosine * l.z)};
}
template <class T>
RUBBLE_INLINE void about_y(T angle, Rotor<T>& q, Triple<T>& l) {
  T s, c;
  sine_cosine(T(angle * 0.5), s, c);
  q = {fnma(q.y, s, q.w * c), fnma(q.z, s, q.x * c), fma(q.w, s, q.y * c), fma(q.x, s, q.z * c)};
  const T sine = 2.0 * s * c, cosine = fnma(s, s, c * c);
  l = {fnma(sine, l.z, cosine * l.x), l.y, fma(sine, l.x, cosine * l.z)};
}
template <class T>
RUBBLE_INLINE void about_z(T angle, Rotor<T>& q, Triple<T>& l) {
  T s, c;
  sine_cosine(T(angle * 0.5), s, c);
  q = {fnma(q.z, s, q.w * c), fma(q.y, s, q.x * c), fnma(q.x, s, q.y * c), fma(q.w, s, q.z * c)};
  const T sine = 2.0 * s * c, cosine = fnma(s, s, c * c);
  l = {fma(sine, l.y, cosine * l.x), fnma(sine, l.x, cosine * l.y), l.z};
}

// (orientation, angular momentum in the inertial frame, 1 / moments, time h) => orientation after h. See rotation.hpp.
template <class T>
RUBBLE_INLINE Rotor<T> turn_by_splitting(Rotor<T> q, const Triple<T>& momentum, const Triple<T>& inverse_moments, T h) {
  Triple<T> l = axes_of(q).turn_back(momentum);
  const T half = h * 0.5;
  const Triple<T> rate{half * inverse_moments.x, half * inverse_moments.y, h * inverse_moments.z};
  about_x<T>(rate.x * l.x, q, l);
  about_y<T>(rate.y * l.y, q, l);
  about_z<T>(rate.z * l.z, q, l);
  about_y<T>(rate.y * l.y, q, l);
  about_x<T>(rate.x * l.x, q, l);
  // Back to unit length, from which only rounding leads away: one step of Newton's for 1 / root.
  const T scale = fnma(T{} + 0.5, fma(q.w, q.w, fma(q.x, q.x, fma(q.y, q.y, q.z * q.z))), T{} + 1.5);
  return {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
}

}  // namespace rubble::motion
