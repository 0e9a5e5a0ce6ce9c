#include "measure/extent/pile_solid.hpp"

#include "measure/extent/envelope.hpp"
#include "measure/ledger/masses.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::measure {

namespace {

Tetrahedra tetrahedra_of(const Pile& pile, bool balls) {
  if (!balls) return delaunay(surface_points(pile));
  require_spheres(pile.model, "--balls");
  return regular(pile.state.position, pile.model.radius);
}

}  // namespace

PileSolid::PileSolid(const Pile& pile, bool balls)
    : pile_(pile), balls_(balls), tetrahedra_(tetrahedra_of(pile, balls)) {}

double PileSolid::filled(double alpha, const AlphaShape& shape) const {
  const double grains = balls_ ? balls_within(tetrahedra_, alpha) : grain_volume(pile_);
  const double volume = shape.enclosed() * (1 + 1e-9);  // tolerance for rounding: a single grain fills the shape
                                                        // completely
  return grains <= volume && grains > 0 ? grains / shape.enclosed() : std::numeric_limits<double>::quiet_NaN();
}

Reals PileSolid::spectrum(int n) const {
  const double usual = default_alpha(pile_);
  Reals out;
  for (int k = 0; k < n; ++k) out.push_back(0.25 * usual * std::pow(64.0, k / std::max(1.0, n - 1.0)));
  out.push_back(std::numeric_limits<double>::infinity());
  return out;
}

}  // namespace rubble::measure
