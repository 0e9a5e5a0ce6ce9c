#pragma once
// How fast steps are on this machine, tried on the pile itself.
#include "base/vec.hpp"
#include "method/method.hpp"

namespace rubble::app {

struct Speed {
  double particle_steps = 0;  // per second of wall time, with the threads that are set
  double spread = 0;          // of equal repeats: the longest over the shortest time, less 1
};

// (wall times of equal repeats [s], at least one; particle-steps of each) => speed: that of the shortest, since other
// work on the machine only ever makes a repeat longer.
Speed speed_of(const Reals& seconds, double particle_steps);

// (prepared method, pile, what acts from outside, wall time [s] to spend at least) => speed.
// Steps are taken in slices, each twice as long as the one before, for half of that time: neighbour lists, and gravity
// that is held, come to their pace. The next slice is timed, several times from the same state. The pile is advanced as
// a copy.
Speed measured_speed(const method::Method& method, Pile pile, const External& external, double seconds);

}  // namespace rubble::app
