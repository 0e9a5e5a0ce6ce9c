// Estimate of the remaining time of a run.
#include "run/progress.hpp"

#include <chrono>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

namespace {

using rubble::run::Progress;

// A quarter of the steps is done; the remaining duration takes three times as long.
TEST(AppProgress, TimeLeftFollowsTheStopRuleIfItPredictsItsEnd) {
  Progress progress("test", true, 10, 400, 1000);
  Progress::Now now;
  now.expected_end = std::numeric_limits<double>::infinity();
  progress.start(now);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  now.time = 100, now.step = 250;
  const double whole = progress.seconds_left(now);
  EXPECT_NEAR(whole / (3 * progress.wall_time()), 1, 0.1);
  now.expected_end = 200;  // a third of the remaining duration
  EXPECT_NEAR(progress.seconds_left(now) / whole, 1.0 / 3, 0.03);
  now.expected_end = 50;  // the rule may be met at the next check
  EXPECT_EQ(progress.seconds_left(now), 0);
}

}  // namespace
