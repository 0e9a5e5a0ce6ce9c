#pragma once
// Entry point of self-gravity: the method that the parameters name, with its working memory.
#include "gravity/direct.hpp"
#include "gravity/fmm.hpp"
#include "gravity/parameters.hpp"

namespace rubble::gravity {

// Below this many bodies the fast multipole method is slower than the direct sum (tests/bench/gravity_bench.cpp), at
// errors of 1e-3; "fmm" then sums directly, which is exact.
inline constexpr std::size_t kFewBodies = 1500;

// True if these parameters sum over all pairs of so many bodies.
inline bool sums_directly(const Parameters& p, std::size_t bodies) {
  return p.method == "direct" || (p.method == "fmm" && bodies < kFewBodies);
}

class Solver {
 public:
  // Parameters whose fields are in range; radius of a cell up to which its points may be of one rigid body, which they
  // do not move [m].
  explicit Solver(const Parameters& parameters, double rigid = 0);

  // (mass [kg] [N], position [m] [N], Want bits) => out: accelerations and what else is wanted of each body, due to the
  // others; the rest emptied. All 0 for method "none". Same bits for any number of threads and whatever came before.
  void evaluate(const Reals& mass, const Vec3s& position, unsigned want, Pull& out);

 private:
  Parameters parameters_;
  Plan plan_;
  Direct direct_;
  Fmm fmm_;
};

}  // namespace rubble::gravity
