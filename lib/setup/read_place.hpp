#pragma once
// Reads the placements of piles, [[place]], from a TOML document.
#include "config/describe.hpp"
#include "generate/place.hpp"

namespace rubble::setup {

// One [[place]] table.
struct PlaceOrder {
  std::string section;  // "place[0]"
  generate::Placing placing;
  std::optional<generate::Drop> drop;  // for the rule "drop"
};

// (document; rule for overlaps that replaces the key of all tables) => the tables, in the order of the document. A drop
// without a direction falls along [external] uniform, and the document records that direction.
std::vector<PlaceOrder> read_places(config::Document& config, const std::optional<generate::OverlapRule>& overlap = {});

// The tables that read_places() reads, for --describe.
config::Tables describe_places();

}  // namespace rubble::setup
