#pragma once
// From a TOML document to a new pile: what rubble-generate makes.
#include "app/shapes.hpp"
#include "config/describe.hpp"
#include "make/cloud.hpp"
#include "make/ejecta.hpp"
#include "make/motion.hpp"
#include "make/sizes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rubble::app {

// One TOML file. Bodies are free spheres by a size law, grains by their shapes, or these in sizes by a law.
struct CloudPlan {
  std::uint64_t seed = 0;
  Material material;
  std::optional<make::Sizes> sizes;
  std::optional<make::GrainLaw> grains;
  OwnShapes own;
  std::optional<make::Intruder> intruder;
  std::optional<make::Motion> motion;
  std::optional<make::Ejecta> ejecta;
  make::Form form;
};

struct NewPile {
  Pile pile;
  make::Cloud cloud;
  double speed = 0;  // of ejecta, one radius from where they fly away from [m s-1]
};

// (document, seed of --seed) => the plan it describes. InputError with its place for what cannot be read, for a seed
// that nobody gives, and for neither of [size] and [grains].
CloudPlan read_cloud(config::Document& config, const std::optional<std::int64_t>& seed);

// (plan, the document it came from) => the grains to place. InputError with its place for what cannot be made.
make::Grains make_grains(const CloudPlan& plan, const config::Document& config);

// (plan, the document it came from) => the pile. InputError with its place for what cannot be made.
NewPile make_cloud(const CloudPlan& plan, const config::Document& config);

// The tables of all that read_cloud reads, for --describe.
config::Tables describe_cloud();

}  // namespace rubble::app
