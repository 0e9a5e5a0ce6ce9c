#pragma once
// Targets of probes for tests.
#include "model/external.hpp"
#include "model/probes.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace rubble::test {

// (name, rows of the bodies, point of the torques [m])
inline ProbeTarget bodies(const char* name, std::vector<Index> rows, std::optional<Vec3> about = {}) {
  ProbeTarget target;
  target.name = name;
  target.rigid = rows.size() == 1;
  target.bodies = std::move(rows);
  target.about = about;
  return target;
}
inline ProbeTarget wall(const char* name, Index number) {
  ProbeTarget target;
  target.name = name;
  target.wall = number;
  return target;
}
inline Probes probes_on(const Pile& pile, const External& external, std::vector<ProbeTarget> targets) {
  return {std::move(targets), pile.size(), external.walls(), true};
}

}  // namespace rubble::test
