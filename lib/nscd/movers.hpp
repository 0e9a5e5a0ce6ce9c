#pragma once
// Units that move: free spheres and grains. The particles of the pile, which touch, are their members.
#include "base/parallel.hpp"
#include "friction/bodies.hpp"
#include "model/archive.hpp"
#include "model/grains.hpp"
#include "model/pile.hpp"

#include <string>

namespace rubble::nscd {

enum class Rotation { splitting, exponential, hughes_winget, linearised };

class Movers {
 public:
  Movers(const Model& model, const State& state, Rotation rotation);

  std::size_t size() const { return mass_.size(); }
  Index of_row(std::size_t row) const { return mover_[row]; }
  // Particles of the model that move with it.
  std::span<const Index> rows(const Model& model, std::size_t m) const {
    return is_free(m) ? std::span(&row_[m], 1) : model.members(static_cast<std::size_t>(grain_[m]));
  }
  const Vec3& position(std::size_t m) const { return motion_[m].position; }
  double reach(std::size_t m) const { return reach_[m]; }
  // Spin in the orientation of now [rad s-1].
  Vec3 spin(std::size_t m) const;

  // Takes up a state that somebody else may have changed; what stands as it was placed keeps its bits.
  void load(const Model& model, const State& state);

  // The drift: moves positions by v h, and rotates orientations for the time h [s].
  void drift(double h);
  // Two movers by their motion in the time as seen from their common centre of mass; one (b < 0) as seen from a wall
  // that moves with this velocity [m s-1].
  void advance(Index a, Index b, double time, const Vec3& wall);
  // Moves all by this part of `ways`: velocities [m] and spins [rad]. Momenta and angular momenta are kept.
  void displace(const friction::Bodies& ways, double part);
  // The kick: v and L after force F and torque N [N], [N m] about the centres have acted for h.
  void kick(std::size_t m, const Vec3& force, const Vec3& torque, double h);
  // As the solver wants them, and back: only what impulses changed.
  void give(friction::Bodies& bodies) const;
  void take(const friction::Bodies& before, const friction::Bodies& after);

  // Places of rows, and orientations of grains; with velocities where the state is to be whole.
  void place_rows(const Model& model, State& state) const;
  // Mean over the bodies [m s-1].
  Vec3 mean_velocity() const;
  // Fastest point of any body, as seen from something that moves with this velocity [m s-1]. A sphere's surface turns
  // in itself. NaN if any mover is unsound.
  double fastest(const Vec3& velocity) const;
  // => the fault of the first mover without finite place, velocity, spin or orientation; "" if all are finite.
  std::string unsound() const;

  // State that the rows do not hold to the last bit.
  void archive(Archive& archive);

 private:
  bool is_free(std::size_t m) const { return grain_[m] < 0; }
  bool is_round(std::size_t m) const { return inverse_moment_[m] > 0; }
  Mat3 inverse_inertia(std::size_t m) const;
  void turn(std::size_t m, double h);

  Rotation rotation_;
  std::vector<Index> mover_;  // of each row
  std::vector<Index> row_;    // of each mover: its first row
  std::vector<Index> grain_;  // of each mover; -1: a free sphere
  Reals mass_;
  Vec3s moments_;         // principal
  Reals inverse_moment_;  // 0 where they are not equal
  Reals reach_;           // of a grain's farthest point from its centre [m]; 0 of a free sphere
  // Angular momenta; of free spheres spins.
  std::vector<GrainMotion> motion_;
};

}  // namespace rubble::nscd
