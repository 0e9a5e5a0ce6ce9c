#include "hsdem/events.hpp"

#include "base/error.hpp"
#include "model/space.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::hsdem {
namespace {

// Shortest time until the next test of a separating pair, as a fraction of the time in which the acceleration alone
// moves it by half the smaller radius. Within this time the pair approaches by less than the touching gap, unless it is
// pressed together (engine_ahead.cpp).
constexpr double kLook = 1e-4;
static_assert(kLook * kLook / 2 + 2 * kResting < kTouching);

// Allowed velocity jumps of a prediction / relative speed of the pair.
constexpr double kAllowedJump = 0.01;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

const Mover& mover_of(const Scene& scene, Index row) { return scene.movers[scene.movers.of_row(at(row))]; }

const Plane& wall(const Scene& scene, Index b) { return scene.external.planes[at(-1 - b)]; }

Vec3 nearest_image(const Scene& scene, const Vec3& d) { return Space{scene.external.period, {}}.nearest(d); }

// Vector from sphere a to the nearest image of sphere b.
Vec3 between(const Scene& scene, Index a, Index b) {
  return nearest_image(scene, scene.movers.place(at(b)) - scene.movers.place(at(a)));
}

double acceleration(const Mover& mover) { return mover.is_free() ? 0 : mover.acceleration_bound; }

// Largest acceleration of a sinusoidal wall: amplitude (2 pi f)^2.
double acceleration(const Plane& plane) {
  return plane.moves() ? plane.amplitude.norm() * std::pow(2 * std::numbers::pi * plane.frequency, 2) : 0;
}

// (gap, rate, constant acceleration of the gap) => time until the gap closes.
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

// Prediction for a free sphere and a wall at rest. A sphere at rest on the wall meets it when its falling speed is
// twice the rest speed, or never without gravity towards the wall.
Outlook outlook_at_wall(const Scene& scene, Index a, const Plane& plane, double resting) {
  const Meeting m = meeting_with_wall(scene, a, plane);
  const double pull = scene.external.uniform.dot(plane.normal), now = mover_of(scene, a).time;
  const bool touch = m.gap <= kTouching * scene.radius[at(a)];
  if (touch && m.rate < -resting) return {now};
  if (touch && pull >= 0) return {};
  const double closes = closing_time(std::max(m.gap, 0.0), m.rate, pull);
  return {now + (touch ? std::max(closes, (m.rate + 2 * resting) / -pull) : closes), kNever, !touch};
}

// Smallest distance of two points on straight lines within the given time.
double closest(const Vec3& place, const Vec3& velocity, double time) {
  const double square = velocity.squaredNorm();
  const double when = square > 0 ? std::clamp(-place.dot(velocity) / square, 0.0, time) : 0;
  return (place + when * velocity).norm();
}

// Present geometry and motion of a pair.
struct Sight {
  Meeting now;
  double apart;         // least gap until the end of the step on straight lines [m]
  double speed;         // relative speed [m s-1]
  double smaller;       // smaller radius [m]
  double acceleration;  // largest relative acceleration [m s-2]
};

Sight sight_of_wall(const Scene& scene, Index a, const Plane& plane, double left) {
  const Meeting now = meeting_with_wall(scene, a, plane);
  const double pull = std::max(0.0, -scene.external.uniform.dot(plane.normal));
  const double most = acceleration(mover_of(scene, a)) + acceleration(plane) + pull;
  return {now, std::min(now.gap, now.gap + left * now.rate), std::abs(now.rate), scene.radius[at(a)], most};
}

Sight sight_of_spheres(const Scene& scene, Index a, Index b, double left) {
  const Vec3 place = between(scene, a, b);
  const Vec3 velocity = scene.movers.velocity(at(b)) - scene.movers.velocity(at(a));
  const double reach = scene.radius[at(a)] + scene.radius[at(b)];
  const double most = acceleration(mover_of(scene, a)) + acceleration(mover_of(scene, b));
  return {meeting(scene, a, b), closest(place, velocity, left) - reach, velocity.norm(), smaller_radius(scene, a, b),
          most};
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

Vec3 image_across(const Vec3& a, const Vec3& b, const Vec3& period) { return Space{period, {}}.image(b - a); }

bool is_exact(const Scene& scene, Index i) {
  if (!mover_of(scene, i).is_free()) return false;
  const auto begin = scene.pairs.begin.begin() + i;
  return begin[1] - begin[0] <= kCrowd;
}

bool is_exact(const Scene& scene, const Mover& mover) { return mover.is_free() && is_exact(scene, mover.row[0]); }

bool both_exact(const Scene& scene, Index a, Index b) {
  if (!is_exact(scene, a)) return false;
  return b < 0 ? !wall(scene, b).moves() : is_exact(scene, b);
}

// Uniform gravity accelerates both spheres equally, so that only the difference of their times matters.
Outlook outlook_of_free(const Scene& scene, Index a, Index b, double now, double resting) {
  if (b < 0) return outlook_at_wall(scene, a, wall(scene, b), resting);
  const Mover &first = mover_of(scene, a), &second = mover_of(scene, b);
  const double since_a = now - first.time, since_b = now - second.time;
  const Vec3& g = scene.external.uniform;
  const Vec3 moved = second.position - first.position + since_b * second.velocity - since_a * first.velocity +
                     0.5 * (since_b * since_b - since_a * since_a) * g;
  const Vec3 place = nearest_image(scene, moved), velocity = second.velocity - first.velocity + (since_b - since_a) * g;
  const double reach = scene.radius[at(a)] + scene.radius[at(b)], distance = place.norm();
  const bool touch = distance - reach <= kTouching * smaller_radius(scene, a, b);
  if (touch && place.dot(velocity) >= -resting * distance) return {};
  return {now + contact_time(place, velocity, reach), kNever, !touch};
}

// Positions deviate from straight lines by at most `jump_allowance` t + `acceleration` t^2 / 2.
Outlook outlook(const Scene& scene, Index a, Index b, double resting) {
  const double now = mover_of(scene, a).time, left = scene.step - now;
  const Sight sight = b < 0 ? sight_of_wall(scene, a, wall(scene, b), left) : sight_of_spheres(scene, a, b, left);
  const double gap = sight.now.gap, rate = sight.now.rate;
  const double touching = kTouching * sight.smaller;
  const bool touch = gap <= touching;
  if (touch && rate < -resting) return {now};
  const double clear = (sight.apart - touching - sight.acceleration * left * left / 2) / left;
  if (clear > kAllowedJump * sight.speed) return {kNever, clear, !touch};
  if (rate < 0 && !touch)
    return {now + safe_time(gap, (1 + kAllowedJump) * rate, sight.acceleration), kAllowedJump * -rate, true};
  const double jump_allowance = std::max(0.0, rate) / 2 + resting;
  const double safe = safe_time(std::max(gap, 0.0), rate - jump_allowance, sight.acceleration);
  return {now + std::max(safe, kLook * std::sqrt(sight.smaller / sight.acceleration)), jump_allowance, !touch};
}

void require_walls_suited(const External& external) {
  for (const Plane& plane : external.planes)
    if (plane.course || plane.soft > 0)
      throw InputError(
          "hard spheres support only walls at rest or shaken as a sine at full amplitude: remove [shake.table] and "
          "soft_start");
}

}  // namespace rubble::hsdem
