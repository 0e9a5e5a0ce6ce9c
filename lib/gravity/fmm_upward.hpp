#pragma once
// Upward pass, from the leaves to the root: mass, centre of mass, size and moments of each cell, from its bodies (P2M)
// or its children (M2M).
#include "gravity/fmm_acceptance.hpp"
#include "gravity/fmm_m2m.hpp"
#include "gravity/fmm_p2m.hpp"

#include <algorithm>

namespace rubble::gravity {

inline constexpr std::int32_t kMeasured = 8192;  // bodies; sizes of larger cells are bounded, not measured

// The centre is the centre of mass, or the mean position of massless bodies.
template <int P, bool potential>
void upward_leaf(const Expansions<P, potential>& e, std::int32_t c, double* moments) {
  const Particles& p = e.work.particles;
  const ParticleRange range = e.cell(c).bodies;
  Vec3 weighted = Vec3::Zero();
  Vec3 sum_of_places = Vec3::Zero();
  Vec3 low(p.x[range.first], p.y[range.first], p.z[range.first]);
  Vec3 high = low;
  double mass = 0;
  for (std::int32_t i = range.first; i < range.last; ++i) {
    const Vec3 x(p.x[i], p.y[i], p.z[i]);
    weighted += p.mass[i] * x;
    mass += p.mass[i];
    sum_of_places += x;
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  Vec3 centre = mass > 0 ? Vec3(weighted / mass) : Vec3(sum_of_places / e.cell(c).count);
  if (low == high) centre = low;  // exactly at a heap of bodies at one point, without rounding errors
  p2m<P>(p, range, centre, moments);
  CellGeometry& to = e.geometry(c);
  to.x = centre.x();
  to.y = centre.y();
  to.z = centre.z();
  to.mass = mass;
  measure_size(e, c);
  e.low(c) = low;
  e.high(c) = high;
}

template <int P, bool potential>
void upward_node(const Expansions<P, potential>& e, std::int32_t c, double* moments) {
  using Layout = ExpansionLayout<P, potential>;
  const std::int32_t left = c + 1;
  const std::int32_t right = e.cell(c).right;
  const CellGeometry& a = e.geometry(left);
  const CellGeometry& b = e.geometry(right);
  CellGeometry& to = e.geometry(c);
  const double mass = a.mass + b.mass;
  const double share = mass > 0 ? b.mass / mass : double(e.cell(right).count) / e.cell(c).count;
  to.mass = mass;
  to.x = a.x + share * (b.x - a.x);
  to.y = a.y + share * (b.y - a.y);
  to.z = a.z + share * (b.z - a.z);
  std::fill(moments, moments + terms(P), 0.0);
  for (const std::int32_t i : {left, right}) {
    const CellGeometry& from = e.geometry(i);
    const double* stored = e.moments(i);
    double child[terms(P)];
    unroll<0, terms(P)>([&](auto k) { child[k] = k == 0 || k > 3 ? stored[Layout::moment_slot(k)] : 0; });
    m2m<P>(from.x - to.x, from.y - to.y, from.z - to.z, child, moments);
  }
  e.low(c) = e.low(left).cwiseMin(e.low(right));
  e.high(c) = e.high(left).cwiseMax(e.high(right));
  if (e.cell(c).count <= kMeasured)
    measure_size(e, c);
  else
    bound_size(e, c);
}

// Processes a cell after its children; its local expansion becomes 0.
template <int P, bool potential>
void upward(const Expansions<P, potential>& e, std::int32_t c) {
  using Layout = ExpansionLayout<P, potential>;
  double moments[terms(P)];
  if (e.cell(c).leaf())
    upward_leaf(e, c, moments);
  else
    upward_node(e, c, moments);
  double* stored = e.moments(c);
  std::fill(stored, stored + Layout::kMoments, 0.0);
  unroll<0, terms(P)>([&](auto k) {
    if constexpr (k == 0 || k > 3) stored[Layout::moment_slot(k)] = moments[k];
  });
  std::fill(e.locals(c), e.locals(c) + Layout::kLocals, 0.0);
}

}  // namespace rubble::gravity
