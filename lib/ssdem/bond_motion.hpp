#pragma once
// Ways between the ends of four bonds, and the motion of the ends now and in the middle of the last drift.
// docs/theory.md 2.15.
#include "ssdem/beam_kernel.hpp"

namespace rubble::ssdem {

// Ways from a to the nearest image of b of four bonds.
struct BondWay {
  Pack3 way;      // [m]
  Pack3 periods;  // whole periods from that image to b [m]
  bool wraps;     // true if they may not be 0
};

// (spheres, box, places of the ends of four bonds) => their ways.
inline BondWay way_of(const Spheres& spheres, const PeriodicBox& box, const Index* a, const Index* b) {
  BondWay out{};
  const Distance g = distance_of(spheres, box, a, b, out.wraps);
  out.way = g.d;
  if (out.wraps) out.periods = whole_periods(box, g.b.v - g.a.v);
  return out;
}

// (spheres, ways, places of the ends) => motion of the ends at the time of the positions.
inline BeamMotion present_motion(const Spheres& spheres, const Pack3& way, const Index* a, const Index* b) {
  const SphereState* state = spheres.state.data();
  return motion_of_beam(way, gather(state, &SphereState::velocity, a).v, gather(state, &SphereState::velocity, b).v,
                        gather(state, &SphereState::spin, a).v, gather(state, &SphereState::spin, b).v);
}

// (spheres, ways at the end of a step, places of the ends, length of the step [s]) => motion in its middle. A rigid
// rotation by the angle phi moves d_b - d_a by 2 tan(phi / 2) times the vector in the middle: spins are multiplied by
// 1 + phi^2 / 12.
inline BeamMotion mean_motion(const Spheres& spheres, const Pack3& way, const Index* a, const Index* b, double step) {
  const MeanMotion* drift = spheres.drift.data();
  const Pack3 va = gather(drift, &MeanMotion::velocity, a).v, vb = gather(drift, &MeanMotion::velocity, b).v;
  const Pack3 wa = gather(drift, &MeanMotion::spin, a).v, wb = gather(drift, &MeanMotion::spin, b).v;
  const Pack3 twice = wa + wb;
  const Pack longer = fma(dot(twice, twice), all(step * step / 48), all(1));
  return motion_of_beam(fnma(all(0.5 * step), vb - va, way), va, vb, wa * longer, wb * longer);
}

}  // namespace rubble::ssdem
