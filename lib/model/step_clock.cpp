#include "model/step_clock.hpp"

#include "base/error.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace rubble {

void StepClock::archive(Archive& archive, const std::string& name) {
  archive.value(name + "/base_step", base_step_);
  archive.value(name + "/base_time", base_time_);
}

void StepClock::require_time_of(const State& state, const std::string& name) const {
  if (base_step_ < 0 || base_step_ > state.step)
    throw InputError(
        fmt::format("expected a step from 0 to {} in {}/base_step, found {}", state.step, name, base_step_));
  const double start = state.time - static_cast<double>(steps(state)) * dt_;
  const double rounding = 1e-6 * dt_ + 8 * std::numeric_limits<double>::epsilon() * std::abs(state.time);
  if (!(std::abs(start - base_time_) <= rounding))
    throw InputError(fmt::format("expected {} s, {} steps before the time {} s, in {}/base_time, found {} s", start,
                                 steps(state), state.time, name, base_time_));
}

}  // namespace rubble
