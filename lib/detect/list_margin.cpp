#include "detect/list_margin.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::detect {

double list_margin(double path, double diameter) {
  return std::clamp(std::sqrt(20 * path / diameter), 0.02, 0.3) * diameter;
}

Vec3 mean_displacement(const Vec3s& position, const Vec3s& listed_at) {
  const std::size_t n = position.size();
  const Vec3 sum = blocked_sum(n, Vec3(Vec3::Zero()), [&](std::size_t i) { return Vec3(position[i] - listed_at[i]); });
  return sum / static_cast<double>(n);
}

}  // namespace rubble::detect
