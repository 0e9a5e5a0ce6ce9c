#pragma once
// Self-gravity in O(N): a mutual fast multipole method (docs/theory.md, 4.3 to 4.6). Cells that are far enough apart
// act on each other through expansions about their centres of mass. One set of derivatives serves both directions:
// Dehnen 2002, doi:10.1006/jcph.2002.7026. The acceptance criterion compares an estimated error with the local
// acceleration: Dehnen 2014, doi:10.1186/s40668-014-0001-7.
//
// Each step has its own file: fmm_p2m.hpp, fmm_m2m.hpp, fmm_limits.cpp, fmm_traversal.hpp, fmm_m2l.hpp, p2p.cpp,
// fmm_l2l.hpp, fmm_l2p.hpp.
#include "gravity/pull.hpp"

#include <memory>

namespace rubble::gravity {

// Numerical parameters for a requested error.
struct Plan {
  int order = 4;           // order of the expansions, 3 to 8
  double tolerance = 0;    // largest error of one interaction of cells / local acceleration
  std::int32_t leaf = 16;  // largest number of bodies in a leaf
  bool exact = false;      // accuracy of pairs of bodies: 1e-15 instead of 2e-7
  double rigid = 0;        // cells up to this radius may be one rigid body, whose own pull does not move it [m]
};

// (requested rms relative error of the accelerations, > 0) => plan. Errors outside 1e-7 to 0.05 are treated as the
// nearer bound.
Plan plan_for(double error);

// Keeps its working memory: repeated evaluations with the same number of bodies allocate nothing.
class Fmm {
 public:
  Fmm();
  ~Fmm();
  Fmm(Fmm&&) noexcept;
  Fmm& operator=(Fmm&&) noexcept;

  // (mass [kg] [N], position [m] [N], G [m3 kg-1 s-2], plan, Want bits) Sets the requested quantities in `out` and
  // empties the others. Bodies at the same position do not act on each other. The bits depend neither on the number of
  // threads nor on earlier evaluations. Scaling positions or masses by a power of two scales the result exactly. The
  // sum of m a is 0 to rounding. All results are NaN if a mass or position is not finite.
  void evaluate(const Reals& mass, const Vec3s& position, double G, const Plan& plan, unsigned want, Pull& out);

  struct Workspace;

 private:
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace rubble::gravity
