// Compounds of hulls: mass properties against closed forms and against a count of cells, surface, and refusals.
#include "base/ball.hpp"
#include "shape/compound.hpp"
#include "unit/compounds.hpp"
#include "unit/refusal.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

using test::BoxAt;
using test::of_boxes;

// Inertia of boxes about a point, at unit density: the closed form of a box and the theorem of parallel axes.
Mat3 inertia_of_boxes(const std::vector<BoxAt>& boxes, const Vec3& about) {
  Mat3 sum = Mat3::Zero();
  for (const BoxAt& box : boxes) {
    const double volume = box.sides.prod();
    const Vec3 square = box.sides.cwiseAbs2();
    const Vec3 arm = box.place - about;
    const Vec3 own(square.y() + square.z(), square.z() + square.x(), square.x() + square.y());
    sum += volume / 12 * Mat3(own.asDiagonal());
    sum += volume * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
  }
  return sum;
}

// Inertia of the compound along the axes in which its parts were given.
Mat3 inertia_of(const Compound& compound) {
  const Mat3 axes = compound.turn.toRotationMatrix();
  return axes * compound.moments.asDiagonal() * axes.transpose();
}

// The L has its centre of mass at (3 * 0 + 2 * 1, 0, 2 * 1.5) / 5. Two faces of 1 x 1 are inside.
TEST(Compound, EllAgainstClosedForms) {
  const Compound ell = of_boxes(test::kEll);
  EXPECT_NEAR(ell.volume, 5, 1e-12);
  EXPECT_LT((ell.centre - Vec3(0.4, 0, 0.6)).norm(), 1e-12);
  EXPECT_LT((inertia_of(ell) - inertia_of_boxes(test::kEll, ell.centre)).norm(), 1e-11);
  EXPECT_NEAR(ell.area, 14 + 10 - 2, 1e-9);
  EXPECT_NEAR(ell.reach, Vec3(1.9, 0.5, 1.1).norm(), 1e-12);
  EXPECT_LE(ell.moments[0], ell.moments[1]);
  EXPECT_LE(ell.moments[1], ell.moments[2]);
}

// The arms of the cross have four inner faces.
TEST(Compound, CrossAgainstClosedForms) {
  const Compound cross = of_boxes(test::kCross);
  EXPECT_NEAR(cross.volume, 9, 1e-12);
  EXPECT_LT(cross.centre.norm(), 1e-12);
  EXPECT_LT((inertia_of(cross) - inertia_of_boxes(test::kCross, Vec3::Zero())).norm(), 1e-11);
  EXPECT_NEAR(cross.area, 6 + 4 * 10 - 2 * 4, 1e-9);
}

// A prism and a box, turned: the sums over the centres of cells that lie in one of the parts. The error of the count is
// that of cells at the surface.
TEST(Compound, TurnedPartsAgainstACountOfCells) {
  const Quaternion turn = quaternion(1, 0.3, -0.2, 0.5);
  Vec3s prism{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 1}, {2, 0, 1}, {0, 2, 1}};
  Vec3s box = placed(shape::box({2, 1, 1}), Quaternion::Identity(), {1, -0.5, 0.5});
  const Compound compound = make_compound(
      "house", {make_hull("prism", placed(prism, turn, {1, 2, 3})), make_hull("box", placed(box, turn, {1, 2, 3}))});
  EXPECT_NEAR(compound.volume, 4, 1e-12);
  const int cells = 100;
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  const double side = 3.0 / cells;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int k = 0; k < cells / 3; ++k) {
        const Vec3 x = side * Vec3(i + 0.5, j + 0.5, k + 0.5) - Vec3(0, 1, 0);
        const bool inside = x.y() > 0 ? x.x() + x.y() < 2 : x.x() < 2;
        if (!inside) continue;
        const double cell = side * side / (cells / 3);
        volume += cell;
        first += cell * x;
        second += cell * x * x.transpose();
      }
  const Vec3 centre = first / volume;
  EXPECT_NEAR(compound.volume, volume, 0.02);
  EXPECT_LT((compound.centre - (Vec3(1, 2, 3) + turn * centre)).norm(), 0.01);
  second -= volume * centre * centre.transpose();
  const Mat3 counted = second.trace() * Mat3::Identity() - second;
  const Mat3 axes = turn.toRotationMatrix();
  EXPECT_LT((axes.transpose() * inertia_of(compound) * axes - counted).norm(), 0.02 * counted.norm());
}

// The halves of a box have the properties of the box, and its parts stand where they were given.
TEST(Compound, HalvesMakeTheWhole) {
  const Compound halves = of_boxes(test::kHalves);
  const PlacedShape whole = test::hull_of({{2, 1.2, 0.8}, Vec3::Zero()});
  const double radius = whole.placement.radius;
  EXPECT_NEAR(halves.volume, ball_volume(radius), 1e-13);
  EXPECT_LT((halves.moments / halves.volume - radius * radius * whole.shape.moments).norm(), 1e-13);
  EXPECT_NEAR(halves.reach, radius * whole.shape.reach, 1e-13);
  EXPECT_NEAR(halves.area, radius * radius * whole.shape.area, 1e-12);
  for (std::size_t k = 0; k < 2; ++k) {
    const Vec3 place = halves.centre + halves.turn * halves.part[k].placement.centre;
    EXPECT_LT((place - test::kHalves[k].place).norm(), 1e-13);
  }
  const Shape shape = shape_of(halves);
  EXPECT_EQ(shape.kind, Kind::aggregate);
  EXPECT_NEAR(shape.area, whole.shape.area, 1e-12);
}

TEST(Compound, IsRefusedWithTheReason) {
  const auto refused = [](const std::vector<BoxAt>& boxes) { return test::refusal([&] { of_boxes(boxes); }); };
  EXPECT_EQ(refused({}), "a compound needs two or more parts, found 0");
  EXPECT_EQ(refused({{{1, 1, 1}, {0, 0, 0}}}), "a compound needs two or more parts, found 1");
  EXPECT_EQ(refused({{{1, 1, 1}, {0, 0, 0}}, {{1, 1, 1}, {0.9, 0, 0}}}),
            "parts 0 and 1 overlap by 0.1 m: parts may only touch; move them apart");
  EXPECT_EQ(refused({{{1, 1, 1}, {0, 0, 0}}, {{1, 1, 1}, {1, 0, 0}}, {{1, 1, 1}, {2.1, 0, 0}}}),
            "part 2 is not connected to part 0 by parts that touch: move them together");
  EXPECT_EQ(refused({{{1, 1, 1}, {0, 0, 0}}, {{1, 1, 1}, {1 + 1e-8, 0, 0}}}), "");
}

}  // namespace
}  // namespace rubble::shape
