#include "store/mesh_table.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::store {
namespace {

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Sum of counts, or -1 if one is negative.
std::int64_t sum_of(const std::vector<Index>& counts) {
  std::int64_t sum = 0;
  for (const Index count : counts) {
    if (count < 0) return -1;
    sum += count;
  }
  return sum;
}

// (values of all walls, first one, number) => the values of one wall.
template <class T>
std::vector<T> part(const std::vector<T>& all, std::size_t first, Index count) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + count};
}

bool are_finite(const std::vector<Index>&) { return true; }
bool are_finite(const std::vector<shape::Triangle>&) { return true; }
bool are_finite(const Reals& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}
bool are_finite(const Vec3s& values) {
  return std::all_of(values.begin(), values.end(), [](const Vec3& value) { return value.allFinite(); });
}

shape::Polyhedron surface_of(const Vec3s& vertex, const std::vector<shape::Triangle>& triangles) {
  shape::Polyhedron surface;
  surface.vertex = vertex;
  for (const shape::Triangle& t : triangles) surface.face.push_back({t.begin(), t.end()});
  return surface;
}

WallMotion motion_of(const MeshTable& table, std::size_t k) {
  WallMotion motion;
  motion.velocity = table.velocity[k];
  motion.spin = table.spin[k];
  motion.centre = table.centre[k];
  motion.amplitude = table.amplitude[k];
  motion.frequency = table.frequency[k];
  motion.since = table.since[k];
  return motion;
}

// Limits in files: -1 stands for none.
double stored_limit(const std::optional<double>& limit) { return limit.value_or(-1); }
std::optional<double> limit_of(double number) { return number < 0 ? std::nullopt : std::optional(number); }

void append_drive(MeshTable& table, const MeshWall& wall) {
  const WallDrive drive = wall.drive.value_or(WallDrive{});
  const bool force = wall.drive && !drive.turns, torque = wall.drive && drive.turns;
  table.axis.push_back(wall.drive ? drive.axis : Vec3(Vec3::Zero()));
  table.force.push_back(force ? drive.load : 0);
  table.mass.push_back(force ? drive.inertia : 0);
  table.speed_limit.push_back(force ? stored_limit(drive.limit) : -1);
  table.torque.push_back(torque ? drive.load : 0);
  table.moment_of_inertia.push_back(torque ? drive.inertia : 0);
  table.spin_limit.push_back(torque ? stored_limit(drive.limit) : -1);
}

std::optional<WallDrive> drive_of(const MeshTable& table, std::size_t k) {
  if (table.axis.empty()) return std::nullopt;
  if (table.mass[k] > 0)
    return WallDrive{false, table.axis[k], table.force[k], table.mass[k], limit_of(table.speed_limit[k])};
  if (table.moment_of_inertia[k] > 0)
    return WallDrive{true, table.axis[k], table.torque[k], table.moment_of_inertia[k], limit_of(table.spin_limit[k])};
  return std::nullopt;
}

constexpr double kUnitAxis = 1e-9;  // tolerance for the length of an axis

// (table, wall) => a message if its axis is neither zero nor of unit length.
std::optional<Misfit> wrong_axis(const MeshTable& table, std::size_t k) {
  const double length = table.axis[k].norm();
  if (table.axis[k].isZero(0) || std::abs(length - 1) <= kUnitAxis) return std::nullopt;
  return Misfit{"axis", "unit vectors of driven walls, or 0", fmt::format("length {} (wall {})", length, k)};
}

// (table, wall) => a message unless a driven wall has either a mass or a moment of inertia, and another wall has none.
std::optional<Misfit> wrong_inertia(const MeshTable& table, std::size_t k) {
  const double mass = table.mass[k], moment = table.moment_of_inertia[k];
  if (mass < 0) return Misfit{"mass", "numbers >= 0", fmt::format("{} (wall {})", mass, k)};
  if (moment < 0) return Misfit{"moment_of_inertia", "numbers >= 0", fmt::format("{} (wall {})", moment, k)};
  if (table.axis[k].isZero(0)) {
    if (mass > 0) return Misfit{"mass", "0 for a wall without an axis", fmt::format("{} (wall {})", mass, k)};
    if (moment > 0)
      return Misfit{"moment_of_inertia", "0 for a wall without an axis", fmt::format("{} (wall {})", moment, k)};
    return std::nullopt;
  }
  if (mass > 0 && moment > 0)
    return Misfit{"moment_of_inertia", "0 for a wall with a mass", fmt::format("{} (wall {})", moment, k)};
  if (!(mass > 0 || moment > 0))
    return Misfit{"mass", "a mass or a moment of inertia of the driven wall", fmt::format("none (wall {})", k)};
  return std::nullopt;
}

// => a message if a wall has a wrong axis or inertia.
std::optional<Misfit> wrong_drive(const MeshTable& table) {
  for (std::size_t k = 0; k < table.axis.size(); ++k) {
    if (const auto wrong = wrong_axis(table, k)) return wrong;
    if (const auto wrong = wrong_inertia(table, k)) return wrong;
  }
  return std::nullopt;
}

// => a message if an index of a corner does not exist.
std::optional<Misfit> wrong_corner(const MeshTable& table) {
  std::size_t t = 0;
  for (std::size_t k = 0; k < table.vertices.size(); ++k)
    for (Index count = 0; count < table.triangles[k]; ++count, ++t)
      for (const Index corner : table.triangle[t])
        if (corner < 0 || corner >= table.vertices[k])
          return Misfit{"triangle", fmt::format("one of {} vertices", table.vertices[k]),
                        fmt::format("{} (wall {})", corner, k)};
  return std::nullopt;
}

}  // namespace

MeshTable table_of(const std::vector<MeshWall>& walls, bool drives) {
  MeshTable table;
  for (const MeshWall& wall : walls) {
    if (drives) append_drive(table, wall);
    const shape::TriangleMesh& mesh = wall.surface->mesh;
    const WallMotion& motion = wall.motion;
    table.vertices.push_back(static_cast<Index>(mesh.vertex.size()));
    table.triangles.push_back(static_cast<Index>(mesh.size()));
    table.poses.push_back(motion.poses ? static_cast<Index>(motion.poses->time().size()) : 0);
    append(table.vertex, mesh.vertex);
    append(table.triangle, mesh.triangle);
    table.velocity.push_back(motion.velocity);
    table.spin.push_back(motion.spin);
    table.centre.push_back(motion.centre);
    table.amplitude.push_back(motion.amplitude);
    table.frequency.push_back(motion.frequency);
    table.since.push_back(motion.since.value_or(0.0));
    if (!motion.poses) continue;
    append(table.pose_time, motion.poses->time());
    append(table.pose_displacement, motion.poses->displacement());
    append(table.pose_rotation, motion.poses->rotation());
  }
  return table;
}

std::optional<Misfit> misfit(const MeshTable& table) {
  const std::pair<const char*, const std::vector<Index>*> counts[] = {
      {"vertices", &table.vertices}, {"triangles", &table.triangles}, {"poses", &table.poses}};
  for (const auto& [name, values] : counts)
    if (sum_of(*values) < 0) return Misfit{name, "numbers of at least 0", "a negative number"};
  const auto count = static_cast<std::int64_t>(table.vertices.size());
  const auto drives = table.axis.empty() ? 0 : count;
  const std::pair<const char*, std::pair<std::size_t, std::int64_t>> sizes[] = {
      {"triangles", {table.triangles.size(), count}},
      {"poses", {table.poses.size(), count}},
      {"vertex", {table.vertex.size(), sum_of(table.vertices)}},
      {"triangle", {table.triangle.size(), sum_of(table.triangles)}},
      {"velocity", {table.velocity.size(), count}},
      {"spin", {table.spin.size(), count}},
      {"centre", {table.centre.size(), count}},
      {"amplitude", {table.amplitude.size(), count}},
      {"frequency", {table.frequency.size(), count}},
      {"since", {table.since.size(), count}},
      {"pose_time", {table.pose_time.size(), sum_of(table.poses)}},
      {"pose_displacement", {table.pose_displacement.size(), sum_of(table.poses)}},
      {"pose_rotation", {table.pose_rotation.size(), sum_of(table.poses)}},
      {"axis", {table.axis.size(), drives}},
      {"force", {table.force.size(), drives}},
      {"mass", {table.mass.size(), drives}},
      {"speed_limit", {table.speed_limit.size(), drives}},
      {"torque", {table.torque.size(), drives}},
      {"moment_of_inertia", {table.moment_of_inertia.size(), drives}},
      {"spin_limit", {table.spin_limit.size(), drives}}};
  for (const auto& [name, size] : sizes)
    if (size.first != static_cast<std::size_t>(size.second))
      return Misfit{name, fmt::format("{} rows", size.second), fmt::format("{}", size.first)};
  std::optional<Misfit> wrong;
  each_of_meshes(table, [&](const Dataset& d, const auto& values) {
    if (!wrong && !are_finite(values)) wrong = Misfit{d.name(), "finite numbers", "others"};
  });
  if (!wrong) wrong = wrong_corner(table);
  return wrong ? wrong : wrong_drive(table);
}

std::vector<MeshWall> walls_of(const MeshTable& table) {
  std::vector<MeshWall> walls;
  std::size_t vertex = 0, triangle = 0, pose = 0;
  for (std::size_t k = 0; k < table.vertices.size(); ++k) {
    const shape::Polyhedron surface =
        surface_of(part(table.vertex, vertex, table.vertices[k]), part(table.triangle, triangle, table.triangles[k]));
    WallMotion motion = motion_of(table, k);
    if (const Index poses = table.poses[k]; poses > 0)
      motion.poses = std::make_shared<const WallPoses>(part(table.pose_time, pose, poses),
                                                       part(table.pose_displacement, pose, poses),
                                                       part(table.pose_rotation, pose, poses));
    walls.push_back(
        {std::make_shared<const WallSurface>(shape::triangle_mesh(surface)), motion, {}, drive_of(table, k)});
    vertex += static_cast<std::size_t>(table.vertices[k]);
    triangle += static_cast<std::size_t>(table.triangles[k]);
    pose += static_cast<std::size_t>(table.poses[k]);
  }
  return walls;
}

PoseColumns columns_of(const DrivenPoses& poses) {
  PoseColumns columns;
  for (const DrivenPose& pose : poses) {
    columns.travel.push_back(pose.travel);
    columns.speed.push_back(pose.speed);
    columns.rotation.push_back(pose.rotation);
    columns.spin.push_back(pose.spin);
    columns.work.push_back(pose.work);
  }
  return columns;
}

DrivenPoses poses_of(const PoseColumns& columns) {
  DrivenPoses poses;
  for (std::size_t k = 0; k < columns.travel.size(); ++k)
    poses.push_back({columns.travel[k], columns.speed[k], columns.rotation[k], columns.spin[k], columns.work[k]});
  return poses;
}

}  // namespace rubble::store
