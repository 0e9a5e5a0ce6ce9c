#include "nscd/frozen_rigid.hpp"

#include "motion/rotation.hpp"

#include <algorithm>

namespace rubble::nscd {
namespace {

// (frozen bodies, grain) => index of its orientation among those of the group.
std::size_t place_of_grain(const FrozenPositions& rest, Index grain) {
  return static_cast<std::size_t>(std::lower_bound(rest.grain.begin(), rest.grain.end(), grain) - rest.grain.begin());
}

}  // namespace

FrozenRigid::FrozenRigid(const Model& model, const State& state, std::vector<FrozenBodies> frozen,
                         const std::vector<Index>& body)
    : frozen_(std::move(frozen)), rows_(frozen_marks(frozen_, model.size())), units_(state.grouping.grain) {
  if (empty()) return;
  const Grouping& grouping = state.grouping;
  group_.assign(model.size(), -1);
  units_.resize(model.size(), -1);
  for (std::size_t g = 0; g < frozen_.size(); ++g) {
    const FrozenPositions& rest = *frozen_[g].at_rest;
    for (std::size_t k = 0; k < rest.body.size(); ++k) {
      const auto i = static_cast<std::size_t>(rest.body[k]);
      const auto m = static_cast<std::size_t>(body[i]);
      units_[i] = static_cast<Index>(grouping.grains.size());
      group_[m] = static_cast<Index>(g);
      const Index grain = grouping.grain_of(i);
      if (grain < 0) {
        at_rest_.push_back({m, rest.position[k], Quaternion::Identity()});
      } else if (leads(grouping, i)) {
        const Quaternion& turn = rest.orientation[place_of_grain(rest, grain)];
        at_rest_.push_back({m, rest.position[k] - turn * grouping.offset[i], turn});
      }
    }
  }
}

void FrozenRigid::place(double time, const Vec3s& moments, std::vector<GrainMotion>& motion) const {
  std::vector<WallPlacement> now;
  for (const FrozenBodies& bodies : frozen_) now.push_back(bodies.motion.at(time));
  for (const AtRest& rest : at_rest_) {
    const WallPlacement& at = now[static_cast<std::size_t>(group_[rest.body])];
    GrainMotion& out = motion[rest.body];
    out.position = at.place(rest.centre);
    out.velocity = at.velocity_at(out.position);
    out.orientation = (Quaternion(at.turn) * rest.orientation).normalized();
    out.momentum = motion::in_space(out.orientation, moments[rest.body]) * at.spin;
  }
}

}  // namespace rubble::nscd
