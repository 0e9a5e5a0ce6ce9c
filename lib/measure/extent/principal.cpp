#include "measure/extent/principal.hpp"

#include "base/eigensystem.hpp"

namespace rubble::measure {
namespace {

Vec3 with_sign(const Vec3& direction) {
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  return direction[largest] < 0 ? Vec3(-direction) : direction;
}

}  // namespace

Principal principal(const Mat3& symmetric) {
  const Eigensystem found = eigensystem(symmetric);
  Principal out;
  out.values = found.values.reverse();
  out.directions.col(0) = with_sign(found.vectors.col(2));
  out.directions.col(1) = with_sign(found.vectors.col(1));
  out.directions.col(2) = out.directions.col(0).cross(out.directions.col(1));
  return out;
}

}  // namespace rubble::measure
