#pragma once
// Which kernels of the narrow phase (contact/narrow.hpp) the pairs of a pile go through.
#include "model/pile.hpp"

#include <optional>
#include <vector>

namespace rubble::measure {

struct KernelCount {
  const char *first, *second;             // kinds of the touching bodies
  const char* text;                       // how the kernel finds it
  std::optional<std::size_t> candidates;  // pairs whose bounding balls are nearer than 1 % of the smallest radius; not
                                          // known of walls, which no pile has
  std::size_t points = 0;                 // at which contacts of the pile are
};

// (pile) => the kernels in the order of their table. Space is taken as open; what is glued together is no pair.
std::vector<KernelCount> kernel_counts(const Pile& pile);

}  // namespace rubble::measure
