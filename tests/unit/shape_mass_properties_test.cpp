// Mass properties of polyhedra compared with published values, formulas of boxes, and Monte Carlo integration.
#include "base/random.hpp"
#include "shape/hull.hpp"
#include "shape/mass_properties.hpp"
#include "unit/hulls.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

MassProperties of_hull(const Vec3s& points) {
  const Polyhedron hull = hull_of(points);
  return mass_properties(hull.vertex, hull.face);
}

// (side lengths) => moments of a box of unit density about its axes: V (b^2 + c^2) / 12, ...
Vec3 box_moments(const Vec3& side) {
  const Vec3 squares = side.cwiseProduct(side);
  return side.prod() / 12 * (Vec3::Constant(squares.sum()) - squares);
}

// Exact up to rounding for any position and orientation of the box: a wrong sign or factor in any element would be
// detected.
TEST(ShapeMass, Box) {
  const Vec3 side(3, 1, 2);
  for (const Quaternion& turn : {Quaternion::Identity(), quaternion(1, 2, -3, 4)}) {
    const Mat3 r = turn.toRotationMatrix();
    const Mat3 inertia = r * box_moments(side).asDiagonal() * r.transpose();
    for (const Vec3& centre : {Vec3(0, 0, 0), Vec3(2, -1, 4)}) {
      const MassProperties mass = of_hull(placed(box(side), turn, centre));
      EXPECT_NEAR(mass.volume, 6, 1e-14 * 6);
      EXPECT_LT((mass.centre - centre).norm(), 2e-15);
      EXPECT_LT((mass.inertia - inertia).norm(), 2e-14 * inertia.norm()) << mass.inertia;
    }
  }
}

// Integrals about the origin of x, x^2 and x y, for a box from there to (3, 1, 2).
TEST(ShapeMass, IntegralsAboutTheOrigin) {
  const Polyhedron hull = hull_of(placed(box({3, 1, 2}), Quaternion::Identity(), {1.5, 0.5, 1}));
  const Bulk bulk = bulk_of(hull.vertex, hull.face);
  EXPECT_NEAR(bulk.volume, 6, 1e-14);
  EXPECT_LT((bulk.first - Vec3(9, 3, 6)).norm(), 1e-14);
  Mat3 second;
  second << 18, 4.5, 9, 4.5, 2, 3, 9, 3, 8;
  EXPECT_LT((bulk.second - second).norm(), 1e-13) << bulk.second;
}

// A closed surface need not be convex: a box of 2 x 2 x 2 without one of its eight unit cubes.
TEST(ShapeMass, Notched) {
  const Polyhedron whole = hull_of(placed(box({2, 2, 2}), Quaternion::Identity(), {1, 1, 1}));
  const Polyhedron corner = hull_of(placed(box({1, 1, 1}), Quaternion::Identity(), {1.5, 1.5, 1.5}));
  Bulk bulk = bulk_of(whole.vertex, whole.face);
  Polyhedron hole = corner;
  for (std::vector<Index>& face : hole.face) std::reverse(face.begin(), face.end());
  bulk += bulk_of(hole.vertex, hole.face);
  const MassProperties mass = about_centre(bulk);
  EXPECT_NEAR(mass.volume, 7, 1e-14);
  EXPECT_LT((mass.centre - Vec3::Constant((8 - 1.5) / 7)).norm(), 1e-14);
  // Seven cubes: each contributes V / 6 about its own centre, plus the term of its distance from the common centre.
  Mat3 inertia = Mat3::Identity() * 7 / 6;
  for (int k = 0; k < 7; ++k) {
    const Vec3 d = Vec3(k & 1 ? 1.5 : 0.5, k & 2 ? 1.5 : 0.5, k & 4 ? 1.5 : 0.5) - Vec3::Constant(6.5 / 7);
    inertia += d.squaredNorm() * Mat3::Identity() - d * d.transpose();
  }
  EXPECT_LT((mass.inertia - inertia).norm(), 1e-13);
}

// The worked example of Tonon 2005, doi:10.3844/jmssp.2005.8.11 (its products y z, x z and x y come in that order; all
// numbers are for unit density).
TEST(ShapeMass, PublishedTetrahedron) {
  const MassProperties mass =
      of_hull({{8.33220, -11.86875, 0.93355}, {0.75523, 5.00000, 16.37072}, {52.61236, 5.00000, -5.38580}, {2, 5, 3}});
  EXPECT_LT((mass.centre - Vec3(15.92492, 0.78281, 3.72962)).norm(), 5e-5);  // the printed value is off by 3e-5
  Mat3 inertia;
  inertia << 43520.33257, -11996.20119, 46343.16662, -11996.20119, 194711.28938, -4417.66150, 46343.16662, -4417.66150,
      191168.76173;
  EXPECT_LT((mass.inertia - inertia).cwiseAbs().maxCoeff(), 0.02) << mass.inertia;
}

// Volumes, and moments about any axis over mass and edge^2: Satterly 1958, The Mathematical Gazette 42, 11.
TEST(ShapeMass, RegularSolids) {
  const double phi = std::numbers::phi, root2 = std::numbers::sqrt2, root5 = std::sqrt(5.0);
  const struct {
    const char* name;
    Vec3s points;
    double edge, volume, moment;
  } solids[] = {
      {"tetrahedron", tetrahedron(), 2 * root2, root2 / 12, 1.0 / 20},
      {"cube", box({1, 1, 1}), 1, 1, 1.0 / 6},
      {"octahedron", octahedron(), root2, root2 / 3, 1.0 / 10},
      {"dodecahedron", dodecahedron(), 2 / phi, (15 + 7 * root5) / 4, (39 * phi + 28) / 150},
      {"icosahedron", icosahedron(), 2, 5 * (3 + root5) / 12, phi * phi / 10},
  };
  for (const auto& solid : solids) {
    const MassProperties mass = of_hull(placed(solid.points, quaternion(3, -1, 2, 2), {1, 2, 3}));
    const double volume = solid.volume * std::pow(solid.edge, 3);
    const Mat3 inertia = solid.moment * volume * solid.edge * solid.edge * Mat3::Identity();
    EXPECT_NEAR(mass.volume / volume, 1, 1e-14) << solid.name;
    EXPECT_LT((mass.inertia - inertia).norm(), 1e-13 * inertia.norm()) << solid.name;
    EXPECT_LT((mass.centre - Vec3(1, 2, 3)).norm(), 1e-14) << solid.name;
  }
}

// Monte Carlo: points of the unit ball behind every plane through three of the points that has all others on one side.
// The bounds are five times the standard errors of the means of n samples.
TEST(ShapeMass, RandomHullAgainstMonteCarlo) {
  const Vec3s points = random_points(30, 11);
  std::vector<FacePlane> planes;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j)
      for (std::size_t k = j + 1; k < points.size(); ++k) add_supporting_plane(points, i, j, k, planes);
  const Polyhedron hull = hull_of(points);
  EXPECT_EQ(planes.size(), hull.face.size());

  constexpr int n = 400000;
  Random random(5, Purpose::kResample);
  Vec3s hits;
  for (int i = 0; i < n; ++i) {
    const Vec3 x = random.in_ball();
    const bool in =
        std::all_of(planes.begin(), planes.end(), [&](const FacePlane& p) { return p.normal.dot(x) < p.offset; });
    if (in) hits.push_back(x);
  }
  const double part = static_cast<double>(hits.size()) / n;
  const double ball = 4 * std::numbers::pi / 3;
  const MassProperties mass = mass_properties(hull.vertex, hull.face);
  EXPECT_NEAR(mass.volume, part * ball, 5 * ball * std::sqrt(part * (1 - part) / n));

  Vec3 mean = Vec3::Zero();
  for (const Vec3& x : hits) mean += x / static_cast<double>(hits.size());
  const double per_hit = 1 / std::sqrt(static_cast<double>(hits.size()));
  EXPECT_LT((mass.centre - mean).cwiseAbs().maxCoeff(), 5 * 0.5 * per_hit);  // no standard deviation is above 0.5
  Mat3 spread = Mat3::Zero();
  for (const Vec3& x : hits) spread += (x - mean) * (x - mean).transpose() / static_cast<double>(hits.size());
  const Mat3 inertia = spread.trace() * Mat3::Identity() - spread;
  EXPECT_LT((mass.inertia / mass.volume - inertia).cwiseAbs().maxCoeff(), 5 * 0.3 * per_hit);
}

// The frame is right-handed, its moments ascend, and it diagonalises the tensor.
TEST(ShapePrincipalFrame, MakesTheTensorDiagonal) {
  for (const Vec3& moments : {Vec3(1, 2, 3), Vec3(2, 2, 3), Vec3(1, 3, 3), Vec3(2, 2, 2)})
    for (int k = 0; k < 20; ++k) {
      Random random(3, Purpose::kOrientation, k);
      const Mat3 r = quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform())
                         .toRotationMatrix();
      const Mat3 tensor = r * moments.asDiagonal() * r.transpose();
      const PrincipalFrame frame = principal_frame(tensor);
      EXPECT_LT((frame.moments - moments).norm(), 1e-14);
      EXPECT_LT((frame.axes * moments.asDiagonal() * frame.axes.transpose() - tensor).norm(), 1e-14);
      EXPECT_LT((frame.axes.transpose() * frame.axes - Mat3::Identity()).norm(), 1e-14);
      EXPECT_NEAR(frame.axes.determinant(), 1, 1e-14);
    }
}

// If moments are equal, the given axes decide, not rounding.
TEST(ShapePrincipalFrame, EqualMoments) {
  const Mat3 noise = 1e-15 * (Mat3() << 1, 2, 3, 2, -1, 1, 3, 1, 2).finished();
  const auto axes = [&](const Vec3& diagonal) { return principal_frame(Mat3(diagonal.asDiagonal()) + noise).axes; };
  EXPECT_EQ(axes({2, 2, 2}), Mat3::Identity());
  EXPECT_LT((axes({2, 2, 3}) - Mat3::Identity()).norm(), 1e-12);
  EXPECT_LT((axes({1, 3, 3}) - (Mat3() << 1, 0, 0, 0, 1, 0, 0, 0, 1).finished()).norm(), 1e-12);
  EXPECT_LT((axes({3, 1, 3}) - (Mat3() << 0, 1, 0, 1, 0, 0, 0, 0, -1).finished()).norm(), 1e-12);
  EXPECT_LT((axes({2, 3, 2}) - (Mat3() << 1, 0, 0, 0, 0, 1, 0, -1, 0).finished()).norm(), 1e-12);
  // The distinct direction is 44 degrees from x and 46 from y: z decides.
  const Vec3 own = Vec3(std::cos(0.77), std::sin(0.77), 0);
  const Mat3 frame = principal_frame(3 * Mat3::Identity() - 2 * own * own.transpose()).axes;
  EXPECT_LT((frame.col(0) - own).norm(), 1e-12);
  EXPECT_LT((frame.col(1) - Vec3::UnitZ()).norm(), 1e-12);
  // For all-different moments, the direction with a positive largest component.
  EXPECT_LT((axes({1, 2, 3}) - Mat3::Identity()).norm(), 1e-12);
  EXPECT_LT((axes({3, 2, 1}) - (Mat3() << 0, 0, -1, 0, 1, 0, 1, 0, 0).finished()).norm(), 1e-12);
}

}  // namespace
}  // namespace rubble::shape
