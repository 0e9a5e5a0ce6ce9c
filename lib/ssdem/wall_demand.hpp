#pragma once
// Demands of triangulated walls on stiffness and time step: estimates behind "auto". docs/theory.md 2.13.
#include "model/external.hpp"
#include "model/pile.hpp"

namespace rubble::ssdem {

// (triangulated walls, state, number of one, unit vector downwards) => height of the highest body above the lowest
// vertex of the wall [m].
double height_above(const std::vector<MeshWall>& walls, const State& state, std::size_t mesh, const Vec3& down);

// Demand of all driven walls; values that demand nothing without driven walls.
struct WallDemand {
  double speed = 0;  // greatest speed expected of a point of such a wall [m s-1]
  double force = 0;  // greatest share of a driving load in a single contact [N]
  double mass;       // least share of the mass of such a wall in a single contact [kg]; infinite without driven walls
};
WallDemand demand_of_drives(const Model& model, const State& state, const External& external);

}  // namespace rubble::ssdem
