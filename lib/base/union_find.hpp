#pragma once
// Connected components.
#include "base/vec.hpp"

#include <cstddef>
#include <vector>

namespace rubble {

// Disjoint sets with path halving. The smallest index of a set is its root, regardless of the order of unions.
class UnionFind {
 public:
  UnionFind() = default;
  explicit UnionFind(std::size_t n) { reset(n); }
  // Makes n sets of one index each.
  void reset(std::size_t n);
  Index root(Index i);
  void join(Index i, Index j);

 private:
  std::vector<Index> parent_;
};

}  // namespace rubble
