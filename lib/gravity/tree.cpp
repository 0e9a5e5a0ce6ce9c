#include "gravity/tree.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace rubble::gravity {

void Tree::build(const Reals& mass, double weigh, const Vec3s& position, std::int32_t leaf, unsigned want,
                 Particles& particles) {
  const std::size_t n = position.size();
  position_ = &position;
  leaf_ = leaf;
  packed_ = 0;
  Vec3 low = Vec3::Zero();
  if (n > 0) low = position[0];
  Vec3 high = low;
  for (const Vec3& x : position) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  scale_ = unit_scale((high - low).maxCoeff());
  places_.resize(n);
  for (std::size_t i = 0; i < n; ++i) places_[i].body = static_cast<Index>(i);
  spatial::place(places_, 0, n, position, spare_);
  cells_.clear();
  leaves_.clear();
  sorted_.clear();
  if (n > 0) grow(0, static_cast<std::int32_t>(n));
  particles.resize(static_cast<std::size_t>(packed_), want);
  parallel_for(leaves_.size(), [&](std::size_t l) {
    const Cell& cell = cells_[static_cast<std::size_t>(leaves_[l])];
    for (std::int32_t k = cell.bodies.first; k < cell.bodies.end(); ++k) {
      const bool padding = k >= cell.bodies.last;
      const auto i = static_cast<std::size_t>(body(cell, std::min(k, cell.bodies.last - 1) - cell.bodies.first));
      const auto to = static_cast<std::size_t>(k);
      particles.x[to] = position[i].x() * scale_;
      particles.y[to] = position[i].y() * scale_;
      particles.z[to] = position[i].z() * scale_;
      particles.mass[to] = padding ? 0 : mass[i] * weigh;
    }
  });
}

// Appends the cell of places [begin, end) and its descendants.
void Tree::grow(std::int32_t begin, std::int32_t end) {
  const std::size_t at = cells_.size();
  cells_.emplace_back();
  sorted_.push_back(begin);
  const std::int32_t first = packed_;
  if (end - begin <= leaf_) {
    leaves_.push_back(static_cast<std::int32_t>(at));
    packed_ += (end - begin + 3) & ~3;
    cells_[at].bodies = {first, first + end - begin};
  } else {
    const std::int32_t middle = cut(begin, end);
    grow(begin, middle);
    cells_[at].right = static_cast<std::int32_t>(cells_.size());
    grow(middle, end);
    cells_[at].bodies = {first, packed_};
  }
  cells_[at].count = end - begin;
  cells_[at].last = static_cast<std::int32_t>(cells_.size());
}

// (places [begin, end), more than one) => start of the upper half. Bodies that share a key get new keys in a finer
// grid. Bodies at one point are split in the middle.
std::int32_t Tree::cut(std::int32_t begin, std::int32_t end) {
  const auto key = [&](std::int32_t i) { return places_[static_cast<std::size_t>(i)].key; };
  if (key(begin) == key(end - 1))
    spatial::place(places_, static_cast<std::size_t>(begin), static_cast<std::size_t>(end), *position_, spare_);
  const std::uint64_t differ = key(begin) ^ key(end - 1);
  if (differ == 0) return begin + (end - begin) / 2;
  const std::uint64_t bit = std::bit_floor(differ);
  const auto upper = std::partition_point(places_.begin() + begin, places_.begin() + end,
                                          [&](const spatial::Place& p) { return (p.key & bit) == 0; });
  return static_cast<std::int32_t>(upper - places_.begin());
}

}  // namespace rubble::gravity
