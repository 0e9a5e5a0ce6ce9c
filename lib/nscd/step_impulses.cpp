#include "nscd/step_impulses.hpp"

#include "nscd/probe_impulses.hpp"

namespace rubble::nscd {
namespace {

// Bodies that touch at the start collide there if a point would overlap by more than this part of the smallest radius
// at the first evaluation of forces.
constexpr double kViolated = 1e-6;

}  // namespace

void StepImpulses::set_up(const StepView& step, Quality& quality) {
  if (step.p.greatest().restitution > 0) velocities.find_at_impacts(step.pairs, step.p.step.dt);
  contacts_.set_up(step, velocities, last, quality);
}

void StepImpulses::find(const StepView& step, Quality& quality) {
  set_up(step, quality);
  impacts_.strike(step, velocities, contacts_, solver_, quality);
  attraction_.pull(step, contacts_.near, contacts_.problem.bodies);
  contacts_.warm_start(last);
  solver_.solve_last(contacts_.problem, contacts_.impulse, quality);
}

// True if a point would overlap at the first evaluation of forces.
bool StepImpulses::would_overlap(const StepView& step) const {
  const friction::Links& near = contacts_.near;
  for (std::size_t point = 0; point < near.size(); ++point) {
    const std::optional<PointCondition>& condition = contacts_.point_condition[point];
    if (!condition) continue;
    const double speed = friction::relative_velocity(velocities.before, near, point).dot(near.normal[point]);
    if ((speed + condition->shift) * step.predicted.span < -kViolated * step.sizes.smallest()) return true;
  }
  return false;
}

bool StepImpulses::find_at_start(const StepView& step, const Quality& quality) {
  Quality uncounted = quality;
  set_up(step, uncounted);
  if (!would_overlap(step)) return false;
  impacts_.strike(step, velocities, contacts_, solver_, uncounted);
  contacts_.cold_start();
  solver_.solve_last(contacts_.problem, contacts_.impulse, uncounted);
  return true;
}

void StepImpulses::settle(const StepView& step, const BodyForces& forces, RunRecord& record) {
  record.account += account_of(step, velocities, contacts_, impacts_);
  impacts_.book_newtons(step, velocities, contacts_, solver_.tolerance(), record.quality);
  last.clear();
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const Vec3 impulse = impacts_.with_impacts(c, contacts_.impulse[c]);
    if (!impulse.isZero(0)) last.add(step.found.key[contacts_.point[c]], impulse);
  }
  record.touching = last.size();
  attraction_.book(step, contacts_.near, velocities.before, after(), record.account);
  if (step.external.varies())
    record.account.driven += forces.work_of_fields(velocities.before, after(), step.p.step.dt);
  record.made.look(record.account, impacts_.energy_made(), attraction_.lent());
}

void StepImpulses::probe(const StepView& step, Probes* probes) const {
  if (probes == nullptr) return;
  place_points(step, *probes);
  add_contacts(step, contacts_, impacts_, *probes);
  attraction_.add_to(*probes, step, contacts_.near);
}

void StepImpulses::archive(Archive& archive, const Model& model, std::size_t walls, std::size_t bodies) {
  last.archive(archive, model, walls);
  attraction_.archive(archive);
  solver_.archive(archive, bodies);
}

}  // namespace rubble::nscd
