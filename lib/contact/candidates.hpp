#pragma once
// The Verlet list: pairs that may touch before they have come nearer by the skin, in key order (a, b), spheres apart
// from walls. Rebuilt when needed, never updated.
#include "model/contacts.hpp"
#include "model/plane.hpp"

namespace rubble::contact {

// Spheres in periodic or open space: period[axis] > 0 is the length of the box along that axis, 0 means open.
struct SearchSpace {
  const Reals& radius;    // [m]
  const Vec3s& position;  // [m], anywhere in space: images are found
  const std::vector<Plane>& planes;
  Vec3 period = Vec3::Zero();                 // [m]
  double time = 0;                            // [s]
  const std::vector<Index>* grain = nullptr;  // of each sphere, or -1: members of one grain do not touch each other
  bool any_reach = false;  // radii and skin may exceed what a period holds: the caller knows which image a pair meets
};

struct Candidates {
  std::vector<Index> a, b;         // pairs of spheres, a < b
  std::vector<std::size_t> begin;  // [N + 1] rows by a
  std::vector<Index> wall_body, wall;
  std::vector<std::size_t> wall_begin;  // [N + 1] rows by wall_body
};

using Keys = std::vector<ContactKey>;  // rising

// (space, skin [m], pairs to keep in any case: those with a memory) => list. InputError
// for a period of at most twice the two largest radii and twice the skin, in which a pair could meet through two
// images, unless the space says otherwise.
Candidates find_candidates(const SearchSpace& space, double skin, const Keys& keep);

}  // namespace rubble::contact
