#pragma once
// Rigid units: free spheres and glued grains, numbered in the order of their first bodies. Measures count these units
// and the contacts between them; bonds within a grain are not contacts. docs/decisions/0013-grains.md.
#include "model/grains.hpp"

#include <array>
#include <vector>

namespace rubble::measure {

struct Grains {
  std::vector<Index> first;    // [G] first body of each grain
  std::vector<Index> of_body;  // [N] grain of each body
  std::vector<Index> begin;    // [G + 1] range of each grain's bodies in `body`
  std::vector<Index> body;     // [N] bodies of one grain after the other, in ascending order within each

  std::size_t size() const { return first.size(); }
  std::span<const Index> bodies(std::size_t g) const {
    return {body.data() + begin[g], static_cast<std::size_t>(begin[g + 1] - begin[g])};
  }
};

// (pile) => its grains, including free spheres.
Grains grains_of(const Pile& pile);

// (grouping, bodies, only whole grains) => number of their grains.
std::size_t count_grains(const Grouping& grouping, const std::vector<Index>& bodies);

// (grains, contacts of bodies) => contacts between grains a < b and of grains with walls, in the given order. Grains
// that touch at several points have several entries.
std::vector<ContactKey> between_grains(const Grains& grains, const std::vector<ContactKey>& keys);

// (contacts) => each pair once, in ascending order.
std::vector<ContactKey> distinct(std::vector<ContactKey> keys);

// (grains, some of them in ascending order) => their bodies in ascending order.
std::vector<Index> bodies_of(const Grains& grains, const std::vector<Index>& some);

// (pile, body) => volume that the body represents [m3]: its own volume. If the body is a member of a grain that counts
// overlaps of members once (Grain::excess is not 0), the result is its mass / density.
double solid_volume(const Pile& pile, std::size_t body);

// (pile, grains) => for each grain the radius of the ball of equal solid volume; for a free sphere its radius [m].
Reals grain_radii(const Pile& pile, const Grains& grains);

// (pile, its grains) => each grain as one sphere of the radius of grain_radii() at its centre of mass, with the grain's
// mass, velocity and spin; no contacts. It is used where only positions and velocities of grains matter, not their
// orientations. Free spheres are copied.
Pile as_spheres(const Pile& pile, const Grains& grains);

}  // namespace rubble::measure
