#pragma once
// Where bodies touch, or may touch within a step.
#include "contact/candidates.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

namespace rubble::nscd {

// A point of two rows or of a row and a wall.
struct Touch {
  ContactKey key;
  Vec3 point;   // midway between the surfaces, as a has it [m]
  Vec3 normal;  // unit vector from a to b
  double gap;   // [m]
  Vec3 image;   // whole periods from b to the image of b that is meant [m]
};

// (model, state at one moment, external, candidates, alert distance [m]) => all points whose gap is not larger, in the
// order of their keys. Same for every list that holds the pairs within the alert distance.
std::vector<Touch> find_touching(const Model& model, const State& state, const External& external,
                                 const contact::Candidates& candidates, double alert);

}  // namespace rubble::nscd
