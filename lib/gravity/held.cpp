#include "gravity/held.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::gravity {

double renew(Held& held, std::int64_t step, const Vec3s& found, double wanted, Vec3s& missed) {
  const std::size_t n = found.size();
  const bool first = held.at < 0;
  missed.resize(n);
  if (first || !(wanted > 0)) {
    held.value = found;
    held.slope.assign(n, Vec3::Zero());
    held.at = step;
    held.interval = 1;
    std::fill(missed.begin(), missed.end(), Vec3::Zero());
    return 0;
  }
  const auto steps = static_cast<double>(step - held.at);
  parallel_for(n, [&](std::size_t i) { missed[i] = held.value[i] + steps * held.slope[i] - found[i]; });
  const double miss2 = blocked_sum(n, 0.0, [&](std::size_t i) { return missed[i].squaredNorm(); });
  const double size2 = blocked_sum(n, 0.0, [&](std::size_t i) { return found[i].squaredNorm(); });
  const double error = size2 > 0 ? std::sqrt(miss2 / size2) : 0;

  parallel_for(n, [&](std::size_t i) { held.slope[i] = (found[i] - held.value[i]) / steps; });
  const double longer = error > 0 ? std::min(2.0, 0.9 * std::sqrt(wanted / error)) : 2.0;
  held.interval =
      std::clamp(static_cast<std::int64_t>(static_cast<double>(held.interval) * longer), std::int64_t{1}, kLongestHold);
  held.value = found;
  held.at = step;
  return error;
}

Sizes leave_out_within(const std::vector<std::size_t>& rows, const Reals& mass, const Vec3s& place, double constant,
                       Vec3s& acceleration) {
  Sizes sizes;
  Reals distance;
  for (const std::size_t row : rows) distance.push_back(place[row].norm());
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t l = k + 1; l < rows.size(); ++l) {
      const std::size_t i = rows[k], j = rows[l];
      const Vec3 way = place[j] - place[i];
      const double square = way.squaredNorm();
      if (square == 0) continue;  // points at the same position do not attract each other
      const Vec3 pull = constant / (square * std::sqrt(square)) * way;
      acceleration[i] -= mass[j] * pull;
      acceleration[j] += mass[i] * pull;
      const double force = mass[i] * mass[j] * std::abs(constant) / square;
      sizes += {2 * force, force * (distance[k] + distance[l])};
    }
  return sizes;
}

void archive(Archive& archive, const std::string& name, std::size_t sources, Held& held) {
  std::vector<std::int64_t> steps = {held.at, held.interval};
  archive.value(name + "_held", steps, steps.size());
  held.at = steps[0];
  held.interval = steps[1];
  const std::size_t evaluated = held.at < 0 ? 0 : sources;
  archive.value(name, held.value, evaluated);
  archive.value(name + "_slope", held.slope, evaluated);
  archive.value(name + "_within/force", held.within.force);
  archive.value(name + "_within/torque", held.within.torque);
}

void require_sound(const Held& held, std::int64_t now) {
  const auto is_finite = [](const Vec3s& vectors) {
    return std::all_of(vectors.begin(), vectors.end(), [](const Vec3& v) { return v.allFinite(); });
  };
  if (!is_finite(held.value) || !is_finite(held.slope))
    throw InputError("the checkpoint is damaged: its self-gravity has numbers that are not finite");
  const bool sized = held.within.force >= 0 && held.within.torque >= 0;
  if (!sized || !std::isfinite(held.within.force + held.within.torque))
    throw InputError(
        fmt::format("the checkpoint is damaged: sizes of the gravity within grains must be finite and >= 0, not {} N "
                    "and {} N m",
                    held.within.force, held.within.torque));
  if (held.at < 0 || held.at > now)
    throw InputError(fmt::format(
        "the checkpoint is damaged: the step of its last evaluation of self-gravity must be from 0 to {}, not {}", now,
        held.at));
  if (held.interval < 1 || held.interval > kLongestHold)
    throw InputError(
        fmt::format("the checkpoint is damaged: the number of steps between evaluations of self-gravity must be from 1 "
                    "to {}, not {}",
                    kLongestHold, held.interval));
}

}  // namespace rubble::gravity
