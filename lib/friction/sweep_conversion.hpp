#pragma once
// Conversion of contacts and bodies from double precision, with four contacts in a vector, to single precision, with
// eight.
#include "friction/sweep_kernels.hpp"

#include <algorithm>
#include <type_traits>

namespace rubble::friction {

template <std::size_t n>
std::array<Index, 2 * n> joined_indices(const std::array<Index, n>& low, const std::array<Index, n>& high) {
  std::array<Index, 2 * n> out;
  std::copy(high.begin(), high.end(), std::copy(low.begin(), low.end(), out.begin()));
  return out;
}

// (two packs of four contacts, their velocities, unit of mass [kg]) => pack of eight, with these velocities as shifts.
template <class Contacts>
Contacts joined_packs(const LinkPack<Pack>& low, const LinkPack<Pack>& high, const Pack3& u_low, const Pack3& u_high,
                      double mass) {
  const Pack per_mass = all(1 / mass);
  Contacts p;
  p.a = joined_indices(low.a, high.a);
  p.b = joined_indices(low.b, high.b);
  p.link = joined_indices(low.link, high.link);
  p.normal = joined(low.normal, high.normal);
  p.normal_step = joined(low.normal_step * per_mass, high.normal_step * per_mass);
  p.least = joined(low.least * per_mass, high.least * per_mass);
  if constexpr (std::is_same_v<Contacts, SmoothPack<Pack8>>) {
    p.shift = joined(dot(u_low, low.normal), dot(u_high, high.normal));
    p.impulse = joined(dot(low.impulse, low.normal) * per_mass, dot(high.impulse, high.normal) * per_mass);
  } else {
    p.shift = joined(u_low, u_high);
    p.impulse = joined(low.impulse * per_mass, high.impulse * per_mass);
    p.arm_a = joined(low.arm_a, high.arm_a);
    p.arm_b = joined(low.arm_b, high.arm_b);
    p.reach_a = joined(low.reach_a, high.reach_a);
    p.reach_b = joined(low.reach_b, high.reach_b);
    p.sliding_step = joined(low.sliding_step * per_mass, high.sliding_step * per_mass);
    p.friction = joined(low.friction, high.friction);
  }
  return p;
}

// Body in single precision. Its velocity is 0, because velocities are relative to the present ones.
template <class Body>
Body at_rest(const MovingBody<Pack>& body, double mass) {
  const auto only_w = [&](const Xyzw& of) { return Xyzw8{{0, 0, 0, static_cast<float>(of.v[3] * mass)}}; };
  if constexpr (std::is_same_v<Body, SmoothBody<Pack8>>)
    return {only_w(body.velocity)};
  else
    return {only_w(body.velocity), only_w(body.spin)};
}

inline void set_impulse(LinkPack<Pack>& p, const Pack3& impulse) { p.impulse = impulse; }
inline void set_impulse(LinkPack<Pack>& p, Pack along) { p.impulse = p.normal * along; }
}  // namespace rubble::friction
