#pragma once
// Body by body: the sums between groups that are too near for expansions.
#include "gravity/bodies.hpp"

#include <utility>

namespace rubble::gravity {

// The kernels for one choice of what is summed. Bodies at one place do not act on each other.
struct Near {
  void (*self)(Bodies&, Span targets, Span sources);  // adds to the targets alone; lanes hold sources
  void (*mutual)(Bodies&, Span, Span);                // adds to both; the spans share no body
};

// (Want bits, whether 1e-15 is asked for rather than 2e-7 per pair) => kernels
const Near& near_kernels(unsigned want, bool exact);

}  // namespace rubble::gravity
