#include "measure/extent/strain.hpp"

#include <cmath>

#include <Eigen/Eigenvalues>

namespace rubble::measure {
namespace {

constexpr double kNearlyPlane = 0.01;  // smallest / largest eigenvalue of the moments of neighbours without a fit

// Sums over the neighbours of a point: of x X^T and X X^T, where X leads to the neighbour at the reference time and x
// does so now.
struct NeighbourSums {
  Mat3 mixed = Mat3::Zero();    // [m2]
  Mat3 moments = Mat3::Zero();  // [m2]
  int number = 0;

  void add(const Vec3& now, const Vec3& before) {
    mixed += now * before.transpose();
    moments += before * before.transpose();
    ++number;
  }
  bool fits() const {
    if (number < 3) return false;
    const Vec3 values = Eigen::SelfAdjointEigenSolver<Mat3>(moments, Eigen::EigenvaluesOnly).eigenvalues();
    return values[0] > kNearlyPlane * values[2];
  }
};

// Calls visit(a, b) for each pair of points that both take part.
template <class Visit>
void for_pairs(const spatial::Pairs& pairs, const std::vector<char>& takes_part, Visit&& visit) {
  for (std::size_t a = 0; a < takes_part.size(); ++a) {
    if (!takes_part[a]) continue;
    for (std::size_t k = pairs.begin[a]; k < pairs.begin[a + 1]; ++k) {
      const auto b = static_cast<std::size_t>(pairs.partner[k]);
      if (takes_part[b]) visit(a, b);
    }
  }
}

}  // namespace

double shear_strain(const Mat3& gradient) {
  const Mat3 strain = 0.5 * (gradient.transpose() * gradient - Mat3::Identity());
  const Mat3 deviator = strain - strain.trace() / 3 * Mat3::Identity();
  return std::sqrt(2.0) * deviator.norm();
}

spatial::Pairs neighbour_pairs(const Reals& radius, const Vec3s& position, double factor) {
  Reals reach = radius;
  for (double& r : reach) r *= factor;
  return spatial::close_pairs(reach, position, 0);
}

std::vector<LocalStrain> local_strains(const spatial::Pairs& pairs, const Vec3s& before, const Vec3s& now,
                                       const std::vector<char>& takes_part) {
  const std::size_t n = before.size();
  std::vector<NeighbourSums> sums(n);
  for_pairs(pairs, takes_part, [&](std::size_t a, std::size_t b) {
    const Vec3 then = before[b] - before[a], moved = now[b] - now[a];
    sums[a].add(moved, then);
    sums[b].add(moved, then);  // the products of the opposite vectors are equal
  });
  std::vector<Mat3> gradient(n, Mat3::Constant(std::numeric_limits<double>::quiet_NaN()));
  std::vector<LocalStrain> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (!sums[i].fits()) continue;
    gradient[i] = sums[i].mixed * sums[i].moments.inverse();
    out[i] = {shear_strain(gradient[i]), 0};
  }
  for_pairs(pairs, takes_part, [&](std::size_t a, std::size_t b) {
    const Vec3 then = before[b] - before[a], moved = now[b] - now[a];
    out[a].nonaffine += (moved - gradient[a] * then).squaredNorm() / sums[a].number;
    out[b].nonaffine += (moved - gradient[b] * then).squaredNorm() / sums[b].number;
  });
  return out;
}

}  // namespace rubble::measure
