#pragma once
// Units that move as one: free spheres and glued grains, numbered in the order of their first bodies. Measures count
// these and the contacts between them; glue is no contact. docs/decisions/0013-grains.md.
#include "model/grains.hpp"

#include <array>
#include <vector>

namespace rubble::measure {

struct Grains {
  std::vector<Index> first;    // [G] first body of each
  std::vector<Index> of_body;  // [N] the body's grain
  std::vector<Index> begin;    // [G + 1] of each one's bodies in `body`
  std::vector<Index> body;     // [N] one grain after the other, in rising order within each

  std::size_t size() const { return first.size(); }
  std::span<const Index> bodies(std::size_t g) const {
    return {body.data() + begin[g], static_cast<std::size_t>(begin[g + 1] - begin[g])};
  }
};

// (model) => its grains, free spheres among them.
Grains grains_of(const Model& model);

// (model, bodies: grains whole) => how many grains they are.
std::size_t count_grains(const Model& model, const std::vector<Index>& bodies);

// (grains, contacts of bodies) => the same as contacts of grains a < b, those within one left out, in the order given.
// Grains that touch at several points are there as often.
std::vector<ContactKey> between_grains(const Grains& grains, const std::vector<ContactKey>& keys);

// (contacts) => each pair once, in rising order.
std::vector<ContactKey> distinct(std::vector<ContactKey> keys);

// (grains, some of them in rising order) => their bodies in rising order.
std::vector<Index> bodies_of(const Grains& grains, const std::vector<Index>& some);

// (model, body) => volume that it stands for [m3]: its own; of a member whose grain counts what members share
// once (Grain::excess is not 0), its mass / density.
double solid_volume(const Model& model, std::size_t body);

// (model, grains) => for each the radius of a ball of the same solid volume; a free sphere's own [m].
Reals grain_radii(const Model& model, const Grains& grains);

// (pile, its grains) => each as one sphere of that radius at its centre of mass, with its mass, velocity and spin; no
// contacts. For what asks where grains are and how they move, not how they turn. Free spheres are copied.
Pile as_spheres(const Pile& pile, const Grains& grains);

}  // namespace rubble::measure
