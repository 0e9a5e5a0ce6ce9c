#include "advise/speed.hpp"

#include "run/progress.hpp"

#include <algorithm>

namespace rubble::tools {
namespace {

constexpr std::size_t kRepeats = 4;

// Target time halfway between two steps, so that rounding of times does not matter.
double after(std::int64_t steps, const Pile& pile, double tick) {
  return pile.state.time + (static_cast<double>(steps) - 0.5) * tick;
}

}  // namespace

Speed speed_of(const Reals& seconds, double particle_steps) {
  const auto [shortest, longest] = std::minmax_element(seconds.begin(), seconds.end());
  return {particle_steps / *shortest, *longest / *shortest - 1};
}

Speed measured_speed(const setup::Method& method, Pile pile, const External& external, double seconds) {
  const run::Stopwatch all;
  const double tick = method.tick();
  const std::unique_ptr<Stepper> stepper = method.start(pile, external);
  std::int64_t steps = 1;
  stepper->advance(pile.model, pile.state, external, after(steps, pile, tick));
  while (all.seconds() < 0.5 * seconds) {
    steps *= 2;
    stepper->advance(pile.model, pile.state, external, after(steps, pile, tick));
  }

  const Resume start = memory_of(*stepper);
  Reals times;
  // If a slice takes long, two repeats suffice.
  while (times.size() < kRepeats && (times.size() < 2 || all.seconds() < 2 * seconds)) {
    Pile copy = pile;
    const std::unique_ptr<Stepper> again = method.go_on(copy, external, start);
    again->advance(copy.model, copy.state, external, copy.state.time);
    const run::Stopwatch slice;
    again->advance(copy.model, copy.state, external, after(steps, copy, tick));
    times.push_back(slice.seconds());
  }
  return speed_of(times, static_cast<double>(steps) * static_cast<double>(pile.size()));
}

}  // namespace rubble::tools
