#pragma once
// Detects steps that are too long for paths that no prediction has followed: bodies that impulses, or changes of
// velocity between two steps, send through other bodies. docs/theory.md 11.2.
#include "nscd/contact_problem.hpp"

namespace rubble::nscd {

// (step, velocities of the prediction, time at the end of the span [s], problem that was just solved or nullptr)
// SanityError for bodies whose paths differ from the prediction and lead through others within the span. Pairs of the
// solved problem need no check.
void require_no_passing(const StepView& step, const friction::BodyVelocities& before, double time,
                        const ContactProblem* solved);

}  // namespace rubble::nscd
