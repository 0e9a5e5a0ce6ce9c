#pragma once
// The time of a run in steps of equal length.
#include "base/archive.hpp"
#include "model/pile.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace rubble {

// A body that reaches the surface of a planet.
struct Impact {
  std::size_t planet = 0;  // its number in External
  std::int64_t body = 0;   // its id
};

class StepClock {
 public:
  // (state at the start of the run, length of a step [s]).
  StepClock(const State& state, double dt) : base_step_(state.step), base_time_(state.time), dt_(dt) {}

  double dt() const { return dt_; }  // [s]
  std::int64_t base_step() const { return base_step_; }
  // Number of steps from the start of the run to the state.
  std::int64_t steps(const State& state) const { return state.step - base_step_; }
  bool at_start(const State& state) const { return state.step == base_step_; }
  // Time at the start of a step [s]: base time + (step - base step) dt, which has no rounding drift.
  double time_of(std::int64_t step) const { return base_time_ + static_cast<double>(step - base_step_) * dt_; }
  // True if the state is at least at the time `until` [s], or earlier by no more than a millionth of a step, or if an
  // impact has ended the run.
  bool reached(const State& state, double until) const { return impact_ || !(state.time < until - 1e-6 * dt_); }
  // Advances the number of steps and the time of the state by one step.
  void tick(State& state) const {
    ++state.step;
    state.time = time_of(state.step);
  }

  // Ends the run with this impact: no further step begins.
  void stop(const Impact& impact) { impact_ = impact; }
  const std::optional<Impact>& impact() const { return impact_; }

  // Saves or loads the start of the run as <name>/base_step and <name>/base_time.
  void archive(Archive& archive, const std::string& name);
  // InputError if the loaded start does not lead to the time of the state. `name` is the name in the archive.
  void require_time_of(const State& state, const std::string& name) const;

 private:
  std::int64_t base_step_;
  double base_time_;  // [s]
  double dt_;         // [s]
  std::optional<Impact> impact_ = {};
};

}  // namespace rubble
