#include "shape/mass_properties.hpp"

#include <cmath>

#include <Eigen/Eigenvalues>

namespace rubble::shape {
namespace {

constexpr double kEqualMoments = 1e-10;

Bulk tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double volume = a.dot(b.cross(c)) / 6;
  const Vec3 sum = a + b + c;
  const Mat3 squares = a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose();
  return {volume, volume / 4 * sum, volume / 20 * squares};
}

Vec3 with_sign(const Vec3& direction) {
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  return direction[largest] < 0 ? Vec3(-direction) : direction;
}

// (unit vector) => a perpendicular unit vector, by the rule of principal_frame().
Vec3 across(const Vec3& direction) {
  Eigen::Index k = 0;
  while (std::abs(direction[k]) > 0.6) ++k;  // at most two of the three components can be this large
  const Vec3 axis = Vec3::Unit(k);
  return (axis - axis.dot(direction) * direction).normalized();
}

}  // namespace

MassProperties about_centre(const Bulk& bulk) {
  const Vec3 middle = bulk.first / bulk.volume;
  const Mat3 spread = bulk.second - bulk.volume * middle * middle.transpose();
  return {bulk.volume, middle, spread.trace() * Mat3::Identity() - spread};
}

Bulk bulk_of(const Vec3s& vertex, const Faces& face) {
  Bulk sum;
  for (const std::vector<Index>& f : face)
    for (std::size_t k = 2; k < f.size(); ++k) sum += tetrahedron(vertex[f[0]], vertex[f[k - 1]], vertex[f[k]]);
  return sum;
}

MassProperties mass_properties(const Vec3s& vertex, const Faces& face) {
  Vec3 mean = Vec3::Zero();
  for (const Vec3& x : vertex) mean += x / static_cast<double>(vertex.size());
  Vec3s near;
  near.reserve(vertex.size());
  for (const Vec3& x : vertex) near.push_back(x - mean);
  MassProperties out = about_centre(bulk_of(near, face));
  out.centre += mean;
  return out;
}

PrincipalFrame principal_frame(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
  PrincipalFrame out{solver.eigenvalues(), solver.eigenvectors()};
  const double close = kEqualMoments * out.moments[2];
  const bool low_equal = out.moments[1] - out.moments[0] < close;
  const bool high_equal = out.moments[2] - out.moments[1] < close;
  if (low_equal && high_equal) {
    out.axes = Mat3::Identity();
  } else if (low_equal) {
    out.axes.col(2) = with_sign(out.axes.col(2));
    out.axes.col(0) = across(out.axes.col(2));
    out.axes.col(1) = out.axes.col(2).cross(out.axes.col(0));
  } else {
    out.axes.col(0) = with_sign(out.axes.col(0));
    out.axes.col(1) = high_equal ? across(out.axes.col(0)) : with_sign(out.axes.col(1));
    out.axes.col(2) = out.axes.col(0).cross(out.axes.col(1));
  }
  return out;
}

}  // namespace rubble::shape
