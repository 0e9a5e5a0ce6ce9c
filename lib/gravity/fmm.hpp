#pragma once
// Self-gravity in O(N): a mutual fast multipole method (docs/theory.md, 4.3 to 4.6). Cells that are far enough apart
// act on each other through expansions about their centres of mass. One set of derivatives serves both directions:
// Dehnen 2002, doi:10.1006/jcph.2002.7026. Whether cells are far enough apart follows from an estimated error relative
// to the local acceleration: Dehnen 2014, doi:10.1186/s40668-014-0001-7.
//
// Each step has its own file: fmm_p2m.hpp, fmm_m2m.hpp, fmm_limits.cpp, fmm_traversal.hpp, fmm_m2l.hpp, p2p.cpp,
// fmm_l2l.hpp, fmm_l2p.hpp.
#include "gravity/pull.hpp"

#include <memory>

namespace rubble::gravity {

// How an error that is wanted is reached.
struct Plan {
  int order = 4;           // of the expansions, 3 ... 8
  double tolerance = 0;    // largest error of one interaction of cells, relative to the local acceleration
  std::int32_t leaf = 16;  // bodies in a leaf, at most
  bool exact = false;      // pairs of bodies to 1e-15, not to 2e-7
  double rigid = 0;        // up to this radius a cell's own pull moves nothing: its points may be of one rigid body [m]
};

// (wanted rms relative error of the accelerations, > 0) => plan; the bounds are 1e-7 and 0.05.
Plan plan_for(double error);

// Keeps its working memory: once it has seen N bodies, evaluations of as many allocate nothing.
class Fmm {
 public:
  Fmm();
  ~Fmm();
  Fmm(Fmm&&) noexcept;
  Fmm& operator=(Fmm&&) noexcept;

  // (mass [kg] [N], position [m] [N], G, plan, Want bits) => out: what was wanted, the rest emptied. Bodies at one
  // place do not act on each other. Same bits for any number of threads, and whatever was evaluated before; scaled
  // exactly if positions or masses are scaled by a power of two. Sum of m a is 0 to rounding.
  void evaluate(const Reals& mass, const Vec3s& position, double G, const Plan& plan, unsigned want, Pull& out);

  struct Workspace;

 private:
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace rubble::gravity
