#include "measure/clusters.hpp"

#include "spatial/grid.hpp"

#include <algorithm>
#include <numeric>

namespace rubble::measure {

UnionFind::UnionFind(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), Index{0}); }

Index UnionFind::root(Index i) {
  while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
  return i;
}

void UnionFind::join(Index i, Index j) {
  const auto [low, high] = std::minmax({root(i), root(j)});
  parent_[high] = low;
}

std::vector<ContactKey> touching_pairs(const Pile& pile, double tolerance) {
  const Reals& s = pile.model.radius;
  const Vec3s& x = pile.state.position;
  std::vector<ContactKey> touching;
  if (s.empty()) return touching;
  const double widest_gap = tolerance * 2 * *std::max_element(s.begin(), s.end());
  const spatial::Pairs close = spatial::close_pairs(s, x, widest_gap);
  for (std::size_t a = 0; a < s.size(); ++a) {
    for (std::size_t k = close.begin[a]; k < close.begin[a + 1]; ++k) {
      const Index b = close.partner[k];
      const double reach = (1 + tolerance) * (s[a] + s[b]);
      if ((x[b] - x[a]).squaredNorm() < reach * reach) touching.push_back({static_cast<Index>(a), b});
    }
  }
  for (std::size_t g = 0; g < pile.model.grains.size(); ++g) {
    const std::span<const Index> members = pile.model.members(g);
    for (const Index i : members.subspan(1)) touching.push_back({members.front(), i});
  }
  if (!pile.model.grains.empty()) {
    std::sort(touching.begin(), touching.end());
    touching.erase(std::unique(touching.begin(), touching.end()), touching.end());
  }
  return touching;
}

std::vector<std::vector<Index>> clusters(std::size_t n, const std::vector<ContactKey>& pairs, const Reals& mass) {
  UnionFind sets(n);
  for (const ContactKey& pair : pairs)
    if (!pair.on_wall()) sets.join(pair.a, pair.b);

  std::vector<std::vector<Index>> members;
  Reals weight;
  std::vector<std::size_t> number(n);  // of the cluster whose root is i
  for (std::size_t i = 0; i < n; ++i) {
    const auto root = static_cast<std::size_t>(sets.root(static_cast<Index>(i)));
    if (root == i) {
      number[i] = members.size();
      members.emplace_back();
      weight.push_back(0);
    }
    members[number[root]].push_back(static_cast<Index>(i));
    weight[number[root]] += mass[i];
  }

  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t p, std::size_t q) { return weight[p] > weight[q]; });
  std::vector<std::vector<Index>> sorted;
  sorted.reserve(order.size());
  for (const std::size_t k : order) sorted.push_back(std::move(members[k]));
  return sorted;
}

std::vector<Index> labels(const Model& model, const std::vector<std::vector<Index>>& clusters, std::size_t least) {
  std::vector<Index> out(model.size(), 0);
  Index number = 0;
  for (const auto& members : clusters) {
    if (count_grains(model, members) < least) continue;
    ++number;
    for (const Index i : members) out[i] = number;
  }
  return out;
}

}  // namespace rubble::measure
