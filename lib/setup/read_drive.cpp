#include "setup/read_drive.hpp"

#include "base/error.hpp"

#include <algorithm>
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

constexpr const char* kAxis = "axis of the drive, of any length";

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

// (motion) => a key that gives it, or nullptr if nothing is given.
const char* given_motion(const WallMotion& motion) {
  if (motion.poses) return "poses";
  if (!motion.velocity.isZero(0)) return "velocity";
  if (!motion.spin.isZero(0)) return "spin";
  if (!motion.amplitude.isZero(0)) return "amplitude";
  return motion.since ? "since" : nullptr;
}

}  // namespace

std::optional<WallDrive> read_drive(config::Document& config, const std::string& section, const WallMotion& motion) {
  const char* force = first_of(config, section, {"force", "mass", "speed_limit"});
  const char* torque = first_of(config, section, {"torque", "moment_of_inertia", "spin_limit"});
  if (force != nullptr && torque != nullptr)
    throw config.error(
        section, torque,
        fmt::format("a wall of [[mesh]] is driven by a force or a torque: remove '{}' or '{}'", force, torque));
  if (force == nullptr && torque == nullptr) {
    if (config.holds(section + ".axis"))
      throw config.error(section, "axis", "'axis' in [[mesh]] needs a drive: set 'force' or 'torque', or remove it");
    return std::nullopt;
  }
  WallDrive drive =
      force != nullptr ? drive_of(config.read<ForceDrive>(section)) : drive_of(config.read<TorqueDrive>(section));
  if (!(drive.axis.norm() > 0)) throw config.error(section, "axis", "'axis' in [[mesh]] must not be zero");
  drive.axis.normalize();
  if (const char* given = given_motion(motion); given != nullptr)
    throw config.error(section, given,
                       fmt::format("a wall of [[mesh]] that is driven has no given motion: remove '{}', or '{}'", given,
                                   force != nullptr ? force : torque));
  return drive;
}

DrivenPoses poses_at_start(const Pile& pile, const std::vector<MeshWall>& walls) {
  if (!any_driven(walls)) return {};
  const std::vector<MeshWall>& before = pile.model.space.meshes;
  DrivenPoses poses(walls.size());
  for (std::size_t k = 0; k < std::min(walls.size(), before.size()); ++k)
    if (same_surface(walls[k], before[k]) && same_guide(walls[k], before[k])) poses[k] = pose_of(pile.state.walls, k);
  return poses;
}

void require_no_drive(const config::Document& config, const External& external, const std::string& method) {
  for (std::size_t k = 0; k < external.meshes.size(); ++k)
    if (const auto& drive = external.meshes[k].drive)
      throw config.error(fmt::format("mesh[{}]", k), drive->turns ? "torque" : "force",
                         method +
                             " not support walls driven by a force or a torque: give the wall a motion "
                             "('velocity', 'spin', 'poses'), or use method.kind = \"soft-spheres\"");
}

config::Tables describe_drives() {
  return config::describe<ForceDrive>({.section = "mesh", .list = true, .variant = "force", .number = "(any number)"},
                                      "Drive by a force (soft spheres).") +
         config::describe<TorqueDrive>({.section = "mesh", .list = true, .variant = "torque", .number = "(any number)"},
                                       "Drive by a torque (soft spheres).");
}

}  // namespace rubble::setup
