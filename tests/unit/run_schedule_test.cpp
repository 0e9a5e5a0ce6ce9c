// The scheduled times of a run in whole steps.
#include "base/error.hpp"
#include "run/schedule.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace {

using rubble::run::Schedule;
using rubble::setup::RunPlan;

std::vector<std::int64_t> moments(const Schedule& schedule) {
  std::vector<std::int64_t> all;
  for (std::int64_t step = 0; step < schedule.end();) all.push_back(step = schedule.next(step));
  return all;
}

TEST(AppSchedule, VisitsEveryRecordEveryFrameAndTheEnd) {
  RunPlan plan;
  plan.duration = 10, plan.record_every = 4, plan.frame_every = 3;
  const Schedule schedule(plan, 1.0);
  EXPECT_EQ(moments(schedule), (std::vector<std::int64_t>{3, 4, 6, 8, 9, 10}));
  EXPECT_TRUE(schedule.records(4) && schedule.records(10) && !schedule.records(3));
  EXPECT_TRUE(schedule.frames(3) && schedule.frames(10) && !schedule.frames(4));
}

TEST(AppSchedule, IntervalsAreRoundedToAtLeastOneStep) {
  RunPlan plan;
  plan.duration = 1, plan.record_every = 1e-9;
  const Schedule schedule(plan, 0.3);
  EXPECT_EQ(moments(schedule), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_FALSE(schedule.frames(3));
}

TEST(AppSchedule, RunsOfLessThanHalfAStep) {
  rubble::setup::RunPlan plan;
  plan.duration = 4.9, plan.record_every = 1;
  EXPECT_THROW(Schedule(plan, 10), rubble::InputError);
  plan.duration = 5.1;
  EXPECT_EQ(Schedule(plan, 10).end(), 1);
}

TEST(AppSchedule, MoreStepsThanCanBeCounted) {
  EXPECT_EQ(rubble::run::too_many_steps(1e15, 1.0), "");
  EXPECT_EQ(rubble::run::too_many_steps(1e17, 0.5),
            "1e+17 s, which is 2e+17 steps of 0.5 s, more than 9.0072e+15 steps");
  EXPECT_NE(rubble::run::too_many_steps(1e17, 0.0), "");
}

TEST(AppSchedule, PushesAreSeparateMoments) {
  RunPlan plan;
  plan.duration = 10, plan.record_every = 4;
  const Schedule schedule(plan, 1.0, 2.9);
  EXPECT_EQ(moments(schedule), (std::vector<std::int64_t>{3, 4, 6, 8, 9, 10}));
  EXPECT_TRUE(schedule.pushes(3) && schedule.pushes(9) && !schedule.pushes(4) && !schedule.pushes(0));
  EXPECT_FALSE(schedule.records(3));
  EXPECT_EQ(Schedule(plan, 1.0, 0.0).push_every(), 1);
  EXPECT_FALSE(Schedule(plan, 1.0).pushes(3));
}

TEST(AppSchedule, MoreStepsThanCanBeCountedAreRefused) {
  RunPlan plan;
  plan.duration = 1e10, plan.record_every = 1;
  EXPECT_THROW(Schedule(plan, 1e-9), rubble::InputError);
}

}  // namespace
