#pragma once
// A pile as gravity sees it: spheres by their centres, hulls by points within them that have their multipoles.
#include "model/pile.hpp"

#include <optional>

namespace rubble {

class PointMasses {
 public:
  // (model, order up to which the multipoles of hulls count; 0: hulls by their centres, too). docs/theory.md 4.9.
  PointMasses(const Model& model, int order);

  std::size_t size() const { return mass_.size(); }
  const Reals& mass() const { return mass_; }  // [kg]
  // A ball of this radius about any point of a body holds all of them [m].
  double diameter() const { return diameter_; }
  // Of a row: its points are first(row) ... first(row + 1) - 1.
  std::size_t first(std::size_t row) const { return first_[row]; }

  // (the model that they were made of, state) => places of all points [m].
  void place(const Model& model, const State& state, Vec3s& position) const;

 private:
  Reals mass_;
  Vec3s offset_;                    // from the row's centre, in the frame of its shape [m]
  std::vector<std::size_t> first_;  // of each row, and the number of all points
  double diameter_ = 0;
};

// (model, order) => its points, where they are others than the rows' centres: of hulls, at an order above 0.
std::optional<PointMasses> points_of_hulls(const Model& model, int order);

}  // namespace rubble
