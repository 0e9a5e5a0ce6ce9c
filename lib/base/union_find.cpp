#include "base/union_find.hpp"

#include <algorithm>
#include <numeric>

namespace rubble {

void UnionFind::reset(std::size_t n) {
  parent_.resize(n);
  std::iota(parent_.begin(), parent_.end(), Index{0});
}

Index UnionFind::root(Index i) {
  while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
  return i;
}

void UnionFind::join(Index i, Index j) {
  const auto [low, high] = std::minmax({root(i), root(j)});
  parent_[high] = low;
}

}  // namespace rubble
