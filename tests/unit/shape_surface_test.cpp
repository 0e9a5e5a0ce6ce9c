// Surfaces of shapes: support, extents, distances, points on the surface; and refused shapes.
#include "base/error.hpp"
#include "shape/check_shape.hpp"
#include "shape/kind.hpp"
#include "shape/mass_properties.hpp"
#include "shape/surface.hpp"
#include "unit/hulls.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

const Vec3 kSide(3, 2, 1);  // moments about x, y, z ascend

Shape brick() { return make_hull("brick", box(kSide)).shape; }
// Half sides of the normalised brick.
Vec3 half_sides() { return 0.5 * kSide / std::cbrt(kSide.prod() * 0.75 / std::numbers::pi); }

Vec3 random_vector(Random& random, double size) { return size * random.in_ball(); }

TEST(ShapeKind, FarthestPoint) {
  const Shape shape = brick();
  const Vec3 half = half_sides();
  Random random(1, Purpose::kPlace);
  for (int k = 0; k < 100; ++k) {
    const Vec3 d = random_vector(random, 3);
    const Vec3 corner = half.cwiseProduct(d.cwiseSign());
    EXPECT_LT((support(shape, d) - corner).norm(), 1e-14);
    EXPECT_EQ(support(shape, d), shape.vertex[farthest_vertex(shape, d)]);
    EXPECT_LT((support(sphere(), d) - d.normalized()).norm(), 1e-15);
  }
  EXPECT_EQ(farthest_vertex(shape, {1, 0, 0}), 4);  // the first of four
}

// A box turned by R has half extents |R| h.
TEST(ShapeKind, Extents) {
  const Shape shape = brick();
  const Mat3 axes = quaternion(1, 2, 3, 4).toRotationMatrix();
  const Vec3 expected = axes.transpose().cwiseAbs() * half_sides();
  const Extents found = extents(shape, axes);
  EXPECT_LT((found.high - expected).norm(), 1e-14);
  EXPECT_LT((found.low + expected).norm(), 1e-14);
  EXPECT_LT((extents(shape).high - half_sides()).norm(), 1e-14);
  EXPECT_LT((extents(sphere(), axes).low + Vec3::Ones()).norm(), 1e-14);
  const Extents skew = extents(make_hull("tetrahedron", tetrahedron()).shape, axes);
  EXPECT_GT((skew.low + skew.high).norm(), 0.1);
}

// Distance of a point from a box with half sides h: with q = |x| - h, |max(q, 0)| + min(max q, 0).
TEST(ShapeKind, DistanceFromABox) {
  const Shape shape = brick();
  Random random(2, Purpose::kPlace);
  int inside = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 x = random_vector(random, 2);
    const Vec3 q = x.cwiseAbs() - half_sides();
    const double expected = q.cwiseMax(0).norm() + std::min(q.maxCoeff(), 0.0);
    EXPECT_NEAR(distance(shape, x), expected, 1e-14) << x.transpose();
    EXPECT_EQ(distance(shape, x) <= 0, expected <= 0);
    inside += expected <= 0;
    EXPECT_NEAR(distance(sphere(), x), x.norm() - 1, 1e-15);
  }
  EXPECT_GT(inside, 50);
}

// (shape, spacing) => the largest distance of 20,000 random points of its surface from the nearest sample.
double largest_gap(const Shape& shape, const Vec3s& samples) {
  Random random(3, Purpose::kPlace);
  double largest = 0;
  for (int k = 0; k < 20000; ++k) {
    Vec3 x = random.on_sphere();
    if (shape.kind == Kind::hull) {  // along the ray to its face
      double t = std::numeric_limits<double>::infinity();
      for (const std::vector<Index>& face : shape.face) {
        const FacePlane plane = face_plane(shape.vertex, face);
        if (plane.normal.dot(x) > 0) t = std::min(t, plane.offset / plane.normal.dot(x));
      }
      x *= t;
    }
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec3& s : samples) nearest = std::min(nearest, (s - x).squaredNorm());
    largest = std::max(largest, std::sqrt(nearest));
  }
  return largest;
}

TEST(ShapeSurface, SamplesCoverTheSurface) {
  const Shape shapes[] = {sphere(), brick(), make_hull("random", random_points(20, 7)).shape};
  for (const Shape& shape : shapes)
    for (const double spacing : {0.2, 0.5, 5.0}) {
      const Vec3s points = surface_points(shape, spacing);
      for (const Vec3& x : points) EXPECT_NEAR(distance(shape, x), 0, 1e-14);
      const double gap = largest_gap(shape, points);
      EXPECT_LE(gap, spacing) << shape.name;
      EXPECT_GT(gap, spacing < 1 ? 0.4 * spacing : 0) << shape.name;  // no more points than necessary
    }
}

// A box of sides a, b, c: edges in parts of at most the spacing, faces on grids of spacing / sqrt(2).
TEST(ShapeSurface, CountsOfABox) {
  const double spacing = 0.3, pitch = spacing / std::numbers::sqrt2;
  const Vec3 side = 2 * half_sides();
  const auto parts = [](double length, double step) { return std::ceil(length / step); };
  double expected = 8;
  for (int k = 0; k < 3; ++k) {
    expected += 4 * (parts(side[k], spacing) - 1);
    expected += 2 * parts(side[(k + 1) % 3], pitch) * parts(side[(k + 2) % 3], pitch);
  }
  EXPECT_EQ(static_cast<double>(surface_points(brick(), spacing).size()), expected);
}

TEST(ShapeSurface, AreaOfABox) {
  const Vec3 side = 2 * half_sides();
  const Shape shape = brick();
  const double area = 2 * (side[0] * side[1] + side[1] * side[2] + side[2] * side[0]);
  EXPECT_NEAR(surface_area(shape.vertex, shape.face), area, 1e-13);
  for (const std::vector<Index>& face : shape.face) EXPECT_GT(face_plane(shape.vertex, face).offset, 0.3);
}

// For coarse spacings, samples of a hull are its corners, and samples of a sphere are at least four points.
TEST(ShapeSurface, CoarseAndRefused) {
  const Shape shape = brick();
  const Vec3s coarse = surface_points(shape, 100);
  EXPECT_EQ(Vec3s(coarse.begin(), coarse.begin() + 8), shape.vertex);
  EXPECT_EQ(coarse.size(), 8u + 6u);
  EXPECT_EQ(surface_points(sphere(), 100).size(), 4u);
  for (const double spacing : {0.0, -1.0, 1e-5, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(surface_points(shape, spacing), InputError);
    EXPECT_THROW(surface_points(sphere(), spacing), InputError);
  }
}

// The spiral is uniform: its mean and second moments are those of the sphere.
TEST(ShapeSurface, SpiralOfASphere) {
  const Vec3s points = sphere_points(1000);
  Vec3 mean = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const Vec3& x : points) {
    EXPECT_NEAR(x.norm(), 1, 1e-15);
    mean += x / 1000;
    second += x * x.transpose() / 1000;
  }
  EXPECT_LT(mean.norm(), 1e-3);
  EXPECT_LT((second - Mat3::Identity() / 3).norm(), 1e-3);
}

TEST(ShapeSurface, AggregatesAreRefused) {
  const Shape rod = shape_of(aggregate("rod", 1));
  EXPECT_THROW(support(rod, {1, 0, 0}), InputError);
  EXPECT_THROW(extents(rod), InputError);
  EXPECT_THROW(distance(rod, {1, 0, 0}), InputError);
  EXPECT_THROW(surface_points(rod, 0.1), InputError);
  EXPECT_THROW(farthest_vertex(rod, {1, 0, 0}), InputError);
  EXPECT_THROW(farthest_vertex(sphere(), {1, 0, 0}), InputError);
}

TEST(ShapeCheck, WellMadeShapesPass) {
  EXPECT_EQ(violation(sphere()), std::nullopt);
  for (const std::string& name : aggregate_names()) EXPECT_EQ(violation(shape_of(aggregate(name, 0.3))), std::nullopt);
  for (const Vec3s& points : {box(kSide), icosahedron(), dodecahedron(), random_points(50, 9), box({1, 1, 1e-4})})
    EXPECT_EQ(violation(make_hull("body", points).shape), std::nullopt);
}

// Each kind of damage, and the beginning of its message.
TEST(ShapeCheck, DamageIsNamed) {
  const Shape good = make_hull("body", random_points(12, 21)).shape;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    const char* said;
    std::function<void(Shape&)> damage;
  } cases[] = {
      {"name: expected a text, found none", [](Shape& s) { s.name.clear(); }},
      {"reach: expected a number > 0", [&](Shape& s) { s.reach = nan; }},
      {"area: expected a number > 0", [](Shape& s) { s.area = -s.area; }},
      {"moments: expected values > 0 in ascending order", [](Shape& s) { s.moments = -s.moments; }},
      {"moments: expected values > 0 in ascending order", [](Shape& s) { std::swap(s.moments[0], s.moments[2]); }},
      {"moments: expected values > 0 in ascending order",
       [](Shape& s) { s.moments[2] = 1.01 * (s.moments[0] + s.moments[1]); }},
      {"vertex 3: expected finite", [&](Shape& s) { s.vertex[3][1] = nan; }},
      {"faces: face 0: no vertex 99", [](Shape& s) { s.face[0][0] = 99; }},
      {"faces: face 0: no vertex -1", [](Shape& s) { s.face[0][0] = -1; }},
      {"faces: face 0: expected at least 3", [](Shape& s) { s.face[0].pop_back(); }},
      {"faces: face 0: vertex 0 occurs twice", [](Shape& s) { s.face[0].push_back(0); }},
      {"faces: the edge of vertices", [](Shape& s) { s.face.pop_back(); }},
      {"faces: two faces have the edge", [](Shape& s) { std::reverse(s.face[0].begin(), s.face[0].end()); }},
      {"faces: vertex 10 is in 0 faces", [](Shape& s) { s.vertex.push_back(Vec3::Zero()); }},
      {"faces: expected vertices - edges + faces = 2, found 0", [](Shape& s) { s.face.clear(), s.vertex.clear(); }},
      {"face 0: vertex",
       [](Shape& s) {
         for (auto& f : s.face) std::reverse(f.begin(), f.end());
       }},
      {"face 0: vertex", [](Shape& s) { s.vertex[0] *= 0.01; }},
      {"reach: expected", [](Shape& s) { s.reach *= 1.001; }},
      {"reach: expected",
       [](Shape& s) {
         for (Vec3& x : s.vertex) x *= 1.001;
       }},
      {"volume: expected",
       [](Shape& s) {
         for (Vec3& x : s.vertex) x *= 1.001;
         s.reach *= 1.001;
       }},
      {"moments: expected", [](Shape& s) { s.moments *= 1.001; }},
      {"area: expected", [](Shape& s) { s.area *= 1.001; }},
      {"vertex: expected none", [](Shape& s) { s.kind = Kind::sphere; }},
  };
  EXPECT_EQ(violation(good), std::nullopt);
  for (const auto& c : cases) {
    Shape bad = good;
    c.damage(bad);
    const std::string said = violation(bad).value_or("nothing");
    EXPECT_EQ(said.substr(0, std::string(c.said).size()), c.said) << said;
  }
}

// Moved or rotated out of its frame.
TEST(ShapeCheck, AnotherFrame) {
  const Shape good = brick();
  Shape moved = good;
  moved.vertex = placed(good.vertex, Quaternion::Identity(), {1e-3, 0, 0});
  moved.reach = support(moved, {1, 0, 0}).norm();
  EXPECT_EQ(violation(moved).value_or("").substr(0, 14), "centre of mass");
  Shape turned = good;
  turned.vertex = placed(good.vertex, quaternion(1, 0, 0, 1e-5), {0, 0, 0});
  EXPECT_EQ(violation(turned).value_or("").substr(0, 19), "products of inertia");
  turned.vertex = placed(good.vertex, Quaternion(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ())), {0, 0, 0});
  EXPECT_EQ(violation(turned).value_or("").substr(0, 7), "moments");
}

// Single faces: a dart, corners off their plane, a point above.
TEST(ShapeCheck, NotConvex) {
  const Faces face{{0, 1, 2, 3}};
  const Vec3s square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const auto said = [&](Vec3s vertex, const Vec3s& points) {
    return not_convex(vertex, face, points, 1e-3).value_or("nothing");
  };
  const auto with_corner = [&](const Vec3& corner) {
    Vec3s out = square;
    out[2] = corner;
    return out;
  };
  EXPECT_EQ(said(square, {{5, 5, 1e-4}, {0, 0, -3}}), "nothing");
  EXPECT_EQ(said(with_corner({0.2, 0.2, 0}), {}), "face 0: the corner at vertex 2 is not convex");
  EXPECT_EQ(said(with_corner({1, 1, 0.1}), {}), "face 0: vertex 0 lies outside its plane");
  EXPECT_EQ(said(square, {{0, 0, -1}, {0.5, 0.5, 2e-3}}).substr(0, 28), "face 0: vertex 1 lies above ");
}

TEST(ShapeCheck, SpheresAndAggregates) {
  Shape ball = sphere();
  ball.moments = Vec3(0.4, 0.4, 0.41);
  EXPECT_EQ(violation(ball).value_or("").substr(0, 7), "moments");
  ball = sphere();
  ball.reach = 2;
  EXPECT_EQ(violation(ball).value_or("").substr(0, 5), "reach");
  Shape rod = shape_of(aggregate("rod", 1));
  rod.face = {{0, 1, 2}};
  EXPECT_EQ(violation(rod).value_or("").substr(0, 4), "face");
}

}  // namespace
}  // namespace rubble::shape
