#pragma once
// Triangulated walls in files: surfaces and motions as constants of a pile, and the poses of driven walls as a part of
// its state.
#include "model/mesh_wall.hpp"
#include "store/dataset.hpp"

#include <optional>
#include <vector>

namespace rubble::store {

// The triangulated walls, one array per property, and their vertices, triangles and poses, one wall after the other.
struct MeshTable {
  std::vector<Index> vertices, triangles, poses;  // numbers for each wall
  Vec3s vertex;
  std::vector<shape::Triangle> triangle;
  Vec3s velocity, spin, centre, amplitude;
  Reals frequency, since;
  Reals pose_time;
  Vec3s pose_displacement, pose_rotation;
  Vec3s axis;  // of the drives; these arrays are empty if no wall is driven
  Reals force, mass, speed_limit, torque, moment_of_inertia, spin_limit;
};

inline constexpr const char* kMeshVertices = "/parameters/meshes/vertices";

inline constexpr const char* kDriveAxis = "/parameters/meshes/axis";

// Written only if a wall is driven.
template <class Table, class Visit>
void each_of_drives(Table& table, Visit&& visit) {
  visit(Dataset{kDriveAxis, "1", "unit vector of the axis of the driven wall, 0 for a wall that is not driven"},
        table.axis);
  visit(Dataset{"/parameters/meshes/force", "N", "driving force along the axis"}, table.force);
  visit(Dataset{"/parameters/meshes/mass", "kg", "mass of the wall, 0 if no force drives it"}, table.mass);
  visit(Dataset{"/parameters/meshes/speed_limit", "m s-1", "speed limit of the driving force, -1 for none"},
        table.speed_limit);
  visit(Dataset{"/parameters/meshes/torque", "N m", "driving torque about the axis"}, table.torque);
  visit(Dataset{"/parameters/meshes/moment_of_inertia", "kg m2",
                "moment of inertia of the wall about the axis, 0 if no torque drives it"},
        table.moment_of_inertia);
  visit(Dataset{"/parameters/meshes/spin_limit", "rad s-1", "angular speed limit of the driving torque, -1 for none"},
        table.spin_limit);
}

// Written only if there are triangulated walls.
template <class Table, class Visit>
void each_of_meshes(Table& table, Visit&& visit) {
  visit(Dataset{kMeshVertices, "1", "number of vertices of the triangulated wall"}, table.vertices);
  visit(Dataset{"/parameters/meshes/triangles", "1", "number of triangles of the wall"}, table.triangles);
  visit(Dataset{"/parameters/meshes/poses", "1", "number of poses in the table of the wall, 0 without a table"},
        table.poses);
  visit(Dataset{"/parameters/meshes/vertex", "m", "position of the vertex at the time `since` of its wall"},
        table.vertex);
  visit(Dataset{"/parameters/meshes/triangle", "1", "indices of the corners among the vertices of its wall"},
        table.triangle);
  visit(Dataset{"/parameters/meshes/velocity", "m s-1", "constant velocity of the wall"}, table.velocity);
  visit(Dataset{"/parameters/meshes/spin", "rad s-1", "constant rotation of the wall about its centre"}, table.spin);
  visit(Dataset{"/parameters/meshes/centre", "m", "centre of the rotation at the time `since`"}, table.centre);
  visit(Dataset{"/parameters/meshes/amplitude", "m", "amplitude of the sinusoidal displacement"}, table.amplitude);
  visit(Dataset{"/parameters/meshes/frequency", "Hz", "frequency of the sinusoidal displacement"}, table.frequency);
  visit(Dataset{"/parameters/meshes/since", "s", "time at which the motion of the wall begins"}, table.since);
  visit(Dataset{"/parameters/meshes/pose_time", "s", "time of the pose after `since`"}, table.pose_time);
  visit(Dataset{"/parameters/meshes/pose_displacement", "m", "displacement of the centre in the pose"},
        table.pose_displacement);
  visit(Dataset{"/parameters/meshes/pose_rotation", "rad", "rotation of the pose about the centre: axis times angle"},
        table.pose_rotation);
  if (!table.axis.empty()) each_of_drives(table, visit);
}

// Poses of the triangulated walls, one array per property.
struct PoseColumns {
  Reals travel, speed, rotation, spin, work;
};

inline constexpr const char* kWalls = "/particles/wall";
inline constexpr const char* kWallTravel = "/particles/wall/travel";

// Written only if a wall is driven.
template <class Table, class Visit>
void each_of_wall_poses(Table& table, Visit&& visit) {
  visit(Dataset{kWallTravel, "m", "displacement of the driven wall along its axis"}, table.travel);
  visit(Dataset{"/particles/wall/speed", "m s-1", "speed of the driven wall along its axis"}, table.speed);
  visit(Dataset{"/particles/wall/rotation", "rad", "rotation of the driven wall about its axis"}, table.rotation);
  visit(Dataset{"/particles/wall/spin", "rad s-1", "angular speed of the driven wall about its axis"}, table.spin);
  visit(Dataset{"/particles/wall/work", "J", "work of the drive since the wall left its rest position"}, table.work);
}

PoseColumns columns_of(const DrivenPoses& poses);
// (columns of equal lengths) => the poses
DrivenPoses poses_of(const PoseColumns& columns);

// (walls, true for the columns of drives)
MeshTable table_of(const std::vector<MeshWall>& walls, bool drives);
inline MeshTable table_of(const std::vector<MeshWall>& walls) { return table_of(walls, any_driven(walls)); }
// (table whose arrays have matching sizes) => the walls. InputError for surfaces that walls cannot have
// (shape::triangle_mesh), and for poses whose times do not rise.
std::vector<MeshWall> walls_of(const MeshTable& table);
// (table) => the first dataset with a wrong size, a negative count or another invalid number; nothing if the table is
// valid.
std::optional<Misfit> misfit(const MeshTable& table);

}  // namespace rubble::store
