#pragma once
// Self-gravity by direct summation over all pairs: exact to rounding, O(N^2), the referee of every fast method.
#include "base/vec.hpp"

namespace rubble::gravity {

// (mass [kg] [N], position [m] [N], G) => acceleration [m s-2] [N], overwritten. Bodies at one place exert no force on
// each other. Each target adds its sources in index order: the same bits for any number of threads and any vector
// width.
void direct_accelerations(const Reals& mass, const Vec3s& position, double G, Vec3s& acceleration);

// (...) => potential at each body due to the others [m2 s-2].
void direct_potentials(const Reals& mass, const Vec3s& position, double G, Reals& potential);

// (...) => sum over pairs -G m_i m_j / r_ij [J].
double direct_energy(const Reals& mass, const Vec3s& position, double G);

}  // namespace rubble::gravity
