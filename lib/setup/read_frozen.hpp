#pragma once
// Reads frozen bodies, [[frozen]], from a TOML document.
#include "config/describe.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <string>
#include <vector>

namespace rubble::setup {

// [[frozen]] => selections and motions; the positions of the bodies are set by settle_frozen(). InputError unless each
// table selects bodies in one way, and for an amplitude without a frequency.
std::vector<FrozenBodies> read_frozen(config::Document& config);

// (document, pile, external action, name of a feature that needs a free pile or nullptr) Finds the frozen bodies in the
// pile, sets `since` to the time of the pile where it is "auto", and gives the bodies their velocities. InputError for
// bodies that do not exist or are selected twice, for parts of grains, if no body is free, and if `centred` is not
// nullptr.
void settle_frozen(config::Document& config, Pile& pile, External& external, const char* centred);

// (document, external action, name of the method) => InputError if there are frozen bodies.
void require_no_frozen(const config::Document& config, const External& external, const std::string& method);

// The tables that read_frozen() reads, for --describe.
config::Tables describe_frozen();

}  // namespace rubble::setup
