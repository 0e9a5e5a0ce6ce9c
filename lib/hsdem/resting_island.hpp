#pragma once
// Impulses of the contacts at rest of one island: sweeps, acceleration and minimisation. docs/theory.md 13.6.
#include "hsdem/resting.hpp"

#include <vector>

namespace rubble::hsdem {

struct IslandReport {
  RestingReport report;
  bool unbounded = false;  // true if no solution exists
};

// (bodies, links, largest work) Finds the impulses of connected bodies as solve_resting() describes, in one attempt.
IslandReport solve_island(std::vector<RestingBody>& bodies, std::vector<RestingLink>& links, double most);

}  // namespace rubble::hsdem
