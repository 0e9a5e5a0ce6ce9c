#include "model/regroup.hpp"

#include "model/bodies.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <Eigen/Eigenvalues>

namespace rubble {
namespace {

// Principal moments, ascending, and axes as columns, right-handed. Moments that differ by rounding are made equal. If
// all three are equal, the axes are those of the tensor's coordinates (the identity).
struct PrincipalFrame {
  Vec3 moments;
  Mat3 axes;
};
PrincipalFrame principal_frame(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia);
  PrincipalFrame frame{solver.eigenvalues(), solver.eigenvectors()};
  if (frame.axes.determinant() < 0) frame.axes.col(0) *= -1;
  Vec3& m = frame.moments;
  const double rounding = kMomentRounding * m[2];
  if (m[2] - m[0] < rounding)
    m.setConstant(m.mean()), frame.axes.setIdentity();
  else if (m[1] - m[0] < rounding)
    m[0] = m[1] = 0.5 * (m[0] + m[1]);
  else if (m[2] - m[1] < rounding)
    m[1] = m[2] = 0.5 * (m[1] + m[2]);
  return frame;
}

// (model, state, grain of one member, orientation of the member) => the grain's frame becomes that of the member.
void take_frame_of_member(const Model& model, State& state, std::size_t grain, const Quaternion& turn) {
  Grouping& grouping = state.grouping;
  const std::size_t i = grouping.first_member(grain);
  grouping.grains[grain].moments = body_moments(model, i);
  grouping.offset[i] = Vec3::Zero();
  state.orientation[grain] = turn;
}

// (model, state whose grain has its members and mass; orientation of each hull; the grain's excess along the inertial
// axes) => sets the grain's moments and orientation, and its members' offsets and turns.
void find_frame(const Model& model, State& state, std::size_t grain, const std::vector<Quaternion>& turn,
                const Mat3& excess) {
  Grouping& grouping = state.grouping;
  const Vec3s& place = state.position;
  const std::span<const Index> members = grouping.members(grain);
  const auto first = static_cast<std::size_t>(members.front());
  // Measured from the first member, so that a large distance from the origin costs no digits.
  Vec3 centre = Vec3::Zero();
  for (const Index i : members) centre += model.mass[i] / grouping.grains[grain].mass * (place[i] - place[first]);
  Mat3 inertia = excess;
  for (const Index k : members) {
    const auto i = static_cast<std::size_t>(k);
    grouping.offset[i] = place[i] - place[first] - centre;
    const Mat3 axes = is_oriented(model, i) ? turn[i].toRotationMatrix() : Mat3(Mat3::Identity());
    inertia += inertia_about(model, i, grouping.offset[i], axes);
  }
  const PrincipalFrame frame = principal_frame(inertia);
  const Quaternion orientation = Quaternion(frame.axes).normalized();
  for (const Index k : members) {
    const auto i = static_cast<std::size_t>(k);
    grouping.offset[i] = (frame.axes.transpose() * grouping.offset[i]).eval();
    if (is_oriented(model, i)) grouping.turn[i] = (orientation.conjugate() * turn[i]).normalized();
  }
  grouping.grains[grain].moments = frame.moments;
  grouping.grains[grain].excess = excess_of(model, grouping, grouping.grains[grain]);
  state.orientation[grain] = orientation;
}

// (model, grouping whose members are linked) => sets the masses of the grains.
void sum_masses(const Model& model, Grouping& grouping) {
  for (std::size_t g = 0; g < grouping.grains.size(); ++g) {
    Grain& grain = grouping.grains[g];
    grain.mass = 0;
    for (const Index i : grouping.members(g)) grain.mass += model.mass[i];
  }
}

}  // namespace

void glue_bodies(Pile& pile, const std::vector<Index>& grain, const std::vector<Mat3>& excess,
                 const std::vector<Quaternion>& turn) {
  Grouping& grouping = pile.state.grouping;
  grouping.grain = grain;
  grouping.grains.assign(excess.size(), Grain{});
  link_grains(pile);
  sum_masses(pile.model, grouping);
  pile.state.orientation.resize(excess.size());
  for (std::size_t g = 0; g < excess.size(); ++g) {
    const std::size_t first = grouping.first_member(g);
    if (grouping.grains[g].count == 1 && is_oriented(pile.model, first)) {
      grouping.grains[g].shape = pile.model.shape[first];
      take_frame_of_member(pile.model, pile.state, g, turn[first]);
    } else {
      find_frame(pile.model, pile.state, g, turn, excess[g]);
    }
  }
}

namespace {

// std::logic_error unless there is an entry for each body, each hull has a grain, and each grain a member.
void require_grains(const Model& model, const std::vector<Index>& grain) {
  if (grain.size() != model.size()) throw std::logic_error("grains of another number of bodies");
  std::vector<char> used;
  for (std::size_t i = 0; i < grain.size(); ++i) {
    if (grain[i] < 0) {
      if (is_oriented(model, i)) throw std::logic_error("a hull belongs to a grain");
      continue;
    }
    used.resize(std::max(used.size(), static_cast<std::size_t>(grain[i]) + 1), 0);
    used[grain[i]] = 1;
  }
  if (std::find(used.begin(), used.end(), 0) != used.end()) throw std::logic_error("a grain without members");
}

// (grouping before, grouping after, grain after) => the grain that had the same members before, or -1.
Index same_grain(const Grouping& before, const Grouping& after, std::size_t grain) {
  const std::span<const Index> members = after.members(grain);
  const Index old = before.grain_of(static_cast<std::size_t>(members.front()));
  if (old < 0) return -1;
  const std::span<const Index> had = before.members(static_cast<std::size_t>(old));
  return std::equal(members.begin(), members.end(), had.begin(), had.end()) ? old : -1;
}

// std::logic_error unless all grains with an excess still have the same members.
void require_excess_kept(const Grouping& before, const Grouping& after) {
  for (std::size_t g = 0; g < before.grains.size(); ++g) {
    if (before.grains[g].excess.isZero(0)) continue;
    const Index now = after.grain_of(before.first_member(g));
    if (now < 0 || same_grain(before, after, static_cast<std::size_t>(now)) != static_cast<Index>(g))
      throw std::logic_error("a grain whose overlaps count once cannot change its members");
  }
}

// Copies the properties of a grain whose members do not change.
void keep(const Grain& was, Grain& now) {
  now.mass = was.mass;
  now.moments = was.moments;
  now.excess = was.excess;
  now.shape = was.shape;
}

}  // namespace

void regroup(const Model& model, State& state, const std::vector<Index>& grain) {
  require_grains(model, grain);
  Grouping after = state.grouping;
  after.grain = grain;
  const Index most = grain.empty() ? -1 : *std::max_element(grain.begin(), grain.end());
  after.grains.assign(static_cast<std::size_t>(most + 1), Grain{});
  link_members(model, after);
  sum_masses(model, after);
  require_excess_kept(state.grouping, after);

  const std::vector<Quaternion> orientation = state.orientation;
  std::vector<Quaternion> turn(after.turn.size());
  for (std::size_t i = 0; i < turn.size(); ++i) turn[i] = turn_of(model, state, i);
  const Grouping before = std::move(state.grouping);
  Grouping& grouping = state.grouping;
  grouping = std::move(after);
  state.orientation.assign(grouping.grains.size(), Quaternion::Identity());
  for (std::size_t i = 0; i < grouping.grain.size(); ++i)
    if (grouping.grain[i] < 0) grouping.offset[i] = Vec3::Zero();
  for (std::size_t g = 0; g < grouping.grains.size(); ++g) {
    Grain& now = grouping.grains[g];
    const std::size_t first = grouping.first_member(g);
    if (const Index old = same_grain(before, grouping, g); old >= 0) {
      keep(before.grains[static_cast<std::size_t>(old)], now);
      state.orientation[g] = orientation[static_cast<std::size_t>(old)];
    } else if (now.count == 1) {
      if (is_oriented(model, first)) {
        grouping.turn[first] = Quaternion::Identity();
        now.shape = model.shape[first];
      }
      const Quaternion own = is_oriented(model, first) ? turn[first] : Quaternion(Quaternion::Identity());
      take_frame_of_member(model, state, g, own);
    } else {
      find_frame(model, state, g, turn, Mat3::Zero());
    }
  }
}

}  // namespace rubble
