#pragma once
// Moments of a run as integer numbers of steps since its start, so that rounding of times cannot shift them.
#include "setup/run_plan.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace rubble::run {

// (time [s], dt [s]) => error message if the time has more steps than doubles can count, else ""
std::string too_many_steps(double interval, double dt);

class Schedule {
 public:
  // (plan, dt [s], interval of the drive [s] if there is one) Rounds every interval to an integer number of steps, at
  // least one. InputError beyond 2^53 steps, and for a duration of less than half a step.
  Schedule(const setup::RunPlan& plan, double dt, std::optional<double> push_every = {});

  std::int64_t end() const { return end_; }
  bool records(std::int64_t step) const { return step % record_ == 0 || step == end_; }
  bool frames(std::int64_t step) const { return frame_ > 0 && (step % frame_ == 0 || step == end_); }
  bool pushes(std::int64_t step) const { return push_ > 0 && step > 0 && step % push_ == 0; }
  std::int64_t push_every() const { return push_; }  // [steps]; 0: there is no drive
  // First moment after `step` at which there is a record, a frame or a push, or the end of the run.
  std::int64_t next(std::int64_t step) const;

 private:
  std::int64_t end_ = 0, record_ = 0, frame_ = 0, push_ = 0;
};

}  // namespace rubble::run
