#pragma once
// Frozen bodies: bodies of infinite mass that rest or have a given rigid motion. docs/theory.md 3.11.
#include "model/mesh_wall.hpp"
#include "model/pile.hpp"

#include <memory>
#include <string>
#include <vector>

namespace rubble {

// Names bodies in one of three ways; the other two are empty.
struct BodySelection {
  Reals ids;             // ids of bodies
  std::string material;  // name of a material: all its bodies
  Limit placed;          // number of a pile that rubble-place placed: all its bodies
};

// Bodies in their position at the time `since` of their motion.
struct FrozenPositions {
  std::vector<Index> body;              // ascending
  Vec3s position;                       // of each body [m]
  std::vector<Index> grain;             // grains that consist of these bodies, ascending
  std::vector<Quaternion> orientation;  // of each grain
};

// Bodies that move as one.
struct FrozenBodies {
  WallMotion motion;
  BodySelection selection;
  std::shared_ptr<const FrozenPositions> at_rest = {};  // nullptr until the pile is known

  // Upper bound of the speed of the bodies' centres [m s-1].
  double greatest_speed() const;
};

std::vector<Field<BodySelection>> fields(const BodySelection*);

// (pile, selection) => indices of the bodies, ascending. InputError for ids,
// materials and numbers that the pile does not have, and if some members of a grain are not selected.
std::vector<Index> selected(const Pile& pile, const BodySelection& selection);

// (state, bodies, motion with `since`) => the positions that the motion moves to those of the state.
FrozenPositions positions_at_rest(const State& state, std::vector<Index> bodies, const WallMotion& motion);

// (frozen bodies, time [s], state) Gives them the positions, velocities, spins and orientations of that time.
void place(const std::vector<FrozenBodies>& frozen, double time, State& state);

// (frozen bodies, number of bodies) => for each body, 1 if it is frozen; empty if no body is.
std::vector<char> frozen_marks(const std::vector<FrozenBodies>& frozen, std::size_t bodies);

// (state, frozen bodies) => the state with zero velocities and spins of the frozen bodies.
State with_frozen_at_rest(const State& state, const std::vector<FrozenBodies>& frozen);

}  // namespace rubble
