#pragma once
// Piles placed in a cloud, and the bodies of a pile that touch, by the distances of all pairs.
#include "generate/cloud.hpp"
#include "model/bodies.hpp"
#include "shape/distance.hpp"

namespace rubble::test {

// (density of the bodies [kg m-3], form of the cloud, its grains, seed of the places) => pile
inline Pile placed(double density, const generate::Form& form, const generate::Grains& grains, std::uint64_t seed) {
  return generate::pile_of({"rock", density}, grains, generate::place(form, grains, seed).places);
}

// Pairs of bodies of different grains that touch or overlap.
inline std::size_t touching(const Pile& pile) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < pile.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const Index g = pile.state.grouping.grain_of(i);
      if (g >= 0 && g == pile.state.grouping.grain_of(k)) continue;
      count += !(shape::distance(shape_of(pile.model, i), placement_of(pile.model, pile.state, i),
                                 shape_of(pile.model, k), placement_of(pile.model, pile.state, k)) > 0);
    }
  return count;
}

}  // namespace rubble::test
