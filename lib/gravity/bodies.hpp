#pragma once
// Bodies as the kernels want them: one array for each coordinate, lengths scaled by a power of two, groups of bodies
// padded to whole vectors; and the sums that the kernels fill.
#include "base/vec.hpp"
#include "gravity/lanes.hpp"

#include <algorithm>

namespace rubble::gravity {

// What an evaluation is asked for, as bits.
enum class Want : unsigned { acceleration = 1, potential = 2, tide = 4 };
inline constexpr bool wants(unsigned want, Want what) { return (want & static_cast<unsigned>(what)) != 0; }

struct Bodies {
  Row x, y, z, mass;        // padding has no mass
  Row ax, ay, az;           // sum m d / r^3
  Row inverse;              // sum m / r
  Row xx, xy, xz, yy, yz;   // sum m (3 d d / r^2 - 1) / r^3; zz = -xx - yy
  std::size_t size() const { return x.size(); }

  void resize(std::size_t n, unsigned want) {
    for (Row* row : {&x, &y, &z, &mass}) row->resize(n);
    for (Row* row : {&ax, &ay, &az}) row->assign(n, 0.0);
    if (wants(want, Want::potential)) inverse.assign(n, 0.0);
    if (wants(want, Want::tide))
      for (Row* row : {&xx, &xy, &xz, &yy, &yz}) row->assign(n, 0.0);
  }
};

// Bodies [first, last) of the arrays: first is a multiple of kLanes, and whole vectors are filled with padding.
struct Span {
  std::int32_t first = 0, last = 0;
  std::int32_t end() const { return (last + 3) & ~3; }
  std::int32_t count() const { return last - first; }
};

// (largest extent of the bodies) => power of two that brings it near 2^30. Squares of distances then fit into single
// precision down to 2^-93 of the extent; a product with it is exact.
inline double unit_scale(double extent) {
  if (!(extent > 0) || !std::isfinite(extent)) return 1;
  int exponent = 0;
  std::frexp(extent, &exponent);
  return std::ldexp(1.0, std::clamp(30 - exponent, -1020, 1020));
}

}  // namespace rubble::gravity
