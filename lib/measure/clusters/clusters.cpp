#include "measure/clusters/clusters.hpp"

#include "base/union_find.hpp"
#include "model/bodies.hpp"
#include "shape/distance.hpp"
#include "spatial/periodic.hpp"

#include <algorithm>
#include <numeric>

namespace rubble::measure {

namespace {

// (model) => radii of the balls about the bodies' centres of mass that contain the bodies [m].
Reals bounding_radii(const Model& model) {
  Reals out;
  for (std::size_t i = 0; i < model.size(); ++i) out.push_back(bounding_radius(model, i));
  return out;
}

// (pile, images at its time, two bodies) => true if a and the nearest image of b overlap, or if their gap is less than
// tolerance x (r_a + r_b).
bool close(const Pile& pile, const ImageLattice& lattice, std::size_t a, std::size_t b, double tolerance) {
  const Model& model = pile.model;
  const double sum = model.radius[a] + model.radius[b];
  const Vec3 way = pile.state.position[b] - pile.state.position[a];
  if (is_oriented(model, a) || is_oriented(model, b)) {
    shape::Placement at_b = placement_of(model, pile.state, b);
    at_b.centre += lattice.image(way);
    const shape::Placement at_a = placement_of(model, pile.state, a);
    const double gap = shape::distance(shape_of(model, a), at_a, shape_of(model, b), at_b);
    return gap == 0 || gap < tolerance * sum;
  }
  const double reach = (1 + tolerance) * sum;
  return lattice.nearest(way).squaredNorm() < reach * reach;
}

// Sorts pairs, and keeps one of equal ones.
void sort_once(std::vector<ContactKey>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

std::vector<ContactKey> touching_pairs(const Pile& pile, double tolerance) {
  const Reals& s = pile.model.radius;
  std::vector<ContactKey> touching;
  if (s.empty()) return touching;
  const double widest_gap = tolerance * 2 * *std::max_element(s.begin(), s.end());
  const Reals bounds = bounding_radii(pile.model);
  spatial::require_long_period(pile.model.space.period, bounds, widest_gap);
  const ImageLattice lattice = pile.model.space.at(pile.state.time);
  const spatial::Pairs near = spatial::close_pairs_in(lattice, bounds, pile.state.position, widest_gap);
  for (std::size_t a = 0; a < s.size(); ++a) {
    for (std::size_t k = near.begin[a]; k < near.begin[a + 1]; ++k) {
      const Index b = near.partner[k];
      if (close(pile, lattice, a, static_cast<std::size_t>(b), tolerance))
        touching.push_back({static_cast<Index>(a), b});
    }
  }
  for (std::size_t g = 0; g < pile.state.grouping.grains.size(); ++g) {
    const std::span<const Index> members = pile.state.grouping.members(g);
    for (const Index i : members.subspan(1)) touching.push_back({members.front(), i});
  }
  if (!pile.state.grouping.grains.empty()) sort_once(touching);
  return touching;
}

std::vector<ContactKey> joined_pairs(const Pile& pile, double tolerance) {
  std::vector<ContactKey> joined = touching_pairs(pile, tolerance);
  if (!pile.bonds.beams) return joined;
  for (const auto& [a, b] : pile.bonds.pair) joined.push_back({a, b});
  sort_once(joined);
  return joined;
}

std::vector<std::vector<Index>> clusters(std::size_t n, const std::vector<ContactKey>& pairs, const Reals& mass) {
  UnionFind sets(n);
  for (const ContactKey& pair : pairs)
    if (!pair.on_wall()) sets.join(pair.a, pair.b);

  std::vector<std::vector<Index>> members;
  Reals weight;
  std::vector<std::size_t> number(n);  // number of the cluster with root i
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

std::vector<Index> heaviest_group(const Pile& pile) {
  return clusters(pile.size(), joined_pairs(pile, kGroupGap), pile.model.mass).front();
}

std::vector<Index> labels(const Pile& pile, const std::vector<std::vector<Index>>& clusters, std::size_t least) {
  std::vector<Index> out(pile.size(), 0);
  Index number = 0;
  for (const auto& members : clusters) {
    if (count_grains(pile.state.grouping, members) < least) continue;
    ++number;
    for (const Index i : members) out[i] = number;
  }
  return out;
}

}  // namespace rubble::measure
