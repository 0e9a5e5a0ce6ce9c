#include "detect/contact_area.hpp"

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

const Vec3 kUp = Vec3::UnitZ();

TEST(ContactArea, OfRectangleInAnyOrderWithInnerPoint) {
  const Vec3s corners = {{0, 0, 5}, {2, 3, 5}, {2, 0, 5}, {0, 3, 5}, {1, 1, 5}};
  EXPECT_NEAR(hull_area(corners, kUp), 6, 1e-12);
  EXPECT_NEAR(hull_area(corners, -kUp), 6, 1e-12);
}

TEST(ContactArea, OfTiltedTriangleIsProjected) {
  const Vec3s corners = {{0, 0, 0}, {1, 0, 1}, {0, 2, 0}};
  EXPECT_NEAR(hull_area(corners, kUp), 1, 1e-12);
  EXPECT_NEAR(hull_area(corners, Vec3(-1, 0, 1).normalized()), std::sqrt(2.0), 1e-12);
}

TEST(ContactArea, IsZeroForPointsOnALine) {
  EXPECT_EQ(hull_area({}, kUp), 0);
  EXPECT_EQ(hull_area({{0, 0, 0}, {1, 0, 0}}, kUp), 0);
  EXPECT_NEAR(hull_area({{0, 0, 0}, {1, 1, 0}, {3, 3, 0}, {2, 2, 0}}, kUp), 0, 1e-15);
  EXPECT_NEAR(hull_area({{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}, kUp), 0, 1e-15);
}

}  // namespace
}  // namespace rubble::detect
