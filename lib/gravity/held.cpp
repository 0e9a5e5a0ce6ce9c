#include "gravity/held.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::gravity {

double renew(Held& held, std::int64_t step, const Vec3s& found, double wanted, Vec3s& missed) {
  const std::size_t n = found.size();
  const bool first = held.at < 0;
  if (first) held.value = found, held.slope.assign(n, Vec3::Zero());
  const double steps = first ? 0 : static_cast<double>(step - held.at);
  missed.resize(n);
  parallel_for(n, [&](std::size_t i) { missed[i] = held.value[i] + steps * held.slope[i] - found[i]; });
  const double miss2 = blocked_sum(n, 0.0, [&](std::size_t i) { return missed[i].squaredNorm(); });
  const double size2 = blocked_sum(n, 0.0, [&](std::size_t i) { return found[i].squaredNorm(); });
  const double error = size2 > 0 ? std::sqrt(miss2 / size2) : 0;

  if (wanted > 0 && !first) {
    parallel_for(n, [&](std::size_t i) { held.slope[i] = (found[i] - held.value[i]) / steps; });
    const double longer = error > 0 ? std::min(2.0, 0.9 * std::sqrt(wanted / error)) : 2.0;
    held.interval = std::clamp(static_cast<std::int64_t>(static_cast<double>(held.interval) * longer), std::int64_t{1},
                               kLongestHold);
  }
  held.value = found;
  held.at = step;
  return error;
}

}  // namespace rubble::gravity
