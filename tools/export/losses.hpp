#pragma once
// Parts of a pile that a text format does not store.
#include "model/pile.hpp"

#include <string>

namespace rubble::tools {

// (pile, "csv", "xyz", "obj", "ply", "vtp" or "pvd") => the parts that the pile has and the format does not store, as
// "the period, 12 contacts"; "" if there are none. The period is the only loss that is named for pictures (vtp, pvd).
std::string losses(const Pile& pile, const std::string& format);

}  // namespace rubble::tools
