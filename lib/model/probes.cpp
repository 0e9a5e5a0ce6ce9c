#include "model/probes.hpp"

#include <utility>

namespace rubble {
namespace {

constexpr std::size_t kNumbers = 7;  // of ProbeSums

void archive_sums(Archive& archive, const std::string& name, std::vector<ProbeSums>& sums) {
  Reals numbers;
  for (const ProbeSums& sum : sums) {
    numbers.insert(numbers.end(), sum.force.begin(), sum.force.end());
    numbers.insert(numbers.end(), sum.torque.begin(), sum.torque.end());
    numbers.push_back(sum.area);
  }
  archive.value(name, numbers, kNumbers * sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double* number = &numbers[kNumbers * k];
    sums[k] = {Vec3(number[0], number[1], number[2]), Vec3(number[3], number[4], number[5]), number[6]};
  }
}

}  // namespace

Probes::Probes(std::vector<ProbeTarget> targets, std::size_t bodies, std::size_t walls, bool areas)
    : targets_(std::move(targets)),
      of_body_(bodies, 0),
      of_wall_(walls, 0),
      point_(targets_.size(), Vec3::Zero()),
      force_(targets_.size()),
      interval_(targets_.size()),
      impulse_(targets_.size(), Vec3::Zero()),
      momentum_(targets_.size(), Vec3::Zero()),
      areas_(areas) {
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const ProbeTarget& target = targets_[k];
    const std::uint64_t bit = std::uint64_t{1} << k;
    for (const Index row : target.bodies) of_body_[static_cast<std::size_t>(row)] |= bit;
    if (target.wall >= 0) of_wall_[static_cast<std::size_t>(target.wall)] |= bit;
    if (target.about) point_[k] = *target.about;
  }
}

Vec3 Probes::point_of_wall(const External& external, Index wall, double time, const DrivenPoses& driven) {
  const auto number = static_cast<std::size_t>(wall);
  const std::size_t planes = external.planes.size();
  if (number < planes) return external.planes[number].point_at(time);
  const std::size_t mesh = number - planes;
  return external.meshes[mesh].at(time, pose_of(driven, mesh)).centre;
}

void Probes::place_rigid(std::uint64_t targets, const Vec3& centre) {
  for (std::size_t k = 0; k < targets_.size(); ++k)
    if ((targets >> k & 1) != 0 && targets_[k].rigid && !targets_[k].about) point_[k] = centre;
}

void Probes::advance(double time) {
  for (std::size_t k = 0; k < targets_.size(); ++k) interval_[k].add(force_[k], time);
}

void Probes::add_impulse(Index a, Index b, const ProbedContact& contact) {
  add_contact(across(a, b), of_body(a), contact, point_, interval_);
}

Vec3 Probes::momentum(const ProbeTarget& target, const Model& model, const State& state) const {
  Vec3 sum = Vec3::Zero();
  for (const Index row : target.bodies) {
    const auto i = static_cast<std::size_t>(row);
    sum += model.mass[i] * state.velocity[i];
  }
  return sum;
}

std::vector<ProbeRecord> Probes::take_record(const Model& model, const State& state) {
  const double time = started_ ? state.time - since_ : 0;  // [s]
  std::vector<ProbeRecord> records(targets_.size());
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const ProbeSums sums = std::exchange(interval_[k], {});
    impulse_[k] += sums.force;
    records[k].impulse = impulse_[k];
    if (time > 0) records[k].mean.add(sums, 1 / time);
    if (!targets_[k].body_force) continue;
    const Vec3 before = std::exchange(momentum_[k], momentum(targets_[k], model, state));
    if (time > 0) records[k].body_force = (momentum_[k] - before - sums.force) / time;
  }
  since_ = state.time;
  started_ = true;
  return records;
}

void Probes::archive(Archive& archive) {
  archive_sums(archive, "probes/force", force_);
  archive_sums(archive, "probes/interval", interval_);
  archive.value("probes/impulse", impulse_, targets_.size());
  archive.value("probes/momentum", momentum_, targets_.size());
  archive.value("probes/since", since_);
  archive.value("probes/started", started_);
}

}  // namespace rubble
