#include "hsdem/events.hpp"

#include "base/error.hpp"
#include "hsdem/contact_time.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::hsdem {
namespace {

// A pair that parts is looked at again after this share of the time in which the acceleration alone takes it through
// the smaller radius, or later: it comes back by less than what counts as touching.
constexpr double kLook = 1e-3;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

const Mover& mover_of(const Scene& scene, Index row) { return scene.movers[scene.movers.of_row(at(row))]; }

const Plane& wall(const Scene& scene, Index b) { return scene.external.planes[at(-1 - b)]; }

Vec3 nearest_image(const Scene& scene, Vec3 d) {
  for (int axis = 0; axis < 3; ++axis)
    if (const double period = scene.external.period[axis]; period > 0) d[axis] = std::remainder(d[axis], period);
  return d;
}

// Sphere b from a, its nearest image.
Vec3 between(const Scene& scene, Index a, Index b) {
  return nearest_image(scene, scene.movers.place(at(b)) - scene.movers.place(at(a)));
}

double acceleration(const Mover& mover) { return mover.turning() * mover.reach; }

// Of a wall that shakes as a sine: amplitude (2 pi f)^2.
double acceleration(const Plane& plane) {
  return plane.moves() ? plane.amplitude.norm() * std::pow(2 * std::numbers::pi * plane.frequency, 2) : 0;
}

// (gap, rate, acceleration of the gap: even) => time until it closes.
double closing_time(double gap, double rate, double acceleration) {
  const double square = rate * rate - 2 * acceleration * gap;
  if (square < 0 || (rate >= 0 && acceleration >= 0)) return kNever;
  if (rate < 0) return 2 * gap / (std::sqrt(square) - rate);
  return (rate + std::sqrt(square)) / -acceleration;
}

Meeting meeting_with_wall(const Scene& scene, Index a, const Plane& plane) {
  const double now = scene.start + mover_of(scene, a).time;
  const double gap = (scene.movers.place(at(a)) - plane.point_at(now)).dot(plane.normal) - scene.radius[at(a)];
  return {-plane.normal, gap, (scene.movers.velocity(at(a)) - plane.velocity_at(now)).dot(plane.normal)};
}

double next_at_wall(const Scene& scene, Index a, const Plane& plane) {
  const Meeting m = meeting_with_wall(scene, a, plane);
  const Mover& mover = mover_of(scene, a);
  const double radius = scene.radius[at(a)], pull = scene.external.uniform.dot(plane.normal);
  const bool touch = m.gap <= kTouching * radius;
  const double resting = resting_speed(scene, radius);
  if (touch && m.rate < -resting) return mover.time;
  const double bends = acceleration(mover) + acceleration(plane);
  if (bends == 0) {
    const double closes = closing_time(std::max(m.gap, 0.0), m.rate, pull);
    // What rests on the wall meets it when it has come to fall faster than what rests.
    return mover.time + (touch && pull < 0 ? std::max(closes, (m.rate + 2 * resting) / -pull) : closes);
  }
  const double least = bends + std::max(0.0, -pull);
  const double safe = safe_time(std::max(m.gap, 0.0), m.rate, least);
  return mover.time + (m.rate < 0 && !touch ? safe : std::max(safe, kLook * std::sqrt(radius / least)));
}

// Of spheres on straight lines; those that touch and rest against each other do not meet.
double contact_time_of(const Scene& scene, Index a, Index b, const Vec3& place, const Vec3& velocity) {
  const double reach = scene.radius[at(a)] + scene.radius[at(b)], smaller = smaller_radius(scene, a, b);
  const double distance = place.norm();
  const bool touch = distance - reach <= kTouching * smaller;
  if (touch && place.dot(velocity) >= -resting_speed(scene, smaller) * distance) return kNever;
  return contact_time(place, velocity, reach);
}

double next_of_spheres(const Scene& scene, Index a, Index b) {
  const Mover &first = mover_of(scene, a), &second = mover_of(scene, b);
  const double bends = acceleration(first) + acceleration(second);
  if (bends == 0)
    return first.time + contact_time_of(scene, a, b, between(scene, a, b),
                                        scene.movers.velocity(at(b)) - scene.movers.velocity(at(a)));
  const Meeting m = meeting(scene, a, b);
  const double smaller = smaller_radius(scene, a, b);
  const bool touch = m.gap <= kTouching * smaller;
  if (touch && m.rate < -resting_speed(scene, smaller)) return first.time;
  const double safe = safe_time(std::max(m.gap, 0.0), m.rate, bends);
  return first.time + (m.rate < 0 && !touch ? safe : std::max(safe, kLook * std::sqrt(smaller / bends)));
}

}  // namespace

double smaller_radius(const Scene& scene, Index a, Index b) {
  return b < 0 ? scene.radius[at(a)] : std::min(scene.radius[at(a)], scene.radius[at(b)]);
}

Meeting meeting(const Scene& scene, Index a, Index b) {
  if (b < 0) return meeting_with_wall(scene, a, wall(scene, b));
  const Vec3 d = between(scene, a, b);
  const double distance = d.norm();
  const Vec3 normal = distance > 0 ? Vec3(d / distance) : Vec3(Vec3::UnitX());
  return {normal, distance - scene.radius[at(a)] - scene.radius[at(b)],
          (scene.movers.velocity(at(b)) - scene.movers.velocity(at(a))).dot(normal)};
}

double next_event(const Scene& scene, Index a, Index b) {
  return b < 0 ? next_at_wall(scene, a, wall(scene, b)) : next_of_spheres(scene, a, b);
}

// Both fall alike in uniform gravity: it counts only as far as their times differ.
double next_event_of_free(const Scene& scene, Index a, Index b, double now) {
  const Mover &first = mover_of(scene, a), &second = mover_of(scene, b);
  const double since_a = now - first.time, since_b = now - second.time;
  const Vec3& g = scene.external.uniform;
  const Vec3 place = second.position - first.position + since_b * second.velocity - since_a * first.velocity +
                     0.5 * (since_b * since_b - since_a * since_a) * g;
  const Vec3 velocity = second.velocity - first.velocity + (since_b - since_a) * g;
  return now + contact_time_of(scene, a, b, nearest_image(scene, place), velocity);
}

void require_walls_suited(const External& external) {
  for (const Plane& plane : external.planes)
    if (plane.course || plane.soft > 0)
      throw InputError("hard spheres are for walls at rest, or shaken as a sine from the start");
}

}  // namespace rubble::hsdem
