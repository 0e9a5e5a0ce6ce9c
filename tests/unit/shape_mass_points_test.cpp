// Mass points with a hull's gravity, compared with the closed form.
#include "shape/kind.hpp"
#include "unit/hulls.hpp"
#include "unit/polyhedron_field.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

using std::numbers::pi;

// Potential at a point outside, or at the centre.
double potential(const Shape& shape, const Vec3& at) { return field_of(shape.vertex, shape.face, at).potential; }

std::vector<Shape> hulls() {
  std::vector<Shape> out;
  for (const Vec3s& points : {box({1, 1, 1}), box({1, 1.5, 2.5}), box({1, 4, 4}), tetrahedron(), octahedron(),
                              Vec3s{{0, 0, 0}, {3, 0, 0}, {0, 2, 0}, {0, 0, 0.5}}})
    out.push_back(make_hull("hull", points).shape);
  for (const Vec3s& points : {icosahedron(), dodecahedron()}) out.push_back(make_hull("icosahedral", points).shape);
  for (int k = 0; k < 12; ++k)
    out.push_back(make_hull("hull", random_points(5 + 5 * k, static_cast<std::uint64_t>(k))).shape);
  return out;
}

// Closed forms. A cube's potential in its centre is 3 ln((sqrt 3 + 1) / (sqrt 3 - 1)) - pi / 2 times its side squared.
// At a corner it is half of this, because eight cubes of half the side meet in the centre. Far away it is volume / r.
TEST(PolyhedronField, Cube) {
  const PlacedShape cube = make_hull("cube", box({1, 1, 1}));
  const double side = 1 / cube.placement.radius;
  const double middle = (3 * std::log((std::sqrt(3.0) + 1) / (std::sqrt(3.0) - 1)) - pi / 2) * side * side;
  EXPECT_NEAR(potential(cube.shape, Vec3::Zero()), middle, 1e-13 * middle);
  const Vec3 corner = 0.5 * side * Vec3::Ones();
  EXPECT_NEAR(potential(cube.shape, (1 + 1e-9) * corner), middle / 2, 1e-8 * middle);
  const Vec3 far(300, -200, 700);
  EXPECT_NEAR(potential(cube.shape, far) * far.norm(), 4 * pi / 3, 1e-6);
}

// Derivatives are consistent with the potential; Poisson's equation holds.
TEST(PolyhedronField, Derivatives) {
  const Shape shape = make_hull("hull", random_points(20, 3)).shape;
  const double step = 1e-4;
  for (const Vec3& at : {Vec3(1.4, 0.5, -0.7), Vec3(0.1, -0.2, 0.15)}) {
    const FieldOfBody here = field_of(shape.vertex, shape.face, at);
    for (int k = 0; k < 3; ++k) {
      const FieldOfBody up = field_of(shape.vertex, shape.face, at + step * Vec3::Unit(k));
      const FieldOfBody down = field_of(shape.vertex, shape.face, at - step * Vec3::Unit(k));
      EXPECT_NEAR((up.potential - down.potential) / (2 * step), here.acceleration[k], 1e-6);
      EXPECT_LT(((up.acceleration - down.acceleration) / (2 * step) - here.gradient.col(k)).norm(), 1e-6);
    }
    EXPECT_NEAR(here.gradient.trace(), at.norm() > 1 ? 0 : -4 * pi, 1e-10);
  }
}

TEST(MassPoints, FewPositiveWithinTheHull) {
  for (const Shape& hull : hulls())
    for (const int order : {0, 1, 2, 3, 4, 5}) {
      const MassPoints points = mass_points(hull, order);
      EXPECT_LE(points.size(), static_cast<std::size_t>((order + 1) * (order + 1)));
      double sum = 0;
      for (std::size_t k = 0; k < points.size(); ++k) {
        EXPECT_GT(points.share[k], 0);
        sum += points.share[k];
        for (const std::vector<Index>& face : hull.face) {
          const FacePlane plane = face_plane(hull.vertex, face);
          EXPECT_LT(plane.normal.dot(points.place[k]), plane.offset);
        }
      }
      EXPECT_NEAR(sum, 1, 1e-14);
    }
}

// Centre, and the traceless part of the second moments S = tr(I) / 2 - I.
TEST(MassPoints, CentreAndQuadrupole) {
  for (const Shape& hull : hulls())
    for (const int order : {2, 3, 4, 5}) {
      const MassPoints points = mass_points(hull, order);
      Vec3 centre = Vec3::Zero();
      Mat3 second = Mat3::Zero();
      for (std::size_t k = 0; k < points.size(); ++k) {
        centre += points.share[k] * points.place[k];
        second += points.share[k] * points.place[k] * points.place[k].transpose();
      }
      EXPECT_LT(centre.norm(), 1e-12);
      const Mat3 wanted = -Mat3(hull.moments.asDiagonal());
      const Mat3 difference = second - wanted;
      EXPECT_LT((difference - difference.trace() / 3 * Mat3::Identity()).norm(), 1e-11);
    }
}

// The error of the field is due to multipoles above the order: relative to the field it falls as the distance to
// -(order + 1).
TEST(MassPoints, FieldIsTheHulls) {
  const double near = 6, far = 12;
  for (const Shape& hull : hulls())
    for (const int order : {0, 2, 3, 4, 5}) {
      const MassPoints points = mass_points(hull, order);
      double errors[2] = {0, 0};
      for (int direction = 0; direction < 30; ++direction) {
        const Vec3 way = Random(5, Purpose::kPlace, static_cast<std::uint64_t>(direction)).in_ball().normalized();
        for (const int k : {0, 1}) {
          const Vec3 at = (k == 0 ? near : far) * hull.reach * way;
          double found = 0;
          for (std::size_t i = 0; i < points.size(); ++i) found += points.share[i] / (at - points.place[i]).norm();
          const double wanted = potential(hull, at) / (4 * pi / 3);
          errors[k] = std::max(errors[k], std::abs(found - wanted) / wanted);
        }
      }
      const double digits = 1e-11;  // rounding error of the closed form
      EXPECT_LT(errors[0], std::pow(near, -(order == 0 ? 2 : order + 1))) << order;
      EXPECT_LT(errors[1], 1.3 * errors[0] * std::pow(near / far, order == 0 ? 2 : order + 1) + digits) << order;
    }
}

// (points, position) => acceleration by the points at this position.
Vec3 pull_of(const MassPoints& points, const Vec3& at) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 d = points.place[i] - at;
    sum += points.share[i] / std::pow(d.norm(), 3) * d;
  }
  return sum;
}

// Near its surface, several points represent a hull better than its centre alone, also a round hull. A body with
// fivefold symmetry about six axes has no multipoles from 1 to 5: the result is its centre alone.
TEST(MassPoints, NearTheSurface) {
  for (const Shape& hull : hulls()) {
    const MassPoints points[3] = {mass_points(hull, 0), mass_points(hull, 3), mass_points(hull, 5)};
    double squares[3] = {0, 0, 0};
    for (int direction = 0; direction < 60; ++direction) {
      const Vec3 way = Random(6, Purpose::kPlace, static_cast<std::uint64_t>(direction)).in_ball().normalized();
      const Vec3 at = 1.2 * hull.reach * way;
      const Vec3 wanted = field_of(hull.vertex, hull.face, at).acceleration / (4 * pi / 3);
      for (int k = 0; k < 3; ++k)
        squares[k] += (pull_of(points[k], at) - wanted).squaredNorm() / wanted.squaredNorm() / 60;
    }
    EXPECT_LE(squares[1], 1.001 * squares[0]);
    EXPECT_LT(squares[2], 0.02 * 0.02);
    if (hull.name == "icosahedral")
      EXPECT_EQ(points[2].size(), 1u);
    else
      EXPECT_LT(std::sqrt(squares[2]), 0.35 * std::sqrt(squares[0])) << hull.vertex.size();
  }
}

}  // namespace
}  // namespace rubble::shape
