#pragma once
// Update of the contacts of one pack in a sweep, in double or single precision: docs/theory.md 10.6.
#include "friction/problem.hpp"
#include "simd/pack8.hpp"

#include <array>

namespace rubble::friction {

template <class P>
using LaneIndices = std::array<Index, Lanes<P>::count>;

// Inertia of the bodies: balls, whose principal moments are equal, or any inertia.
enum class Turning { balls, any };

template <class P>
struct MovingBody {
  typename Lanes<P>::OfBody velocity;  // with 1 / mass as fourth number
  typename Lanes<P>::OfBody spin;      // with 1 / moment of inertia as fourth number
};
// A body whose spin no contact changes.
template <class P>
struct SmoothBody {
  typename Lanes<P>::OfBody velocity;  // with 1 / mass as fourth number
};
template <class P>
struct InverseInertia {
  typename Lanes<P>::OfBody diagonal;  // xx, yy, zz
  typename Lanes<P>::OfBody mixed;     // yz, zx, xy
};

// Contacts in all lanes of P.
template <class P>
struct LinkPack {
  using Numbers = P;
  using Impulse = Triple<P>;
  using Body = MovingBody<P>;

  LaneIndices<P> a, b;
  LaneIndices<P> link;  // index of the contact in the problem; -1: empty lane
  Triple<P> normal, shift, impulse;
  Triple<P> arm_a, arm_b;       // for bodies of any inertia
  P reach_a, reach_b;           // for balls: arm_a = reach_a n, arm_b = -reach_b n
  P normal_step, sliding_step;  // 1 / W_nn and 1 / w_t, with w_t the largest eigenvalue of the tangential block [kg]
  P friction;
  P least;  // lower bound of the normal impulse
};
// Contacts of balls without friction. Impulses are along the normals, and only the normal part of the shift is needed.
template <class P>
struct SmoothPack {
  using Numbers = P;
  using Impulse = P;
  using Body = SmoothBody<P>;

  LaneIndices<P> a, b, link;
  Triple<P> normal;
  P shift, impulse, normal_step, least;
};

// W_nn, or 1 in empty lanes.
template <class Contacts>
RUBBLE_INLINE auto weight_of(const Contacts& p) {
  const auto one = all_of<typename Contacts::Numbers>(1);
  return one / select(p.normal_step > 0, p.normal_step, one);
}

// Velocities of the two bodies of a contact.
template <class P>
struct Ends {
  typename Lanes<P>::Columns va, wa, vb, wb;
};

template <bool wall, Turning turning, class P>
RUBBLE_INLINE Ends<P> ends_of(const MovingBody<P>* body, const LinkPack<P>& p) {
  Ends<P> e;
  e.va = gather(body, &MovingBody<P>::velocity, p.a.data());
  if constexpr (!wall) e.vb = gather(body, &MovingBody<P>::velocity, p.b.data());
  e.wa = gather(body, &MovingBody<P>::spin, p.a.data());
  if constexpr (!wall) e.wb = gather(body, &MovingBody<P>::spin, p.b.data());
  return e;
}

// Relative velocity u of bodies.hpp.
template <bool wall, Turning turning, class P>
RUBBLE_INLINE Triple<P> relative(const LinkPack<P>& p, const Ends<P>& e) {
  constexpr bool round = turning == Turning::balls;
  if constexpr (wall) return p.shift - e.va.v - cross(e.wa.v, round ? p.normal * p.reach_a : p.arm_a);
  const Triple<P> apart = p.shift + (e.vb.v - e.va.v);
  if constexpr (round) return apart - cross(fma(p.reach_a, e.wa.v, e.wb.v * p.reach_b), p.normal);
  return apart + cross(e.wb.v, p.arm_b) - cross(e.wa.v, p.arm_a);
}

// (vector, limit) => the vector, shortened to the limit if it is longer.
template <class P>
RUBBLE_INLINE Triple<P> cut(const Triple<P>& across, P limit) {
  const P one = all_of<P>(1);
  const P square = dot(across, across);
  const auto slides = square > limit * limit;
  if (!any(slides)) return across;
  return across * select(slides, limit / sqrt(select(slides, square, one)), one);
}

// Impulse after a step of a contact along its velocity: for Coulomb's law the normal and the tangential impulse one
// after the other, for the relaxed law with one length for both. docs/theory.md 10.2, 10.6.
template <Cone cone, class P>
RUBBLE_INLINE Triple<P> moved(const LinkPack<P>& p, const Triple<P>& u, P normal_step, P sliding_step) {
  if constexpr (cone == Cone::coulomb) {
    const P normal = max(fnma(dot(u, p.normal), normal_step, dot(p.impulse, p.normal)), p.least);
    const Triple<P> trial = fnma(sliding_step, u, p.impulse);
    const Triple<P> across = fnma(dot(trial, p.normal), p.normal, trial);
    return fma(normal, p.normal, cut(across, p.friction * normal));
  }
  // Relaxed law: the nearest point of the cone |p_t| <= mu p_n with p_n >= least. If the nearest point of the cone has
  // a smaller p_n, the result is the nearest point of the disc that the plane p_n = least cuts from the cone.
  const Triple<P> trial = fnma(min(normal_step, sliding_step), u, p.impulse);
  const P along = dot(trial, p.normal);
  const Triple<P> across = fnma(along, p.normal, trial);
  const P size = sqrt(dot(across, across));
  const P foot = max((along + p.friction * size) / fma(p.friction, p.friction, all_of<P>(1)), P{});
  const P normal = max(select(size <= p.friction * along, along, foot), p.least);
  return fma(normal, p.normal, cut(across, p.friction * normal));
}

// Impulse that solves a contact, from its impulse and velocity: in the diagonal form for Coulomb's law, by a projected
// step for the relaxed law.
template <Cone cone, class P>
RUBBLE_INLINE Triple<P> solved(const LinkPack<P>& p, const Triple<P>& u) {
  return moved<cone>(p, u, p.normal_step, p.sliding_step);
}

template <class P>
RUBBLE_INLINE Triple<P> times(const InverseInertia<P>* inertia, const LaneIndices<P>& index, const Triple<P>& t) {
  const auto d = gather(inertia, &InverseInertia<P>::diagonal, index.data());
  const auto m = gather(inertia, &InverseInertia<P>::mixed, index.data());
  return {fma(d.v.x, t.x, fma(m.v.z, t.y, m.v.y * t.z)), fma(m.v.z, t.x, fma(d.v.y, t.y, m.v.x * t.z)),
          fma(m.v.y, t.x, fma(m.v.x, t.y, d.v.z * t.z))};
}

// Applies changes of the impulses on b to the velocities of the bodies.
template <bool wall, Turning turning, class P>
RUBBLE_INLINE void push(MovingBody<P>* body, const InverseInertia<P>* inertia, const LinkPack<P>& p, const Ends<P>& e,
                        const Triple<P>& change) {
  scatter(body, &MovingBody<P>::velocity, p.a.data(), fnma(e.va.w, change, e.va.v), e.va.w);
  if constexpr (!wall) scatter(body, &MovingBody<P>::velocity, p.b.data(), fma(e.vb.w, change, e.vb.v), e.vb.w);
  const Triple<P> twist = cross(p.normal, change);
  Triple<P> turn_a;
  if constexpr (turning == Turning::balls)
    turn_a = twist * (p.reach_a * e.wa.w);
  else
    turn_a = times(inertia, p.a, cross(p.arm_a, change));
  scatter(body, &MovingBody<P>::spin, p.a.data(), e.wa.v - turn_a, e.wa.w);
  if constexpr (wall) return;
  Triple<P> turn_b;
  if constexpr (turning == Turning::balls)
    turn_b = twist * (-p.reach_b * e.wb.w);
  else
    turn_b = times(inertia, p.b, cross(p.arm_b, change));
  scatter(body, &MovingBody<P>::spin, p.b.data(), e.wb.v + turn_b, e.wb.w);
}

template <Cone cone, bool wall, Turning turning, class P>
RUBBLE_INLINE void update(MovingBody<P>* body, const InverseInertia<P>* inertia, LinkPack<P>& p) {
  const Ends<P> e = ends_of<wall, turning>(body, p);
  const Triple<P> u = relative<wall, turning>(p, e);
  const Triple<P> next = solved<cone>(p, u);
  const Triple<P> change = next - p.impulse;
  p.impulse = next;
  push<wall, turning>(body, inertia, p, e, change);
}

// Errors of the contacts of a pack: docs/theory.md 10.6.
template <Cone cone, bool wall, Turning turning, class P>
RUBBLE_INLINE Triple<P> error_of(const MovingBody<P>* body, const LinkPack<P>& p) {
  const Triple<P> u = relative<wall, turning>(p, ends_of<wall, turning>(body, p));
  const P step = min(p.normal_step, p.sliding_step);
  return p.impulse - moved<cone>(p, u, step, step);
}

// Impulse along the normal that solves a contact without friction.
template <class P>
RUBBLE_INLINE P solved(const SmoothPack<P>& p, P u) {
  return max(fnma(u, p.normal_step, p.impulse), p.least);
}

// Relative velocity along the normal.
template <bool wall, class P>
RUBBLE_INLINE P relative(const SmoothPack<P>& p, const Triple<P>& va, const Triple<P>& vb) {
  const Triple<P> apart = wall ? -va : vb - va;
  return p.shift + dot(apart, p.normal);
}

template <Cone cone, bool wall, Turning turning, class P>
RUBBLE_INLINE P error_of(const SmoothBody<P>* body, const SmoothPack<P>& p) {
  const auto a = gather(body, &SmoothBody<P>::velocity, p.a.data());
  typename Lanes<P>::Columns b;
  if constexpr (!wall) b = gather(body, &SmoothBody<P>::velocity, p.b.data());
  return p.impulse - solved(p, relative<wall>(p, a.v, b.v));
}

// Update without friction or rotation: spins do not change the normal component of u for balls.
template <Cone cone, bool wall, Turning turning, class P>
RUBBLE_INLINE void update(SmoothBody<P>* body, const InverseInertia<P>*, SmoothPack<P>& p) {
  const auto a = gather(body, &SmoothBody<P>::velocity, p.a.data());
  typename Lanes<P>::Columns b;
  if constexpr (!wall) b = gather(body, &SmoothBody<P>::velocity, p.b.data());
  const P next = solved(p, relative<wall>(p, a.v, b.v));
  const P change = next - p.impulse;
  p.impulse = next;
  scatter(body, &SmoothBody<P>::velocity, p.a.data(), fnma(a.w * change, p.normal, a.v), a.w);
  if constexpr (!wall) scatter(body, &SmoothBody<P>::velocity, p.b.data(), fma(b.w * change, p.normal, b.v), b.w);
}

}  // namespace rubble::friction
