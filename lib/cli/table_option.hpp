#pragma once
// Options of tools that print tables: --json, --csv and --columns.
#include "cli/options.hpp"
#include "cli/table.hpp"

namespace rubble::cli {

// (options of a tool, how its table is printed if one of the options is given)
void add_table_form(Options& options, TableForm& form);

}  // namespace rubble::cli
