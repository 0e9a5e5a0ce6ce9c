#pragma once
// The space that contains a pile: its periods, and the walls of the run that made it.
#include "model/mesh_wall.hpp"

#include <cmath>
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

  bool repeats(int axis) const { return period[axis] > 0; }
  bool repeats() const { return repeats(0) || repeats(1) || repeats(2); }

  // (vector from a to b [m]) => whole periods from b to the image of b that is nearest to a [m].
  Vec3 image(const Vec3& way) const {
    Vec3 out = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis)
      if (repeats(axis)) out[axis] = -period[axis] * std::round(way[axis] / period[axis]);
    return out;
  }
  // (vector from a to b [m]) => vector from a to the nearest image of b [m].
  Vec3 nearest(const Vec3& way) const { return way + image(way); }
  // (position [m]) => whole periods from it to its image in the cell, which is [0, period) along each periodic axis
  // [m].
  Vec3 into_cell(const Vec3& place) const {
    Vec3 out = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis)
      if (repeats(axis)) out[axis] = -period[axis] * std::floor(place[axis] / period[axis]);
    return out;
  }
};

}  // namespace rubble
