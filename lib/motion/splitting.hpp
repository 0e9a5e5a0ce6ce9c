#pragma once
// Free rotation by splitting, for single grains and for four side by side.
#include "simd/rotor.hpp"

namespace rubble::motion {

// Moments with a smaller relative difference count as equal: they are sums over members, with rounding errors of 1e-16.
// The limit affects only the speed: a difference of 1e-12 turns the body by 1e-12 of its angle.
inline constexpr double kEqualMoments = 1e-12;

// Rotates the body by `angle` [rad] about one of its axes, the first of the cyclic triple a, b, c. Changes its
// orientation (w; a, b, c) and the components l_b and l_c of the angular momentum in its frame.
template <class T>
RUBBLE_INLINE void about(T angle, T& w, T& a, T& b, T& c, T& l_b, T& l_c) {
  T s, cos;
  sine_cosine(T(angle * 0.5), s, cos);
  const T w0 = w, b0 = b;
  w = fnma(a, s, w0 * cos);
  a = fma(w0, s, a * cos);
  b = fma(c, s, b0 * cos);
  c = fnma(b0, s, c * cos);
  const T sine = 2.0 * s * cos, cosine = fnma(s, s, cos * cos), l_b0 = l_b;
  l_b = fma(sine, l_c, cosine * l_b0);
  l_c = fnma(sine, l_b0, cosine * l_c);
}

// True if a body turns about an axis at this rate; for a pack, true if any of the four does.
RUBBLE_INLINE bool turns(double rate) { return rate != 0; }
RUBBLE_INLINE bool turns(Pack rate) { return any(rate != 0); }

// (orientation, rotation vector in the inertial frame: unit axis times angle [rad]) => orientation after this rotation.
template <class T>
RUBBLE_INLINE Rotor<T> turned(const Rotor<T>& q, const Triple<T>& turn) {
  const T half = T{} + 0.5;
  const Triple<T> b{half * turn.x, half * turn.y, half * turn.z};
  T s, c;
  sinc_cosine(dot(b, b), s, c);
  const Triple<T> v{s * b.x, s * b.y, s * b.z}, u{q.x, q.y, q.z};
  const Triple<T> vector = fma(c, u, fma(q.w, v, cross(v, u)));
  return {c * q.w - dot(v, u), vector.x, vector.y, vector.z};
}

// (orientation, angular momentum L in the inertial frame [N m s], 1 / moments [kg-1 m-2], time h [s]) => orientation
// after h. See rotation.hpp. The middle 1 / moment goes with |L|^2, whose rotation about L is exact and may come first
// or last. The remaining parts turn the body about its axes 3, 2, 1, 2, 3. At most two of these axes have a nonzero
// rate, one if two moments are equal, and none if all are equal. If the inner axes have zero rates, the rotation about
// an outer axis is done at once instead of in two halves.
template <class T>
RUBBLE_INLINE Rotor<T> turn_by_splitting(Rotor<T> q, const Triple<T>& momentum, const Triple<T>& inverse_moments, T h) {
  const auto [ix, iy, iz] = inverse_moments;
  const T middle = max(min(ix, iy), min(max(ix, iy), iz));
  const auto rest = [&](T inverse) {
    const T more = inverse - middle;
    return select(abs(more) > kEqualMoments * middle, h * more, T{});
  };
  const T x = rest(ix), y = rest(iy), z = rest(iz);
  const auto alone = (x == 0) & (y == 0);
  const T y_first = select(x == 0, y, 0.5 * y), y_last = y - y_first;
  const T z_first = select(alone, z, 0.5 * z), z_last = z - z_first;
  if (turns(x) || turns(y) || turns(z)) {
    Triple<T> l = axes_of(q).turn_back(momentum);
    if (turns(z_first)) about<T>(z_first * l.z, q.w, q.z, q.x, q.y, l.x, l.y);
    if (turns(y_first)) about<T>(y_first * l.y, q.w, q.y, q.z, q.x, l.z, l.x);
    if (turns(x)) about<T>(x * l.x, q.w, q.x, q.y, q.z, l.y, l.z);
    if (turns(y_last)) about<T>(y_last * l.y, q.w, q.y, q.z, q.x, l.z, l.x);
    if (turns(z_last)) about<T>(z_last * l.z, q.w, q.z, q.x, q.y, l.x, l.y);
  }
  const T rate = h * middle;
  q = turned(q, {rate * momentum.x, rate * momentum.y, rate * momentum.z});
  // Restores unit length, which is lost only by rounding, with one Newton step for 1 / sqrt.
  const T scale = fnma(T{} + 0.5, fma(q.w, q.w, fma(q.x, q.x, fma(q.y, q.y, q.z * q.z))), T{} + 1.5);
  return {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
}

}  // namespace rubble::motion
