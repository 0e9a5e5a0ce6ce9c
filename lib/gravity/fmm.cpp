#include "gravity/fmm.hpp"

#include "base/parallel.hpp"
#include "gravity/fmm_workspace.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace rubble::gravity {
namespace {

constexpr std::int32_t kDomains = 48;         // approximate number of domains; it must depend only on the bodies
constexpr std::int32_t kDomainBodies = 1024;  // size of a domain below which it is not worth a task

Passes passes_of(int order) {
  switch (order) {
    case 3:
      return kPasses3;
    case 4:
      return kPasses4;
    case 5:
      return kPasses5;
    case 6:
      return kPasses6;
    case 7:
      return kPasses7;
    default:
      return kPasses8;
  }
}

bool finite(const Reals& mass, const Vec3s& position) {
  double sum = 0;
  for (const double m : mass) sum += 0 * m;
  for (const Vec3& x : position) sum += 0 * (x.x() + x.y() + x.z());
  return sum == 0;
}

// Power of two near 1 / largest mass.
double mass_scale(const Reals& mass) {
  double greatest = 0;
  for (const double m : mass) greatest = std::max(greatest, m);
  if (!(greatest > 0)) return 1;
  int exponent = 0;
  std::frexp(greatest, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
}

}  // namespace

Plan plan_for(double error) {
  // Orders from measurements. For uniform and clustered clouds, settled piles and power laws of mass, with 1e4 to 1e6
  // bodies, the rms error is at least a tenth below the requested one, and the order is the fastest. A requested error
  // between two rows gets the order of the smaller error. The error falls more slowly than the tolerance, so that a
  // tolerance proportional to the requested error is safe.
  struct Choice {
    double error;
    int order;
    std::int32_t leaf;
    double tolerance;
  };
  static constexpr Choice kRows[] = {{1e-2, 3, 16, 8e-3},   {3e-3, 4, 16, 3.5e-3}, {1e-3, 5, 20, 1.15e-3},
                                     {3e-4, 6, 24, 4.5e-4}, {1e-4, 8, 32, 2.3e-4}, {1e-5, 8, 32, 1.9e-5}};
  const double wanted = std::clamp(error, 1e-7, 0.05);
  const Choice* row =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const Choice& r) { return wanted >= r.error; });
  if (row == std::end(kRows)) --row;
  return {row->order, row->tolerance * (wanted / row->error), row->leaf, wanted < 1e-5};
}

// Domains are the highest cells with at most 2 / kDomains of all bodies or kDomainBodies bodies, whichever is more, and
// leaves above this limit.
void divide(Fmm::Workspace& w) {
  const std::vector<Cell>& cells = w.tree.cells();
  const std::int32_t most = std::max(cells[0].count / kDomains * 2, kDomainBodies);
  w.domains.clear();
  w.above.clear();
  w.domain_of.assign(cells.size(), -1);
  for (std::int32_t c = 0; c < cells[0].last;) {
    const Cell& cell = cells[static_cast<std::size_t>(c)];
    if (cell.count <= most || cell.leaf()) {
      w.domain_of[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(w.domains.size());
      w.domains.push_back(c);
      c = cell.last;
    } else {
      w.above.push_back(c);
      ++c;
    }
  }
}

// Sorts the pairs of domains by the rounds of a round-robin schedule. No domain occurs twice in a round, so that
// neighbouring tasks in the queue do not wait for each other.
void order_tasks(std::vector<CellPair>& tasks, std::int32_t domains) {
  const std::int32_t rounds = domains % 2 == 0 ? domains - 1 : domains;
  const auto round = [&](const CellPair& t) {
    if (t.a == t.b || rounds < 1) return std::int32_t{-1};
    const std::int32_t a = std::min(t.a, t.b), b = std::max(t.a, t.b);
    return b == rounds ? 2 * a % rounds : (a + b) % rounds;
  };
  std::stable_sort(tasks.begin(), tasks.end(),
                   [&](const CellPair& p, const CellPair& q) { return round(p) < round(q); });
}

Fmm::Fmm() : workspace_(std::make_unique<Workspace>()) {}
Fmm::~Fmm() = default;
Fmm::Fmm(Fmm&&) noexcept = default;
Fmm& Fmm::operator=(Fmm&&) noexcept = default;

void Fmm::evaluate(const Reals& mass, const Vec3s& position, double G, const Plan& plan, unsigned want, Pull& out) {
  Workspace& w = *workspace_;
  const std::size_t n = position.size();
  out.resize(n, want);
  if (n == 0) return;
  if (!finite(mass, position)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::fill(out.acceleration.begin(), out.acceleration.end(), Vec3::Constant(nan));
    std::fill(out.potential.begin(), out.potential.end(), nan);
    std::fill(out.tide.begin(), out.tide.end(), Mat3::Constant(nan));
    return;
  }
  w.plan = plan;
  w.want = want;
  w.p2p = &p2p_kernels(want, plan.exact);
  const double weigh = mass_scale(mass);
  w.tree.build(mass, weigh, position, plan.leaf, want, w.particles);
  w.plan.rigid = plan.rigid * w.tree.scale();
  passes_of(plan.order)(w);
  const double scale = w.tree.scale();
  const double unit = G / weigh;
  const std::vector<std::int32_t>& leaves = w.tree.leaves();
  parallel_for(leaves.size(), [&](std::size_t l) {
    const Cell& leaf = w.tree.cells()[static_cast<std::size_t>(leaves[l])];
    unpack(w.particles, leaf.bodies, want, unit, scale, out, [&](std::int32_t k) { return w.tree.body(leaf, k); });
  });
}

}  // namespace rubble::gravity
