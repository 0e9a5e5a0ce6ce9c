// Contacts of spheres with triangulated surfaces: independent of the triangulation, and forces that are the gradient of
// the energy.
#include "base/error.hpp"
#include "base/random.hpp"
#include "detect/surface_touch.hpp"
#include "shape/triangle_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

using shape::Polyhedron;
using shape::triangle_mesh;
using shape::TriangleMesh;

SurfaceTouches touches_of(const TriangleMesh& mesh, const Vec3& centre, double radius) {
  std::vector<Index> all(mesh.size());
  std::iota(all.begin(), all.end(), 0);
  SurfaceTouches out;
  find_touches(mesh, centre, radius, all, out);
  return out;
}

// (number of columns and rows, height at a place) => [0, 1]^2 in 2 n^2 triangles whose inner vertices lie off a regular
// grid.
template <class Height>
TriangleMesh terrain(int n, Height&& height) {
  Random random(7, Purpose::kPlace);
  Polyhedron out;
  const auto inner = [&](int k) { return k > 0 && k < n; };
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double x = (i + (inner(i) ? 0.6 * (random.uniform() - 0.5) : 0)) / n;
      const double y = (j + (inner(j) ? 0.6 * (random.uniform() - 0.5) : 0)) / n;
      out.vertex.push_back({x, y, height(x, y)});
    }
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const Index a = j * (n + 1) + i, b = a + 1, c = b + n + 1, d = a + n + 1;
      out.face.push_back({a, b, c});
      out.face.push_back({a, c, d});
    }
  return triangle_mesh(out);
}

// Twice the energy of springs of stiffness 1.
double square_of(const SurfaceTouches& touches) {
  double square = 0;
  for (const SurfaceTouch& touch : touches.touch) square += touch.overlap * touch.overlap;
  return square;
}
Vec3 force_of(const SurfaceTouches& touches) {
  Vec3 force = Vec3::Zero();
  for (const SurfaceTouch& touch : touches.touch) force -= touch.share * touch.overlap * touch.normal;
  return force;
}

TEST(SurfaceTouch, FlushTrianglesAreOnePlane) {
  const TriangleMesh mesh = terrain(20, [](double, double) { return 0.0; });
  Random random(1, Purpose::kPlace);
  for (int k = 0; k < 2000; ++k) {
    const double radius = 0.02 + 0.2 * random.uniform();
    const Vec3 centre{0.3 + 0.4 * random.uniform(), 0.3 + 0.4 * random.uniform(),
                      radius * (1 - 0.3 * random.uniform())};
    const SurfaceTouches found = touches_of(mesh, centre, radius);
    ASSERT_EQ(found.touch.size(), 1U);
    EXPECT_NEAR(found.touch[0].overlap, radius - centre.z(), 1e-13);
    EXPECT_NEAR(found.touch[0].share, 1, 1e-11);
    EXPECT_LT((found.touch[0].normal + Vec3::UnitZ()).norm(), 1e-11);
    EXPECT_EQ(std::count(found.touch_of.begin(), found.touch_of.end(), 0), std::ssize(found.touch_of));
  }
}

TEST(SurfaceTouch, EdgesAndVerticesTouchOnce) {
  const Polyhedron cube{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
                        {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
  const TriangleMesh mesh = triangle_mesh(cube);
  EXPECT_EQ(open_edges(mesh), 0U);
  const double out = 0.19 / std::sqrt(2.0), far = 0.19 / std::sqrt(3.0);
  for (const Vec3& centre : {Vec3{1 + out, 0.37, 1 + out}, Vec3{1 + far, 1 + far, 1 + far}, Vec3{0.41, 0.4, 1.19}}) {
    const SurfaceTouches found = touches_of(mesh, centre, 0.2);
    ASSERT_EQ(found.touch.size(), 1U);
    EXPECT_NEAR(found.touch[0].overlap, 0.01, 1e-13);
    EXPECT_NEAR(found.touch[0].share, 1, 1e-12);
    const Vec3 nearest = centre.cwiseMin(1.0);
    EXPECT_LT((found.touch[0].normal - (nearest - centre).normalized()).norm(), 1e-12);
  }
}

// (half the angle between two walls that meet in the x axis) => them.
TriangleMesh groove(double half) {
  const double y = std::sin(half), z = std::cos(half);
  return triangle_mesh(
      {{{-1, 0, 0}, {1, 0, 0}, {1, y, z}, {-1, y, z}, {-1, -y, z}, {1, -y, z}}, {{0, 1, 2, 3}, {1, 0, 4, 5}}});
}

TEST(SurfaceTouch, WallsOfAGrooveTouchSeparately) {
  const double quarter = 0.25 * std::numbers::pi;
  const SurfaceTouches found = touches_of(groove(quarter), {0.1, 0.001, 0.27}, 0.2);
  ASSERT_EQ(found.touch.size(), 2U);
  for (const SurfaceTouch& touch : found.touch) {
    EXPECT_EQ(touch.share, 1);
    const double side = touch.normal.y() > 0 ? 1 : -1;
    EXPECT_NEAR(touch.overlap, 0.2 - (0.27 - side * 0.001) * std::sin(quarter), 1e-15);
  }
}

// Work of the force along a path equals the change of the energy, for an uneven surface: -grad(square / 2).
TEST(SurfaceTouch, ForceIsTheGradientOfTheEnergy) {
  const TriangleMesh mesh = terrain(16, [](double x, double y) { return 0.01 * std::sin(9 * x) * std::cos(11 * y); });
  Random random(3, Purpose::kPlace);
  const double radius = 0.12, h = 1e-7;
  int joint = 0;
  for (int k = 0; k < 400; ++k) {
    const Vec3 centre{0.3 + 0.4 * random.uniform(), 0.3 + 0.4 * random.uniform(), 0.09 + 0.02 * random.uniform()};
    const SurfaceTouches here = touches_of(mesh, centre, radius);
    Vec3 slope;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 step = h * Vec3::Unit(axis);
      slope[axis] =
          (square_of(touches_of(mesh, centre + step, radius)) - square_of(touches_of(mesh, centre - step, radius))) /
          (4 * h);
    }
    EXPECT_LT((force_of(here) + slope).norm(), 1e-7) << centre.transpose();
    joint += here.touch.size() == 1;
  }
  EXPECT_GT(joint, 300);
}

// A shallow crease doubles no force: across the crease of a drum of 100 facets, the energy is a continuous function.
TEST(SurfaceTouch, EnergyIsContinuousAcrossACrease) {
  const TriangleMesh mesh = groove(0.5 * std::numbers::pi - 0.5 * 2 * std::numbers::pi / 100);
  const double radius = 0.2, height = 0.198, step = 1e-5;
  double before = square_of(touches_of(mesh, {0.1, -0.05, height}, radius));
  for (double y = -0.05; y < 0.05; y += step) {
    const double now = square_of(touches_of(mesh, {0.1, y, height}, radius));
    EXPECT_LT(std::abs(now - before), 2 * 0.005 * step);  // slope: overlap times sine of the inclination, twice
    before = now;
  }
}

// The rim of a hole narrower than the sphere carries it.
TEST(SurfaceTouch, ARingHasAContactForEachSide) {
  Polyhedron plate;
  const Index sides = 12;
  for (Index k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * k / sides;
    plate.vertex.push_back({std::cos(angle), std::sin(angle), 0});
    plate.vertex.push_back({3 * std::cos(angle), 3 * std::sin(angle), 0});
  }
  for (Index k = 0; k < sides; ++k) {
    const Index next = (k + 1) % sides;
    plate.face.push_back({2 * k, 2 * k + 1, 2 * next + 1, 2 * next});
  }
  const TriangleMesh mesh = triangle_mesh(plate);
  const SurfaceTouches found = touches_of(mesh, {0, 0, 1}, std::sqrt(1 + 0.99));
  EXPECT_EQ(found.touch.size(), 12U);
  EXPECT_NEAR(force_of(found).head<2>().norm(), 0, 1e-12);
  EXPECT_GT(force_of(found).z(), 0);
}

TEST(SurfaceTouch, SearchFindsTheTouchingTrianglesAlone) {
  const TriangleMesh mesh = terrain(12, [](double x, double y) { return 0.1 * std::sin(9 * x) * std::cos(11 * y); });
  const shape::TriangleTree tree(mesh);
  Random random(5, Purpose::kPlace);
  std::vector<Index> near;
  for (int k = 0; k < 200; ++k) {
    const Vec3 centre{random.uniform(), random.uniform(), 0.4 * (random.uniform() - 0.5)};
    tree.near(centre, 0.1, near);
    for (Index t = 0; t < static_cast<Index>(mesh.size()); ++t) {
      const auto corner = [&](std::size_t c) -> Vec3 { return mesh.corner(t, c) - centre; };
      const bool within = shape::nearest_of_triangle(corner(0), corner(1), corner(2)).norm() <= 0.1;
      EXPECT_EQ(std::binary_search(near.begin(), near.end(), t), within);
    }
  }
}

// Rejection by frames changes no bit: slender triangles, which have none, take the long way.
TEST(SurfaceTouch, FramesChangeNoBit) {
  const auto hills = [](double x, double y) { return 0.1 * std::sin(9 * x) * std::cos(11 * y); };
  const auto flat = [](double, double) { return 0.0; };
  for (const TriangleMesh& mesh : {terrain(12, hills), terrain(40, flat), groove(1.5)}) {
    TriangleMesh plain = mesh;
    plain.frame.assign(mesh.size(), shape::TriangleFrame{});
    Random random(11, Purpose::kPlace);
    std::size_t touching = 0;
    for (int k = 0; k < 2000; ++k) {
      const Vec3 centre{random.uniform(), random.uniform(), 0.3 * (random.uniform() - 0.5)};
      const double radius = 0.01 + 0.14 * random.uniform();
      const SurfaceTouches with = touches_of(mesh, centre, radius), without = touches_of(plain, centre, radius);
      EXPECT_EQ(with.triangle, without.triangle);
      EXPECT_EQ(with.touch_of, without.touch_of);
      ASSERT_EQ(with.touch.size(), without.touch.size());
      for (std::size_t i = 0; i < with.touch.size(); ++i) {
        const SurfaceTouch &a = with.touch[i], &b = without.touch[i];
        EXPECT_TRUE(a.triangle == b.triangle && a.normal == b.normal && a.overlap == b.overlap && a.share == b.share);
      }
      touching += with.touch.size();
    }
    EXPECT_GT(touching, 500U);
  }
}

// The bounds of a frame against the exact distances, at the nearest triangle's own scale and far from the origin.
TEST(TriangleFrame, BoundsDistances) {
  Random random(3, Purpose::kPlace);
  const auto place = [&] { return Vec3(random.uniform(), random.uniform(), random.uniform()); };
  int framed = 0;
  for (int k = 0; k < 5000; ++k) {
    const double flatness = std::pow(10, -6 * random.uniform());
    const Vec3 origin = k % 2 == 0 ? Vec3(Vec3::Zero()) : Vec3(1000 * place());
    const Vec3 a = origin + place(), b = origin + place(), c = 0.5 * (a + b) + flatness * (place() - place());
    const Vec3 point = origin + 3 * place() - Vec3::Constant(1);
    const shape::TriangleFrame frame = shape::frame_of(a, b, c);
    const Eigen::Vector4d found = frame.at(point);
    framed += frame.x.norm() + frame.y.norm() + frame.z.norm() > 0;
    const std::array<Vec3, 3> corner{a - point, b - point, c - point};
    const double outside = std::max(0.0, found.tail<3>().maxCoeff()), error = 1e-10 * (1 + origin.norm());
    const double distance = shape::nearest_of_triangle(corner[0], corner[1], corner[2]).norm();
    EXPECT_LE(std::hypot(found[0], outside), distance + error);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_LE(std::hypot(found[0], found[static_cast<Eigen::Index>(i) + 1]),
                shape::nearest_of_segment(corner[i], corner[(i + 1) % 3]).norm() + error);
    const bool over_the_face = outside == 0 && found.norm() > 0;
    EXPECT_NEAR(std::abs(found[0]), over_the_face ? distance : std::abs(found[0]), error);
  }
  EXPECT_GT(framed, 3000);
  EXPECT_LT(framed, 5000);
}

TEST(TriangleMesh, RefusesSeams) {
  const Polyhedron seam{{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, -1, 0}, {2, -1, 0}},
                        {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 1}}};
  try {
    triangle_mesh(seam);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "the vertex (1, 0, 0) lies within the edge from (0, 0, 0) to (2, 0, 0) of another triangle: split that "
        "triangle at the vertex");
  }
  EXPECT_THROW(triangle_mesh({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}}), InputError);
  EXPECT_THROW(triangle_mesh({{{0, 0, 0}, {1, 0.2, 0}, {2, 0, 0}, {1, 2, 0}}, {{0, 1, 2, 3}}}), InputError);
}

}  // namespace
}  // namespace rubble::detect
