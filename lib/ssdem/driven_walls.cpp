#include "ssdem/driven_walls.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::ssdem {

DrivenWalls::DrivenWalls(const External& external, const State& state) {
  if (!any_driven(external.meshes)) return;
  walls_ = external.meshes;
  for (const MeshWall& wall : walls_) arm_.push_back(wall.drive ? wall.arm() : 0);
  load_.assign(walls_.size(), 0);
  poses_.assign(walls_.size(), {});
  load(state);
}

// Calls use(drive, number of the wall).
template <class Use>
void DrivenWalls::each(Use&& use) const {
  for (std::size_t k = 0; k < walls_.size(); ++k)
    if (walls_[k].drive) use(*walls_[k].drive, k);
}

void DrivenWalls::load(const State& state) {
  for (std::size_t k = 0; k < poses_.size(); ++k) poses_[k] = pose_of(state.walls, k);
  predicted_ = poses_;
}

void DrivenWalls::save(State& state) const {
  if (!empty()) state.walls = poses_;
}

double DrivenWalls::finish_step(const std::vector<Chunk>& chunks, double kick_length, bool jumping, MotionSums& sums) {
  if (empty()) return 0;
  std::fill(load_.begin(), load_.end(), 0);
  for (const Chunk& chunk : chunks)
    for (std::size_t k = 0; k < load_.size(); ++k) load_[k] += chunk.totals.on_driven[k];
  const double predicted = power(predicted_);
  const double work = kick(kick_length);
  sums.held += predicted;
  if (jumping) sums.missed += power(poses_) - predicted;
  return work;
}

double DrivenWalls::kick(double time) {
  double work = 0;
  each([&](const WallDrive& drive, std::size_t k) {
    const WallDrive::Kick kick = drive.kick(drive.speed_of(poses_[k]), load_[k], time);
    drive.speed_of(poses_[k]) = kick.speed;
    poses_[k].work += kick.work;
    work += kick.work;
  });
  return work;
}

double DrivenWalls::open_step(double dt) {
  const double work = kick(0.5 * dt);
  each([&](const WallDrive& drive, std::size_t k) { drive.travel_of(poses_[k]) += dt * drive.speed_of(poses_[k]); });
  predicted_ = poses_;
  each([&](const WallDrive& drive, std::size_t k) {
    drive.speed_of(predicted_[k]) = drive.kick(drive.speed_of(poses_[k]), load_[k], 0.5 * dt).speed;
  });
  return work;
}

DrivenPoses DrivenWalls::before(double dt) const {
  DrivenPoses poses = poses_;
  each([&](const WallDrive& drive, std::size_t k) { drive.travel_of(poses[k]) -= dt * drive.speed_of(poses[k]); });
  return poses;
}

double DrivenWalls::power(const DrivenPoses& poses) const {
  double power = 0;
  each([&](const WallDrive& drive, std::size_t k) { power += load_[k] * drive.speed_of(poses[k]); });
  return power;
}

double DrivenWalls::greatest_speed() const {
  double fastest = 0;
  each([&](const WallDrive& drive, std::size_t k) {
    fastest = std::max(fastest, arm_[k] * std::abs(drive.speed_of(poses_[k])));
  });
  return fastest;
}

void DrivenWalls::archive(Archive& archive) {
  if (!empty()) archive.value("ssdem/driven_walls", load_, load_.size());
}

}  // namespace rubble::ssdem
