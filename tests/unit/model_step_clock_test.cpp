// The clock of runs in steps of equal length.
#include "base/error.hpp"
#include "model/step_clock.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble {
namespace {

State at(std::int64_t step, double time) {
  State state;
  state.step = step;
  state.time = time;
  return state;
}

// A sum of ten million steps of 0.1 s is 1.6e-4 s too large; IEEE 754 double precision.
TEST(StepClock, TimeHasNoRoundingDrift) {
  State state = at(7, 2.5);
  const StepClock clock(state, 0.1);
  double sum = 2.5;
  for (int k = 0; k < 10'000'000; ++k) {
    clock.tick(state);
    sum += 0.1;
  }
  EXPECT_EQ(state.step, 10'000'007);
  EXPECT_EQ(state.time, 2.5 + 1e7 * 0.1);
  EXPECT_GT(std::abs(sum - state.time), 1e-5);
  EXPECT_EQ(clock.steps(state), 10'000'000);
  EXPECT_FALSE(clock.at_start(state));
  EXPECT_TRUE(clock.at_start(at(7, 2.5)));
}

TEST(StepClock, EndIsReachedWithinAMillionthOfAStep) {
  const StepClock clock(at(0, 0), 2);
  EXPECT_TRUE(clock.reached(at(5, 10), 10));
  EXPECT_TRUE(clock.reached(at(5, 10), 10 + 1e-6));
  EXPECT_FALSE(clock.reached(at(5, 10), 10 + 3e-6));
  EXPECT_FALSE(clock.reached(at(5, 10), 12));
}

TEST(StepClock, ArchiveKeepsTheStartOfTheRun) {
  StepClock first(at(3, 1), 0.25);
  Resume resume;
  Archive save(resume);
  first.archive(save, "clock");
  StepClock second(at(13, 3.5), 0.25);
  const Resume& stored = resume;
  Archive load(stored);
  second.archive(load, "clock");
  EXPECT_EQ(second.base_step(), 3);
  EXPECT_EQ(second.time_of(13), 3.5);
  EXPECT_NO_THROW(second.require_time_of(at(13, 3.5), "clock"));
}

TEST(StepClock, StartsThatDoNotLeadToTheStateAreRefused) {
  const auto starting = [](std::int64_t step, double time) { return StepClock(at(step, time), 0.25); };
  const State now = at(13, 3.5);
  EXPECT_NO_THROW(starting(3, 1).require_time_of(now, "clock"));
  EXPECT_NO_THROW(starting(13, 3.5).require_time_of(now, "clock"));
  EXPECT_THROW(starting(4, 1).require_time_of(now, "clock"), InputError);
  EXPECT_THROW(starting(3, 1.001).require_time_of(now, "clock"), InputError);
  EXPECT_THROW(starting(14, 3.75).require_time_of(now, "clock"), InputError);
  EXPECT_THROW(starting(-1, 0).require_time_of(now, "clock"), InputError);
  EXPECT_THROW(starting(3, std::nan("")).require_time_of(now, "clock"), InputError);
}

}  // namespace
}  // namespace rubble
