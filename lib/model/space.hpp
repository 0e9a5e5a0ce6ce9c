#pragma once
// The space that contains a pile: its periods, and the walls of the run that made it.
#include "model/hill.hpp"
#include "model/mesh_wall.hpp"

#include <vector>

namespace rubble {

// A flat wall in its rest position: an infinite plane.
struct WallPlace {
  Vec3 point = Vec3::Zero();    // [m]
  Vec3 normal = Vec3::UnitZ();  // unit vector, towards the bodies
};

struct Space {
  Vec3 period = Vec3::Zero();    // period along each axis [m]; 0: open
  std::vector<WallPlace> walls;  // in the order of the walls' numbers
  std::vector<MeshWall> meshes;  // triangulated walls, numbered after the flat ones
  Hill hill = {};                // Hill's frame, which shears periodic space

  bool repeats(int axis) const { return period[axis] > 0; }
  bool repeats() const { return repeats(0) || repeats(1) || repeats(2); }
  // True if images along x move along y.
  bool shears() const { return hill.turns() && repeats(0); }
  // (time [s]) => images at that time
  ImageLattice at(double time) const { return hill.lattice(period, time); }
};

}  // namespace rubble
