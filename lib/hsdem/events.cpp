#include "hsdem/events.hpp"

#include "hsdem/contact_time.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::hsdem {
namespace {

// A pair that parts is looked at again after this share of the time in which the acceleration alone takes it through
// the smaller radius, or later: it comes back by less than what counts as touching.
constexpr double kLook = 1e-3;

// Sphere b from a, its nearest image.
Vec3 between(const Movers& movers, Index a, Index b, const Vec3& period) {
  Vec3 d = movers.place(static_cast<std::size_t>(b)) - movers.place(static_cast<std::size_t>(a));
  for (int axis = 0; axis < 3; ++axis)
    if (period[axis] > 0) d[axis] = std::remainder(d[axis], period[axis]);
  return d;
}

double acceleration(const Mover& mover) { return mover.turning() * mover.reach; }

}  // namespace

Meeting meeting(const Movers& movers, const Reals& radius, Index a, Index b, const Vec3& period) {
  const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
  const Vec3 d = between(movers, a, b, period);
  const double distance = d.norm();
  const Vec3 normal = distance > 0 ? Vec3(d / distance) : Vec3(Vec3::UnitX());
  return {normal, distance - radius[i] - radius[j], (movers.velocity(j) - movers.velocity(i)).dot(normal)};
}

double next_event(const Movers& movers, const Reals& radius, Index a, Index b, const Vec3& period) {
  const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
  const Mover &first = movers[movers.of_row(i)], &second = movers[movers.of_row(j)];
  const double now = first.time;
  const double bends = acceleration(first) + acceleration(second);
  if (bends == 0)
    return now +
           contact_time(between(movers, a, b, period), movers.velocity(j) - movers.velocity(i), radius[i] + radius[j]);
  const Meeting m = meeting(movers, radius, a, b, period);
  const double smaller = std::min(radius[i], radius[j]);
  if (m.gap <= kTouching * smaller && m.rate < 0) return now;
  const double safe = safe_time(std::max(m.gap, 0.0), m.rate, bends);
  return now + (m.rate < 0 ? safe : std::max(safe, kLook * std::sqrt(smaller / bends)));
}

}  // namespace rubble::hsdem
