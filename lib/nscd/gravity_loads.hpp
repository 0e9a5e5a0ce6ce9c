#pragma once
// Forces and torques on the particles of the pile by self-gravity and by external fields. Self-gravity is summed at
// each step or held between sums (docs/theory.md 4.8).
#include "base/archive.hpp"
#include "gravity/held_solver.hpp"
#include "model/external.hpp"
#include "model/point_masses.hpp"

#include <optional>

namespace rubble::nscd {

// Forces on particles or rigid bodies [N], and torques about their centres [N m]. No torques are stored for particles
// that are pulled at their centres.
struct Loads {
  Vec3s force, torque;

  Vec3 torque_on(std::size_t row) const { return torque.empty() ? Vec3(Vec3::Zero()) : torque[row]; }
};

class GravityLoads {
 public:
  GravityLoads(const gravity::Parameters& p, const Model& model);

  // (the model given to the constructor, state, field, step [s]) => sets self and outer. Returns the estimated energy
  // that held gravity created between the last sums and these [J]; 0 if no sums are made.
  double find(const Model& model, const State& state, const FieldAt& field, double dt);

  // Sums of the magnitudes of the forces within grains, which held sums leave out.
  const gravity::Sizes& within() const { return gravity_.held().within; }

  // Saves or loads the held sums, if gravity is held.
  void archive(Archive& archive);
  // (step of the run's start, step of the state) InputError for loaded values that no run has: the checkpoint is
  // damaged.
  void require_sound(std::int64_t start, std::int64_t now) const;

  Loads self, outer;

 private:
  gravity::Sizes leave_out_own(const Grouping& grouping, const Reals& mass, const Vec3s& position,
                               Vec3s& acceleration) const;
  std::vector<std::size_t> sources_of(const Grouping& grouping, std::size_t grain) const;
  double missed_power(const Model& model, const State& state, const Reals& mass, const Vec3s& missed) const;
  void add_centres(const Model& model, const State& state, const FieldAt& field);
  void add_points(const Model& model, const State& state, const FieldAt& field);

  double constant_;
  bool holds_;
  std::optional<PointMasses> points_;  // set if multipoles of hulls are used
  std::size_t count_;                  // number of sources of gravity: points_, or particles
  Vec3s position_;                     // positions of points_
  gravity::HeldSolver gravity_;
};

}  // namespace rubble::nscd
