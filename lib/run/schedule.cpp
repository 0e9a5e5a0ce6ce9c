#include "run/schedule.hpp"

#include "base/keys_error.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::run {
namespace {

std::int64_t whole_steps(double interval, double dt, const std::string& key) {
  if (const std::string wrong = too_many_steps(interval, dt); !wrong.empty())
    throw KeysError({key, "step.dt"}, fmt::format("{} is {}", key, wrong));
  return std::max<std::int64_t>(1, std::llround(interval / dt));
}

std::int64_t steps_of_run(double duration, double dt) {
  if (duration < dt / 2)
    throw KeysError(
        {"run.duration", "step.dt"},
        fmt::format("run.duration is {} s, less than half a step of {} s: raise it, or lower step.dt", duration, dt));
  return whole_steps(duration, dt, "run.duration");
}

}  // namespace

std::string too_many_steps(double interval, double dt) {
  constexpr double kMost = 9007199254740992.0;  // 2^53: doubles represent all integers up to this
  const double steps = interval / dt;
  if (steps < kMost) return "";
  return fmt::format("{} s, which is {:g} steps of {} s, more than {:g} steps", interval, steps, dt, kMost);
}

Schedule::Schedule(const setup::RunPlan& plan, double dt, std::optional<double> push_every)
    : end_(steps_of_run(plan.duration, dt)),
      record_(whole_steps(plan.record_every, dt, "run.record_every")),
      frame_(plan.frame_every > 0 ? whole_steps(plan.frame_every, dt, "run.frame_every") : 0),
      push_(push_every ? whole_steps(*push_every, dt, "interval of the drive") : 0) {}

std::int64_t Schedule::next(std::int64_t step) const {
  std::int64_t next = std::min(end_, (step / record_ + 1) * record_);
  if (frame_ > 0) next = std::min(next, (step / frame_ + 1) * frame_);
  if (push_ > 0) next = std::min(next, (step / push_ + 1) * push_);
  return next;
}

}  // namespace rubble::run
