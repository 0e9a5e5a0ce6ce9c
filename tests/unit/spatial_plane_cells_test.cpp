// Points near a place of a plane, with and without periods, against a search through all points.
#include "base/random.hpp"
#include "spatial/plane_cells.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace rubble::spatial {
namespace {

// Distance along one axis; with a period, to the nearest image.
double apart(double a, double b, double period) {
  const double way = a - b;
  return std::abs(period > 0 ? way - period * std::round(way / period) : way);
}

std::vector<PlanePoint> random_points(std::size_t number, double length) {
  Random random(7, Purpose::kPlace, 0);
  std::vector<PlanePoint> points;
  for (std::size_t i = 0; i < number; ++i)
    points.push_back({random.uniform(-length, length), random.uniform(0, length)});
  return points;
}

void compare(const PlanePoint& period, double width, double reach) {
  const std::vector<PlanePoint> points = random_points(300, 10);
  const PlaneCells cells(points, period, width);
  for (const PlanePoint& place : random_points(50, 25)) {
    std::set<Index> visited;
    cells.near(place, reach, [&](Index k) { EXPECT_TRUE(visited.insert(k).second); });
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double across = apart(points[i][0], place[0], period[0]), up = apart(points[i][1], place[1], period[1]);
      if (across > reach || up > reach) continue;
      EXPECT_TRUE(visited.contains(static_cast<Index>(i))) << place[0] << " " << place[1];
    }
  }
}

TEST(PlaneCells, FindsAllNearPointsOnce) {
  for (const double reach : {0.0, 0.3, 2.0, 50.0}) {
    compare({0, 0}, 0.5, reach);
    compare({20, 0}, 0.5, reach);
    compare({0, 10}, 0.5, reach);
    compare({20, 10}, 0.5, reach);
    compare({20, 10}, 100, reach);
  }
}

TEST(PlaneCells, VisitsFewOfManyPoints) {
  const std::vector<PlanePoint> points = random_points(10000, 100);
  const PlaneCells cells(points, {200, 100}, 1);
  std::size_t visited = 0;
  cells.near({3, 99.9}, 1, [&](Index) { ++visited; });
  EXPECT_LT(visited, 50u);
}

TEST(PlaneCells, HoldsNoPointsOrOnePoint) {
  const PlaneCells none({}, {0, 0}, 1);
  none.near({0, 0}, 10, [](Index) { FAIL(); });
  const PlaneCells one({{4, 5}}, {0, 0}, 1);
  std::size_t visited = 0;
  one.near({4, 5}, 0, [&](Index) { ++visited; });
  EXPECT_EQ(visited, 1u);
}

}  // namespace
}  // namespace rubble::spatial
