#include "nscd/contact_problem.hpp"

#include "base/parallel.hpp"
#include "detect/passing.hpp"
#include "detect/placed.hpp"
#include "nscd/advice.hpp"
#include "nscd/point_conditions.hpp"
#include "nscd/surroundings.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// Place of a contact point, midway between the surfaces [m].
Vec3 middle_of(const StepView& step, std::size_t point) {
  return step.found.point[point] + 0.5 * step.found.gap[point] * step.found.normal[point];
}

// Velocity of the wall of a point [m s-1]: at the time of the first touch if the pair was moved there, otherwise at the
// evaluation of forces. It is 0 for two bodies.
Vec3 wall_velocity(const StepView& step, std::size_t point) {
  const ContactKey& key = step.found.key[point];
  if (!key.on_wall()) return Vec3::Zero();
  const PathPair* pair = step.pairs.of(step.body_a(key), step.body_b(key));
  const double time = step.predicted.state.time + (pair == nullptr ? 0 : pair->time);
  const auto wall = static_cast<std::size_t>(key.wall());
  const std::size_t planes = step.external.planes.size();
  if (wall < planes) return step.external.planes[wall].velocity_at(time);
  const WallMotion& motion = step.external.meshes[wall - planes].motion;
  if (!motion.moves()) return Vec3::Zero();
  const Vec3 moved = pair == nullptr ? Vec3(Vec3::Zero()) : Vec3(pair->time * pair->frame);
  return motion.at(time).velocity_at(middle_of(step, point) + moved);
}

// => the number rounded up to three digits.
double rounded_up(double value) {
  const double digit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::ceil(value / digit) * digit;
}

// (point, overlap in units of half the width of the thinner body, true in the first step with contacts) => text for
// messages: the bodies, the time, and the step that would suffice.
std::string text_of_overlap(const StepView& step, const friction::BodyVelocities& before, const friction::Links& near,
                            std::size_t point, double depth, bool first) {
  const double dt = step.p.step.dt;
  const double limit = step.p.limits.penetration;
  const double width = -step.found.gap[point] / depth;
  const double approach = -friction::relative_velocity(before, near, point).dot(near.normal[point]);
  const std::string who = fmt::format("{} at t = {} s (step {})", detect::text_of_pair(step.found.key[point]),
                                      step.predicted.state.time, step.predicted.state.step);
  if (first && depth - std::max(approach, 0.0) * dt / width > limit)
    return fmt::format(
        "{}: present at the start; set contact.start_overlap = {:g}, which removes such overlaps before "
        "the run, or set sanity.penetration to more than {:.6g}",
        who, *ContactLaw{}.start_overlap, rounded_up(depth));
  const double enough = limit * width / approach;
  if (enough > 0 && enough < dt)
    return fmt::format("{}: {}{}", who, detect::text_of_step(approach, dt, 2 * width, enough),
                       advice_on_recovery(step.p.contact));
  return fmt::format("{}: the overlap grew over several steps; reduce step.dt or solver.tolerance", who);
}

// Records the overlap of a point if it is the deepest one so far.
void note_overlap(const StepView& step, const friction::BodyVelocities& before, const friction::Links& near,
                  std::size_t point, Quality& quality) {
  const double thin = step.sizes.thinner(step.found.key[point]);
  if (!(-step.found.gap[point] > quality.penetration * thin)) return;
  const double depth = depth_of(step, point);
  if (!(depth > quality.penetration)) return;
  quality.penetration = depth;
  if (depth > step.p.limits.penetration)
    quality.deepest = text_of_overlap(step, before, near, point, depth, quality.steps == 0);
}

}  // namespace

void set_link(const StepView& step, std::size_t point, friction::Links& links) {
  const ContactKey& key = step.found.key[point];
  const Vec3& normal = step.found.normal[point];
  const Vec3 middle = middle_of(step, point);
  const Index a = step.body_a(key);
  const Index b = step.body_b(key);
  Vec3 arm_b = Vec3::Zero();
  if (b >= 0) arm_b = middle - step.image_of(point) - step.bodies.position(static_cast<std::size_t>(b));
  links.a[point] = a;
  links.b[point] = b;
  links.arm_a[point] = middle - step.bodies.position(static_cast<std::size_t>(a));
  links.arm_b[point] = arm_b;
  links.normal[point] = normal;
  links.shift[point] = wall_velocity(step, point);
  links.friction[point] = step.p.of(key).friction;
}

double depth_of(const StepView& step, std::size_t point) {
  const detect::ContactPoints& found = step.found;
  const Prediction& at = step.predicted;
  const detect::PlacedBodies bodies = step.sizes.placed(at.state, at.turn, step.external.period);
  return detect::depth_of(bodies, found.key[point], found.normal[point], found.gap[point]);
}

void ContactProblem::set_up(const StepView& step, const StepVelocities& velocities, const Impulses& last,
                            Quality& quality) {
  const std::size_t points = step.found.size();
  last_of = last.indices_of(step.found.key);
  near.resize(points);
  point_condition.resize(points);
  const PointConditions conditions(step, velocities, near, last, last_of);
  parallel_for(points, [&](std::size_t k) {
    set_link(step, k, near);
    point_condition[k] = conditions.at(k);
  });
  point.clear();
  for (std::size_t k = 0; k < points; ++k) {
    if (!point_condition[k]) continue;
    point.push_back(k);
    note_overlap(step, velocities.before, near, k, quality);
  }
  problem.bodies = velocities.free;
  problem.links.assign(near, point);
  condition.resize(size());
  parallel_for(size(), [&](std::size_t c) {
    condition[c] = *point_condition[point[c]];
    problem.links.shift[c] += condition[c].shift * problem.links.normal[c];
  });
}

void ContactProblem::warm_start(const Impulses& last) {
  cold_start();
  for (std::size_t c = 0; c < size(); ++c) {
    const Index k = last_of[point[c]];
    if (k >= 0) impulse[c] = last.value[static_cast<std::size_t>(k)];
  }
}

}  // namespace rubble::nscd
