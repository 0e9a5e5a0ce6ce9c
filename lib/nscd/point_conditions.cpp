#include "nscd/point_conditions.hpp"

#include "laws/restitution.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::nscd {
namespace {

constexpr double kRecovery = 1e-3;  // largest correction of an overlap per step, in units of the smallest radius
// A point of a pair that was brought to its first touch is apart if its gap exceeds this part of half the thickness of
// the thinner body. Pairs with shorter paths than this part are not brought together, and overlap before they rebound.
constexpr double kApart = 0.05;

}  // namespace

double PointConditions::normal_speed(const friction::BodyVelocities& bodies, std::size_t point) const {
  return friction::relative_velocity(bodies, near_, point).dot(near_.normal[point]);
}

// Time from the current positions of the point's bodies to the next evaluation of forces [s].
double PointConditions::time_left(std::size_t point) const {
  const PathPair* moved = pair(point);
  return moved == nullptr ? step_.predicted.span : step_.predicted.span - moved->time;
}

// Relative velocity that the normal impulse of a point would have given its bodies in the last step if it had acted on
// their centres [m s-1].
double PointConditions::carried(std::size_t point) const {
  if (last_of_[point] < 0) return 0;
  const Vec3& impulse = last_.value[static_cast<std::size_t>(last_of_[point])];
  const Reals& inverse = velocities_.free.inverse_mass;
  double inverse_mass = inverse[static_cast<std::size_t>(near_.a[point])];
  if (near_.b[point] >= 0) inverse_mass += inverse[static_cast<std::size_t>(near_.b[point])];
  return inverse_mass * std::abs(impulse.dot(step_.found.normal[point]));
}

// True if the point does not touch yet. A pair that was moved to its first touch counts as touching up to a small gap.
bool PointConditions::is_apart(std::size_t point) const {
  const double gap = step_.found.gap[point];
  if (pair(point) == nullptr) return gap > 0;
  return gap > kApart * step_.sizes.thinner(step_.found.key[point]);
}

// (rebounding point; its normal velocity at the impact [m s-1], negative; the change of that velocity by this step's
// kick [m s-1]) => s of Newton's law (docs/theory.md 11.2): the bodies receive the rest of the kick after the impact.
// With Poisson's law, a negative s only marks the point, and Impacts::strike() sets s to 0.
double PointConditions::rebound(std::size_t point, double approach, double kick) const {
  const double e = step_.p.of(step_.found.key[point]).restitution;
  if (step_.p.contact.impact == ImpactLaw::poisson) return e * approach;
  const double rest = 1 - step_.pairs.share_of_kick(near_.a[point], step_.p.step.dt);
  return laws::newton_term(e, approach, rest * kick);
}

// Upper limit of the speed at which an overlap is removed [m s-1]. By default it does not exceed the speed that the
// forces of this step and the impulse of the last step can give, so that bodies are not thrown apart.
double PointConditions::greatest_recovery(std::size_t point) const {
  if (step_.p.contact.recovery_speed) return *step_.p.contact.recovery_speed;
  double kick = 0;
  for (const Index body : {near_.a[point], near_.b[point]}) {
    if (body < 0) continue;
    const auto m = static_cast<std::size_t>(body);
    kick += (velocities_.free.velocity[m] - velocities_.before.velocity[m]).norm();
  }
  return std::min(kRecovery * step_.sizes.smallest() / step_.p.step.dt, kick + carried(point));
}

std::optional<PointCondition> PointConditions::at(std::size_t point) const {
  if (step_.pairs.wait(near_.a[point], near_.b[point])) return {};
  const double gap = step_.found.gap[point];
  if (step_.p.of(step_.found.key[point]).restitution > 0) {
    const double approach = normal_speed(velocities_.at_impacts, point);
    const double kick = normal_speed(velocities_.free, point) - normal_speed(velocities_.before, point);
    // A point counts as resting if it approaches no faster than twice the speed that this step's forces give, or twice
    // the speed that the point's impulse gave in the last step. With restitution, a resting point would keep bouncing,
    // and a body on top of another falling body would lose its support.
    const bool rebounds = approach < -2 * std::abs(kick) && approach < -2 * carried(point);
    if (rebounds && is_apart(point)) return {};
    if (rebounds) return PointCondition{rebound(point, approach, kick), 0};
  }
  if (gap >= 0 || pair(point) != nullptr) return PointCondition{std::max(gap, 0.0) / time_left(point), 0};
  const double recovery = std::min(-step_.p.contact.recovery * gap / step_.p.step.dt, greatest_recovery(point));
  return PointCondition{-recovery, recovery};
}

}  // namespace rubble::nscd
