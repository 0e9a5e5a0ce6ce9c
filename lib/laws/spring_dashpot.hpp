#pragma once
// Springs with dashpots and a limit of the force: the common part of the laws with memory. Four contacts at a time.
#include "simd/pack.hpp"

#include <limits>

namespace rubble::laws {

// The step around an evaluation of forces [s]: springs are stored half a step ahead of positions, so that half a step
// is added before the evaluation and half a step after it.
struct StepTimes {
  double before = 0, after = 0;  // lengths of the halves
  double dt = 0;                 // length of the step
};

RUBBLE_INLINE Pack inner(Pack a, Pack b) { return a * b; }
RUBBLE_INLINE Pack inner(const Pack3& a, const Pack3& b) { return dot(a, b); }

// Turns vectors v into the planes normal to n and keeps their lengths: v' = (v - (v.n) n) / cos with cos^2 = 1 - q.
// Here q = (v.n)^2 / v^2 is the squared sine of the angle between v and the plane. The plane turns so little in a step
// that four terms of the series of 1 / cos, 1 + q/2 + 3 q^2/8 + 5 q^3/16, are exact to rounding. The division in q
// depends on v alone and need not wait for the new normal. If one of the four contacts turns by more, all four use the
// square root.
RUBBLE_INLINE Pack3 turn_into_plane(const Pack3& v, const Pack3& n) {
  const Pack length2 = dot(v, v);
  const Pack inverse = 1 / max(length2, all(std::numeric_limits<double>::min()));
  const Pack out = dot(v, n);
  const Pack3 flat = fnma(out, n, v);
  const Pack q = out * out * inverse;
  Pack longer = fma(fma(fma(all(0.3125), q, all(0.375)), q, all(0.5)), q, all(1));
  if (any(q > 1e-4)) {
    const Pack flat2 = dot(flat, flat);
    longer = select(flat2 > 0, sqrt(length2 / flat2), all(1));
  }
  return flat * longer;
}

// A spring S in parallel with a dashpot, both in one or three dimensions: F = k S + c rate, |F| <= limit. F is a force
// [N] for an elongation S [m], or a torque [N m] for an angle S [rad].
struct SpringDashpot {
  Pack k, c, limit;
};

// (spring half a step ago, its rate of change) => force; afterwards the spring is half a step ahead (docs/theory.md
// 2.4, 3.2):
//   reached S = S_half + before rate,   F = k S + c rate.
// Where |F| > limit, F is reduced to the limit. The spring is reduced to the elongation that gives this force,
// S' = (F - c rate) / k. The heat of the slip is the spring's mean force times the slip, k (S_start + S') / 2 .
// (S - S'), where S_start is the elongation a step ago, to second order. The dashpot's power is c rate^2. `stored` is
// set to the energy of the spring [J]; `power` [W] and `heat` [J] are increased.
template <class V>
RUBBLE_INLINE V spring_and_dashpot(V& spring, const V& rate, const SpringDashpot& with, const StepTimes& times,
                                   Pack& stored, Pack& power, Pack& heat) {
  const V reached = fma(all(times.before), rate, spring);
  V force = fma(with.c, rate, reached * with.k);
  V kept = reached;
  power = fma(with.c, inner(rate, rate), power);
  const Pack size2 = inner(force, force);
  if (const Mask slips = size2 > with.limit * with.limit; any(slips)) {
    const V cut = force * (with.limit / sqrt(size2));
    force = select(slips, cut, force);
    kept = select(slips, fnma(with.c, rate, cut) * (1 / with.k), reached);
    const V start = fnma(all(times.before), rate, spring);
    heat += select(slips, 0.5 * with.k * inner(V(start + kept), V(reached - kept)), Pack{});
  }
  stored = 0.5 * with.k * inner(kept, kept);
  spring = fma(all(times.after), rate, kept);
  return force;
}

// Adapts springs to a stiffness that changes from k_last to k, both proportional to sqrt(overlap). A growing contact
// keeps its force and a shrinking contact keeps its elongation, so that neither creates energy. The difference becomes
// heat (docs/theory.md 2.2; Elata & Berryman 1996, doi:10.1016/0167-6636(96)00034-4). `old` is false for new contacts,
// whose springs are not changed.
template <class V>
RUBBLE_INLINE void restiffen(V& spring, Pack k_last, Pack k, Mask old, Pack& heat) {
  const Pack was = 0.5 * k_last * inner(spring, spring);
  spring = spring * select(old & (k > k_last), k_last / k, all(1));
  heat += select(old, was - 0.5 * k * inner(spring, spring), Pack{});
}

}  // namespace rubble::laws
