#pragma once
// A frictional contact problem as plain data, without bodies or time. The impulses r and relative velocities u of n
// contacts are given in the frame (normal, first tangent, second tangent) of each contact. They satisfy
//   u = W r + q,   r in K,   u + mu |u_t| normal in K*,   r . (u + mu |u_t| normal) = 0
// with Coulomb's cone K, |r_t| <= mu r_n, and its dual K*. A contact that opens carries no impulse. A sticking contact
// has u = 0. A sliding contact has u_n = 0 and an impulse on the surface of the cone, opposite to its velocity
// (docs/theory.md 10.1).
#include "base/vec.hpp"

#include <string>

#include <Eigen/SparseCore>

namespace rubble::friction {

// A square matrix of 3 x 3 blocks in compressed rows.
struct BlockMatrix {
  std::vector<Index> begin{0};  // row a has the blocks begin[a] to begin[a + 1] - 1
  std::vector<Index> column;    // in rising order within a row
  std::vector<Mat3> block;

  std::size_t size() const { return begin.size() - 1; }  // number of block rows
};

// (matrix of 3n rows and columns) => its blocks. Every row has a diagonal block, even if it is zero.
// std::invalid_argument for a matrix of another size.
BlockMatrix blocks_of(const Eigen::SparseMatrix<double>& matrix);
Eigen::SparseMatrix<double> matrix_of(const BlockMatrix& blocks);

// Law of the impulses: Coulomb's law, or its convex relaxation r in K, u in K*, r . u = 0, in which sliding contacts
// also open (Tasora & Anitescu 2011, doi:10.1016/j.cma.2010.06.030).
enum class Cone { coulomb, ccp };

// Largest allowed coefficient of friction. Products with a larger one lose all digits.
inline constexpr double kMostFriction = 1e6;

// Units of the numbers of a problem.
struct Units {
  double impulse = 1;   // [N s]
  double velocity = 1;  // [m s-1]
};

struct Problem {
  BlockMatrix delassus;  // W [kg-1]
  Vec3s free_velocity;   // q, the relative velocities without impulses [m s-1]
  Reals friction;        // mu
  Units units = {};      // if not 1, all numbers here and all impulses and velocities are multiples of them

  std::size_t size() const { return friction.size(); }
};

// (problem) => the first fault, "" if there is none: inconsistent sizes, wrong positions of blocks, numbers that are
// not finite, mu < 0 or > kMostFriction, or numbers <= 0 on the diagonal of W.
std::string violation(const Problem& problem);

// (problem) => the same problem in units that make the mean diagonal entry of W and the rms of q about 1. Measures that
// compare impulses with velocities then show errors of both. The units are powers of two, so that no number is rounded.
Problem in_natural_units(Problem problem);

// (problem, impulses [n] [N s]) => relative velocities W r + q [n] [m s-1].
Vec3s velocities(const Problem& problem, const Vec3s& impulses);

// (mass matrix M [d x d], directions H [d x 3n], force f [d], velocity w [3n], friction [n]) => the problem of n
// contacts between bodies with d degrees of freedom. The equations M v = H r + f and u = H^T v + w give W = H^T M^-1 H
// and q = H^T M^-1 f + w.
//
// Off-diagonal entries of W with |w_ij| <= 1e-14 sqrt(|w_ii w_jj|) are rounding errors and are dropped.
// std::invalid_argument for a singular or empty mass matrix and for inconsistent sizes.
Problem from_masses(const Eigen::SparseMatrix<double>& mass, const Eigen::SparseMatrix<double>& directions,
                    const Eigen::VectorXd& force, const Eigen::VectorXd& velocity, const Reals& friction);

}  // namespace rubble::friction
