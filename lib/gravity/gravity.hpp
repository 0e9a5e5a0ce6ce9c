#pragma once
// Entry point of self-gravity: the method that the parameters name, and its working memory.
#include "gravity/direct.hpp"
#include "gravity/fmm.hpp"
#include "gravity/parameters.hpp"

namespace rubble::gravity {

// Below this many bodies the fast multipole method is slower than the direct sum (tests/bench/gravity_bench.cpp), at
// errors of 1e-3; "fmm" then sums directly, which is exact.
inline constexpr std::size_t kFewBodies = 1500;

// True if these parameters select direct summation for this number of bodies.
inline bool sums_directly(const Parameters& p, std::size_t bodies) {
  return p.method == Summation::direct || (p.method == Summation::fmm && bodies < kFewBodies);
}

class Solver {
 public:
  // (valid parameters, radius [m] up to which a cell's points may belong to one rigid body, whose own pull does not
  // move it)
  explicit Solver(const Parameters& parameters, double rigid = 0);

  // (mass [kg] [N], position [m] [N], Want bits) Sets accelerations and the requested quantities of each body, due to
  // the others, in `out`, and empties the rest. All values are 0 for method "none". After the fast multipole method,
  // remove_torque() corrects the accelerations. The bits depend neither on the number of threads nor on earlier
  // evaluations.
  void evaluate(const Reals& mass, const Vec3s& position, unsigned want, Pull& out);

 private:
  Parameters parameters_;
  Plan plan_;
  Direct direct_;
  Fmm fmm_;
};

}  // namespace rubble::gravity
