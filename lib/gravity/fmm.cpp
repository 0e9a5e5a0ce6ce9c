#include "gravity/fmm.hpp"

#include "base/parallel.hpp"
#include "gravity/fmm_work.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace rubble::gravity {
namespace {

constexpr std::int32_t kDomains = 48;         // about; a function of nothing but the bodies
constexpr std::int32_t kDomainBodies = 1024;  // smallest domain that is worth a task
constexpr std::int32_t kCoarse = 512;         // cells, about, from which local accelerations are estimated
constexpr std::int32_t kFine = 4096;          // cells, about, at which

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
  // Measured: the rms errors of uniform and clustered clouds, settled piles and power laws of mass, from 1e4 to 1e6
  // bodies, are below the wanted one by a tenth and more, and the order is the fastest. Errors between two rows take
  // the order of the smaller one; the error falls more slowly than the tolerance, so that a tolerance in proportion is
  // safe.
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

// (cells, most bodies) => appends the highest cells that have no more.
void highest(const std::vector<Cell>& cells, std::int32_t most, std::vector<std::int32_t>& out) {
  out.clear();
  for (std::int32_t c = 0; c < cells[0].last;) {
    const Cell& cell = cells[static_cast<std::size_t>(c)];
    if (cell.count <= most || cell.leaf())
      out.push_back(c), c = cell.last;
    else
      ++c;
  }
}

// (centres of cells) => accelerations at eight of them, from `first` on, due to the sources: softened point masses.
void estimate(Bodies& at, const Bodies& from, std::size_t sources, std::size_t first) {
  const Four x0 = load(&at.x[first]), y0 = load(&at.y[first]), z0 = load(&at.z[first]);
  const Four x1 = load(&at.x[first + 4]), y1 = load(&at.y[first + 4]), z1 = load(&at.z[first + 4]);
  Four a0 = all(0), b0 = all(0), c0 = all(0), p0 = all(0), a1 = all(0), b1 = all(0), c1 = all(0), p1 = all(0);
  for (std::size_t j = 0; j < sources; ++j) {
    const Four x = all(from.x[j]), y = all(from.y[j]), z = all(from.z[j]), mass = all(from.mass[j]);
    const Four soft = all(from.inverse[j]);
    const Four u0 = x - x0, v0 = y - y0, w0 = z - z0, u1 = x - x1, v1 = y - y1, w1 = z - z1;
    Four s0 = fused(u0, u0, fused(v0, v0, fused(w0, w0, soft))), s1 = fused(u1, u1, fused(v1, v1, fused(w1, w1, soft)));
    inverse_roots(s0, s1);
    const Four f0 = mass * s0 * s0 * s0, f1 = mass * s1 * s1 * s1;
    a0 = fused(f0, u0, a0), b0 = fused(f0, v0, b0), c0 = fused(f0, w0, c0);
    p0 = fused(mass, s0, p0), p1 = fused(mass, s1, p1);
    a1 = fused(f1, u1, a1), b1 = fused(f1, v1, b1), c1 = fused(f1, w1, c1);
  }
  store(&at.ax[first], a0), store(&at.ay[first], b0), store(&at.az[first], c0);
  store(&at.ax[first + 4], a1), store(&at.ay[first + 4], b1), store(&at.az[first + 4], c1);
  store(&at.inverse[first], p0), store(&at.inverse[first + 4], p1);
}

void pack(const std::vector<Ball>& balls, const std::vector<std::int32_t>& cells, Bodies& out) {
  const std::size_t n = cells.size();
  out.resize((n + 7) / 8 * 8, static_cast<unsigned>(Want::potential));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Ball& ball = balls[static_cast<std::size_t>(cells[std::min(i, n - 1)])];
    out.x[i] = ball.x, out.y[i] = ball.y, out.z[i] = ball.z, out.mass[i] = ball.mass;
    out.inverse[i] = ball.source * ball.source;  // softening
  }
}

// Local accelerations at some thousands of cells, from a few hundred as softened point masses; and not below what a
// cell does at its own rim, for where all others cancel. With a = M / R^2 and a potential M / R it is less by (1 + r a
// R / M)^2 at the rim of a cell of radius r.
void limit_errors(Fmm::Work& w) {
  const std::vector<Cell>& cells = w.tree.cells();
  highest(cells, std::max(cells[0].count / kCoarse, w.plan.leaf), w.coarse);
  highest(cells, std::max(cells[0].count / kFine, w.plan.leaf), w.fine);
  pack(w.balls, w.coarse, w.coarse_bodies), pack(w.balls, w.fine, w.fine_bodies);
  Bodies& b = w.fine_bodies;
  parallel_for(b.size() / 8, [&](std::size_t k) { estimate(b, w.coarse_bodies, w.coarse.size(), 8 * k); });
  for (Ball& ball : w.balls) ball.limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < w.fine.size(); ++i) {
    const auto c = static_cast<std::size_t>(w.fine[i]);
    const Ball& ball = w.balls[c];
    const double own = ball.radius > 0 ? ball.mass / (ball.radius * ball.radius) : 0;
    const double there = std::sqrt(b.ax[i] * b.ax[i] + b.ay[i] * b.ay[i] + b.az[i] * b.az[i]);
    const double farther = b.inverse[i] > 0 ? 1 + ball.radius * there / b.inverse[i] : 1;
    const double limit = w.plan.tolerance * std::hypot(there, own) / (farther * farther);
    for (std::size_t k = c; k < static_cast<std::size_t>(cells[c].last); ++k) w.balls[k].limit = limit;
  }
  for (std::size_t c = cells.size(); c-- > 0;)
    if (!cells[c].leaf())
      w.balls[c].limit =
          std::min({w.balls[c].limit, w.balls[c + 1].limit, w.balls[static_cast<std::size_t>(cells[c].right)].limit});
}

// By rounds of a tournament, in which nobody plays twice: neighbours in the queue wait for nobody.
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

Fmm::Fmm() : work_(std::make_unique<Work>()) {}
Fmm::~Fmm() = default;
Fmm::Fmm(Fmm&&) noexcept = default;
Fmm& Fmm::operator=(Fmm&&) noexcept = default;

void Fmm::evaluate(const Reals& mass, const Vec3s& position, double G, const Plan& plan, unsigned want, Pull& out) {
  Work& w = *work_;
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
  w.plan = plan, w.want = want, w.near = &near_kernels(want, plan.exact);
  const double weigh = mass_scale(mass);
  w.tree.build(mass, weigh, position, plan.leaf, want, w.bodies);
  passes_of(plan.order)(w);
  const double s = w.tree.scale(), unit = G / weigh;
  const std::vector<std::int32_t>& leaves = w.tree.leaves();
  parallel_for(leaves.size(), [&](std::size_t l) {
    const Cell& leaf = w.tree.cells()[static_cast<std::size_t>(leaves[l])];
    unpack(w.bodies, leaf.bodies, want, unit, s, out, [&](std::int32_t k) { return w.tree.body(leaf, k); });
  });
}

}  // namespace rubble::gravity
