#include "spatial/periodic.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace rubble::spatial {
namespace {

// Spheres, and copies of those near a face of the cell beyond the opposite face.
struct Copies {
  Vec3s position;
  Reals radius;
  std::vector<Index> original;

  // (axis, images, periodic along it, gap [m]) Moves the spheres into the cell and adds their copies along this axis.
  // Each pair across a face is found through a copy of its larger sphere; the nearest image is at most half a period
  // away.
  void add(int axis, const ImageLattice& lattice, double gap) {
    const double period = lattice.period[axis], shift = axis == 0 ? lattice.shift : 0;
    for (std::size_t i = 0, end = position.size(); i < end; ++i) {
      const double reach = std::min(2 * radius[i] + gap, 0.5 * period);
      double& x = position[i][axis];
      const double periods = std::floor(x / period);
      x -= period * periods;
      if (shift != 0) position[i].y() -= shift * periods;
      if (x >= reach && x < period - reach) continue;
      Vec3 copy = position[i];
      copy[axis] += x < reach ? period : -period;
      if (shift != 0) copy.y() += x < reach ? shift : -shift;
      position.push_back(copy);
      radius.push_back(radius[i]);
      original.push_back(original[i]);
    }
  }
};

// (pairs of n spheres, a < b) => each pair once, by rows.
Pairs rows_of(std::vector<std::array<Index, 2>> pairs, std::size_t n) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  Pairs rows;
  rows.begin.assign(n + 1, 0);
  for (const auto& p : pairs) {
    ++rows.begin[static_cast<std::size_t>(p[0]) + 1];
    rows.partner.push_back(p[1]);
  }
  for (std::size_t i = 0; i < n; ++i) rows.begin[i + 1] += rows.begin[i];
  return rows;
}

}  // namespace

void require_long_period(const Vec3& period, const Reals& radius, double gap) {
  double largest = 0, second = 0;
  for (const double r : radius) {
    second = std::max(second, std::min(r, largest));
    largest = std::max(largest, r);
  }
  const double reach = largest + second + gap;
  for (int axis = 0; axis < 3; ++axis)
    if (period[axis] > 0 && !(period[axis] > 2 * reach))
      throw InputError(
          fmt::format("the period of {:g} m along {} is too short: expected more than {:g} m, "
                      "twice the largest distance of two neighbouring spheres",
                      period[axis], "xyz"[axis], 2 * reach));
}

Pairs close_pairs_in(const ImageLattice& lattice, const Reals& radius, const Vec3s& position, double gap,
                     const std::vector<Index>* group) {
  if (!lattice.repeats() || radius.empty()) return close_pairs(radius, position, gap, group);
  const std::size_t n = radius.size();
  Copies all{position, radius, std::vector<Index>(n)};
  for (std::size_t i = 0; i < n; ++i) all.original[i] = static_cast<Index>(i);
  for (int axis = 0; axis < 3; ++axis)
    if (lattice.repeats(axis)) all.add(axis, lattice, gap);
  std::vector<Index> groups;
  if (group != nullptr)
    for (const Index i : all.original) groups.push_back((*group)[static_cast<std::size_t>(i)]);
  const Pairs found = close_pairs(all.radius, all.position, gap, group == nullptr ? nullptr : &groups);

  std::vector<std::array<Index, 2>> pairs;
  for (std::size_t i = 0; i < n; ++i)  // a pair of two copies is also found as a pair with an original
    for (std::size_t k = found.begin[i]; k < found.begin[i + 1]; ++k) {
      const auto a = static_cast<Index>(i), b = all.original[static_cast<std::size_t>(found.partner[k])];
      if (a != b) pairs.push_back({std::min(a, b), std::max(a, b)});
    }
  return rows_of(std::move(pairs), n);
}

}  // namespace rubble::spatial
