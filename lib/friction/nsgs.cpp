#include "base/interrupt.hpp"
#include "friction/best.hpp"

#include <algorithm>

// Each iteration sweeps forwards and backwards through the contacts. Each contact is solved with the newest impulses of
// the others. The two sweeps together are a map G, symmetric in the order of contacts, whose fixed points are the
// solutions.
//
// Momentum extrapolates the result g of the map: x = g + k / (k + 3) (g - g before), where k is the number of maps
// since the start (Nesterov 1983). If the step |G(x) - x| grows, the next map has no momentum and k is halved.
// (O'Donoghue & Candes 2015, doi:10.1007/s10208-013-9150-3, restart from k = 0 instead.) Lengths are weighted with the
// diagonal of W, so that contacts of light and heavy bodies count equally.
namespace rubble::friction {
namespace {

constexpr double kGrowth = 1.02;  // growth of a step over the last one from which on momentum is reduced

// The rows of W, with columns padded by a zero to four numbers for vector loads.
class Rows {
 public:
  explicit Rows(const BlockMatrix& w) : begin_(w.begin), column_(w.column) {
    for (const Mat3& block : w.block) {
      Padded padded = Padded::Zero();
      padded.topRows<3>() = block;
      block_.push_back(padded);
    }
  }

  // (row a, q_a, impulses) => q_a + sum of W_ab r_b
  Vec4 velocity(std::size_t a, const Vec4& q, const std::vector<Vec4>& impulse) const {
    Vec4 sum[3] = {q, Vec4::Zero(), Vec4::Zero()};
    for (auto k = static_cast<std::size_t>(begin_[a]); k < static_cast<std::size_t>(begin_[a + 1]); ++k) {
      const Vec4& r = impulse[static_cast<std::size_t>(column_[k])];
      for (int i = 0; i < 3; ++i) sum[i] += block_[k].col(i) * r[i];
    }
    return sum[0] + (sum[1] + sum[2]);
  }

 private:
  using Padded = Eigen::Matrix<double, 4, 3>;
  std::vector<Index> begin_, column_;
  std::vector<Padded> block_;
};

Vec4 padded(const Vec3& v) { return {v[0], v[1], v[2], 0}; }

class GaussSeidel {
 public:
  GaussSeidel(const Problem& problem, const SolverOptions& options) : rows_(problem.delassus) {
    const BlockMatrix& w = problem.delassus;
    for (std::size_t a = 0; a < problem.size(); ++a) {
      free_.push_back(padded(problem.free_velocity[a]));
      for (auto k = static_cast<std::size_t>(w.begin[a]); k < static_cast<std::size_t>(w.begin[a + 1]); ++k) {
        if (w.column[k] != static_cast<Index>(a)) continue;
        contact_.emplace_back(w.block[k], problem.friction[a], options.local, options.cone);
        weight_.push_back(w.block[k].trace() / 3);
      }
    }
  }

  void sweep_forth_and_back(std::vector<Vec4>& impulse) {
    for (std::size_t a = 0; a < contact_.size(); ++a) update(a, impulse);
    for (std::size_t a = contact_.size(); a-- > 0;) update(a, impulse);
  }

  // => |a - b|^2, weighted with the diagonal of W
  double distance(const std::vector<Vec4>& a, const std::vector<Vec4>& b) const {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += weight_[i] * (a[i] - b[i]).squaredNorm();
    return sum;
  }

 private:
  void update(std::size_t a, std::vector<Vec4>& impulse) {
    const Vec4 velocity = rows_.velocity(a, free_[a], impulse);
    impulse[a] = padded(contact_[a].solve(velocity.head<3>(), impulse[a].head<3>()));
  }

  Rows rows_;
  std::vector<Vec4> free_;
  std::vector<OneContact> contact_;
  Reals weight_;
};

// => iteration of the next check of the residual. The interval between checks is a tenth of the iterations so far, but
// at least two.
std::int64_t next_check(std::int64_t iteration) { return iteration + std::max<std::int64_t>(2, iteration / 10); }

Vec3s unpadded(const std::vector<Vec4>& vectors) {
  Vec3s out;
  for (const Vec4& v : vectors) out.push_back(v.head<3>());
  return out;
}

}  // namespace

Report nsgs(const Problem& problem, const SolverOptions& options, Vec3s& impulses) {
  require_local(options);
  Best best(problem, options, impulses);
  if (best.converged()) return best.finish(0, impulses);
  GaussSeidel solver(problem, options);
  std::vector<Vec4> x;
  for (const Vec3& r : impulses) x.push_back(padded(r));
  std::vector<Vec4> before = x;
  std::vector<Vec4> g;
  std::int64_t check = 1;
  std::int64_t maps = 0;  // k
  double last_step = 0;
  for (std::int64_t iteration = 1; iteration <= options.iterations; ++iteration) {
    interrupt::check();
    g = x;
    solver.sweep_forth_and_back(g);
    const double step = solver.distance(g, x);
    if (iteration == check || iteration == options.iterations) {
      best.consider(iteration, unpadded(g));
      if (best.converged()) return best.finish(iteration, impulses);
      check = next_check(iteration);
    }
    const bool grows = maps > 0 && step > kGrowth * last_step;
    maps = grows ? maps / 2 : maps + 1;
    last_step = step;
    x = g;
    if (options.momentum && !grows) {
      const double momentum = static_cast<double>(maps) / static_cast<double>(maps + 3);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += momentum * (g[i] - before[i]);
    }
    before.swap(g);
  }
  return best.finish(options.iterations, impulses);
}

}  // namespace rubble::friction
