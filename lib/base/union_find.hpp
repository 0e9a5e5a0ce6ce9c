#pragma once
// Connected components.
#include "base/vec.hpp"

#include <cstddef>
#include <vector>

namespace rubble {

// Disjoint sets with path halving; the smallest index of a set is its root, whatever the order of joining.
class UnionFind {
 public:
  explicit UnionFind(std::size_t n);
  Index root(Index i);
  void join(Index i, Index j);

 private:
  std::vector<Index> parent_;
};

}  // namespace rubble
