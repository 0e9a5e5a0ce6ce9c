#pragma once
// From a TOML document to what acts on a pile from outside.
#include "config/describe.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>

namespace rubble::app {

// [external], [external.planet], [[plane]], [box], [periodic] => what acts from outside; planes have unit normals, the
// box's six last. InputError for a wall across an axis along which space repeats itself.
External read_external(config::Document& config);

// (document, pile as read, its name, what acts from outside as configured, what needs a centre of mass: nullptr if
// nothing does) puts the period of the run into both: that of [periodic], else that of the pile, which is recorded in
// the document. => what to tell the user, if the pile decided. InputError if both say different things, if the bodies
// are too large for the period, and for a period where something needs a centre of mass.
std::optional<std::string> settle_period(config::Document& config, Pile& pile, const std::string& name,
                                         External& external, const char* centred);

// (pile as read, what acts from outside) puts the walls of the run into the pile's space. => what to tell the user, if
// the pile had contacts with walls that are not there now.
std::optional<std::string> settle_walls(Pile& pile, const External& external);

// The tables that it reads, for --describe.
config::Tables describe_external();

}  // namespace rubble::app
