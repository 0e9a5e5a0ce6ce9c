#pragma once
// Settings of a soft-sphere run that rubble-advise compares.
#include "ssdem/parameters.hpp"

#include <string>
#include <vector>

namespace rubble::setup {

// One set of parameters for the run.
struct SoftChoice {
  std::string name;
  ssdem::Parameters parameters;
};

// (parameters of the file) => the choices to compare: the given ones ("config"); those with automatic stiffness and
// time step ("auto"), if bodies have contacts; those with held gravity ("held"), if there is gravity that is not held.
std::vector<SoftChoice> soft_choices(const ssdem::Parameters& given);

}  // namespace rubble::setup
