#pragma once
// Coefficients of an impact of two materials.
#include "laws/mixing.hpp"
#include "laws/rigid_impact.hpp"

namespace rubble::hsdem {

using laws::ImpactLaw;

// (coefficients of two materials) => coefficients of an impact of one on the other. docs/theory.md 2.14.
inline ImpactLaw mixed(const ImpactLaw& a, const ImpactLaw& b) {
  return {laws::geometric_mean(a.normal, b.normal), laws::sliding_mean(a.sliding, b.sliding),
          laws::geometric_mean(a.friction, b.friction)};
}

}  // namespace rubble::hsdem
