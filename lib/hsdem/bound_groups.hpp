#pragma once
// Bodies that move as one until the end of a step, because they met too often. docs/theory.md 13.1.
#include "hsdem/aggregates.hpp"

#include <map>
#include <vector>

namespace rubble::hsdem {

class BoundGroups {
 public:
  // (numbers of two bodies at the same time) Merges them until release().
  Aggregates::Merged bind(Aggregates& bodies, std::size_t a, std::size_t b);
  // Separates all groups into their parts with their present motion. => true if there were any
  bool release(const Model& model, Aggregates& bodies);

 private:
  // Part of a group: its state before binding, and the rotation from its frame to that of the group.
  struct Part {
    RigidBody before;
    Quaternion turn = Quaternion::Identity();
  };
  using Parts = std::vector<Part>;

  Parts take_parts(const Aggregates& bodies, std::size_t m);
  static RigidBody released(const Model& model, const Aggregates& bodies, std::size_t m, const Part& part);

  std::map<std::size_t, Parts> parts_;  // of each bound body
};

}  // namespace rubble::hsdem
