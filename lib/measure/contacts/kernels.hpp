#pragma once
// Kernels of the narrow phase (detect/narrow.hpp) that the pairs of a pile use.
#include "model/pile.hpp"

#include <optional>
#include <vector>

namespace rubble::measure {

struct KernelCount {
  const char *first, *second;             // kinds of the two bodies; the second may be "wall"
  const char* text;                       // algorithm of the kernel
  std::optional<std::size_t> candidates;  // number of pairs whose bounding balls are nearer than 1 % of the smallest
                                          // radius; not available for walls, which are not stored in piles
  std::size_t points = 0;                 // number of contact points of the pile
};

// (pile, at least one body) => the kernels in the order of detect::dispatch_table(). Pairs within a grain are left
// out. In periodic space, pairs count by their nearest images.
std::vector<KernelCount> kernel_counts(const Pile& pile);

}  // namespace rubble::measure
