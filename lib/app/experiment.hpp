#pragma once
// From a TOML document to what acts on a pile from outside.
#include "config/describe.hpp"
#include "model/external.hpp"

namespace rubble::app {

// [external], [external.planet], [[plane]], [box] => what acts from outside; planes have unit normals, the box's six
// last.
External read_external(config::Document& config);

// The tables that it reads, for --describe.
config::Tables describe_external();

}  // namespace rubble::app
