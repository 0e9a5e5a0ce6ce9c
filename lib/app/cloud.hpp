#pragma once
// Makes a new pile from a TOML document, for rubble-generate.
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

// Contents of one TOML file. The bodies are free spheres with a size law, grains with given shapes, or grains with
// shapes and a size law.
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
  double speed = 0;  // scale of the ejection speeds, v_c of make::throw_out() [m s-1]; 0 without [ejecta]
};

// (document, seed of --seed) => the plan that it describes. InputError with its place in the document for invalid
// values, if neither --seed nor the document gives a seed, if both [size] and [grains] are missing, or if both [motion]
// and [ejecta] are present.
CloudPlan read_cloud(config::Document& config, const std::optional<std::int64_t>& seed);

// (plan, the document it came from) => the grains to place. InputError with its place if they cannot be made.
make::Grains make_grains(const CloudPlan& plan, const config::Document& config);

// (plan, the document it came from) => the pile. InputError with its place if it cannot be made.
NewPile make_cloud(const CloudPlan& plan, const config::Document& config);

// All tables that read_cloud reads, for --describe.
config::Tables describe_cloud();

}  // namespace rubble::app
