#include "measure/ledger/gravity_error.hpp"

#include "base/parallel.hpp"
#include "measure/ledger/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::measure {
namespace {

struct Reference {
  long double acceleration[3] = {0, 0, 0};
  long double potential = 0;
};

Reference reference(const Pile& pile, double G, std::size_t target) {
  Reference sum;
  for (std::size_t j = 0; j < pile.size(); ++j) {
    long double d[3], square = 0;
    for (int k = 0; k < 3; ++k) {
      d[k] = static_cast<long double>(pile.state.position[j][k]) - pile.state.position[target][k];
      square += d[k] * d[k];
    }
    if (square == 0) continue;
    const long double distance = std::sqrt(square);
    const long double strength = static_cast<long double>(G) * pile.model.mass[j] / distance;
    for (int k = 0; k < 3; ++k) sum.acceleration[k] += strength / square * d[k];
    sum.potential -= strength;
  }
  return sum;
}

double relative(long double error, long double scale) { return error == 0 ? 0 : static_cast<double>(error / scale); }

double root_mean_square(const Reals& values) {
  if (values.empty()) return 0;
  double squares = 0;
  for (const double v : values) squares += v * v;
  return std::sqrt(squares / static_cast<double>(values.size()));
}

}  // namespace

GravityError gravity_error(const Pile& pile, double G, const GravityField& field, std::size_t sample) {
  const std::size_t n = std::min(sample, pile.size());
  Reals error(n), potential_error(n);
  parallel_for(n, [&](std::size_t k) {
    const std::size_t i = k * pile.size() / n;
    const Reference exact = reference(pile, G, i);
    long double difference = 0, size = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const long double off = field.acceleration[i][axis] - exact.acceleration[axis];
      difference += off * off;
      size += exact.acceleration[axis] * exact.acceleration[axis];
    }
    error[k] = relative(std::sqrt(difference), std::sqrt(size));
    potential_error[k] = relative(std::abs(field.potential[i] - exact.potential), std::abs(exact.potential));
  });
  GravityError out;
  out.sample = n;
  out.rms = root_mean_square(error);
  out.potential_rms = root_mean_square(potential_error);
  std::sort(error.begin(), error.end());
  out.p99 = quantile(error, 0.99);
  out.max = quantile(error, 1);
  return out;
}

GravitySummary gravity_summary(const Pile& pile, const GravityField& field) {
  const Reals& m = pile.model.mass;
  GravitySummary out;
  Reals size;
  for (const Vec3& a : field.acceleration) size.push_back(a.norm());
  out.rms = root_mean_square(size);
  if (!size.empty()) out.max = *std::max_element(size.begin(), size.end());
  const Vec3 net =
      blocked_sum(pile.size(), Vec3(Vec3::Zero()), [&](std::size_t i) -> Vec3 { return m[i] * field.acceleration[i]; });
  out.net_force = relative(net.norm(), blocked_sum(pile.size(), 0.0, [&](std::size_t i) { return m[i] * size[i]; }));
  out.energy = 0.5 * blocked_sum(pile.size(), 0.0, [&](std::size_t i) { return m[i] * field.potential[i]; });
  return out;
}

}  // namespace rubble::measure
