#pragma once
// Kinds of targets of probes: the keys of [[probe]] that select bodies or a wall.
#include "config/describe.hpp"
#include "model/probes.hpp"

#include <functional>
#include <span>

namespace rubble::setup {

// Where targets are found.
struct ProbedScene {
  const Pile& pile;
  const External& external;
  std::size_t box = 0;  // number of planes that belong to [box]; they follow those of [[plane]]
};

// Finds a target. KeyError for a target that does not exist.
using FindTarget = std::function<void(const ProbedScene&, ProbeTarget&)>;

// Key of a kind of target, the other key that it may have, and its functions.
struct TargetKind {
  const char *key, *second;
  FindTarget (*read)(config::Document&, const std::string&);
  config::Tables (*describe)(const char*, const char*);
  const char *variant, *text;
};

// All kinds.
std::span<const TargetKind> target_kinds();

}  // namespace rubble::setup
