#pragma once
// What gravity does to rows: that of the others, and that of fields from outside.
#include "gravity/gravity.hpp"
#include "model/external.hpp"
#include "model/point_masses.hpp"

#include <optional>

namespace rubble::nscd {

// Forces on rows [N] and torques about their centres [N m]; no torques where rows are pulled at their centres.
struct Loads {
  Vec3s force, torque;

  Vec3 torque_on(std::size_t row) const { return torque.empty() ? Vec3(Vec3::Zero()) : torque[row]; }
};

class GravityLoads {
 public:
  GravityLoads(const gravity::Parameters& p, const Model& model);

  // (the model that it was made of, state, field) => self and outer.
  void find(const Model& model, const State& state, const FieldAt& field);

  Loads self, outer;

 private:
  void pull_centres(const Model& model, const State& state, const FieldAt& field);
  void pull_points(const Model& model, const State& state, const FieldAt& field);

  bool attracting_;
  std::optional<PointMasses> points_;  // where the multipoles of hulls count
  Vec3s place_;                        // of these points
  gravity::Solver solver_;
  gravity::Pull pull_;
};

}  // namespace rubble::nscd
