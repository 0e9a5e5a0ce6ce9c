#pragma once
// Self-gravity by direct summation over all pairs: exact to rounding, O(N^2), what every fast method is held against.
#include "gravity/particles.hpp"

namespace rubble::gravity {

// Keeps its working memory: once it has seen N bodies, evaluations of as many allocate nothing.
class Direct {
 public:
  // (mass [kg] [N], position [m] [N], G, Want bits) => out: what is wanted, the rest emptied. Each pair is met once and
  // acts both ways. Bodies at one place do not act on each other, nor do bodies at less than 2^-93 of the extent act
  // with their full strength. The order of each sum follows from N alone: the same bits for any number of threads.
  void evaluate(const Reals& mass, const Vec3s& position, double G, unsigned want, Pull& out);

 private:
  Particles particles_;
  std::vector<std::int32_t> packs_;
};

// (mass [kg] [N], position [m] [N], G) => acceleration [m s-2] [N], overwritten.
void direct_accelerations(const Reals& mass, const Vec3s& position, double G, Vec3s& acceleration);

// (...) => potential at each body due to the others [m2 s-2].
void direct_potentials(const Reals& mass, const Vec3s& position, double G, Reals& potential);

// (...) => sum over pairs -G m_i m_j / r_ij [J].
double direct_energy(const Reals& mass, const Vec3s& position, double G);

}  // namespace rubble::gravity
