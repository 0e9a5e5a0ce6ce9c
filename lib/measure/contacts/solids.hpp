#pragma once
// Shapes and orientations of the bodies of a pile, as input of the narrow phase.
#include "detect/narrow.hpp"
#include "model/bodies.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

class Solids {
 public:
  explicit Solids(const Pile& pile) : pile_(pile), of_body_(pile.size(), -1), turn_(pile.size()) {
    std::vector<Index> of_shape(pile.model.shapes.size(), -1);
    for (std::size_t k = 0; k < of_shape.size(); ++k) {
      if (!shape::functions_of(pile.model.shapes[k].kind).is_oriented) continue;
      of_shape[k] = static_cast<Index>(solids_.size());
      solids_.emplace_back(pile.model.shapes[k]);
    }
    for (std::size_t i = 0; i < pile.size(); ++i) {
      turn_[i] = turn_of(pile.model, pile.state, i);
      if (is_oriented(pile.model, i)) of_body_[i] = of_shape[static_cast<std::size_t>(shape_index(pile.model, i))];
    }
  }

  detect::PlacedBodies bodies() const {
    return {pile_.state.position, pile_.model.radius, of_body_, turn_, solids_, pile_.model.space.at(pile_.state.time)};
  }

 private:
  const Pile& pile_;
  std::vector<Index> of_body_;  // index of the body's shape in `solids_`, or -1 for a sphere
  std::vector<Quaternion> turn_;
  std::vector<shape::PreparedShape> solids_;
};

}  // namespace rubble::measure
