#pragma once
// Speed of a run on this machine, measured with the pile itself.
#include "base/vec.hpp"
#include "setup/method.hpp"

namespace rubble::tools {

struct Speed {
  double particle_steps = 0;  // per second of wall time, with the present number of threads
  double spread = 0;          // longest / shortest time of equal repeats, minus 1
};

// (wall times of equal repeats [s], at least one; particle-steps of each) => speed of the shortest repeat, because
// other work on the machine can only make a repeat longer.
Speed speed_of(const Reals& seconds, double particle_steps);

// (prepared method, pile, external action, wall time [s] to spend at least) => speed. Half of the time is a warm-up for
// neighbour lists and held gravity forces, with slices that double in length. The last slice is then repeated several
// times from the same state and timed. The pile is a copy.
Speed measured_speed(const setup::Method& method, Pile pile, const External& external, double seconds);

}  // namespace rubble::tools
