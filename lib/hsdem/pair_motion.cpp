#include "hsdem/pair_motion.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::hsdem {
namespace {

// Shortest time until the next test of a separating pair, as a fraction of the time in which the acceleration alone
// moves it by half the smaller radius. Within this time the pair approaches by less than the touching gap, unless it is
// pressed together (predictions.cpp).
constexpr double kLook = 1e-4;
static_assert(kLook * kLook / 2 + 2 * kResting < kTouching);

// Allowed velocity jumps of a prediction / relative speed of the pair.
constexpr double kAllowedJump = 0.01;

const RigidBody& body_of(const PairContext& context, Index row) {
  return context.bodies[context.bodies.of_row(at(row))];
}

const Plane& wall(const PairContext& context, Index b) { return context.external.planes[at(-1 - b)]; }

// Position [m] and velocity [m s-1] of the nearest image of sphere b relative to sphere a.
struct Between {
  Vec3 separation, velocity;
};

// (context, vector from a to b [m], velocity of b relative to a [m s-1], time in the step [s])
Between to_image(const PairContext& context, const Vec3& separation, const Vec3& velocity, double time) {
  const ImageLattice lattice = context.lattice(time);
  const Vec3 image = lattice.image(separation);
  return {separation + image, velocity + lattice.velocity(image)};
}

// Both spheres are at the same time.
Between between(const PairContext& context, Index a, Index b) {
  return to_image(context, context.bodies.position(at(b)) - context.bodies.position(at(a)),
                  context.bodies.velocity(at(b)) - context.bodies.velocity(at(a)), body_of(context, a).time);
}

double acceleration(const RigidBody& body) { return body.is_free() ? 0 : body.bounds.acceleration; }

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

PairMotion motion_at_wall(const PairContext& context, Index a, const Plane& plane) {
  const double now = context.start + body_of(context, a).time;
  const double gap = (context.bodies.position(at(a)) - plane.point_at(now)).dot(plane.normal) - context.radius[at(a)];
  return {-plane.normal, gap, (context.bodies.velocity(at(a)) - plane.velocity_at(now)).dot(plane.normal)};
}

// Prediction for a free sphere and a wall at rest. A sphere at rest on the wall meets it when its falling speed is
// twice the rest speed, or never without gravity towards the wall.
Prediction predict_at_wall(const PairContext& context, Index a, const Plane& plane, double resting) {
  const PairMotion m = motion_at_wall(context, a, plane);
  const double pull = context.external.uniform.dot(plane.normal), now = body_of(context, a).time;
  const bool touch = m.gap <= kTouching * context.radius[at(a)];
  if (touch && m.rate < -resting) return {now};
  if (touch && pull >= 0) return {};
  const double closes = closing_time(std::max(m.gap, 0.0), m.rate, pull);
  return {now + (touch ? std::max(closes, (m.rate + 2 * resting) / -pull) : closes), kNever, !touch};
}

// Smallest distance of two points on straight lines within the given time.
double closest(const Vec3& separation, const Vec3& velocity, double time) {
  const double square = velocity.squaredNorm();
  const double when = square > 0 ? std::clamp(-separation.dot(velocity) / square, 0.0, time) : 0;
  return (separation + when * velocity).norm();
}

// Motion of a pair until the end of the step.
struct PairPath {
  PairMotion now;
  double apart;         // least gap until the end of the step on straight lines [m]
  double speed;         // relative speed [m s-1]
  double smaller;       // smaller radius [m]
  double acceleration;  // largest relative acceleration [m s-2]
};

PairPath path_of_wall(const PairContext& context, Index a, const Plane& plane, double left) {
  const PairMotion now = motion_at_wall(context, a, plane);
  const double pull = std::max(0.0, -context.external.uniform.dot(plane.normal));
  const double most = acceleration(body_of(context, a)) + acceleration(plane) + pull;
  return {now, std::min(now.gap, now.gap + left * now.rate), std::abs(now.rate), context.radius[at(a)], most};
}

PairPath path_of_spheres(const PairContext& context, Index a, Index b, double left) {
  const auto [separation, velocity] = between(context, a, b);
  const double reach = context.radius[at(a)] + context.radius[at(b)];
  const double most = acceleration(body_of(context, a)) + acceleration(body_of(context, b));
  return {pair_motion(context, a, b), closest(separation, velocity, left) - reach, velocity.norm(),
          smaller_radius(context, a, b), most};
}

}  // namespace

double smaller_radius(const PairContext& context, Index a, Index b) {
  return b < 0 ? context.radius[at(a)] : std::min(context.radius[at(a)], context.radius[at(b)]);
}

PairMotion pair_motion(const PairContext& context, Index a, Index b) {
  if (b < 0) return motion_at_wall(context, a, wall(context, b));
  const auto [d, velocity] = between(context, a, b);
  const double distance = d.norm();
  const Vec3 normal = distance > 0 ? Vec3(d / distance) : Vec3(Vec3::UnitX());
  return {normal, distance - context.radius[at(a)] - context.radius[at(b)], velocity.dot(normal)};
}

Image image_of(const PairContext& context, Index a, Index b) {
  const ImageLattice lattice = context.lattice(body_of(context, a).time);
  const Vec3 place = lattice.image(context.bodies.position(at(b)) - context.bodies.position(at(a)));
  return {place, lattice.velocity(place)};
}

bool is_exact(const PairContext& context, Index i) {
  if (!body_of(context, i).is_free()) return false;
  const auto begin = context.pairs.begin.begin() + i;
  return begin[1] - begin[0] <= kCrowd;
}

bool is_exact(const PairContext& context, const RigidBody& body) {
  return body.is_free() && is_exact(context, body.members.row[0]);
}

bool both_exact(const PairContext& context, Index a, Index b) {
  if (!is_exact(context, a)) return false;
  return b < 0 ? !wall(context, b).moves() : is_exact(context, b);
}

// Uniform gravity accelerates both spheres equally, so that only the difference of their times matters.
Prediction predict_free(const PairContext& context, Index a, Index b, double now, double resting) {
  if (b < 0) return predict_at_wall(context, a, wall(context, b), resting);
  const RigidBody &first = body_of(context, a), &second = body_of(context, b);
  const double since_a = now - first.time, since_b = now - second.time;
  const Vec3& g = context.external.uniform;
  const Vec3 moved = second.position - first.position + since_b * second.velocity - since_a * first.velocity +
                     0.5 * (since_b * since_b - since_a * since_a) * g;
  const auto [separation, velocity] =
      to_image(context, moved, second.velocity - first.velocity + (since_b - since_a) * g, now);
  const double reach = context.radius[at(a)] + context.radius[at(b)], distance = separation.norm();
  const bool touch = distance - reach <= kTouching * smaller_radius(context, a, b);
  if (touch && separation.dot(velocity) >= -resting * distance) return {};
  return {now + contact_time(separation, velocity, reach), kNever, !touch};
}

// Positions deviate from straight lines by at most `jump_allowance` t + `acceleration` t^2 / 2.
Prediction predict_pair(const PairContext& context, Index a, Index b, double resting) {
  const double now = body_of(context, a).time, left = context.step - now;
  const PairPath path = b < 0 ? path_of_wall(context, a, wall(context, b), left) : path_of_spheres(context, a, b, left);
  const double gap = path.now.gap, rate = path.now.rate;
  const double touching = kTouching * path.smaller;
  const bool touch = gap <= touching;
  if (touch && rate < -resting) return {now};
  const double clear = (path.apart - touching - path.acceleration * left * left / 2) / left;
  if (clear > kAllowedJump * path.speed) return {kNever, clear, !touch};
  if (rate < 0 && !touch)
    return {now + safe_time(gap, (1 + kAllowedJump) * rate, path.acceleration), kAllowedJump * -rate, true};
  const double jump_allowance = std::max(0.0, rate) / 2 + resting;
  const double safe = safe_time(std::max(gap, 0.0), rate - jump_allowance, path.acceleration);
  return {now + std::max(safe, kLook * std::sqrt(path.smaller / path.acceleration)), jump_allowance, !touch};
}

void require_walls_suited(const External& external) {
  for (const Plane& plane : external.planes)
    if (plane.course || plane.soft > 0)
      throw InputError(
          "hard spheres support only walls at rest or shaken as a sine at full amplitude: remove [shake.table] and "
          "soft_start");
}

}  // namespace rubble::hsdem
