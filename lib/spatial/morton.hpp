#pragma once
// Morton (Z) order: bodies that are near in space become near in memory.
#include "base/vec.hpp"

namespace rubble::spatial {

// (position [N]) => permutation: order[k] is the index of the k-th body along the curve (2^21 cells per axis; ties by
// index).
std::vector<Index> morton_order(const Vec3s& position);

}  // namespace rubble::spatial
