#pragma once
// The pairs of spheres that may meet, and the data that all parts of the engine read to test them.
#include "base/non_copyable.hpp"
#include "hsdem/aggregates.hpp"
#include "model/external.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace rubble::hsdem {

// Pairs of spheres a < b that may approach each other, in rising order. Pairs within one aggregate are included only in
// a list that was made because spheres had left their aggregates. Spheres near walls follow, with b = -1 - number of
// the wall.
struct PairList {
  std::vector<Index> a, b;
  std::vector<std::uint32_t> begin;      // [N + 1] start of each sphere's pairs in `of_sphere`
  std::vector<std::uint32_t> of_sphere;  // pairs of each sphere, so that each pair is listed twice

  std::size_t size() const { return a.size(); }
  // (number of spheres) Computes `begin` and `of_sphere`.
  void index(std::size_t spheres);
};

// The engine has one context, which always describes the present step.
struct PairContext : NonCopyable {
  // (all bodies, listed pairs, radii of the spheres [m], external fields, length of a step [s])
  PairContext(const Aggregates& all, const PairList& listed, Reals radii, External fields, double length)
      : bodies(all), pairs(listed), radius(std::move(radii)), external(std::move(fields)), step(length) {}

  const Aggregates& bodies;
  const PairList& pairs;
  Reals radius;                      // of each sphere [m]
  External external;                 // walls, uniform gravity, periods of space
  double step;                       // length of the step [s]
  double start = 0;                  // time at the start of the step [s]
  double greatest_acceleration = 0;  // of a sphere by the forces of the last kick, without common motion [m s-2]

  // (time in the step [s]) => images of points at that time
  ImageLattice lattice(double time) const { return external.lattice(start + time); }

  // Bodies of a pair; b is kWall for a wall.
  struct Sides {
    std::size_t a, b;
  };
  Sides sides(std::uint32_t pair) const {
    const Index a = pairs.a[pair], b = pairs.b[pair];
    return {bodies.of_row(at(a)), b < 0 ? kWall : bodies.of_row(at(b))};
  }
};

}  // namespace rubble::hsdem
