#pragma once
// Detects bodies whose centres pass a triangulated wall within a step. docs/theory.md 11.2.
#include "nscd/step_view.hpp"

namespace rubble::nscd {

// (step, time at the end of the span [s]) SanityError for a body whose centre crosses a triangle between the present
// evaluation of forces and the next one. A body that was moved to a wall starts where it met it.
void require_no_crossing(const StepView& step, double time);

}  // namespace rubble::nscd
