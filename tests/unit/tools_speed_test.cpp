#include "advise/speed.hpp"

#include <gtest/gtest.h>

namespace rubble::tools {
namespace {

TEST(Speed, IsThatOfTheShortestRepeat) {
  const Speed speed = speed_of({2.5, 2.0, 3.0}, 1000);
  EXPECT_DOUBLE_EQ(speed.particle_steps, 500);
  EXPECT_DOUBLE_EQ(speed.spread, 0.5);
  EXPECT_DOUBLE_EQ(speed_of({2.0, 2.0}, 1000).spread, 0);
}

}  // namespace
}  // namespace rubble::tools
