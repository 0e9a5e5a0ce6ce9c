#pragma once
// Description of a tool for programs: docs/site/reference.py makes manual pages, completions, a schema and web pages
// from it. docs/formats.md, "Reference of a tool".
#include "cli/tool.hpp"

#include <string>

namespace rubble::cli {

// (tool, its usage line, parser with all options) => one JSON object.
std::string reference(const Tool& tool, const std::string& usage, const CLI::App& app);

}  // namespace rubble::cli
