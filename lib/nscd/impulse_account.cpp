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
  sum.angular_impulse -= (image + displacement - step.pairs.displacement(near.b[point])).cross(impulse);
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
