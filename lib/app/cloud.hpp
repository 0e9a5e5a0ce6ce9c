#pragma once
// From a TOML document to a new pile: what rubble-generate makes.
#include "config/document.hpp"
#include "make/cloud.hpp"
#include "make/sizes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rubble::app {

// One TOML file. Bodies are free spheres by a size law or grains by their shapes.
struct CloudPlan {
  std::uint64_t seed = 0;
  Material material;
  std::variant<make::Sizes, make::GrainLaw> bodies;
  std::vector<make::OwnShape> shapes;
  std::optional<make::Intruder> intruder;
  make::Form form;
};

struct NewPile {
  Pile pile;
  make::Cloud cloud;
};

// (document, seed of --seed) => what it asks for. InputError with its place for what cannot be read, for a seed that
// nobody gives, and for both or neither of [size] and [grains].
CloudPlan read_cloud(config::Document& config, const std::optional<std::int64_t>& seed);

// (plan, the document it came from) => the pile. InputError with its place for what cannot be made.
NewPile make_cloud(const CloudPlan& plan, const config::Document& config);

// The tables of all that read_cloud reads, for --describe.
std::string describe_cloud();

}  // namespace rubble::app
