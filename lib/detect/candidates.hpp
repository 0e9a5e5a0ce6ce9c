#pragma once
// Verlet list: pairs that may touch before they have approached each other by the skin, in key order (a, b). Pairs with
// walls are listed separately. The list is rebuilt when needed, never updated.
#include "base/image_lattice.hpp"
#include "model/contacts.hpp"
#include "model/plane.hpp"

namespace rubble::detect {

// Spheres in periodic or open space.
struct SearchSpace {
  const Reals& radius;    // [m]
  const Vec3s& position;  // [m], not necessarily within the box
  const std::vector<Plane>& planes;
  ImageLattice lattice = {};                  // images at that time
  double time = 0;                            // [s]
  const std::vector<Index>* grain = nullptr;  // grain of each sphere, or -1; members of a grain do not touch each other
  bool any_reach = false;  // true: allows pairs that could meet through two images; the caller finds the touching image
  const std::vector<char>* frozen = nullptr;  // true for spheres that do not touch walls
};

struct Candidates {
  std::vector<Index> a, b;         // pairs of spheres, a < b
  std::vector<std::size_t> begin;  // [N + 1] first pair of each a
  std::vector<Index> wall_body, wall;
  std::vector<std::size_t> wall_begin;  // [N + 1] first entry of each wall_body
};

using Keys = std::vector<ContactKey>;  // in rising order

// (space, skin [m], pairs to list at any distance, except pairs within one grain) => list. InputError if a pair could
// meet through two images: the period must exceed twice the two largest radii plus twice the skin, unless `any_reach`
// is set.
Candidates find_candidates(const SearchSpace& space, double skin, const Keys& keep);

}  // namespace rubble::detect
