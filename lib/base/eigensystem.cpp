#include "base/eigensystem.hpp"

#include <Eigen/Eigenvalues>

namespace rubble {

Eigensystem eigensystem(const Mat3& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace rubble
