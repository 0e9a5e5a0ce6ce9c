#pragma once
// The Verlet list: pairs that may touch before anybody has moved by half the skin, in key order (a, b), with planes
// behind the bodies (b = N + plane number). Rebuilt when needed, never updated.
#include "model/pile.hpp"
#include "model/plane.hpp"

namespace rubble::contact {

struct Candidates {
  std::vector<std::size_t> begin;          // [N + 1] rows by a
  std::vector<Index> partner;              // b, rising within a row
  std::vector<std::size_t> reverse_begin;  // [N + 1] rows by b, bodies only
  std::vector<std::size_t> reverse;        // candidates of which b is the second body, in order of a
  Vec3s origin;                            // positions at the time of building
  double skin = 0;                         // [m]

  std::size_t size() const { return partner.size(); }
};

using Keys = std::vector<std::array<Index, 2>>;  // sorted pairs (a, b)

// (model, positions, planes, time [s], skin [m], pairs to keep in any case: those with a memory) => list
Candidates find_candidates(const Model& model, const Vec3s& position, const std::vector<Plane>& planes, double time,
                           double skin, const Keys& keep);

// Largest |displacement|^2 of any body since the list was built [m2].
double largest_move_squared(const Candidates& list, const Vec3s& position);

// Number of pair (a, b) in the list; the pair must be in it.
std::size_t find(const Candidates& list, const std::array<Index, 2>& pair);

}  // namespace rubble::contact
