// The rule for how long a neighbour list holds, with displacements that are known exactly.
#include "detect/list_margin.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

TEST(ListMargin, HoldsUntilADisplacementExceedsItsMargin) {
  const Reals margin{1, 2, 4};
  const auto holds = [&](const Reals& moved) {
    return list_holds(
        3, [&](std::size_t i) { return moved[i]; }, [&](std::size_t i) { return margin[i]; });
  };
  EXPECT_TRUE(holds({1, 2, 4}));
  EXPECT_FALSE(holds({1, std::nextafter(2, 3), 0}));
  EXPECT_FALSE(holds({0, 0, std::numeric_limits<double>::quiet_NaN()}));
}

TEST(ListMargin, OneBoundHoldsForAllBodies) {
  EXPECT_TRUE(list_holds(0.5, 0.5));
  EXPECT_FALSE(list_holds(std::nextafter(0.5, 1), 0.5));
  EXPECT_FALSE(list_holds(std::numeric_limits<double>::quiet_NaN(), 0.5));
}

TEST(ListMargin, CommonDisplacementIsTheMean) {
  const Vec3s before{{0, 0, 0}, {1, 0, 0}}, now{{1, 2, 0}, {4, 2, -1}};
  EXPECT_EQ(mean_displacement(now, before), Vec3(2, 2, -0.5));
}

}  // namespace
}  // namespace rubble::detect
