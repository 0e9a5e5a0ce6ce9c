#pragma once
// Conditions on the velocities of points (docs/theory.md 11.2).
#include "nscd/contact_problem.hpp"

namespace rubble::nscd {

class PointConditions {
 public:
  // (step, velocities, links of all points, impulses of the last step, index of each point among them) The arguments
  // must outlive the object. A condition of a point needs only the link of that point.
  PointConditions(const StepView& step, const StepVelocities& velocities, const friction::Links& near,
                  const Impulses& last, const std::vector<Index>& last_of)
      : step_(step), velocities_(velocities), near_(near), last_(last), last_of_(last_of) {}

  // The condition at a point. None if the point has to wait: until it touches, because it would rebound without a
  // contact, or until the next step, because one of its bodies was moved to meet another one.
  std::optional<PointCondition> at(std::size_t point) const;

 private:
  const PathPair* pair(std::size_t point) const { return step_.pairs.of(near_.a[point], near_.b[point]); }
  double normal_speed(const friction::BodyVelocities& bodies, std::size_t point) const;
  double time_left(std::size_t point) const;
  double carried(std::size_t point) const;
  bool is_apart(std::size_t point) const;
  double rebound(std::size_t point, double approach, double kick) const;
  double greatest_recovery(std::size_t point) const;

  const StepView& step_;
  const StepVelocities& velocities_;
  const friction::Links& near_;
  const Impulses& last_;
  const std::vector<Index>& last_of_;
};

}  // namespace rubble::nscd
