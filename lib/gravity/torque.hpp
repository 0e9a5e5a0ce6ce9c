#pragma once
// Newton's third law keeps the momentum of forces that were summed approximately, but not their angular momentum: a
// pile at rest would slowly be spun up.
#include "base/vec.hpp"

namespace rubble::gravity {

// (mass [kg], position [m], acceleration [m s-2]) => acceleration without net torque about the centre of mass: the
// angular acceleration that the torque would give the bodies as one rigid set of points is taken off. The net force
// stays. Returns the torque [N m] that was there. Bodies on one line keep what cannot turn them.
// docs/theory.md 4.7.
Vec3 remove_torque(const Reals& mass, const Vec3s& position, Vec3s& acceleration);

}  // namespace rubble::gravity
