#include "measure/extent/principal.hpp"

#include <Eigen/Eigenvalues>

namespace rubble::measure {
namespace {

Vec3 with_sign(const Vec3& direction) {
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  return direction[largest] < 0 ? Vec3(-direction) : direction;
}

}  // namespace

Principal principal(const Mat3& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(symmetric);
  Principal out;
  out.values = solver.eigenvalues().reverse();
  out.directions.col(0) = with_sign(solver.eigenvectors().col(2));
  out.directions.col(1) = with_sign(solver.eigenvectors().col(1));
  out.directions.col(2) = out.directions.col(0).cross(out.directions.col(1));
  return out;
}

}  // namespace rubble::measure
