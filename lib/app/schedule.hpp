#pragma once
// The moments of a run in whole steps since its start, so that no rounding of times can shift them.
#include "app/parameters.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace rubble::app {

// (time [s], dt [s]) => "1e30 s, 1e+30 steps of 1 s: ..." if it has more steps than can be counted, else ""
std::string too_many_steps(double interval, double dt);

// (plan, start [s], time between the pushes of a drive [s], if there is one) => the tick of a run whose method can stop
// at any time [s], to which all intervals are rounded: 2^-24 of the shortest, but 16 times what the digits of the end
// tell.
double fine_tick(const RunPlan& plan, double start, std::optional<double> push_every = {});

class Schedule {
 public:
  // (plan, dt [s], time between the pushes of a drive [s], if there is one): every interval is rounded to whole steps,
  // at least one. InputError beyond 2^53 steps.
  Schedule(const RunPlan& plan, double dt, std::optional<double> push_every = {});

  std::int64_t end() const { return end_; }
  bool records(std::int64_t step) const { return step % record_ == 0 || step == end_; }
  bool frames(std::int64_t step) const { return frame_ > 0 && (step % frame_ == 0 || step == end_); }
  bool pushes(std::int64_t step) const { return push_ > 0 && step > 0 && step % push_ == 0; }
  std::int64_t push_every() const { return push_; }  // 0: never
  // The first moment after `step` at which something is recorded or pushed.
  std::int64_t next(std::int64_t step) const;

 private:
  std::int64_t end_ = 0, record_ = 0, frame_ = 0, push_ = 0;
};

}  // namespace rubble::app
