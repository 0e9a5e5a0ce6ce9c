#include "nscd/impulse_account.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace rubble::nscd {
namespace {

// The energy that the impulse removes from motion is exactly -p . (u before + u after) / 2. A compressive contact that
// opens creates energy. As long as it opens no faster than overlaps are removed, this energy belongs to the correction.
void book_heat(const StepView& step, const StepVelocities& velocities, const ContactProblem& contacts, std::size_t c,
               const Vec3& p, Account& sum) {
  const friction::Links& links = contacts.problem.links;
  const Vec3& n = links.normal[c];
  const double pressed = contacts.impulse[c].dot(n);  // without impacts
  const double recovery = contacts.condition[c].recovery;
  const Vec3 off = contacts.condition[c].shift * n;
  const Vec3 before = friction::relative_velocity(velocities.before, links, c) - off;
  const Vec3 after = friction::relative_velocity(contacts.problem.bodies, links, c) - off;
  Vec3 mean = 0.5 * (before + after);
  if (const PathPair* pair = step.pairs.of(links.a[c], links.b[c]))
    mean += pair->time / step.p.step.dt * (friction::relative_velocity(velocities.free, links, c) - off - before);
  const double p_n = p.dot(n);
  const Vec3 p_t = p - p_n * n;
  const double given = 0.5 * pressed * (recovery + std::clamp(before.dot(n), 0.0, recovery));
  sum[Channel::impact] += -p_n * mean.dot(n) + given;
  sum[Channel::correction] -= given;
  sum[Channel::friction] -= p_t.dot(mean);
}

// A free body that receives an impulse from a frozen one.
struct Pushed {
  Vec3 position, impulse;  // contact point [m], impulse on the free body [N s]
  Vec3 velocity;           // of the frozen body there [m s-1]
};

// (contact of a free and a frozen body, position of the contact point on a and on b [m], impulse on b [N s])
Pushed pushed_by_frozen(const StepView& step, const friction::Links& near, std::size_t point, const Vec3& on_a,
                        const Vec3& on_b, const Vec3& impulse) {
  const auto a = static_cast<std::size_t>(near.a[point]), b = static_cast<std::size_t>(near.b[point]);
  const bool first = step.bodies.frozen().is(a);  // a is frozen
  const std::size_t held = first ? a : b;
  const Vec3& arm = first ? near.arm_a[point] : near.arm_b[point];
  const Vec3 velocity = step.bodies.velocity(held) + step.bodies.spin(held).cross(arm);
  return first ? Pushed{on_b, impulse, velocity} : Pushed{on_a, -impulse, velocity};
}

}  // namespace

void book_impulse(const StepView& step, const friction::Links& near, std::size_t point, const Vec3& impulse,
                  Account& sum) {
  const Index a = near.a[point];
  const Vec3 displacement = step.pairs.displacement(a);
  const Vec3 position = near.arm_a[point] + step.bodies.position(static_cast<std::size_t>(a)) + displacement;
  const double size = impulse.norm();
  const double reach = position.norm();
  if (step.found.key[point].on_wall()) {
    sum.walls -= impulse.dot(near.shift[point]);
    sum.impulse -= impulse;
    sum.angular_impulse -= position.cross(impulse);
    sum.exchanged += size;
    sum.exchanged_angular += size * reach;
    return;
  }
  const Vec3 image = step.image_of(point);
  const Vec3 apart = image + displacement - step.pairs.displacement(near.b[point]);
  const FrozenRigid& frozen = step.bodies.frozen();
  if (frozen.is(static_cast<std::size_t>(a)) || frozen.is(static_cast<std::size_t>(near.b[point]))) {
    const Pushed pushed = pushed_by_frozen(step, near, point, position, position - apart, impulse);
    sum.walls += pushed.impulse.dot(pushed.velocity);
    sum.impulse += pushed.impulse;
    sum.angular_impulse += pushed.position.cross(pushed.impulse);
  } else {
    sum.angular_impulse -= apart.cross(impulse);
  }
  sum.exchanged += 2 * size;
  sum.exchanged_angular += 2 * size * (reach + image.norm());
}

Account account_of(const StepView& step, const StepVelocities& velocities, const ContactProblem& contacts,
                   const Impacts& impacts) {
  return blocked_fold(contacts.size(), Account{}, [&](Account& sum, std::size_t c) {
    const Vec3 impulse = impacts.with_impacts(c, contacts.impulse[c]);
    book_heat(step, velocities, contacts, c, impulse, sum);
    book_impulse(step, contacts.near, contacts.point[c], impulse, sum);
  });
}

}  // namespace rubble::nscd
