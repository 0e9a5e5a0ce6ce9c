#pragma once
// Makes a new pile from a TOML document, for rubble-generate.
#include "config/describe.hpp"
#include "generate/cloud.hpp"
#include "generate/ejecta.hpp"
#include "generate/sizes.hpp"
#include "generate/start_motion.hpp"
#include "setup/read_shapes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rubble::setup {

// Contents of one TOML file. The bodies are free spheres with a size law, grains with given shapes, or grains with
// shapes and a size law.
struct CloudPlan {
  std::uint64_t seed = 0;
  Material material;
  std::optional<generate::Sizes> sizes;
  std::optional<generate::GrainLaw> grains;
  OwnShapes own;
  std::optional<generate::Intruder> intruder;
  std::optional<generate::Motion> motion;
  std::optional<generate::Ejecta> ejecta;
  generate::Form form;
};

struct NewPile {
  Pile pile;
  generate::Cloud cloud;
  double speed = 0;  // scale of the ejection speeds, v_c of generate::throw_out() [m s-1]; 0 without [ejecta]
};

// (document, seed of --seed) => the plan that it describes. InputError with its place in the document for invalid
// values, if neither --seed nor the document gives a seed, if both [size] and [grains] are missing, or if both [motion]
// and [ejecta] are present.
CloudPlan read_cloud(config::Document& config, const std::optional<std::int64_t>& seed);

// (plan, the document it came from) => the grains to place. InputError with its place if they cannot be made.
generate::Grains make_grains(const CloudPlan& plan, const config::Document& config);

// (plan, the document it came from) => the pile. InputError with its place if it cannot be made.
NewPile make_cloud(const CloudPlan& plan, const config::Document& config);

// All tables that read_cloud reads, for --describe.
config::Tables describe_cloud();

}  // namespace rubble::setup
