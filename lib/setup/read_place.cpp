#include "setup/read_place.hpp"

#include "setup/run_plan.hpp"

#include <fmt/format.h>

namespace rubble::setup {
namespace {

generate::Drop read_drop(config::Document& config, const std::string& section,
                         const std::optional<UniformGravity>& gravity) {
  const bool given = config.has(section + ".direction");
  auto drop = config.read<generate::Drop>(section);
  if (given || !gravity || gravity->uniform.isZero(0)) return drop;
  drop.direction = gravity->uniform.stableNormalized();
  config.record(section, "direction", drop.direction);
  return drop;
}

}  // namespace

config::Tables describe_places() {
  return config::describe<generate::Placing>(
             {.section = "place", .list = true, .number = "(one for each BODY)"},
             "Position and motion of a placed pile; the tables are in the order of the files.") +
         config::describe<generate::Drop>({.section = "place", .list = true, .key = "rule", .word = "drop"},
                                          "Fall of the pile.") +
         config::describe<UniformGravity>({.section = "external", .number = "(optional)"},
                                          "Uniform gravity, the default direction of falls.");
}

std::vector<PlaceOrder> read_places(config::Document& config, const std::optional<generate::OverlapRule>& overlap) {
  config.know_variants(describe_places);
  const auto gravity = config.read_if<UniformGravity>("external");
  std::vector<PlaceOrder> orders;
  for (const generate::Placing& placing : config.read_each<generate::Placing>("place")) {
    PlaceOrder order{fmt::format("place[{}]", orders.size()), placing, {}};
    if (placing.rule == generate::PlaceRule::drop) order.drop = read_drop(config, order.section, gravity);
    if (overlap) {
      order.placing.overlap = *overlap;
      config.record(order.section, "overlap", name_of(generate::kOverlapRules, *overlap));
    }
    orders.push_back(order);
  }
  return orders;
}

}  // namespace rubble::setup
