#include "gravity/fmm.hpp"

#include "base/parallel.hpp"
#include "gravity/fmm_work.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::gravity {
namespace {

constexpr std::int32_t kDomains = 48;         // about; a function of nothing but the bodies
constexpr std::int32_t kDomainBodies = 1024;  // smallest domain that is worth a task
constexpr std::int32_t kCoarse = 512;         // cells, about, from which local accelerations are estimated

Passes passes_of(int order) {
  switch (order) {
    case 3: return kPasses3;
    case 4: return kPasses4;
    case 5: return kPasses5;
    case 6: return kPasses6;
    case 7: return kPasses7;
    default: return kPasses8;
  }
}

bool finite(const Reals& mass, const Vec3s& position) {
  double sum = 0;
  for (const double m : mass) sum += 0 * m;
  for (const Vec3& x : position) sum += 0 * (x.x() + x.y() + x.z());
  return sum == 0;
}

// Power of two near 1 / greatest mass.
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
  Plan plan;
  plan.tolerance = error;
  return plan;
}

// Domains: the highest cells with no more than a fixed share of the bodies.
void divide(Fmm::Work& w) {
  const std::vector<Cell>& cells = w.tree.cells();
  const std::int32_t most = std::max(cells[0].count / kDomains * 2, kDomainBodies);
  w.domains.clear(), w.above.clear();
  w.domain_of.assign(cells.size(), -1);
  for (std::int32_t c = 0; c < cells[0].last;) {
    const Cell& cell = cells[static_cast<std::size_t>(c)];
    if (cell.count <= most || cell.leaf()) {
      w.domain_of[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(w.domains.size());
      w.domains.push_back(c), c = cell.last;
    } else {
      w.above.push_back(c), ++c;
    }
  }
}

// Local accelerations from a few hundred cells as point masses, and what a cell does at its own rim, where all the
// others may cancel.
void limit_errors(Fmm::Work& w) {
  const std::vector<Cell>& cells = w.tree.cells();
  const std::int32_t most = std::max(cells[0].count / kCoarse, w.plan.leaf);
  w.coarse.clear();
  for (std::int32_t c = 0; c < cells[0].last;) {
    const Cell& cell = cells[static_cast<std::size_t>(c)];
    if (cell.count <= most || cell.leaf()) w.coarse.push_back(c), c = cell.last;
    else ++c;
  }
  const std::size_t n = w.coarse.size();
  Bodies& b = w.coarse_bodies;
  b.resize((n + 3) / 4 * 4, static_cast<unsigned>(Want::acceleration));
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Ball& ball = w.balls[static_cast<std::size_t>(w.coarse[std::min(i, n - 1)])];
    b.x[i] = ball.x, b.y[i] = ball.y, b.z[i] = ball.z, b.mass[i] = i < n ? ball.mass : 0;
  }
  const Near& near = near_kernels(static_cast<unsigned>(Want::acceleration), false);
  const auto last = static_cast<std::int32_t>(n);
#pragma omp parallel for schedule(static)
  for (std::int32_t i = 0; i < last; i += 16) near.self(b, {i, std::min(i + 16, last)}, {0, last});
  for (Ball& ball : w.balls) ball.limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t c = w.coarse[i];
    const Ball& ball = w.balls[static_cast<std::size_t>(c)];
    const double own = ball.radius > 0 ? ball.mass / (ball.radius * ball.radius) : 0;
    const double limit = w.plan.tolerance * std::sqrt(b.ax[i] * b.ax[i] + b.ay[i] * b.ay[i] + b.az[i] * b.az[i] + own * own);
    for (std::int32_t k = c; k < cells[static_cast<std::size_t>(c)].last; ++k) w.balls[static_cast<std::size_t>(k)].limit = limit;
  }
  for (std::size_t c = cells.size(); c-- > 0;)
    if (!cells[c].leaf())
      w.balls[c].limit = std::min({w.balls[c].limit, w.balls[c + 1].limit, w.balls[static_cast<std::size_t>(cells[c].right)].limit});
}

// By rounds of a tournament, in which nobody plays twice: neighbours in the queue wait for nobody.
void order_tasks(std::vector<CellPair>& tasks, std::int32_t domains) {
  const std::int32_t rounds = domains % 2 == 0 ? domains - 1 : domains;
  const auto round = [&](const CellPair& t) {
    if (t.a == t.b || rounds < 1) return std::int32_t{-1};
    const std::int32_t a = std::min(t.a, t.b), b = std::max(t.a, t.b);
    return b == rounds ? 2 * a % rounds : (a + b) % rounds;
  };
  std::stable_sort(tasks.begin(), tasks.end(), [&](const CellPair& p, const CellPair& q) { return round(p) < round(q); });
}

Fmm::Fmm() : work_(std::make_unique<Work>()) {}
Fmm::~Fmm() = default;
Fmm::Fmm(Fmm&&) noexcept = default;
Fmm& Fmm::operator=(Fmm&&) noexcept = default;

void Fmm::evaluate(const Reals& mass, const Vec3s& position, double G, const Plan& plan, unsigned want, Pull& out) {
  Work& w = *work_;
  const std::size_t n = position.size();
  out.acceleration.resize(n);
  out.potential.resize(wants(want, Want::potential) ? n : 0);
  out.tide.resize(wants(want, Want::tide) ? n : 0);
  if (n == 0) return;
  if (!finite(mass, position)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::fill(out.acceleration.begin(), out.acceleration.end(), Vec3::Constant(nan));
    std::fill(out.potential.begin(), out.potential.end(), nan);
    std::fill(out.tide.begin(), out.tide.end(), Mat3::Constant(nan));
    return;
  }
  w.plan = plan, w.want = want, w.near = &near_kernels(want, plan.exact);
  const double weigh = mass_scale(mass);
  w.tree.build(mass, weigh, position, plan.leaf, want, w.bodies);
  passes_of(plan.order)(w);
  const double s = w.tree.scale(), unit = G / weigh;
  const std::vector<std::int32_t>& leaves = w.tree.leaves();
  parallel_for(leaves.size(), [&](std::size_t l) {
    const Cell& leaf = w.tree.cells()[static_cast<std::size_t>(leaves[l])];
    const Bodies& b = w.bodies;
    for (std::int32_t k = leaf.bodies.first; k < leaf.bodies.last; ++k) {
      const auto to = static_cast<std::size_t>(w.tree.body(leaf, k - leaf.bodies.first));
      const auto i = static_cast<std::size_t>(k);
      out.acceleration[to] = unit * s * s * Vec3(b.ax[i], b.ay[i], b.az[i]);
      if (wants(want, Want::potential)) out.potential[to] = -unit * s * b.inverse[i];
      if (wants(want, Want::tide)) {
        Mat3& t = out.tide[to];
        t << b.xx[i], b.xy[i], b.xz[i], b.xy[i], b.yy[i], b.yz[i], b.xz[i], b.yz[i], -b.xx[i] - b.yy[i];
        t *= unit * s * s * s;
      }
    }
  });
}

}  // namespace rubble::gravity
