#pragma once
// Paths until the next evaluation of forces, and pairs that meet on long ones (docs/theory.md 11.2).
#include "nscd/impulses.hpp"
#include "nscd/near_points.hpp"

namespace rubble::nscd {

// A path is long if it exceeds this part of half the thickness of the thinner body. On shorter paths, bodies without
// restitution stop where they touch. Bodies with restitution overlap before they rebound, so their limit is smaller.
inline constexpr double kLong = 0.5;
inline constexpr double kLongWithRestitution = 0.05;

class LongPaths {
 public:
  // True if any body may have a long path.
  bool possible(const StepView& step) const;
  // (step, impulses of the last step) => displacements of the particles in the span, predicted from the velocities at
  // the start of the step. Where paths may be long, the displacement of a body without an impulse in the last step
  // includes the kick of this step's forces.
  shape::Moves predict(const StepView& step, const Impulses& last);
  // Selects pairs that meet on a long path, the earliest pairs first. Only bodies without any other contact are
  // selected. SanityError for a pair that has to be followed and cannot be.
  void select(const StepView& step, const NearPoints& near, const Impulses& last);

  const PathPairs& pairs() const { return pairs_; }

 private:
  shape::Moves kicked_;  // displacements with this step's kick included, where paths may be long
  PathPairs pairs_;
};

}  // namespace rubble::nscd
