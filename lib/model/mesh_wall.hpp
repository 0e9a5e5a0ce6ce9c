#pragma once
// A wall given by a triangulated surface, at rest or in a given motion.
#include "base/field.hpp"
#include "shape/triangle_tree.hpp"

#include <memory>
#include <string>

namespace rubble {

// Position and velocity of a rigid wall at one time. A point y of the surface at rest is at turn y + shift.
struct WallPlacement {
  Mat3 turn = Mat3::Identity();
  Vec3 shift = Vec3::Zero();     // [m]
  Vec3 centre = Vec3::Zero();    // point about which the wall rotates [m]
  Vec3 velocity = Vec3::Zero();  // of the centre [m s-1]
  Vec3 spin = Vec3::Zero();      // [rad s-1]

  Vec3 to_wall(const Vec3& x) const { return turn.transpose() * (x - shift); }
  // (point [m]) => velocity of the wall there [m s-1]
  Vec3 velocity_at(const Vec3& x) const { return velocity + spin.cross(x - centre); }
};

// Motion of a wall from the time `since`: constant velocity, rotation about an axis through the centre, and sinusoidal
// displacement, in any combination.
struct WallMotion {
  Vec3 velocity = Vec3::Zero();   // [m s-1]
  Vec3 spin = Vec3::Zero();       // [rad s-1]
  Vec3 centre = Vec3::Zero();     // at the time `since` [m]
  Vec3 amplitude = Vec3::Zero();  // of the displacement amplitude * sin(2 pi frequency (t - since)) [m]
  double frequency = 0;           // [Hz]
  Auto since;                     // [s]

  bool moves() const { return !(velocity.isZero() && spin.isZero() && amplitude.isZero()); }
  WallPlacement at(double time) const;
};

std::vector<Field<WallMotion>> fields(const WallMotion*);

// The triangles of a wall in their rest position, with the search tree. Walls share them.
struct WallSurface {
  explicit WallSurface(shape::TriangleMesh triangles) : mesh(std::move(triangles)), tree(mesh) {}

  const shape::TriangleMesh mesh;  // vertices in metres
  const shape::TriangleTree tree;
};

struct MeshWall {
  std::shared_ptr<const WallSurface> surface;
  WallMotion motion;
  std::string hash = {};  // SHA-256 of the file of the surface; "" without a file

  // Upper bound of the speed of any of its points [m s-1].
  double greatest_speed() const;
};

}  // namespace rubble
