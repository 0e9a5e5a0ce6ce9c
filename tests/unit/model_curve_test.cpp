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

// Points on one side of the vertex, which is at 1.5.
TEST(BaseCurve, IsExactForAParabolaAwayFromTheEnds) {
  Reals place, value;
  for (const double x : {2.0, 3.0, 4.5, 5.0, 7.0}) place.push_back(x), value.push_back(x * x - 3 * x);
  const Curve curve(place, value);
  for (double x = 3.1; x < 5; x += 0.2) EXPECT_NEAR(curve.at(x), x * x - 3 * x, 1e-14);
}

TEST(BaseCurve, StaysBetweenNeighbouringPointsAndRestsBetweenEqualOnes) {
  const Reals place{0, 1, 1.01, 3, 3.5, 5}, value{0, 0, 8, 8.1, -1, -1};
  const Curve curve(place, value);
  for (std::size_t k = 0; k + 1 < place.size(); ++k) {
    double last = value[k];
    const double sign = value[k + 1] < value[k] ? -1 : 1;
    for (int part = 1; part <= 100; ++part) {
      const double now = curve.at(place[k] + 0.01 * part * (place[k + 1] - place[k]));
      EXPECT_GE(sign * (now - last), -1e-14) << k << " " << part;
      last = now;
    }
  }
  EXPECT_EQ(curve.at(0.7), 0);
  EXPECT_EQ(curve.slope(4.2), 0);
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
