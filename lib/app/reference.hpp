#pragma once
// All that a tool says of itself, for programs: docs/site/reference.py makes manual pages, completions, a schema and
// pages of it. docs/formats.md, "Reference of a tool".
#include "app/tool.hpp"

#include <string>

namespace rubble::app {

// (tool, its line of usage, the parser with all its options) => one JSON object.
std::string reference(const Tool& tool, const std::string& usage, const CLI::App& app);

}  // namespace rubble::app
