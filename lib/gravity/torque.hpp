#pragma once
// Forces that are summed approximately conserve momentum because of Newton's third law, but not angular momentum.
// Without a correction, a pile at rest would slowly start to spin.
#include "base/vec.hpp"

namespace rubble::gravity {

// (mass [kg], position [m], acceleration [m s-2]) Removes the net torque about the centre of mass from the
// accelerations: subtracts the angular acceleration that this torque would give to the bodies as one rigid set of
// points. The net force does not change. => the torque before the correction [N m]. For bodies on one line, the
// component of the torque along the line is kept. docs/theory.md 4.7.
Vec3 remove_torque(const Reals& mass, const Vec3s& position, Vec3s& acceleration);

}  // namespace rubble::gravity
