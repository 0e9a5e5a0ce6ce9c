#pragma once
// Body by body: the sums between groups that are too near for expansions.
#include "gravity/bodies.hpp"

#include <utility>

namespace rubble::gravity {

// The kernels for one choice of what is summed. Bodies at one place do not act on each other.
struct Near {
  // Adds to the targets alone, which may be among the sources.
  void (*one_way)(Bodies&, Span targets, Span sources);
  // Adds to both. Sources: vectors of bodies, by the first body of each, of which none is a target.
  void (*mutual)(Bodies&, Span targets, const std::int32_t* sources, std::size_t count);
};

// (Want bits, whether 1e-15 is asked for rather than 2e-7 per pair) => kernels
const Near& near_kernels(unsigned want, bool exact);

}  // namespace rubble::gravity
