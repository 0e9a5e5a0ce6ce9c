#pragma once
// Self-gravity by direct summation over all pairs, O(N^2) and exact to rounding. Errors of all faster methods are
// measured against it.
#include "gravity/particles.hpp"

namespace rubble::gravity {

// Keeps its working memory: repeated evaluations with the same number of bodies allocate nothing.
class Direct {
 public:
  // (mass [kg] [N], position [m] [N], G [m3 kg-1 s-2], Want bits) Sets the requested quantities in `out` and empties
  // the others. Each pair is evaluated once for both bodies, except within tiles of 64 bodies. Bodies at the same
  // position do not act on each other, and the pull of bodies closer than 2^-93 of the extent is too small. The order
  // of each sum depends only on N, so that the bits are the same for any number of threads.
  void evaluate(const Reals& mass, const Vec3s& position, double G, unsigned want, Pull& out);

 private:
  Particles particles_;
  std::vector<std::int32_t> packs_;
};

// (mass [kg] [N], position [m] [N], G) Overwrites the accelerations [m s-2] [N].
void direct_accelerations(const Reals& mass, const Vec3s& position, double G, Vec3s& acceleration);

// (mass [kg] [N], position [m] [N], G) Overwrites the potentials at each body due to the others [m2 s-2] [N].
void direct_potentials(const Reals& mass, const Vec3s& position, double G, Reals& potential);

// (mass [kg] [N], position [m] [N], G) => sum over pairs of -G m_i m_j / r_ij [J].
double direct_energy(const Reals& mass, const Vec3s& position, double G);

}  // namespace rubble::gravity
