#pragma once
// Grains, and the bodies that they consist of. SI units.
#include "base/vec.hpp"

#include <span>
#include <vector>

namespace rubble {

// A rigid unit: bodies glued together, or one hull. Its mass is the sum of its members' masses, and its inertia is that
// of its members plus `excess`. Sums of momentum, energy and gravity over bodies are therefore sums over grains.
// docs/decisions/0013-grains.md.
struct Grain {
  Index begin = 0, count = 0;   // its members: Grouping::member[begin ... begin + count - 1]
  double mass = 0;              // [kg]
  Vec3 moments = Vec3::Zero();  // principal moments of inertia [kg m2]
  // Its inertia minus that of its members, in its principal frame [kg m2]. It is 0 unless members overlap and their
  // common volume counts once. It is added to the inertia of the first member (own_inertia() in model/grains.hpp).
  Mat3 excess = Mat3::Zero();
  Index shape = -1;  // index into Model::shapes, or -1 if the grain was not made from a shape
};

// Grouping of bodies into rigid units; all arrays are empty without grains. Methods with sticking and breaking change
// the grouping during a run.
struct Grouping {
  std::vector<Grain> grains;
  std::vector<Index> grain;      // for each body: the grain that it is a member of, or -1
  Vec3s offset;                  // for each body: position of a member in its grain's principal frame [m]
  std::vector<Quaternion> turn;  // for each body: rotation from the frame of a hull's shape to that of its grain; empty
                                 // without hulls
  std::vector<Index> member;     // bodies of the grains, one grain after the other, ascending within each

  // Grain of a body, or -1.
  Index grain_of(std::size_t body) const { return grain.empty() ? -1 : grain[body]; }
  // `grain`, or nullptr if there are no grains.
  const std::vector<Index>* grains_of_bodies() const { return grain.empty() ? nullptr : &grain; }
  std::span<const Index> members(std::size_t g) const {
    return {member.data() + grains[g].begin, static_cast<std::size_t>(grains[g].count)};
  }
  std::size_t first_member(std::size_t g) const { return static_cast<std::size_t>(member[grains[g].begin]); }
};

}  // namespace rubble
