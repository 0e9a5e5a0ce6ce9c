#pragma once
// How fast steps are on this machine, tried on the pile itself.
#include "model/external.hpp"
#include "model/pile.hpp"
#include "ssdem/parameters.hpp"

namespace rubble::app {

struct Speed {
  double particle_steps = 0;  // per second of wall time, with the threads that are set
  std::int64_t steps = 0;     // that were timed
};

// (resolved parameters, pile, what acts from outside, time step [s], wall time [s] to spend at least) => speed.
// Steps are taken in slices, each twice as long as the one before, and the last slice counts: neighbour lists, and
// gravity that is held, have come to their pace by then. The pile is advanced as a copy.
Speed measured_speed(const ssdem::Parameters& p, Pile pile, const External& external, double dt, double seconds);

}  // namespace rubble::app
