// The interface of all kinds of shape: each function agrees with the others, for every kind that bodies can have.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "shape/kind.hpp"
#include "shape/mass_properties.hpp"
#include "shape/prepared_shape.hpp"
#include "unit/hulls.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

const Placement kPlace{{3, -4, 5}, quaternion(1, 2, 3, 4).normalized(), 2};

// One shape of each kind that bodies can have.
std::vector<Shape> shapes() { return {sphere(), make_hull("brick", box({3, 2, 1})).shape}; }

Vec3 placed_point(const Vec3& x) { return kPlace.centre + kPlace.radius * (kPlace.turn * x); }

TEST(ShapeKind, Names) {
  for (const Kind kind : {Kind::sphere, Kind::aggregate, Kind::hull})
    EXPECT_EQ(kind_named(functions_of(kind).name), kind);
  EXPECT_EQ(kind_named("cube"), std::nullopt);
  EXPECT_EQ(kind_names(), "sphere, aggregate or hull");
  EXPECT_FALSE(functions_of(Kind::sphere).is_oriented);
  EXPECT_FALSE(functions_of(Kind::aggregate).is_oriented);
  EXPECT_TRUE(functions_of(Kind::hull).is_oriented);
}

// The farthest point along a direction is on the surface, and no corner of a mesh is farther.
TEST(ShapeKind, SupportIsOnTheSurface) {
  Random random(1, Purpose::kPlace);
  for (const Shape& shape : shapes()) {
    const Polyhedron body = mesh(shape, 200);
    for (int k = 0; k < 50; ++k) {
      const Vec3 d = random.on_sphere();
      const Vec3 top = support(shape, d);
      EXPECT_NEAR(distance(shape, top), 0, 1e-12) << shape.name;
      for (const Vec3& x : body.vertex) EXPECT_LE(d.dot(x), d.dot(top) + 1e-12) << shape.name;
      EXPECT_LE(top.norm(), shape.reach * (1 + 1e-14)) << shape.name;
      const Vec3 core = core_support(shape, d);
      EXPECT_LT((core + skin_of(shape) * d - top).norm(), 1e-12) << shape.name;
    }
    const Extents ends = extents(shape);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(ends.high[axis], support(shape, Vec3::Unit(axis))[axis], 1e-15) << shape.name;
      EXPECT_NEAR(ends.low[axis], support(shape, -Vec3::Unit(axis))[axis], 1e-15) << shape.name;
    }
  }
}

TEST(ShapeKind, SurfaceAndMesh) {
  for (const Shape& shape : shapes()) {
    for (const Vec3& x : surface_points(shape, 0.5)) EXPECT_NEAR(distance(shape, x), 0, 1e-12) << shape.name;
    const Polyhedron body = mesh(shape, 1000);
    for (const Vec3& x : body.vertex) EXPECT_NEAR(distance(shape, x), 0, 1e-12) << shape.name;
    EXPECT_NEAR(mass_properties(body.vertex, body.face).volume / ball_volume(1), 1, 0.01) << shape.name;
    EXPECT_NEAR(surface_area(body.vertex, body.face) / shape.area, 1, 0.01) << shape.name;
  }
}

TEST(ShapeKind, FarthestPointOfAPlacedShape) {
  Random random(2, Purpose::kPlace);
  for (const Shape& shape : shapes()) {
    const Polyhedron body = mesh(shape, 5000);
    for (int k = 0; k < 20; ++k) {
      const Vec3 point = kPlace.centre + 5 * random.in_ball();
      double farthest = 0;
      for (const Vec3& x : body.vertex) farthest = std::max(farthest, (placed_point(x) - point).norm());
      EXPECT_NEAR(reach_from(shape, kPlace, point), farthest, 2e-3) << shape.name;
      EXPECT_GE(reach_from(shape, kPlace, point), farthest - 1e-12) << shape.name;
    }
  }
}

// Counted points of a grid.
TEST(ShapeKind, VolumeWithinABall) {
  const double pitch = 0.05;
  const Vec3 centre = placed_point({0.5, 0.4, 0.3});
  const double radius = 1.5;
  for (const Shape& shape : shapes()) {
    EXPECT_NEAR(volume_within(shape, kPlace, centre, 100), ball_volume(kPlace.radius), 1e-12) << shape.name;
    EXPECT_EQ(volume_within(shape, kPlace, centre + Vec3(50, 0, 0), 10), 0) << shape.name;
    double counted = 0;
    for (double x = -radius; x < radius; x += pitch)
      for (double y = -radius; y < radius; y += pitch)
        for (double z = -radius; z < radius; z += pitch) {
          const Vec3 at = Vec3(x, y, z) + Vec3::Constant(0.5 * pitch);
          const Vec3 own = kPlace.turn.conjugate() * (centre + at - kPlace.centre) / kPlace.radius;
          if (at.norm() < radius && distance(shape, own) < 0) counted += pitch * pitch * pitch;
        }
    EXPECT_NEAR(volume_within(shape, kPlace, centre, radius) / counted, 1, 0.01) << shape.name;
  }
}

// The second moments of mass points are those of the shape.
TEST(ShapeKind, MassPoints) {
  for (const Shape& shape : shapes()) {
    const MassPoints points = mass_points(shape, 2);
    double sum = 0;
    Vec3 moments = Vec3::Zero();
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Vec3& x = points.place[k];
      sum += points.share[k];
      moments += points.share[k] * (x.squaredNorm() * Vec3::Ones() - x.cwiseProduct(x));
    }
    EXPECT_NEAR(sum, 1, 1e-12) << shape.name;
    EXPECT_NEAR(moments[2] - moments[0], shape.moments[2] - shape.moments[0], 1e-10) << shape.name;
    EXPECT_NEAR(moments[1] - moments[0], shape.moments[1] - shape.moments[0], 1e-10) << shape.name;
  }
}

TEST(ShapeKind, AggregatesHaveNoSurface) {
  const Shape rod = shape_of(aggregate("rod", 1));
  EXPECT_THROW(reach_from(rod, kPlace, Vec3::Zero()), InputError);
  EXPECT_THROW(volume_within(rod, kPlace, Vec3::Zero(), 1), InputError);
  EXPECT_THROW(mesh(rod, 100), InputError);
  EXPECT_THROW(mass_points(rod, 2), InputError);
  EXPECT_THROW(core_support(rod, Vec3::UnitX()), InputError);
  EXPECT_THROW(core_of(rod), InputError);
  EXPECT_THROW(skin_of(rod), InputError);
}

// A rotation about the centre moves no point of a sphere, and all points of a hull but those on the axis.
TEST(ShapeKind, PreparedShapes) {
  const PreparedShape ball(sphere());
  EXPECT_TRUE(ball.is_ball());
  EXPECT_EQ(ball.turning_reach(), 0);
  EXPECT_EQ(half_width(ball, Vec3::UnitX()), 1);
  EXPECT_EQ(half_thickness(ball), 1);
  const Shape brick = shapes()[1];
  const PreparedShape prepared(brick);
  EXPECT_FALSE(prepared.is_ball());
  EXPECT_EQ(prepared.turning_reach(), brick.reach);
  EXPECT_NEAR(half_thickness(prepared), extents(brick).high[2], 1e-14);
}

}  // namespace
}  // namespace rubble::shape
