#include "ssdem/rigid_grains.hpp"

#include "base/parallel.hpp"
#include "gravity/held.hpp"
#include "simd/xyzw.hpp"
#include "spatial/morton.hpp"

#include <algorithm>
#include <numeric>

namespace rubble::ssdem {
namespace {

// Calls f(quad, lane) for each grain.
template <class Quads, class F>
void each(Quads& quads, F&& f) {
  for (auto& quad : quads)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (quad.count[lane] > 0) f(quad, lane);
}

}  // namespace

void RigidGrains::add(const Grouping& grouping, std::size_t place, const GrainMotion& motion, std::size_t lane) {
  const auto g = static_cast<std::size_t>(of_place_[place]);
  const Grain& grain = grouping.grains[g];
  GrainQuad& quad = quads_.back();
  quad.grain[lane] = g;
  quad.first[lane] = place;
  quad.count[lane] = static_cast<std::size_t>(grain.count);
  quad.mass[lane] = grain.mass;
  quad.inverse_mass[lane] = 1 / grain.mass;
  put_lane(quad.moments, lane, grain.moments);
  put_lane(quad.inverse_moments, lane, grain.moments.cwiseInverse());
  for (const Index i : grouping.members(g)) quad.reach[lane] = std::max(quad.reach[lane], grouping.offset[i].norm());
  quad.put(lane, motion);
}

void RigidGrains::load(const Model& model, const State& state, const std::vector<Index>& order,
                       const std::vector<char>& frozen) {
  const Grouping& grouping = state.grouping;
  const std::size_t n = order.size(), count = grouping.grains.size();
  if (count == 0 && frozen.empty()) return;
  std::vector<GrainMotion> motion = get();
  motion.resize(count);
  parallel_for(count, [&](std::size_t g) {
    if (!stand_as_placed(state, g, motion[g])) motion[g] = motion_of(model, state, g);
  });
  const std::vector<GrainQuad> before = std::move(quads_);
  quads_.clear();
  first_quad_.assign(1, 0);
  of_place_.resize(n);
  offset_.resize(n);
  shared_.assign(n, 0);
  shared_load_.resize(n);
  std::vector<std::size_t> first_shared;  // places of the first members
  std::size_t used = kLanes;              // lanes in use in the last quad
  const auto put_in = [&](std::size_t place) {
    if (used == kLanes) {
      quads_.emplace_back();
      used = 0;
    }
    add(grouping, place, motion[static_cast<std::size_t>(of_place_[place])], used);
    ++used;
  };
  std::size_t first = 0;  // place of the first member of the current grain
  for (std::size_t k = 0; k < n; ++k) {
    if (k > 0 && k % kChunk == 0) {
      first_quad_.push_back(quads_.size());
      used = kLanes;
    }
    const auto i = static_cast<std::size_t>(order[k]);
    of_place_[k] = grouping.grain_of(i);
    if (of_place_[k] >= 0) offset_[k] = xyzw(grouping.offset[i], 0);
    if (!frozen.empty() && frozen[i]) {
      of_place_[k] = static_cast<Index>(count);
      shared_[k] = 1;
      continue;
    }
    if (of_place_[k] < 0) continue;
    const bool is_first = k == 0 || of_place_[k - 1] != of_place_[k];
    if (is_first) first = k;
    const auto grain = static_cast<std::size_t>(of_place_[k]);
    shared_[k] = first / kChunk != (first + static_cast<std::size_t>(grouping.grains[grain].count) - 1) / kChunk;
    if (!is_first) continue;
    if (shared_[k])
      first_shared.push_back(k);
    else
      put_in(k);
  }
  first_quad_.push_back(quads_.size());
  used = kLanes;
  for (const std::size_t k : first_shared) put_in(k);
  take_accelerations(before);
}

// Copies the accelerations of each grain from its previous position in the quads.
void RigidGrains::take_accelerations(const std::vector<GrainQuad>& before) {
  Vec3s acceleration, torque;
  each(before, [&](const GrainQuad& quad, std::size_t lane) {
    const std::size_t count = std::max(acceleration.size(), quad.grain[lane] + 1);
    acceleration.resize(count, Vec3::Zero());
    torque.resize(count, Vec3::Zero());
    acceleration[quad.grain[lane]] = lane_of(quad.driving.acceleration, lane);
    torque[quad.grain[lane]] = lane_of(quad.driving.torque, lane);
  });
  each(quads_, [&](GrainQuad& quad, std::size_t lane) {
    if (quad.grain[lane] >= acceleration.size()) return;
    put_lane(quad.driving.acceleration, lane, acceleration[quad.grain[lane]]);
    put_lane(quad.driving.torque, lane, torque[quad.grain[lane]]);
  });
}

void RigidGrains::save(State& state) const {
  parallel_for(quads_.size(), [&](std::size_t q) {
    const GrainQuad& quad = quads_[q];
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (quad.count[lane] > 0) place_members(quad.grain[lane], quad.get(lane), state);
  });
}

void RigidGrains::put(const std::vector<GrainMotion>& motion) {
  each(quads_, [&](GrainQuad& quad, std::size_t lane) { quad.put(lane, motion[quad.grain[lane]]); });
}

gravity::Sizes RigidGrains::leave_out_own(const Reals& mass, const Vec3s& position, double constant,
                                          Vec3s& acceleration) const {
  std::vector<gravity::Sizes> of_quad(quads_.size());
  parallel_for(quads_.size(), [&](std::size_t q) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      std::vector<std::size_t> members(quads_[q].count[lane]);
      std::iota(members.begin(), members.end(), quads_[q].first[lane]);
      of_quad[q] += gravity::leave_out_within(members, mass, position, constant, acceleration);
    }
  });
  return std::accumulate(of_quad.begin(), of_quad.end(), gravity::Sizes{}, [](gravity::Sizes sum, const auto& one) {
    sum += one;
    return sum;
  });
}

std::vector<GrainMotion> RigidGrains::get() const {
  std::vector<GrainMotion> motion;
  each(quads_, [&](const GrainQuad& quad, std::size_t lane) {
    motion.resize(std::max(motion.size(), quad.grain[lane] + 1));
    motion[quad.grain[lane]] = quad.get(lane);
  });
  return motion;
}

void RigidGrains::put_accelerations(const std::vector<Index>& order, const Vec3s& linear, const Vec3s& torque) {
  each(quads_, [&](GrainQuad& quad, std::size_t lane) {
    const auto i = static_cast<std::size_t>(order[quad.first[lane]]);
    put_lane(quad.driving.acceleration, lane, linear[i]);
    put_lane(quad.driving.torque, lane, torque[i]);
  });
}

void RigidGrains::get_accelerations(const std::vector<Index>& order, Vec3s& linear, Vec3s& torque) const {
  each(quads_, [&](const GrainQuad& quad, std::size_t lane) {
    for (std::size_t k = quad.first[lane]; k < quad.first[lane] + quad.count[lane]; ++k) {
      const auto i = static_cast<std::size_t>(order[k]);
      linear[i] = lane_of(quad.driving.acceleration, lane);
      torque[i] = lane_of(quad.driving.torque, lane);
    }
  });
}

std::vector<Index> places_in_order(const Model& model, const State& state) {
  const Grouping& grouping = state.grouping;
  if (grouping.grains.empty()) return spatial::morton_order(state.position);
  Vec3s at = state.position;
  for (std::size_t g = 0; g < grouping.grains.size(); ++g) {
    const Vec3 centre = motion_of(model, state, g).position;
    for (const Index i : grouping.members(g)) at[i] = centre;
  }
  // If grains share a cell of the curve, they are ordered by their first members, and their members stay together.
  std::vector<Index> order = spatial::morton_order(at);
  std::vector<Index> whole;
  whole.reserve(order.size());
  for (const Index k : order) {
    const auto i = static_cast<std::size_t>(k);
    if (!leads(grouping, i)) continue;
    const Index g = grouping.grain_of(i);
    if (g < 0) {
      whole.push_back(k);
      continue;
    }
    const std::span<const Index> members = grouping.members(static_cast<std::size_t>(g));
    whole.insert(whole.end(), members.begin(), members.end());
  }
  return whole;
}

}  // namespace rubble::ssdem
