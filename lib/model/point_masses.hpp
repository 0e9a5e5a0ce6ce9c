#pragma once
// Mass points that represent a pile in gravity: spheres by their centres, hulls by points within them that have the
// hulls' multipoles.
#include "model/pile.hpp"

#include <optional>

namespace rubble {

class PointMasses {
 public:
  // (model, highest order of the multipoles of hulls; 0: hulls count as points at their centres). docs/theory.md 4.9.
  PointMasses(const Model& model, int order);

  std::size_t size() const { return mass_.size(); }
  const Reals& mass() const { return mass_; }  // [kg]
  // Upper bound of the distance between two points of one body [m]: twice the largest distance from a row's centre. A
  // ball of this radius about any point of a body contains all points of that body.
  double diameter() const { return diameter_; }
  // First point of a row: its points are first(row) ... first(row + 1) - 1.
  std::size_t first(std::size_t row) const { return first_[row]; }

  // (the model given to the constructor, state) => positions of all points [m].
  void place(const Model& model, const State& state, Vec3s& position) const;

 private:
  Reals mass_;
  Vec3s offset_;                    // from the row's centre, in the frame of its shape [m]
  std::vector<std::size_t> first_;  // first point of each row, followed by the number of all points
  double diameter_ = 0;
};

// (model, order) => its points if they differ from the rows' centres, that is, for hulls at an order above 0.
std::optional<PointMasses> points_of_hulls(const Model& model, int order);

}  // namespace rubble
