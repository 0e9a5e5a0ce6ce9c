#pragma once
// The friction problem of a step: points that may receive an impulse, and conditions on their velocities.
#include "nscd/impulses.hpp"
#include "nscd/step_velocities.hpp"
#include "nscd/step_view.hpp"

#include <optional>

namespace rubble::nscd {

// Condition u_n + shift >= 0 on the normal velocity of a point (docs/theory.md 11.2). `recovery` is the part of -shift
// that removes an overlap.
struct PointCondition {
  double shift, recovery;  // [m s-1]
};

struct ContactProblem {
  friction::Links near;        // links of all points that were found; the shift is a wall's
  std::vector<Index> last_of;  // index of each found point's impulse in the last step, or -1
  std::vector<std::optional<PointCondition>> point_condition;  // at each found point; none if the point has to wait
  std::vector<std::size_t> point;         // index of each contact of the problem among the found points
  std::vector<PointCondition> condition;  // of each contact
  friction::BodyProblem problem;          // the shifts contain those of the conditions
  Vec3s impulse;                          // on b of each contact, without cohesion [N s]

  std::size_t size() const { return point.size(); }
  // A contact rebounds if it requires a speed of separation that is not a recovery.
  bool rebounds(std::size_t c) const { return condition[c].recovery == 0 && condition[c].shift < 0; }

  // Sets all but the impulses. The quality of the run gets the deepest overlap.
  void set_up(const StepView& step, const StepVelocities& velocities, const Impulses& last, Quality& quality);
  // Starts from the impulses of the last step.
  void warm_start(const Impulses& last);
  // Starts from zero impulses.
  void cold_start() { impulse.assign(size(), Vec3::Zero()); }
};

// (step, point, links of all points) Sets the link of one point: levers end midway between the surfaces, and the shift
// is the velocity of a wall.
void set_link(const StepView& step, std::size_t point, friction::Links& links);

// Overlap at a found point / half the width of the thinner body along the normal.
double depth_of(const StepView& step, std::size_t point);

}  // namespace rubble::nscd
