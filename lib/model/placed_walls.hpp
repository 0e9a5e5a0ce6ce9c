#pragma once
// Placements of a pile's triangulated walls at its state.
#include "model/pile.hpp"

namespace rubble {

// (pile, number of a triangulated wall) => its placement.
inline WallPlacement wall_placement(const Pile& pile, std::size_t mesh) {
  return pile.model.space.meshes[mesh].at(pile.state.time, pose_of(pile.state.walls, mesh));
}
// (pile, number of a triangulated wall) => its vertices [m].
inline Vec3s wall_vertices(const Pile& pile, std::size_t mesh) {
  return pile.model.space.meshes[mesh].vertices(wall_placement(pile, mesh));
}

}  // namespace rubble
