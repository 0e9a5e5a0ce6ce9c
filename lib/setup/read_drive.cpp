#include "setup/read_drive.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

struct ForceDrive {
  Vec3 axis = Vec3::Zero();
  double force = 0;   // [N]
  double mass = 0;    // [kg]
  Limit speed_limit;  // [m s-1]
};
struct TorqueDrive {
  Vec3 axis = Vec3::Zero();
  double torque = 0;             // [N m]
  double moment_of_inertia = 0;  // [kg m2]
  Limit spin_limit;              // [rad s-1]
};

constexpr const char* kAxis = "axis of the drive, of any length; the wall passes through other walls";

std::vector<Field<ForceDrive>> fields(const ForceDrive*) {
  return {
      field("force", "N", "driving force along 'axis': the sum of all forces on the wall except those of contacts",
            &ForceDrive::force)
          .required(),
      field("axis", "1", kAxis, &ForceDrive::axis).required(),
      field("mass", "kg", "mass of the wall, on which no gravity acts", &ForceDrive::mass).required().range(kPositive),
      field("speed_limit", "m s-1", "speed in the direction of 'force' that the drive maintains with at most 'force'",
            &ForceDrive::speed_limit)
          .range(kNotNegative)
          .off("the force is constant"),
  };
}
std::vector<Field<TorqueDrive>> fields(const TorqueDrive*) {
  return {
      field("torque", "N m", "driving torque about 'axis' through 'centre'", &TorqueDrive::torque).required(),
      field("axis", "1", kAxis, &TorqueDrive::axis).required(),
      field("moment_of_inertia", "kg m2", "moment of inertia of the wall about 'axis'", &TorqueDrive::moment_of_inertia)
          .required()
          .range(kPositive),
      field("spin_limit", "rad s-1",
            "angular speed in the direction of 'torque' that the drive maintains with at most 'torque'",
            &TorqueDrive::spin_limit)
          .range(kNotNegative)
          .off("the torque is constant"),
  };
}

WallDrive drive_of(const ForceDrive& read) { return {false, read.axis, read.force, read.mass, read.speed_limit}; }
WallDrive drive_of(const TorqueDrive& read) {
  return {true, read.axis, read.torque, read.moment_of_inertia, read.spin_limit};
}

// (document, section, keys) => the first of the keys that the section has, or nullptr.
const char* first_of(const config::Document& config, const std::string& section,
                     const std::initializer_list<const char*>& keys) {
  for (const char* key : keys)
    if (config.holds(section + "." + key)) return key;
  return nullptr;
}

// Keys that a section has for a force and for a torque; nullptr without one.
struct DriveKeys {
  const char *force = nullptr, *torque = nullptr;  // the first one apart from limits
  const char *speed_limit = nullptr, *spin_limit = nullptr;

  bool by_force() const { return force != nullptr || (torque == nullptr && speed_limit != nullptr); }
  // A key of the drive, or nullptr without one.
  const char* any() const {
    for (const char* key : {force, torque, speed_limit, spin_limit})
      if (key != nullptr) return key;
    return nullptr;
  }
};

DriveKeys drive_keys(const config::Document& config, const std::string& section) {
  return {first_of(config, section, {"force", "mass"}), first_of(config, section, {"torque", "moment_of_inertia"}),
          first_of(config, section, {"speed_limit"}), first_of(config, section, {"spin_limit"})};
}

// Refuses keys of both kinds of drives, and a limit of the other kind.
void require_one_kind(const config::Document& config, const std::string& section, const DriveKeys& keys) {
  if (keys.force != nullptr && keys.torque != nullptr)
    throw config.error(section, keys.torque,
                       fmt::format("a wall of [[mesh]] is driven by a force or a torque: remove '{}' or '{}'",
                                   keys.force, keys.torque));
  if (keys.force != nullptr && keys.spin_limit != nullptr)
    throw config.error(section, keys.spin_limit,
                       "a force drives this wall of [[mesh]]: set 'speed_limit' instead of 'spin_limit'");
  if (keys.torque != nullptr && keys.speed_limit != nullptr)
    throw config.error(section, keys.speed_limit,
                       "a torque drives this wall of [[mesh]]: set 'spin_limit' instead of 'speed_limit'");
}

constexpr double kUnitAxis = 1e-9;  // tolerance for the length of an axis, as for axes in files

Vec3 unit_axis(const config::Document& config, const std::string& section, Vec3 axis) {
  if (axis.isZero(0)) throw config.error(section, "axis", "'axis' in [[mesh]] must not be zero");
  axis.stableNormalize();
  if (!(std::abs(axis.norm() - 1) <= kUnitAxis))
    throw config.error(section, "axis", "'axis' in [[mesh]] is too short for double precision: give a unit vector");
  return axis;
}

// (motion) => a key that gives it, or nullptr if nothing is given.
const char* given_motion(const WallMotion& motion) {
  if (motion.poses) return "poses";
  if (!motion.velocity.isZero(0)) return "velocity";
  if (!motion.spin.isZero(0)) return "spin";
  if (!motion.amplitude.isZero(0)) return "amplitude";
  return motion.since ? "since" : nullptr;
}

void require_no_motion(const config::Document& config, const std::string& section, const WallMotion& motion,
                       const char* key_of_drive) {
  if (const char* given = given_motion(motion); given != nullptr)
    throw config.error(section, given,
                       fmt::format("a wall of [[mesh]] that is driven has no given motion: remove '{}', or '{}'", given,
                                   key_of_drive));
}

std::string mesh_section(std::size_t k) { return fmt::format("mesh[{}]", k); }

// (document, walls, message) => InputError with this message if a wall is driven.
void refuse_drives(const config::Document& config, const std::vector<MeshWall>& walls, const std::string& message) {
  for (std::size_t k = 0; k < walls.size(); ++k)
    if (const auto& drive = walls[k].drive)
      throw config.error(mesh_section(k), drive->turns ? "torque" : "force", message);
}

// (pile, walls of this run, number of a wall) => true if the pile has a pose that this wall continues.
bool continues_pose(const Pile& pile, const std::vector<MeshWall>& walls, std::size_t k) {
  const std::vector<MeshWall>& before = pile.model.space.meshes;
  return k < before.size() && same_surface(walls[k], before[k]) && same_guide(walls[k], before[k]);
}

}  // namespace

std::optional<WallDrive> read_drive(config::Document& config, const std::string& section, const WallMotion& motion) {
  const DriveKeys keys = drive_keys(config, section);
  require_one_kind(config, section, keys);
  if (keys.any() == nullptr) {
    if (config.holds(section + ".axis"))
      throw config.error(section, "axis", "'axis' in [[mesh]] needs a drive: set 'force' or 'torque', or remove it");
    return std::nullopt;
  }
  WallDrive drive =
      keys.by_force() ? drive_of(config.read<ForceDrive>(section)) : drive_of(config.read<TorqueDrive>(section));
  drive.axis = unit_axis(config, section, drive.axis);
  require_no_motion(config, section, motion, keys.any());
  return drive;
}

DrivenPoses poses_at_start(const Pile& pile, const std::vector<MeshWall>& walls) {
  if (!any_driven(walls)) return {};
  DrivenPoses poses(walls.size());
  for (std::size_t k = 0; k < walls.size(); ++k)
    if (continues_pose(pile, walls, k)) poses[k] = pose_of(pile.state.walls, k);
  return poses;
}

std::vector<std::string> lost_poses(const Pile& pile, const std::vector<MeshWall>& walls) {
  const std::vector<MeshWall>& before = pile.model.space.meshes;
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < std::min(walls.size(), before.size()); ++k) {
    if (!before[k].drive || !same_surface(walls[k], before[k]) || continues_pose(pile, walls, k)) continue;
    const WallDrive& drive = *before[k].drive;
    const double travel = drive.travel_of(pose_of(pile.state.walls, k));
    if (travel == 0) continue;
    notes.push_back(
        fmt::format("note: in the pile a drive has {} {} by {:.3g} {}; this run has {}, so that the wall "
                    "starts at its given position",
                    drive.turns ? "rotated" : "displaced", mesh_section(k), travel, drive.turns ? "rad" : "m",
                    walls[k].drive ? "another axis or centre" : "no drive"));
  }
  return notes;
}

void require_no_drive(const config::Document& config, const External& external, const std::string& method,
                      const std::string& alternative) {
  refuse_drives(config, external.meshes,
                fmt::format("{} not support walls driven by a force or a torque: {}, or use method.kind = "
                            "\"soft-spheres\"",
                            method, alternative));
}

void require_no_frozen_beside_drives(const config::Document& config, const External& external) {
  if (external.frozen.empty()) return;
  refuse_drives(config, external.meshes,
                "walls driven by a force or a torque pass through bodies of [[frozen]]: give the wall a motion "
                "('velocity', 'spin', 'poses'), or remove [[frozen]]");
}

config::Tables describe_drives() {
  return config::describe<ForceDrive>({.section = "mesh", .list = true, .variant = "force", .number = "(any number)"},
                                      "Drive by a force (soft spheres).") +
         config::describe<TorqueDrive>({.section = "mesh", .list = true, .variant = "torque", .number = "(any number)"},
                                       "Drive by a torque (soft spheres).");
}

}  // namespace rubble::setup
