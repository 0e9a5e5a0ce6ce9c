#include "measure/extent/ellipsoid.hpp"

#include "base/parallel.hpp"
#include "measure/extent/principal.hpp"
#include "measure/ledger/masses.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"

#include <cmath>
#include <numbers>

namespace rubble::measure {

// Works with the second moments S = sum (m x x^T + S_own) instead of the inertia tr(S) 1 - S, where 1 is the unit
// tensor. A body of inertia J has S_own = (tr(J) / 2) 1 - J, which is (m r^2 / 5) 1 for a sphere. A uniform ellipsoid
// has a^2 = 5 S_a / M. The equivalent 5 (B + C - A) / (2 M) would be a difference of nearly equal numbers.
Ellipsoid ellipsoid(const Pile& pile) {
  const Model& model = pile.model;
  Ellipsoid out;
  out.centre = centre_of_mass(pile);
  out.mass = total_mass(pile);
  const Mat3 second = blocked_sum(pile.size(), Mat3(Mat3::Zero()), [&](std::size_t i) -> Mat3 {
    const Vec3 x = pile.state.position[i] - out.centre;
    const Mat3 own = own_inertia(model, pile.state, i);
    return model.mass[i] * x * x.transpose() + 0.5 * own.trace() * Mat3::Identity() - own;
  });
  const Principal p = principal(second);
  out.inertia = second.trace() * Mat3::Identity() - second;
  out.axes = p.directions;
  out.moments = {p.values[1] + p.values[2], p.values[0] + p.values[2], p.values[0] + p.values[1]};
  out.semi_axes = (5 / out.mass * p.values).cwiseSqrt();
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const shape::Extents own = rubble::extents(model, pile.state, i, out.centre, out.axes);
    out.extents = out.extents.cwiseMax(own.high).cwiseMax(-own.low);
  }
  return out;
}

double ellipsoid_volume(const Vec3& semi_axes) { return 4.0 / 3.0 * std::numbers::pi * semi_axes.prod(); }

Vec3 deeve(const Ellipsoid& ellipsoid, double volume) {
  return std::cbrt(volume / ellipsoid_volume(ellipsoid.semi_axes)) * ellipsoid.semi_axes;
}

}  // namespace rubble::measure
