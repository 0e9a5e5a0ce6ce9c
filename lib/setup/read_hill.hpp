#pragma once
// Reads [hill], the rotating frame of a patch of a ring or of a satellite. docs/theory.md 4.10.
#include "config/describe.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "setup/read_experiment.hpp"

#include <optional>
#include <string>

namespace rubble::setup {

// [hill] => the frame; one that does not turn if the table is missing. InputError for invalid values.
Hill read_hill(config::Document& config);

// InputError for walls, planets and frozen bodies in Hill's frame, for space that is periodic along z, or along x but
// not along y, and for self-gravity in periodic space.
void require_hill_suited(config::Document& config, const External& external);

// (document, pile, its name for messages, external action with its period settled, protocol of the run) Stores the
// frame of the run in pile, `external` and document. It is that of [hill] or, without this table, that of the pile. =>
// a message for the user if it is that of the pile. InputError if the two differ, if the pile has grains, hulls or, in
// sheared space, bonds, and if the run has a stop rule, a drive, or a feature that needs a centre of mass.
std::optional<std::string> settle_hill(config::Document& config, Pile& pile, const std::string& name,
                                       External& external, const Protocol& protocol);

// (document, frame, step [s]) InputError at step.dt for steps that do not resolve the rotation.
void require_short_steps(const config::Document& config, const Hill& hill, double step);

// (document, external, method with its verb, such as "Contact Dynamics does") InputError if the run has [hill].
void require_no_hill(const config::Document& config, const External& external, const std::string& method);

// The table, for --describe.
config::Tables describe_hill();

}  // namespace rubble::setup
