#pragma once
// Reads external forces, walls and periods from a TOML document.
#include "config/describe.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>

namespace rubble::setup {

// [external], [[planet]], [external.planet], [[plane]], [box], [[mesh]], [[frozen]], [periodic], [hill] => external
// fields, walls and frozen bodies. Planes have unit normals; the six of the box come last. InputError for invalid
// values, and for planets in periodic space, and for a wall that is not parallel to a periodic axis.
External read_external(config::Document& config);

// (document, pile, its name for messages, external action, name of a feature that needs a centre of mass or nullptr)
// Stores the period of the run in pile, `external` and document. It is the period of [periodic] or, without this table,
// the period of the pile. => a message for the user if it is that of the pile. InputError if the two differ, if bodies
// are too large for the period, if a wall is not parallel to a periodic axis, or if the run is periodic and `centred`
// is not nullptr.
std::optional<std::string> settle_period(config::Document& config, Pile& pile, const std::string& name,
                                         External& external, const char* centred);

// Replaces "auto" in the motion of triangulated walls, and writes the walls of the run to the pile's space. Returns a
// message for the user if the pile had contacts with walls that do not exist in the run.
std::optional<std::string> settle_walls(config::Document& config, Pile& pile, External& external);

// The tables that read_external() reads, for --describe.
config::Tables describe_external();

}  // namespace rubble::setup
