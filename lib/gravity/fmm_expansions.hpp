#pragma once
// The expansions of the cells and their layout in memory (docs/theory.md 4.3). Each cell has a multipole expansion of
// its bodies about its centre of mass x_c,
//   M_k = sum_j m_j (x_j - x_c)^k / k!
// It also has a local expansion about x_c of the potential of distant bodies,
//   phi(x_c + y) = sum_k L_k y^k / k!
// Here phi = sum m / r has the opposite sign to the potential. Sets of terms are reduced (expansion.hpp).
#include "gravity/expansion.hpp"
#include "gravity/fmm_workspace.hpp"

namespace rubble::gravity {

// Layout for order P. Only the potential needs L_0.
template <int P, bool potential>
struct ExpansionLayout {
  // Stored moments: the mass, then orders 2 to P, padded to whole packs. The dipole about a centre of mass is zero.
  static constexpr int kMoments = (terms(P) - 3 + 3) / 4 * 4;
  // Stored local expansion: orders 1 to P, then order 0, padded to whole packs.
  static constexpr int kLocals = (terms(P) - 1 + (potential ? 1 : 0) + 3) / 4 * 4;
  static constexpr int kFirst = potential ? 0 : 1;  // first stored local term
  static constexpr int moment_slot(int index) { return index == 0 ? 0 : index - 3; }
  static constexpr int local_slot(int index) { return index == 0 ? terms(P) - 1 : index - 1; }
};

// Expansions of the cells of a workspace whose tree is built.
template <int P, bool potential>
class Expansions : public ExpansionLayout<P, potential> {
 public:
  using Layout = ExpansionLayout<P, potential>;
  explicit Expansions(Fmm::Workspace& workspace) : work(workspace), cells_(workspace.tree.cells().data()) {
    const std::size_t n = work.tree.cells().size();
    work.geometry.resize(n);
    work.low.resize(n);
    work.high.resize(n);
    work.multipole.resize(n * Layout::kMoments);
    work.local.resize(n * Layout::kLocals);
    geometry_ = work.geometry.data();
    multipole_ = work.multipole.data();
    local_ = work.local.data();
  }

  const Cell& cell(std::int32_t c) const { return cells_[c]; }
  CellGeometry& geometry(std::int32_t c) const { return geometry_[c]; }
  Vec3& low(std::int32_t c) const { return work.low[static_cast<std::size_t>(c)]; }
  Vec3& high(std::int32_t c) const { return work.high[static_cast<std::size_t>(c)]; }
  double* moments(std::int32_t c) const { return multipole_ + static_cast<std::ptrdiff_t>(c) * Layout::kMoments; }
  double* locals(std::int32_t c) const { return local_ + static_cast<std::ptrdiff_t>(c) * Layout::kLocals; }

  Fmm::Workspace& work;

 private:
  const Cell* cells_;
  CellGeometry* geometry_;
  double *multipole_, *local_;
};

}  // namespace rubble::gravity
