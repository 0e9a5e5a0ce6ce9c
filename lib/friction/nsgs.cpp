#include "base/interrupt.hpp"
#include "friction/best.hpp"
#include "friction/momentum.hpp"

#include <algorithm>
#include <cmath>

// Each iteration sweeps once through the contacts. Each contact is solved with the newest impulses of the others. The
// sweep is a map G whose fixed points are the solutions.
//
// Lengths are weighted with the diagonal of W, so that contacts of light and heavy bodies count equally.
namespace rubble::friction {
namespace {

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

  void sweep(std::vector<Vec4>& impulse) {
    for (std::size_t a = 0; a < contact_.size(); ++a) update(a, impulse);
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

// Decides in which iterations the error is found, the larger of residual and contact error, because it costs more than
// a sweep. It falls about as the step of an iteration does.
class Checks {
 public:
  explicit Checks(const SolverOptions& options) : options_(options) {}

  // (iteration, step |G(x) - x|) => true if the error may be within the tolerance, or has not been found for long
  bool due(std::int64_t iteration, double step) const {
    return iteration >= next_ || iteration == options_.iterations || share_ * step <= options_.tolerance;
  }
  void found(std::int64_t iteration, double step, double error) {
    if (step > 0) share_ = error / step;
    next_ = iteration + std::max(kWait, iteration / 8);
  }

 private:
  static constexpr std::int64_t kWait = 4;  // least number of iterations without a check, if none seems to be due

  const SolverOptions& options_;
  std::int64_t next_ = 1;
  double share_ = 0;  // error / step when the error was last found
};

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
  Checks checks(options);
  Momentum rule;
  for (std::int64_t iteration = 1; iteration <= options.iterations; ++iteration) {
    interrupt::check();
    g = x;
    solver.sweep(g);
    const double square = solver.distance(g, x);
    const double step = std::sqrt(square);
    if (checks.due(iteration, step)) {
      const double found = best.consider(iteration, unpadded(g));
      checks.found(iteration, step, std::max(found, best.last_contact_error()));
      if (best.converged()) return best.finish(iteration, impulses);
    }
    const double momentum = options.momentum ? rule.after(square) : 0;
    x = g;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += momentum * (g[i] - before[i]);
    before.swap(g);
  }
  return best.finish(options.iterations, impulses);
}

}  // namespace rubble::friction
