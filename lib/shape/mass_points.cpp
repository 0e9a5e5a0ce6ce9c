#include "shape/mass_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>

#include <Eigen/LU>

namespace rubble::shape {
namespace {

using Column = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// (point, L) => r^l Y_lm at the point up to constant factors, m <= l <= L, as real and imaginary parts. The factor (x +
// i y)^m multiplies polynomials with the recurrence (l - m + 1) R_(l+1) = (2 l + 1) z R_l - (l + m) r^2 R_(l-1).
Column harmonics(const Vec3& at, int order) {
  Column out(static_cast<Eigen::Index>((order + 1) * (order + 1)));
  Eigen::Index row = 0;
  std::complex<double> power = 1;
  for (int m = 0; m <= order; ++m) {
    double before = 0;
    double here = 1;
    for (int l = m; l <= order; ++l) {
      out[row++] = here * power.real();
      if (m > 0) out[row++] = here * power.imag();
      const double next = ((2 * l + 1) * at.z() * here - (l + m) * at.squaredNorm() * before) / (l - m + 1);
      before = here;
      here = next;
    }
    power *= std::complex<double>(at.x(), at.y());
  }
  return out;
}

constexpr double kNothing = 1e-12;  // rounding error of multipoles, in units of mass radius^l

struct Node {
  double place, weight;
};

// Gauss-Legendre quadrature with four points on [0, 1], exact to degree 7.
std::array<Node, 4> nodes_of_line() {
  std::array<Node, 4> nodes;
  for (int k = 0; k < 4; ++k) {
    const double inner = k % 2 == 0 ? 1 : -1;
    const double side = k < 2 ? 0.5 : -0.5;
    const double root = std::sqrt(3.0 / 7 - inner * 2.0 / 7 * std::sqrt(1.2));
    nodes[static_cast<std::size_t>(k)] = {0.5 + side * root, (18 + inner * std::sqrt(30.0)) / 72};
  }
  return nodes;
}

struct Spot {
  Vec3 place;
  double weight;
};
constexpr int kSpots = 7;

// (corners) => points of a triangle with weights whose sum is 1, exact to degree 5: Radon 1948, doi:10.1007/BF01525334.
std::array<Spot, kSpots> spots_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  std::array<Spot, kSpots> spots;
  spots[0] = {(a + b + c) / 3, 9.0 / 40};
  std::size_t place = 1;
  for (const double root : {std::sqrt(15.0), -std::sqrt(15.0)}) {
    const double side = (6 + root) / 21;
    const double weight = (155 + root) / 1200;
    const Vec3 rest = side * (a + b + c);
    for (const Vec3& corner : {a, b, c}) spots[place++] = {rest + (1 - 3 * side) * corner, weight};
  }
  return spots;
}

// (hull) => points within the hull, with shares of its volume, whose sums are exact integrals to degree 5. The hull is
// divided into tetrahedra between the centre and triangles of its faces. In a tetrahedron, x = r s for points s of the
// triangle and r from 0 to 1, and dV = 3 r^2 dr times the tetrahedron's volume. The centre is included with share 0.
MassPoints cubature(const Shape& hull) {
  MassPoints out;
  double sum = 0;
  const std::array<Node, 4> line = nodes_of_line();
  for (const std::vector<Index>& face : hull.face)
    for (std::size_t k = 2; k < face.size(); ++k) {
      const Vec3& a = hull.vertex[static_cast<std::size_t>(face[0])];
      const Vec3& b = hull.vertex[static_cast<std::size_t>(face[k - 1])];
      const Vec3& c = hull.vertex[static_cast<std::size_t>(face[k])];
      const double volume = a.dot(b.cross(c)) / 6;
      for (const Spot& spot : spots_of_triangle(a, b, c))
        for (const Node& node : line) {
          out.place.push_back(node.place * spot.place);
          out.share.push_back(volume * spot.weight * 3 * node.place * node.place * node.weight);
          sum += out.share.back();
        }
    }
  out.place.push_back(Vec3::Zero());
  out.share.push_back(0);
  for (double& share : out.share) share /= sum;
  return out;
}

// (A) => factors u >= 0 with A u = A 1, of which no more than the number of rows of A are nonzero. Starting from 1, the
// factors move along null vectors of A, each time until one more factor is 0 (Caratheodory).
Column shed(const Matrix& a) {
  Matrix kernel = a.fullPivLu().kernel();
  Column factor = Column::Ones(a.cols());
  for (Eigen::Index k = 0; k < a.cols() - a.rows(); ++k) {
    Column way = kernel.col(k);
    if (way.maxCoeff() < -way.minCoeff()) way = -way;
    const double least = 1e-9 * way.maxCoeff();
    Eigen::Index first = -1;
    for (Eigen::Index i = 0; i < way.size(); ++i)
      if (way[i] > least && (first < 0 || factor[i] * way[first] < factor[first] * way[i])) first = i;
    factor = (factor - factor[first] / way[first] * way).cwiseMax(0);
    factor[first] = 0;
    for (Eigen::Index j = k + 1; j < kernel.cols(); ++j) {
      kernel.col(j) -= kernel(first, j) / way[first] * way;
      kernel(first, j) = 0;
    }
  }
  return factor;
}

// (points, L) => the points with other shares and unchanged multipoles up to L, of which at most (L + 1)^2 are nonzero.
// Each pass divides the points into 2 (L + 1)^2 groups of neighbours in the list, and removes all points of at least
// half of the groups (Maalouf, Jubran & Feldman 2019, arXiv:1906.04705).
MassPoints fewer(MassPoints points, int order) {
  const auto few = static_cast<std::size_t>((order + 1) * (order + 1));
  std::vector<std::size_t> left(points.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  while (left.size() > few) {
    const std::size_t groups = std::min(left.size(), 2 * few);
    const auto group = [&](std::size_t k) { return static_cast<Eigen::Index>(k * groups / left.size()); };
    Matrix sums = Matrix::Zero(static_cast<Eigen::Index>(few), static_cast<Eigen::Index>(groups));
    for (std::size_t k = 0; k < left.size(); ++k)
      sums.col(group(k)) += points.share[left[k]] * harmonics(points.place[left[k]], order);
    const Column factor = shed(sums);
    std::vector<std::size_t> rest;
    for (std::size_t k = 0; k < left.size(); ++k) {
      points.share[left[k]] *= factor[group(k)];
      if (points.share[left[k]] > 0) rest.push_back(left[k]);
    }
    left = std::move(rest);
  }
  return points;
}

constexpr double kRounding = 1e-9;   // tolerance below which costs and entries of columns count as zero
constexpr double kSingular = 1e-13;  // reciprocal condition below which columns are not independent
constexpr int kMostSteps = 1000;

// A basis for the simplex method: as many points as there are multipoles.
struct Basis {
  std::vector<Eigen::Index> number;  // index of each point among the candidates
  Matrix column;
  Column cost;

  void put(Eigen::Index place, Eigen::Index candidate, const Matrix& columns, const Column& costs) {
    number[static_cast<std::size_t>(place)] = candidate;
    column.col(place) = columns.col(candidate);
    cost[place] = costs[candidate];
  }
};

// (shares, their decrease per unit of the entering share) => the index of the share that first becomes 0; -1 if none
// decreases.
Eigen::Index first_to_leave(const Column& share, const Column& fall) {
  Eigen::Index first = -1;
  for (Eigen::Index i = 0; i < share.size(); ++i)
    if (fall[i] > kRounding && (first < 0 || share[i] * fall[first] < share[first] * fall[i])) first = i;
  return first;
}

// (candidates, with as many nonzero shares as there are multipoles up to L) => other shares with equal multipoles, on
// points nearer to the centre. The sum of share times r^(L + 1), which bounds the multipoles above L, is minimal. The
// method is Dantzig's simplex method. A result with large rounding errors is discarded.
MassPoints nearer(const MassPoints& candidates, int order) {
  const auto few = static_cast<Eigen::Index>((order + 1) * (order + 1));
  const auto count = static_cast<Eigen::Index>(candidates.size());
  Matrix columns(few, count);
  Column costs(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Vec3& at = candidates.place[static_cast<std::size_t>(k)];
    columns.col(k) = harmonics(at, order);
    costs[k] = std::pow(at.norm(), order + 1);
  }
  const Column shares = Eigen::Map<const Column>(candidates.share.data(), count);
  const Column wanted = columns * shares;
  Basis basis{std::vector<Eigen::Index>(static_cast<std::size_t>(few)), Matrix(few, few), Column(few)};
  Eigen::Index size = 0;
  for (Eigen::Index k = 0; k < count; ++k)
    if (shares[k] > 0 && size < few) basis.put(size++, k, columns, costs);
  if (size < few) return candidates;

  Eigen::PartialPivLU<Matrix> inverse(basis.column);
  for (int step = 0; step < kMostSteps && inverse.rcond() > kSingular; ++step) {
    const Column price = inverse.transpose().solve(basis.cost);
    Eigen::Index enters = 0;
    if ((costs - columns.transpose() * price).minCoeff(&enters) > -kRounding) break;
    const Column fall = inverse.solve(columns.col(enters));
    const Eigen::Index leaves = first_to_leave(inverse.solve(wanted).cwiseMax(0), fall);
    if (leaves < 0) break;
    basis.put(leaves, enters, columns, costs);
    inverse.compute(basis.column);
  }
  const Column found = inverse.solve(wanted);
  const double missed = (basis.column * found.cwiseMax(0) - wanted).norm();
  if (!(inverse.rcond() > kSingular && missed < 10 * kNothing)) return candidates;
  MassPoints out = candidates;
  std::fill(out.share.begin(), out.share.end(), 0.0);
  for (Eigen::Index k = 0; k < few; ++k)
    out.share[static_cast<std::size_t>(basis.number[static_cast<std::size_t>(k)])] = std::max(0.0, found[k]);
  return out;
}

// Removes points without weight; the shares of the others are normalised to the sum 1.
MassPoints with_mass(const MassPoints& points) {
  MassPoints out;
  double sum = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (!(points.share[k] > kNothing)) continue;
    out.place.push_back(points.place[k]);
    out.share.push_back(points.share[k]);
    sum += points.share[k];
  }
  for (double& share : out.share) share /= sum;
  return out;
}

}  // namespace

MassPoints hull_mass_points(const Shape& hull, int order) {
  const MassPoints all = cubature(hull);
  Column above_centre = -harmonics(Vec3::Zero(), order);
  for (std::size_t k = 0; k < all.size(); ++k) above_centre += all.share[k] * harmonics(all.place[k], order);
  if (above_centre.norm() < kNothing) return {{Vec3::Zero()}, {1.0}};
  return with_mass(nearer(fewer(all, order), order));
}

}  // namespace rubble::shape
