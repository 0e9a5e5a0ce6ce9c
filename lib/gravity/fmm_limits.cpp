// Limits of errors. The error of one interaction of cells may reach the tolerance times the local acceleration. This
// acceleration is estimated at some thousands of cells. Its sources are a few hundred cells as point masses, softened
// by their sizes e:
//   g = sum m d / (d^2 + e^2)^(3/2).   docs/theory.md 4.5; Dehnen 2014, doi:10.1186/s40668-014-0001-7.
#include "base/parallel.hpp"
#include "gravity/fmm_workspace.hpp"
#include "simd/inverse_root.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rubble::gravity {
namespace {

constexpr std::int32_t kCoarse = 512;  // approximate number of cells that are sources of the estimate
constexpr std::int32_t kFine = 4096;   // approximate number of cells at which it is evaluated

// (cells, largest number of bodies) => the highest cells with at most this number.
void highest(const std::vector<Cell>& cells, std::int32_t most, std::vector<std::int32_t>& out) {
  out.clear();
  for (std::int32_t c = 0; c < cells[0].last;) {
    const Cell& cell = cells[static_cast<std::size_t>(c)];
    if (cell.count <= most || cell.leaf()) {
      out.push_back(c);
      c = cell.last;
    } else {
      ++c;
    }
  }
}

// Fills all columns except the sums; padded to multiples of eight with copies of the last cell.
void pack(const std::vector<CellGeometry>& geometry, SoftPoints& p) {
  const std::size_t n = p.cells.size();
  const std::size_t padded = (n + 7) / 8 * 8;
  for (AlignedReals* column : {&p.x, &p.y, &p.z, &p.mass, &p.softening2, &p.ax, &p.ay, &p.az, &p.potential})
    column->resize(padded);
  for (std::size_t i = 0; i < padded; ++i) {
    const CellGeometry& cell = geometry[static_cast<std::size_t>(p.cells[std::min(i, n - 1)])];
    p.x[i] = cell.x;
    p.y[i] = cell.y;
    p.z[i] = cell.z;
    p.mass[i] = cell.mass;
    p.softening2[i] = cell.source * cell.source;
  }
}

// Accelerations and potentials at eight points from `first` on. Sources closer than `rigid` do not contribute to the
// accelerations. Two packs are processed together, because their roots fill one vector.
void estimate(SoftPoints& at, const SoftPoints& from, std::size_t first, double rigid) {
  const Pack rigid2 = all(rigid > 0 ? rigid * rigid : -1.0);
  const auto load = [&](const AlignedReals& column) __attribute__((always_inline)) {
    return std::array<Pack, 2>{load_aligned(&column[first]), load_aligned(&column[first + kLanes])};
  };
  const std::array<Pack, 2> x = load(at.x), y = load(at.y), z = load(at.z);
  Pack ax[2] = {}, ay[2] = {}, az[2] = {}, potential[2] = {};
  for (std::size_t j = 0; j < from.cells.size(); ++j) {
    const Pack source_x = all(from.x[j]);
    const Pack source_y = all(from.y[j]);
    const Pack source_z = all(from.z[j]);
    const Pack mass = all(from.mass[j]);
    const Pack softening2 = all(from.softening2[j]);
    Pack dx[2], dy[2], dz[2], distance2[2], s[2];
    for (int k = 0; k < 2; ++k) {
      dx[k] = source_x - x[k];
      dy[k] = source_y - y[k];
      dz[k] = source_z - z[k];
      s[k] = fma(dx[k], dx[k], fma(dy[k], dy[k], fma(dz[k], dz[k], softening2)));
      distance2[k] = s[k] - softening2;
    }
    rough_inverse_roots(s[0], s[1]);
    for (int k = 0; k < 2; ++k) {
      const Pack f = select(distance2[k] >= rigid2, mass * s[k] * s[k] * s[k], Pack{});
      ax[k] = fma(f, dx[k], ax[k]);
      ay[k] = fma(f, dy[k], ay[k]);
      az[k] = fma(f, dz[k], az[k]);
      potential[k] = fma(mass, s[k], potential[k]);
    }
  }
  const auto store = [&](AlignedReals & column, const Pack* v) __attribute__((always_inline)) {
    store_aligned(&column[first], v[0]);
    store_aligned(&column[first + kLanes], v[1]);
  };
  store(at.ax, ax);
  store(at.ay, ay);
  store(at.az, az);
  store(at.potential, potential);
}

// Error limit of a cell: tolerance x local acceleration g. If the pulls of other cells cancel, the cell's own pull at
// its rim, M / r^2, is the lower bound, except in rigid bodies. Farther out from a large mass the acceleration is
// smaller. For a mass with a = M / R^2 and potential M / R, the acceleration at the far rim is smaller by (1 + r a R /
// M)^2.
double limit_of(const CellGeometry& cell, const Vec3& g, double potential, const Plan& plan) {
  const double own = cell.radius > plan.rigid ? cell.mass / (cell.radius * cell.radius) : 0;
  const double there = std::sqrt(g.x() * g.x() + g.y() * g.y() + g.z() * g.z());
  const double farther = potential > 0 ? 1 + cell.radius * there / potential : 1;
  return plan.tolerance * std::hypot(there, own) / (farther * farther);
}

}  // namespace

// Fine cells and all cells within them get the limit of the fine cell. A cell above them gets the smallest limit of its
// children.
void limit_errors(Fmm::Workspace& w) {
  const std::vector<Cell>& cells = w.tree.cells();
  highest(cells, std::max(cells[0].count / kCoarse, w.plan.leaf), w.coarse.cells);
  highest(cells, std::max(cells[0].count / kFine, w.plan.leaf), w.fine.cells);
  pack(w.geometry, w.coarse);
  pack(w.geometry, w.fine);
  const SoftPoints& fine = w.fine;
  for_chunks(fine.x.size() / 8, [&](std::size_t k) { estimate(w.fine, w.coarse, 8 * k, w.plan.rigid); });
  for (CellGeometry& cell : w.geometry) cell.limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < fine.cells.size(); ++i) {
    const auto top = static_cast<std::size_t>(fine.cells[i]);
    const Vec3 g(fine.ax[i], fine.ay[i], fine.az[i]);
    const double limit = limit_of(w.geometry[top], g, fine.potential[i], w.plan);
    for (std::size_t c = top; c < static_cast<std::size_t>(cells[top].last); ++c) w.geometry[c].limit = limit;
  }
  for (std::size_t c = cells.size(); c-- > 0;) {
    if (cells[c].leaf()) continue;
    const double left = w.geometry[c + 1].limit;
    const double right = w.geometry[static_cast<std::size_t>(cells[c].right)].limit;
    w.geometry[c].limit = std::min({w.geometry[c].limit, left, right});
  }
}

}  // namespace rubble::gravity
