#pragma once
// Thickness of bodies, the unit of overlaps in Contact Dynamics.
#include "model/pile.hpp"

namespace rubble::nscd {

// (model) => for each hull half its least width along the normals of its faces [m]; for each sphere its radius.
Reals half_thicknesses(const Model& model);

}  // namespace rubble::nscd
