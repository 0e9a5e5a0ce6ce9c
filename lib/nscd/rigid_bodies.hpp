#pragma once
// Rigid bodies: free spheres and grains, some of them frozen. Contacts take place between their members, the particles
// of the pile.
#include "base/archive.hpp"
#include "base/parallel.hpp"
#include "friction/body_velocities.hpp"
#include "model/grains.hpp"
#include "model/pile.hpp"
#include "nscd/frozen_rigid.hpp"
#include "nscd/parameters.hpp"

#include <string>

namespace rubble::nscd {

class RigidBodies {
 public:
  RigidBodies(const Model& model, const State& state, const std::vector<FrozenBodies>& frozen, Rotation rotation);

  std::size_t size() const { return mass_.size(); }
  Index of_row(std::size_t row) const { return body_[row]; }
  // Particles of the pile that belong to the body.
  std::span<const Index> rows(const Grouping& grouping, std::size_t m) const {
    return is_free(m) ? std::span(&row_[m], 1) : grouping.members(static_cast<std::size_t>(grain_[m]));
  }
  const Vec3& position(std::size_t m) const { return motion_[m].position; }
  const Vec3& velocity(std::size_t m) const { return motion_[m].velocity; }
  double reach(std::size_t m) const { return reach_[m]; }
  const FrozenRigid& frozen() const { return frozen_; }
  // Spin [rad s-1], from the angular momentum and the present orientation.
  Vec3 spin(std::size_t m) const;

  // Loads a state that the caller may have changed. A grain whose members are exactly where its motion places them
  // keeps the bits of that motion, and a sphere with an unchanged spin keeps those of its angular momentum.
  void load(const Model& model, const State& state);

  // Drift to the time `end` [s]: moves positions by v h, and rotates orientations for the time h [s]. Frozen bodies
  // are moved to their places at that time.
  void drift(double h, double end);
  // Gives frozen bodies their motion at a time [s].
  void place_frozen(double time) { frozen_.place(time, moments_, motion_); }
  // Moves two bodies for a time [s] by their motion relative to their common centre of mass. A single body a (b < 0)
  // moves relative to a wall, or a frozen body, with the given velocity [m s-1]. Orientations turn for the same time.
  void advance(Index a, Index b, double time, const Vec3& wall);
  // Moves all bodies by the given fraction of `ways`, whose velocities and spins stand for displacements [m] and
  // rotations [rad]. Momenta and angular momenta are kept.
  void displace(const friction::BodyVelocities& ways, double fraction);
  // Kick: changes v and L by force F [N] and torque N [N m] about the centre, acting for the time h [s]. For all
  // rotation schemes but splitting, the kick includes the gyroscopic torque (docs/theory.md 11.5).
  void kick(std::size_t m, const Vec3& force, const Vec3& torque, double h);
  // Writes the bodies of a friction problem: velocities, spins, inverse masses and inertias, which are 0 for frozen
  // bodies.
  void give(friction::BodyVelocities& bodies) const;
  // Writes velocities and spins only, for bodies whose inverse inertias are not needed or have not changed.
  void give_velocities(friction::BodyVelocities& bodies) const;
  // Takes up the velocities in `after`, and adds the angular momenta that belong to the change of the spins from
  // `before` to `after`.
  void take(const friction::BodyVelocities& before, const friction::BodyVelocities& after);

  // Writes positions, velocities and spins of particles, and orientations of grains.
  void place_rows(State& state) const;
  // Mean of the bodies' velocities, each with the same weight [m s-1].
  Vec3 mean_velocity() const;
  // Speed of the fastest point of any body relative to the given velocity [m s-1]. The spin of a sphere does not count,
  // because it does not move the sphere's surface. NaN if any motion is not finite.
  double fastest(const Vec3& velocity) const;
  // => "body I has no finite Q" for the first body with such a quantity Q of its motion; "" if all are finite.
  std::string unsound() const;

  // Saves or loads the motion, which cannot be computed from the particles to the last bit.
  void archive(Archive& archive);

 private:
  bool is_free(std::size_t m) const { return grain_[m] < 0; }
  bool is_round(std::size_t m) const { return inverse_moment_[m] > 0; }
  Mat3 inverse_inertia(std::size_t m) const;
  void turn(std::size_t m, double h);

  Rotation rotation_;
  std::vector<Index> body_;   // body of each particle
  std::vector<Index> row_;    // first particle of each body
  std::vector<Index> grain_;  // grain of each body; -1 for a free sphere
  Reals mass_;
  Vec3s moments_;         // principal moments [kg m2]
  Reals inverse_moment_;  // inverse of the moment if all three are equal, otherwise 0 [kg-1 m-2]
  Reals reach_;           // distance of a grain's farthest point from its centre [m]; 0 for a free sphere
  FrozenRigid frozen_;
  std::vector<GrainMotion> motion_;
};

}  // namespace rubble::nscd
