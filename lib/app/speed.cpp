#include "app/speed.hpp"

#include "app/progress.hpp"
#include "ssdem/stepper.hpp"

namespace rubble::app {

Speed measured_speed(const ssdem::Parameters& p, Pile pile, const External& external, double dt, double seconds) {
  ssdem::Stepper stepper(p, pile, external);
  const Stopwatch all;
  Speed speed;
  for (std::int64_t steps = 1; all.seconds() < seconds; steps *= 2) {
    // Aimed between two steps, so that the rounding of times does not matter.
    const double until = pile.state.time + (static_cast<double>(steps) - 0.5) * dt;
    const Stopwatch slice;
    stepper.advance(pile.model, pile.state, external, until);
    speed.particle_steps = static_cast<double>(steps) * static_cast<double>(pile.size()) / slice.seconds();
    speed.steps = steps;
  }
  return speed;
}

}  // namespace rubble::app
