#pragma once
// Checks of the bonds of a pile that a method does not support.
#include "model/pile.hpp"

#include <string>

namespace rubble::setup {

// (pile, its name, subject with "does" or "do", what to do instead) => InputError if the pile has bonds of soft
// spheres. Bonds of hard spheres, which have no columns, are accepted.
void refuse_beams(const Pile& pile, const std::string& name, const std::string& subject, const std::string& instead);

}  // namespace rubble::setup
