// A smooth curve through a table.
#include "base/error.hpp"
#include "model/curve.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace {

using namespace rubble;

const Curve& some() {
  static const Curve curve({0, 1, 3, 3.5}, {0, 2, -1, 4});
  return curve;
}

TEST(BaseCurve, GoesThroughItsPointsAndRestsOutside) {
  EXPECT_EQ(some().at(0), 0);
  EXPECT_NEAR(some().at(1), 2, 1e-15);
  EXPECT_NEAR(some().at(3), -1, 1e-15);
  EXPECT_EQ(some().at(3.5), 4);
  EXPECT_EQ(some().at(-5), 0);
  EXPECT_EQ(some().at(5), 4);
  for (const double x : {-1.0, 0.0, 3.5, 9.0}) EXPECT_EQ(some().slope(x), 0);
}

TEST(BaseCurve, SlopeIsTheDerivativeAndHasNoJumps) {
  const double h = 1e-6;
  for (double x = 0.05; x < 3.5; x += 0.1)
    EXPECT_NEAR(some().slope(x), (some().at(x + h) - some().at(x - h)) / (2 * h), 1e-6) << x;
  for (const double knot : {0.0, 1.0, 3.0, 3.5}) {
    EXPECT_NEAR(some().slope(knot - 1e-9), some().slope(knot + 1e-9), 1e-6);
    EXPECT_NEAR(some().at(knot - 1e-9), some().at(knot + 1e-9), 1e-7);
  }
}

TEST(BaseCurve, IsExactForAParabolaAwayFromTheEnds) {
  Reals place, value;
  for (const double x : {0.0, 1.0, 2.5, 3.0, 5.0}) place.push_back(x), value.push_back(x * x - 3 * x);
  const Curve curve(place, value);
  for (double x = 1.1; x < 3; x += 0.2) EXPECT_NEAR(curve.at(x), x * x - 3 * x, 1e-14);
}

TEST(BaseCurve, BoundsHold) {
  double largest = 0, steepest = 0;
  for (double x = 0; x < 3.5; x += 1e-3) {
    largest = std::max(largest, std::abs(some().at(x)));
    steepest = std::max(steepest, std::abs(some().slope(x)));
  }
  EXPECT_NEAR(some().bound(), largest, 1e-4);
  EXPECT_NEAR(some().steepest(), steepest, 1e-4);
}

TEST(BaseCurve, InvalidTablesAreRefused) {
  EXPECT_THROW(Curve({0}, {0}), InputError);
  EXPECT_THROW(Curve({0, 1}, {0}), InputError);
  EXPECT_THROW(Curve({0, 1, 1}, {0, 1, 2}), InputError);
}

}  // namespace
