#include "base/interrupt.hpp"
#include "friction/best.hpp"
#include "friction/part.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseLU>

// With x = (mu r_n, r_t), z = (v_n / mu, v_t) and the dual velocity v, both x and z lie in the Lorentz cone. The
// problem is
//   z = W' x + q' + (s, 0, 0),   x in L, z in L, x . z = 0,   s = |u_t| (Coulomb) or 0 (relaxed).
// L is the cone; W' and q' are W and q in these scaled variables.
//
// Interior points follow x o z = kappa e to kappa = 0, with the Jordan product o and e = (1, 0, 0). A Newton step
// solves
//   dz = T W' dx - rest,   rest = z - W' x - q' - s e,   T = 1 + e d^T, d = (0, u_t / |u_t|) (T = 1 when relaxed).
//   V dx + V^-1 dz = lambda \ c,   lambda = V x = V^-1 z.
// V is Nesterov and Todd's scaling of each contact. Without dz this is
//   (W' + T^-1 V^2) dx = T^-1 (V (lambda \ c) + rest),
// a sparse system whose matrix changes only in the blocks on its diagonal. Mehrotra's predictor and corrector give the
// right-hand side c of each step.
//
// The derivative of |u_t| does not exist at a sticking contact. Therefore |u_t| is smoothed to sqrt(|u_t|^2 + width^2),
// with a width proportional to sqrt(kappa). Nesterov & Todd 1998 (doi:10.1137/S1052623495290209), Mehrotra 1992
// (doi:10.1137/0802028), docs/theory.md 10.4.
namespace rubble::friction {
namespace {

constexpr double kStart = 0.1;                // distance of the first point from the cones / mean impulse or velocity
constexpr std::int64_t kSweepsFromZero = 10;  // iterations of nsgs before interior points if all initial impulses are 0
constexpr double kWidth = 1e-3;               // smoothing width of |u_t|, in units of sqrt(kappa) at the mean velocity
constexpr double kNearly = 0.98;              // fraction of the way to the boundary of the cones
constexpr double kStuck = 1e-4;               // step length, as a fraction of Newton's, below which the solver is stuck
constexpr int kStuckSteps = 4;                // successive stuck steps after which it gives up

double determinant(const Vec3& x) {
  const double t = tangential_norm(x);
  return (x[0] - t) * (x[0] + t);
}

// Jordan product and its inverse: product(a, quotient(a, c)) = c.
Vec3 product(const Vec3& a, const Vec3& b) { return {a.dot(b), a[0] * b[1] + b[0] * a[1], a[0] * b[2] + b[0] * a[2]}; }
Vec3 quotient(const Vec3& a, const Vec3& c) {
  const double x0 = (a[0] * c[0] - a[1] * c[1] - a[2] * c[2]) / determinant(a);
  return {x0, (c[1] - x0 * a[1]) / a[0], (c[2] - x0 * a[2]) / a[0]};
}

// (point inside L, direction) => longest step inside L.
double longest_step(const Vec3& x, const Vec3& d) {
  const double a = determinant(d);
  const double b = x[0] * d[0] - x[1] * d[1] - x[2] * d[2];
  const double c = determinant(x);  // a t^2 + 2 b t + c > 0 inside
  double longest = d[0] < 0 ? -x[0] / d[0] : std::numeric_limits<double>::infinity();
  const double root = b * b - a * c;
  if (root < 0) return longest;
  const double q = -(b + std::copysign(std::sqrt(root), b));
  for (const double t : {q / a, c / q})
    if (t > 0) longest = std::min(longest, t);
  return longest;
}

// Nesterov and Todd's scaling of a contact: V x = V^-1 z.
struct Scaling {
  Mat3 v, inverse;
  Vec3 lambda;

  Scaling(const Vec3& x, const Vec3& z) {
    const double length_x = std::sqrt(determinant(x));
    const double length_z = std::sqrt(determinant(z));
    const Vec3 unit_x = x / length_x;
    const Vec3 unit_z = z / length_z;
    const double gamma = std::sqrt(0.5 * (1 + unit_x.dot(unit_z)));
    const Vec3 w = Vec3(unit_z[0] + unit_x[0], unit_z[1] - unit_x[1], unit_z[2] - unit_x[2]) / (2 * gamma);
    const double k = 1 / (1 + w[0]);
    v << w[0], w[1], w[2],  //
        w[1], 1 + k * w[1] * w[1], k * w[1] * w[2], w[2], k * w[1] * w[2], 1 + k * w[2] * w[2];
    inverse = v;
    for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 0}, {2, 0}}) inverse(i, j) = -inverse(i, j);
    const double size = std::sqrt(length_z / length_x);
    v *= size;
    inverse /= size;
    lambda = v * x;
  }
};

class InteriorPoint {
 public:
  InteriorPoint(const Problem& problem, const SolverOptions& options, const Vec3s& impulses)
      : problem_(problem), cone_(options.cone), n_(problem.size()) {
    scale_matrix();
    start(impulses);
  }

  // Takes one Newton step. => its length as a fraction of the full step, 0 if the matrix is singular.
  double step() {
    kappa_ = complementarity(x_, z_);
    linearise();
    factors_.factorize(matrix_);
    if (factors_.info() != Eigen::Success) return 0;
    Vec3s c(n_);
    for (std::size_t a = 0; a < n_; ++a) c[a] = -product(scaling_[a].lambda, scaling_[a].lambda);
    const double predicted = std::min(1.0, 0.99 * direction(c));
    const double reached = std::max(0.0, complementarity(moved(x_, predicted, dx_), moved(z_, predicted, dz_)));
    const double centring = std::min(1.0, std::pow(reached / kappa_, 3));
    for (std::size_t a = 0; a < n_; ++a) {
      c[a] -= product(scaling_[a].v * dx_[a], scaling_[a].inverse * dz_[a]);
      c[a][0] += centring * kappa_;
    }
    const double length = std::min(1.0, kNearly * direction(c));
    x_ = moved(x_, length, dx_);
    z_ = moved(z_, length, dz_);
    return length;
  }

  Vec3s impulses() const {
    Vec3s r = x_;
    for (std::size_t a = 0; a < n_; ++a) r[a][0] /= problem_.friction[a];
    return r;
  }

 private:
  // Sets up W' and the sparse matrix for W' + T^-1 V^2, whose sparsity pattern does not change.
  void scale_matrix() {
    BlockMatrix scaled = problem_.delassus;
    for (std::size_t a = 0; a < n_; ++a)
      for (auto k = static_cast<std::size_t>(scaled.begin[a]); k < static_cast<std::size_t>(scaled.begin[a + 1]); ++k) {
        scaled.block[k].row(0) /= problem_.friction[a];
        scaled.block[k].col(0) /= problem_.friction[static_cast<std::size_t>(scaled.column[k])];
      }
    scaled_ = matrix_of(scaled);
    matrix_ = scaled_;
    for (Index a = 0; a < static_cast<Index>(n_); ++a)
      for (Index j = 0; j < 3; ++j)
        for (Index i = 0; i < 3; ++i) diagonal_.push_back(&matrix_.coeffRef(3 * a + i, 3 * a + j));
    factors_.analyzePattern(matrix_);
  }

  // Starts at a point inside the cones that is close to the given impulses.
  void start(const Vec3s& impulses) {
    const Vec3s u = velocities(problem_, impulses);
    double impulse = 0;
    for (std::size_t a = 0; a < n_; ++a) {
      const double mu = problem_.friction[a];
      const Vec3 v = dual_velocity(u[a], mu, cone_);
      x_.push_back({std::max(mu * impulses[a][0], tangential_norm(impulses[a])), impulses[a][1], impulses[a][2]});
      z_.push_back({std::max(v[0] / mu, tangential_norm(v)), v[1], v[2]});
      impulse += x_[a][0] / static_cast<double>(n_);
      speed_ += z_[a][0] / static_cast<double>(n_);
    }
    const double inertia = problem_.delassus.block[0].trace() / 3;
    if (!(speed_ > 0)) speed_ = impulse > 0 ? inertia * impulse : 1;
    if (!(impulse > 0)) impulse = speed_ / inertia;
    width_ = kWidth * std::sqrt(speed_ / impulse);
    for (std::size_t a = 0; a < n_; ++a) {
      x_[a][0] += kStart * impulse;
      z_[a][0] += kStart * speed_;
    }
  }

  double complementarity(const Vec3s& x, const Vec3s& z) const {
    double sum = 0;
    for (std::size_t a = 0; a < n_; ++a) sum += x[a].dot(z[a]);
    return sum / static_cast<double>(n_);
  }

  // Computes the matrix W' + T^-1 V^2 and the rest of z = W' x + q' + s e.
  void linearise() {
    const Vec3s u = velocities(problem_, impulses());
    const double width = width_ * std::sqrt(kappa_);
    std::copy(scaled_.valuePtr(), scaled_.valuePtr() + scaled_.nonZeros(), matrix_.valuePtr());
    scaling_.clear();
    rest_.resize(n_);
    slide_.assign(n_, Vec3::Zero());
    for (std::size_t a = 0; a < n_; ++a) {
      Vec3 v = {u[a][0] / problem_.friction[a], u[a][1], u[a][2]};
      if (cone_ == Cone::coulomb) {
        const double slip = std::sqrt(u[a].tail<2>().squaredNorm() + width * width);
        slide_[a] = {0, u[a][1] / slip, u[a][2] / slip};
        v[0] += slip;
      }
      rest_[a] = z_[a] - v;
      scaling_.emplace_back(x_[a], z_[a]);
      Mat3 block = scaling_[a].v * scaling_[a].v;
      block.row(0) -= slide_[a].transpose() * block;
      for (std::size_t k = 0; k < 9; ++k) *diagonal_[9 * a + k] += block.data()[k];
    }
  }

  // (c of each contact) Sets dx and dz. => longest step along them inside the cones
  double direction(const Vec3s& c) {
    Eigen::VectorXd right(3 * static_cast<Eigen::Index>(n_));
    Vec3s scaled(n_);
    for (std::size_t a = 0; a < n_; ++a) {
      scaled[a] = scaling_[a].v * quotient(scaling_[a].lambda, c[a]);
      Vec3 both = scaled[a] + rest_[a];
      both[0] -= slide_[a].dot(both);
      right.segment<3>(3 * static_cast<Eigen::Index>(a)) = both;
    }
    const Eigen::VectorXd solution = factors_.solve(right);
    dx_.resize(n_);
    dz_.resize(n_);
    double longest = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < n_; ++a) {
      dx_[a] = solution.segment<3>(3 * static_cast<Eigen::Index>(a));
      dz_[a] = scaled[a] - scaling_[a].v * (scaling_[a].v * dx_[a]);
      longest = std::min({longest, longest_step(x_[a], dx_[a]), longest_step(z_[a], dz_[a])});
    }
    return longest;
  }

  static Vec3s moved(const Vec3s& x, double length, const Vec3s& d) {
    Vec3s out = x;
    for (std::size_t a = 0; a < x.size(); ++a) out[a] += length * d[a];
    return out;
  }

  const Problem& problem_;
  Cone cone_;
  std::size_t n_;
  Eigen::SparseMatrix<double> scaled_, matrix_;
  std::vector<double*> diagonal_;  // addresses of the nine entries of each diagonal block, column by column
  Eigen::SparseLU<Eigen::SparseMatrix<double>, Eigen::AMDOrdering<int>> factors_;
  Vec3s x_, z_, dx_, dz_, rest_, slide_;
  std::vector<Scaling> scaling_;
  double kappa_ = 0;
  double speed_ = 0;  // mean of z_n
  double width_ = 0;  // smoothing width of |u_t| / sqrt(kappa)
};

// Runs some sweeps if all impulses are 0, because zeros contain no information on the solution. => number of iterations
std::int64_t sweep_from_zero(const Problem& problem, const SolverOptions& options, Vec3s& impulses) {
  if (!std::all_of(impulses.begin(), impulses.end(), [](const Vec3& r) { return r.isZero(0); })) return 0;
  return nsgs(problem, part_of(options, 0, std::min(kSweepsFromZero, options.iterations)), impulses).iterations;
}

}  // namespace

Report interior_point(const Problem& problem, const SolverOptions& options, Vec3s& impulses) {
  if (problem.size() > 0 && *std::min_element(problem.friction.begin(), problem.friction.end()) <= 0)
    throw std::invalid_argument("the interior-point method needs friction > 0 at every contact");
  require_local(options);
  const std::int64_t sweeps = sweep_from_zero(problem, options, impulses);
  const SolverOptions rest = part_of(options, sweeps, options.iterations - sweeps);
  Best best(problem, rest, impulses);
  if (best.converged()) return best.finish(sweeps, impulses);
  InteriorPoint solver(problem, rest, impulses);
  int stuck = 0;
  std::int64_t iteration = 0;
  while (iteration < rest.iterations && stuck < kStuckSteps && !best.converged()) {
    interrupt::check();
    const double length = solver.step();
    ++iteration;
    if (!(length > 0)) break;
    best.consider(iteration, solver.impulses());
    stuck = length < kStuck ? stuck + 1 : 0;
  }
  return best.finish(sweeps + iteration, impulses);
}

}  // namespace rubble::friction
