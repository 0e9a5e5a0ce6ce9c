#include "friction/problem.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <Eigen/SparseLU>
#include <fmt/format.h>

namespace rubble::friction {
namespace {

// Rounding error of an entry / sqrt(|w_ii w_jj|), the bound of |w_ij|. The product of sparse matrices leaves such
// errors in place of zeros.
constexpr double kRounding = 1e-14;

// (matrix, block row a: its rows of scalars 3a, 3a + 1, 3a + 2) => columns of blocks with entries in these rows, and a
// itself, in rising order
std::vector<Index> columns_of(const Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix, Index a) {
  std::vector<Index> columns{a};
  for (Index row = 3 * a; row < 3 * a + 3; ++row)
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator entry(matrix, row); entry; ++entry)
      columns.push_back(static_cast<Index>(entry.col() / 3));
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

// std::invalid_argument unless all sizes fit n > 0 degrees of freedom and the number of contacts.
void require_sizes(const Eigen::SparseMatrix<double>& mass, const Eigen::SparseMatrix<double>& directions,
                   const Eigen::VectorXd& force, const Eigen::VectorXd& velocity, const Reals& friction) {
  const Eigen::Index n = mass.rows();
  const auto numbers = static_cast<Eigen::Index>(3 * friction.size());
  if (n == 0) throw std::invalid_argument("no masses");
  if (mass.cols() != n) throw std::invalid_argument(fmt::format("a mass matrix of {} x {}", n, mass.cols()));
  if (directions.rows() != n || directions.cols() != numbers)
    throw std::invalid_argument(
        fmt::format("H is {} x {}, not {} x {}", directions.rows(), directions.cols(), n, numbers));
  if (force.size() != n) throw std::invalid_argument(fmt::format("{} forces, not {}", force.size(), n));
  if (velocity.size() != numbers)
    throw std::invalid_argument(fmt::format("{} velocities, not {}", velocity.size(), numbers));
}

// Drops off-diagonal entries that are rounding errors. NaN and infinity are kept.
void drop_rounding(Eigen::SparseMatrix<double>& w) {
  const Eigen::VectorXd scale = w.diagonal().cwiseAbs().cwiseSqrt();
  w.prune([&](Eigen::Index i, Eigen::Index j, double value) {
    return i == j || !(std::abs(value) <= kRounding * scale[i] * scale[j]);
  });
}

// First fault in the row offsets or the size of W.
std::string violation_of_places(const BlockMatrix& w) {
  const std::size_t blocks = w.block.size();
  if (w.column.size() != blocks) return fmt::format("W has {} blocks in {} columns", blocks, w.column.size());
  if (w.begin.front() != 0 || !std::is_sorted(w.begin.begin(), w.begin.end()) ||
      static_cast<std::size_t>(w.begin.back()) != blocks)
    return fmt::format("offsets of the rows of W do not rise from 0 to the number of blocks, {}", blocks);
  return {};
}

// First fault of a row. Its columns must be in rising order and within the number of contacts, its numbers must be
// finite, and its diagonal block must exist and have positive diagonal entries.
std::string violation_of_row(const BlockMatrix& w, std::size_t a) {
  bool has_own = false;
  Index last = -1;
  for (auto k = static_cast<std::size_t>(w.begin[a]); k < static_cast<std::size_t>(w.begin[a + 1]); ++k) {
    const Mat3& block = w.block[k];
    if (w.column[k] <= last || static_cast<std::size_t>(w.column[k]) >= w.size())
      return fmt::format("row {} of W has a block in column {} after column {}", a, w.column[k], last);
    last = w.column[k];
    if (!block.allFinite()) return fmt::format("W of contact {} is not finite", a);
    if (last != static_cast<Index>(a)) continue;
    has_own = true;
    if (!(block.diagonal().minCoeff() > 0))
      return fmt::format("contact {} has {} on the diagonal of W, expected an inverse mass > 0", a,
                         block.diagonal().minCoeff());
  }
  return has_own ? "" : fmt::format("row {} of W has no block on the diagonal", a);
}

// The nearest power of two of a positive finite number, 1 for others.
double power_of_two(double number) {
  if (!(number > 0) || !std::isfinite(number)) return 1;
  return std::exp2(std::round(std::log2(number)));
}

// => mean diagonal entry of W
double mean_diagonal(const Problem& problem) {
  const BlockMatrix& w = problem.delassus;
  double sum = 0;
  for (std::size_t a = 0; a < problem.size(); ++a)
    for (auto k = static_cast<std::size_t>(w.begin[a]); k < static_cast<std::size_t>(w.begin[a + 1]); ++k)
      if (w.column[k] == static_cast<Index>(a)) sum += w.block[k].trace() / 3;
  return sum / static_cast<double>(problem.size());
}

// => root mean square of |q|
double rms_free_velocity(const Problem& problem) {
  double sum = 0;
  for (const Vec3& q : problem.free_velocity) sum += q.squaredNorm();
  return std::sqrt(sum / static_cast<double>(problem.size()));
}

}  // namespace

BlockMatrix blocks_of(const Eigen::SparseMatrix<double>& matrix) {
  if (matrix.rows() != matrix.cols() || matrix.rows() % 3 != 0)
    throw std::invalid_argument(fmt::format("a matrix of {} x {} has no 3 x 3 blocks", matrix.rows(), matrix.cols()));
  const Eigen::SparseMatrix<double, Eigen::RowMajor> rows = matrix;
  BlockMatrix blocks;
  std::vector<std::size_t> at(static_cast<std::size_t>(matrix.rows() / 3));  // position of the block in a column
  for (Index a = 0; a < matrix.rows() / 3; ++a) {
    for (const Index b : columns_of(rows, a)) {
      at[static_cast<std::size_t>(b)] = blocks.column.size();
      blocks.column.push_back(b);
      blocks.block.push_back(Mat3::Zero());
    }
    for (Index k = 0; k < 3; ++k)
      for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator entry(rows, 3 * a + k); entry; ++entry)
        blocks.block[at[static_cast<std::size_t>(entry.col() / 3)]](k, entry.col() % 3) = entry.value();
    blocks.begin.push_back(static_cast<Index>(blocks.column.size()));
  }
  return blocks;
}

Eigen::SparseMatrix<double> matrix_of(const BlockMatrix& blocks) {
  const auto n = static_cast<Index>(3 * blocks.size());
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(9 * blocks.block.size());
  for (std::size_t a = 0; a < blocks.size(); ++a)
    for (Index k = blocks.begin[a]; k < blocks.begin[a + 1]; ++k)
      for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j)
          entries.emplace_back(3 * static_cast<Index>(a) + i, 3 * blocks.column[static_cast<std::size_t>(k)] + j,
                               blocks.block[static_cast<std::size_t>(k)](i, j));
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

std::string violation(const Problem& problem) {
  const std::size_t n = problem.size();
  const BlockMatrix& w = problem.delassus;
  if (w.begin.size() != n + 1 || problem.free_velocity.size() != n)
    return fmt::format("{} contacts have friction, {} have a row of W, {} have a free velocity", n,
                       std::max<std::size_t>(w.begin.size(), 1) - 1, problem.free_velocity.size());
  if (std::string wrong = violation_of_places(w); !wrong.empty()) return wrong;
  for (std::size_t a = 0; a < n; ++a) {
    if (!(problem.friction[a] >= 0 && problem.friction[a] <= kMostFriction))
      return fmt::format("contact {} has friction {}, expected 0 to {:g}", a, problem.friction[a], kMostFriction);
    if (!problem.free_velocity[a].allFinite()) return fmt::format("contact {} has no finite free velocity", a);
    if (std::string wrong = violation_of_row(w, a); !wrong.empty()) return wrong;
  }
  return {};
}

Problem in_natural_units(Problem problem) {
  const double velocity = power_of_two(rms_free_velocity(problem));
  const double response = power_of_two(mean_diagonal(problem));
  for (Mat3& block : problem.delassus.block) block /= response;
  for (Vec3& q : problem.free_velocity) q /= velocity;
  problem.units.velocity *= velocity;
  problem.units.impulse *= velocity / response;
  return problem;
}

Vec3s velocities(const Problem& problem, const Vec3s& impulses) {
  Vec3s u = problem.free_velocity;
  const BlockMatrix& w = problem.delassus;
  for (std::size_t a = 0; a < u.size(); ++a)
    for (auto k = static_cast<std::size_t>(w.begin[a]); k < static_cast<std::size_t>(w.begin[a + 1]); ++k)
      u[a] += w.block[k] * impulses[static_cast<std::size_t>(w.column[k])];
  return u;
}

Problem from_masses(const Eigen::SparseMatrix<double>& mass, const Eigen::SparseMatrix<double>& directions,
                    const Eigen::VectorXd& force, const Eigen::VectorXd& velocity, const Reals& friction) {
  require_sizes(mass, directions, force, velocity, friction);
  Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(mass);
  if (factors.info() != Eigen::Success) throw std::invalid_argument("the mass matrix is singular");
  const Eigen::SparseMatrix<double> accelerations = factors.solve(directions);
  Eigen::SparseMatrix<double> w = directions.transpose() * accelerations;
  drop_rounding(w);
  const Eigen::VectorXd q = directions.transpose() * factors.solve(force) + velocity;
  Problem problem{blocks_of(w), {}, friction};
  for (Eigen::Index a = 0; a < q.size() / 3; ++a) problem.free_velocity.push_back(q.segment<3>(3 * a));
  return problem;
}

}  // namespace rubble::friction
