#pragma once
// A wall given by a triangulated surface: at rest, in a given motion, or driven by a force or a torque.
#include "base/field.hpp"
#include "model/wall_drive.hpp"
#include "model/wall_poses.hpp"
#include "shape/triangle_tree.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rubble {

// Position and velocity of a rigid wall at one time. A point y of the surface at rest is at turn y + shift.
struct WallPlacement {
  Mat3 turn = Mat3::Identity();
  Vec3 shift = Vec3::Zero();     // [m]
  Vec3 centre = Vec3::Zero();    // point about which the wall rotates [m]
  Vec3 velocity = Vec3::Zero();  // of the centre [m s-1]
  Vec3 spin = Vec3::Zero();      // [rad s-1]

  Vec3 to_wall(const Vec3& x) const { return turn.transpose() * (x - shift); }
  // (point of the surface at rest [m]) => its place [m]
  Vec3 place(const Vec3& y) const { return turn * y + shift; }
  // (point [m]) => velocity of the wall there [m s-1]
  Vec3 velocity_at(const Vec3& x) const { return velocity + spin.cross(x - centre); }
};

// Motion of a wall from the time `since`: constant velocity, rotation about an axis through the centre, and sinusoidal
// displacement, in any combination, or the poses of a table.
struct WallMotion {
  Vec3 velocity = Vec3::Zero();                 // [m s-1]
  Vec3 spin = Vec3::Zero();                     // [rad s-1]
  Vec3 centre = Vec3::Zero();                   // at the time `since` [m]
  Vec3 amplitude = Vec3::Zero();                // of the displacement amplitude * sin(2 pi frequency (t - since)) [m]
  double frequency = 0;                         // [Hz]
  Auto since;                                   // [s]
  std::shared_ptr<const WallPoses> poses = {};  // functions of the time since `since`, or nullptr. Displacements are
                                                // those of the centre, rotations are about it.

  bool moves() const { return poses || !(velocity.isZero(0) && spin.isZero(0) && amplitude.isZero(0)); }
  WallPlacement at(double time) const;
  // Upper bound of the speed of the centre [m s-1].
  double greatest_speed_of_centre() const;
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
  WallMotion motion;                     // of a driven wall, only the centre counts
  std::vector<std::string> hashes = {};  // SHA-256 of each file from which it was read
  std::optional<WallDrive> drive = {};
  std::string material = {};  // "": that of the body that touches the wall

  bool moves() const { return drive || motion.moves(); }
  // (time [s], pose at that time if it is driven)
  WallPlacement at(double time, const DrivenPose& pose) const { return drive ? placed(pose) : motion.at(time); }
  // Upper bound of the speed of any of its points in its given motion [m s-1]; 0 if it is driven.
  double greatest_speed() const;
  // Largest distance of a driven wall from its axis, if it turns: the speed of its fastest point divided by its own
  // [m]. 1 if it is displaced.
  double arm() const;
  // (placement) => its vertices there [m].
  Vec3s vertices(const WallPlacement& placement) const;

 private:
  WallPlacement placed(const DrivenPose& pose) const;
};

bool any_driven(const std::vector<MeshWall>& walls);

// True if two walls have the same triangles.
bool same_surface(const MeshWall& a, const MeshWall& b);
// True if two walls move alike, up to the time `since`.
bool same_motion(const WallMotion& a, const WallMotion& b);
// True if both walls are driven along or about the same axis: the pose of one has the same meaning for the other.
bool same_guide(const MeshWall& a, const MeshWall& b);

}  // namespace rubble
