// Points, balls and hulls against closed surfaces: compared with winding numbers, distances over all triangles and
// separating axes.
#include "base/random.hpp"
#include "generate/turn.hpp"
#include "shape/closed_surface.hpp"
#include "shape/hull.hpp"
#include "shape/mass_properties.hpp"
#include "shape/mesh.hpp"
#include "unit/hulls.hpp"
#include "unit/surfaces.hpp"

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

std::vector<Polyhedron> surfaces() {
  return {test::torus(1, 0.4, 24, 12), test::two_lobes(20, 16), test::box_surface({1, 2, 1.5})};
}

TEST(ClosedSurface, HoldsPointsOfWindingNumberOne) {
  for (const Polyhedron& p : surfaces()) {
    EXPECT_EQ(no_closed_surface(p.vertex, p.face), std::nullopt);
    const ClosedSurface surface(p);
    Random random(1, Purpose::kPlace);
    int inside = 0;
    for (int k = 0; k < 3000; ++k) {
      const Vec3 x = 1.5 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      const bool within = test::winding(p, x) > 0.5;
      EXPECT_EQ(surface.contains(x), within) << x.transpose();
      inside += within;
    }
    EXPECT_GT(inside, 50);
  }
}

// Vertical lines through these points pass through vertices and along edges and faces.
TEST(ClosedSurface, HoldsPointsBelowVerticesEdgesAndFaces) {
  const Polyhedron p = test::box_surface({2, 2, 2});
  const ClosedSurface surface(p);
  for (const double x : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5})
    for (const double y : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5})
      for (const double z : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}) {
        const bool within = std::max({std::abs(x), std::abs(y), std::abs(z)}) <= 1;
        EXPECT_EQ(surface.contains({x, y, z}), within) << x << " " << y << " " << z;
      }
  const Polyhedron ring = test::torus(1, 0.4, 16, 8);
  const ClosedSurface torus(ring);
  for (const Vec3& v : ring.vertex) {
    EXPECT_TRUE(torus.contains(v));
    EXPECT_FALSE(torus.contains({v.x(), v.y(), -1}));
    if (std::abs(v.z()) < 0.1) continue;
    EXPECT_TRUE(torus.contains({v.x(), v.y(), 0})) << v.transpose();
  }
}

// Two tetrahedra that share a vertex, as one object: a point is inside either of them.
TEST(ClosedSurface, MayTouchItselfInAVertex) {
  const Polyhedron p{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                     {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}, {0, 4, 5}, {0, 6, 4}, {0, 5, 6}, {4, 6, 5}}};
  const ClosedSurface surface(p);
  EXPECT_NEAR(surface.volume(), 1.0 / 3, 1e-12);
  EXPECT_TRUE(surface.contains({0.1, 0.1, 0.1}));
  EXPECT_TRUE(surface.contains({-0.1, -0.1, -0.1}));
  EXPECT_FALSE(surface.contains({-0.1, 0.1, 0.1}));
}

TEST(ClosedSurface, CrossesBallsNearerThanTheirRadius) {
  for (const Polyhedron& p : surfaces()) {
    const ClosedSurface surface(p);
    Random random(2, Purpose::kPlace);
    int count[3] = {0, 0, 0};
    for (int k = 0; k < 3000; ++k) {
      const Vec3 x = 1.5 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      const double radius = random.uniform(0, 0.3);
      const double distance = test::surface_distance(p, x);
      EXPECT_NEAR((surface.nearest(x) - x).norm(), distance, 1e-14);
      const Position expected = distance < radius           ? Position::across
                                : test::winding(p, x) > 0.5 ? Position::inside
                                                            : Position::outside;
      const Position found = surface.of_ball(x, radius);
      EXPECT_EQ(found, expected) << x.transpose() << " " << radius;
      ++count[static_cast<int>(found)];
    }
    for (const int n : count) EXPECT_GT(n, 10);
  }
}

// A ball around the whole surface crosses it; a ball that touches it does not.
TEST(ClosedSurface, AroundAndBesideBalls) {
  const ClosedSurface surface(test::box_surface({2, 2, 2}));
  EXPECT_EQ(surface.of_ball({0, 0, 0}, 5), Position::across);
  EXPECT_EQ(surface.of_ball({0, 0, 0}, 1), Position::inside);
  EXPECT_EQ(surface.of_ball({3, 0, 0}, 2), Position::outside);
  EXPECT_EQ(surface.of_ball({3, 0, 0}, 2.000001), Position::across);
  EXPECT_EQ(surface.of_ball({1, 0, 0}, 1e-9), Position::across);
}

TEST(ClosedSurface, CrossesHullsThatItMeets) {
  const Polyhedron unit = test::box_surface({1, 1, 1});
  for (const Polyhedron& p : surfaces()) {
    const ClosedSurface surface(p);
    Random random(3, Purpose::kPlace);
    int count[3] = {0, 0, 0};
    for (int k = 0; k < 2000; ++k) {
      const Vec3 centre = 1.5 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      const Vec3 side(random.uniform(0.05, 0.8), random.uniform(0.05, 0.3), random.uniform(0.05, 0.3));
      const Mat3 axes = generate::random_orientation(random).toRotationMatrix();
      Vec3s vertex;
      for (const Vec3& x : unit.vertex) vertex.push_back(centre + axes * side.cwiseProduct(x));
      const Position expected = test::meets_box(p, centre, 0.5 * side, axes) ? Position::across
                                : test::winding(p, centre) > 0.5             ? Position::inside
                                                                             : Position::outside;
      const Position found = surface.of_hull(vertex, unit.face);
      EXPECT_EQ(found, expected) << centre.transpose() << " of " << side.transpose();
      ++count[static_cast<int>(found)];
    }
    for (const int n : count) EXPECT_GT(n, 5);
  }
}

// The surface lies inside the hull, or touches it.
TEST(ClosedSurface, InsideAndBesideHulls) {
  const ClosedSurface surface(test::torus(1, 0.4, 24, 12));
  const Polyhedron large = test::box_surface({9, 9, 9});
  EXPECT_EQ(surface.of_hull(large.vertex, large.face), Position::across);
  const Polyhedron hole = test::box_surface({0.5, 0.5, 9});  // through the hole of the ring
  EXPECT_EQ(surface.of_hull(hole.vertex, hole.face), Position::outside);
  const ClosedSurface cube(test::box_surface({2, 2, 2}));
  for (const auto& [x, expected] :
       {std::pair(0.0, Position::inside), std::pair(0.5, Position::across), std::pair(1.5, Position::across),
        std::pair(1.5000001, Position::outside), std::pair(0.4999999, Position::inside)}) {
    Polyhedron small = test::box_surface({1, 1, 1});
    for (Vec3& v : small.vertex) v.x() += x;
    EXPECT_EQ(cube.of_hull(small.vertex, small.face), expected) << x;
  }
}

TEST(ClosedSurface, IsScaledToUnitVolumeOrExtent) {
  const Polyhedron p = test::box_surface({1, 2, 4});
  EXPECT_EQ(unit_of(p, {}), 1);
  EXPECT_EQ(unit_of(p, {1000, 0, 0}), 1000);
  EXPECT_NEAR(unit_of(p, {1, 64, 0}), 2, 1e-15);
  EXPECT_NEAR(unit_of(p, {1, 0, 12}), 3, 1e-15);
}

// Voxels: cubes around the points of a grid at which the winding number is 1. Their surface is rough by half of their
// side, and the roughness averages over the surface.
TEST(MassOfSurfaces, AgreesWithVoxels) {
  const double h = 0.04;
  for (const Polyhedron& p : {test::torus(1, 0.4, 16, 10), test::two_lobes(16, 12)}) {
    const ClosedSurface surface(p);
    const Vec3 low = surface.low() - h * Vec3(0.3, 0.2, 0.4);
    Bulk voxels;
    for (double x = low.x(); x < surface.high().x(); x += h)
      for (double y = low.y(); y < surface.high().y(); y += h)
        for (double z = low.z(); z < surface.high().z(); z += h) {
          const Vec3 point(x, y, z);
          if (test::winding(p, point) < 0.5) continue;
          voxels += {h * h * h, h * h * h * point, h * h * h * point * point.transpose()};
        }
    const MassProperties expected = about_centre(voxels);
    const MassProperties found = mass_properties(p.vertex, p.face);
    EXPECT_NEAR(found.volume / expected.volume, 1, 1e-2);
    EXPECT_LT((found.centre - expected.centre).norm(), 0.25 * h);
    EXPECT_LT((found.inertia - expected.inertia).norm() / expected.inertia.norm(), 2e-2);
  }
}

}  // namespace
}  // namespace rubble::shape
