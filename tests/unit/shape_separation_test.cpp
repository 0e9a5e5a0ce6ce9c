// Separation of convex bodies, compared with analytic cases and a search over all pairs of their features.
#include "base/error.hpp"
#include "shape/axes.hpp"
#include "shape/distance.hpp"
#include "shape/hull.hpp"
#include "shape/polytope.hpp"
#include "shape/recipes.hpp"
#include "shape/separation.hpp"
#include "unit/hull_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

const Quaternion kNone = Quaternion::Identity();

PlacedShape hull(const Vec3s& points) { return make_hull("hull", points); }
PlacedShape ball(const Vec3& x, double radius) { return {sphere(), {x, kNone, radius}}; }

double size_of(const PlacedShape& a, const PlacedShape& b) {
  return a.placement.radius * a.shape.reach + b.placement.radius * b.shape.reach +
         (b.placement.centre - a.placement.centre).norm();
}

Separation separate(const PlacedShape& a, const PlacedShape& b, SeparationCache& cache) {
  return separation(PreparedShape(a.shape), a.placement, PreparedShape(b.shape), b.placement, cache);
}
Separation separate(const PlacedShape& a, const PlacedShape& b) {
  SeparationCache cache;
  return separate(a, b, cache);
}

// Distance of a point from the surface of a body [m].
double from_surface(const PlacedShape& body, const Vec3& x) {
  const Placement& at = body.placement;
  return at.radius * distance(body.shape, at.turn.conjugate() * (x - at.centre) / at.radius);
}

// The normal is a unit vector, the points are on the surfaces, and their difference is the gap along the normal.
void expect_whole(const PlacedShape& a, const PlacedShape& b, const Separation& s, double tolerance) {
  EXPECT_NEAR(s.normal.norm(), 1, 1e-12);
  EXPECT_LT((s.on_b - s.on_a - s.gap * s.normal).norm(), tolerance);
  EXPECT_NEAR(from_surface(a, s.on_a), 0, tolerance);
  EXPECT_NEAR(from_surface(b, s.on_b), 0, tolerance);
}

TEST(ShapeSeparation, CubesFaceToFace) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  for (const double gap : {0.25, 1e-3, 1e-9, 0.0, -1e-9, -1e-3, -0.25}) {
    const PlacedShape b = moved(cube, kNone, {1 + gap, 0.3, -0.4});
    const Separation s = separate(cube, b);
    EXPECT_NEAR(s.gap, gap, 2e-15) << gap;
    EXPECT_LT((s.normal - Vec3::UnitX()).norm(), 1e-14) << gap;
    EXPECT_NEAR(s.on_a.x(), 0.5, 1e-15) << gap;
    expect_whole(cube, b, s, 1e-14);
    const PlacedShape turned = moved(cube, Quaternion(Eigen::AngleAxisd(0.4, Vec3::UnitZ())), {0.1, 0, -1 - gap});
    EXPECT_NEAR(separate(cube, turned).gap, gap, 2e-15) << gap;
    EXPECT_LT((separate(cube, turned).normal + Vec3::UnitZ()).norm(), 1e-14) << gap;
  }
}

// The edge of a is along y at x = sqrt(1/2), and the edge of b is along z.
TEST(ShapeSeparation, CubesEdgeToEdge) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const PlacedShape a = moved(cube, Quaternion(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY())), {0, 0, 0});
  const Quaternion turn(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()));
  for (const double gap : {0.3, 1e-5, 1e-9, 0.0, -1e-9, -1e-5, -0.1}) {
    const PlacedShape b = moved(cube, turn, {std::sqrt(2.0) + gap, 0.1, -0.2});
    const Separation s = separate(a, b);
    EXPECT_NEAR(s.gap, gap, 2e-15) << gap;
    EXPECT_LT((s.normal - Vec3::UnitX()).norm(), 1e-14) << gap;
    EXPECT_LT((s.on_a - Vec3(std::sqrt(0.5), 0.1, 0)).norm(), 2e-14) << gap;
    expect_whole(a, b, s, 1e-14);
  }
}

TEST(ShapeSeparation, CubeCornerToFace) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const Quaternion on_corner = Quaternion::FromTwoVectors(Vec3::Ones(), -Vec3::UnitZ());
  for (const double gap : {0.3, 1e-9, 0.0, -1e-9, -0.05}) {
    const PlacedShape b = moved(cube, on_corner, {0.2, -0.1, 0.5 + std::sqrt(0.75) + gap});
    const Separation s = separate(cube, b);
    EXPECT_NEAR(s.gap, gap, 2e-15) << gap;
    EXPECT_LT((s.normal - Vec3::UnitZ()).norm(), 1e-14) << gap;
    EXPECT_LT((s.on_a - Vec3(0.2, -0.1, 0.5)).norm(), 1e-14) << gap;
    expect_whole(cube, b, s, 1e-14);
  }
}

// A corner at any position on a face with many corners, or two crossing edges, has one normal to the last bit: that of
// the face or of the edges, regardless of the vertices in the search.
TEST(ShapeSeparation, OneNormalForAFaceOrTwoEdges) {
  Vec3s skew = cylinder_points(1, 0.5, 24);
  skew.push_back({0.5, 0.3, -1});  // so that no axis of the body is parallel to a face normal
  const PlacedShape drum = hull(skew);
  const PlacedShape tip =
      moved(hull(regular_points(8)), Quaternion(Eigen::AngleAxisd(0.1, Vec3(1, 2, 0.5).normalized())), Vec3::Zero());
  const PlacedShape wedge = hull({{-1, 0, 0}, {1, 0, 0}, {0, 0.4, 0.9}, {0, -0.4, 0.8}});
  const PlacedShape ridge = hull({{0.1, -1, 0}, {-0.1, 1, 0}, {0.4, 0, -0.9}, {-0.4, 0, -0.8}});
  const Quaternion half(Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitZ()));
  const auto lowest = [](const PlacedShape& body) {
    double z = 0;
    for (const Vec3& v : body.shape.vertex) z = std::min(z, (body.placement.turn * v).z() * body.placement.radius);
    return z;
  };
  for (const double gap : {-1e-3, 1e-8}) {
    Random random(5, Purpose::kPlace);
    std::vector<Vec3s> normals(4);
    for (int k = 0; k < 200; ++k) {
      const Vec3 x = random.in_ball();
      const PlacedShape above = moved(tip, kNone, {0.7 * x.x(), 0.7 * x.y(), 0.25 + gap - lowest(tip)});
      normals[0].push_back(separate(drum, above).normal);
      normals[1].push_back(separate(above, drum).normal);
      const PlacedShape across = moved(wedge, kNone, {0.3 * x.x(), 0.3 * x.y(), gap});
      normals[2].push_back(separate(ridge, across).normal);
      normals[3].push_back(separate(ridge, moved(across, half, Vec3::Zero())).normal);
    }
    for (const Vec3s& all : normals)
      for (const Vec3& normal : all) EXPECT_EQ(normal, all[0]) << gap;
    EXPECT_NEAR(normals[0][0].z(), 1, 1e-15);
    EXPECT_NEAR(normals[1][0].z(), -1, 1e-15);
    EXPECT_NEAR(normals[2][0].z(), 1, 1e-15);
    EXPECT_NEAR(normals[3][0].z(), 1, 1e-15);
  }
}

// Corner to corner along the diagonal, and coincident edges: no plane determines the normal.
TEST(ShapeSeparation, CubesBesideEachOther) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  for (const double gap : {1.0, 1e-3, 1e-5, 1e-7}) {
    const Vec3 diagonal = Vec3::Ones() / std::sqrt(3.0);
    const Separation s = separate(cube, moved(cube, kNone, Vec3::Ones() + gap * diagonal));
    EXPECT_NEAR(s.gap, gap, 1e-14);
    EXPECT_LT((s.normal - diagonal).norm(), 1e-14 / gap);
    const Separation e = separate(cube, moved(cube, kNone, {1 + 0.6 * gap, 0.3, 1 + 0.8 * gap}));
    EXPECT_NEAR(e.gap, gap, 1e-14);
    EXPECT_LT((e.normal - Vec3(0.6, 0, 0.8)).norm(), 1e-14 / gap);
  }
}

TEST(ShapeSeparation, Spheres) {
  const Separation s = separate(ball({1, 2, 3}, 1), ball({4, 6, 3}, 2));
  EXPECT_NEAR(s.gap, 2, 1e-15);
  EXPECT_LT((s.normal - Vec3(0.6, 0.8, 0)).norm(), 1e-15);
  EXPECT_LT((s.on_a - Vec3(1.6, 2.8, 3)).norm(), 1e-15);
  EXPECT_LT((s.on_b - Vec3(2.8, 4.4, 3)).norm(), 1e-15);
  EXPECT_NEAR(separate(ball({0, 0, 0}, 1), ball({0, 1, 0}, 2)).gap, -2, 1e-15);
  const Separation same = separate(ball({1, 2, 3}, 1), ball({1, 2, 3}, 2));
  EXPECT_NEAR(same.gap, -3, 1e-15);
  EXPECT_NEAR(same.normal.norm(), 1, 1e-15);
}

TEST(ShapeSeparation, SphereAndCube) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const auto check = [&](const Vec3& x, double radius, double gap, const Vec3& normal, const Vec3& on_cube) {
    const Separation s = separate(cube, ball(x, radius));
    EXPECT_NEAR(s.gap, gap, 2e-15) << x.transpose();
    EXPECT_LT((s.normal - normal).norm(), 1e-14) << x.transpose();
    EXPECT_LT((s.on_a - on_cube).norm(), 1e-14) << x.transpose();
    expect_whole(cube, ball(x, radius), s, 1e-14);
    const Separation r = separate(ball(x, radius), cube);
    EXPECT_NEAR(r.gap, s.gap, 1e-15);
    EXPECT_LT((r.normal + s.normal).norm(), 1e-15);
    EXPECT_LT((r.on_b - s.on_a).norm(), 1e-15);
  };
  check({1, 0.2, 0.1}, 0.25, 0.25, {1, 0, 0}, {0.5, 0.2, 0.1});                               // nearest to a face
  check({0.8, 0.9, 0.1}, 0.6, -0.1, {0.6, 0.8, 0}, {0.5, 0.5, 0.1});                          // nearest to an edge
  check({1.5, 1.5, 1.5}, 1, std::sqrt(3.0) - 1, Vec3::Ones().normalized(), {0.5, 0.5, 0.5});  // nearest to a corner
  check({0.1, 0.4, -0.2}, 0.1, -0.2, {0, 1, 0}, {0.1, 0.5, -0.2});                            // centre inside
  check({0.5, 0.1, 0.2}, 0.3, -0.3, {1, 0, 0}, {0.5, 0.1, 0.2});                              // centre on the face
}

// A small sphere on a face has the normal of the face to the last bit, for any distance of its centre from the face. A
// search through corners would find the nearest point with an error of 1e-16. The error of the direction would then be
// 1e-16 over the height.
TEST(ShapeSeparation, DustOnAFace) {
  Vec3s skew = cylinder_points(1, 0.5, 24);
  skew.push_back({0.5, 0.3, -1});  // so that no axis of the body is parallel to a face normal
  const PlacedShape drum = hull(skew);
  for (const double radius : {1e-3, 1e-6, 1e-9}) {
    Random random(6, Purpose::kPlace);
    const Vec3 normal = separate(drum, ball({0, 0, 0.25 + radius}, radius)).normal;
    EXPECT_NEAR(normal.z(), 1, 1e-15) << radius;
    for (int k = 0; k < 200; ++k) {
      const Vec3 x = random.in_ball();
      const Vec3 centre(0.9 * x.x(), 0.9 * x.y(), 0.25 + radius * (1 + 0.9 * x.z()));
      EXPECT_EQ(separate(drum, ball(centre, radius)).normal, normal) << radius;
      EXPECT_EQ(separate(ball(centre, radius), drum).normal, -normal) << radius;
    }
  }
}

TEST(ShapeSeparation, Walls) {
  const PlacedShape cube =
      moved(hull(box({1, 1, 1})), Quaternion(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY())), {3, 2, 1});
  const Separation s = separation(PreparedShape(cube.shape), cube.placement, Vec3(7, 8, 0.1), Vec3::UnitZ());
  EXPECT_NEAR(s.gap, 0.9 - std::sqrt(0.5), 1e-15);
  EXPECT_EQ(s.normal, Vec3(-Vec3::UnitZ()));
  EXPECT_NEAR(s.on_a.z(), 1 - std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(s.on_b.z(), 0.1, 1e-15);
  const PlacedShape sphere = ball({1, 2, 3}, 0.5);
  const Separation t = separation(PreparedShape(sphere.shape), sphere.placement, Vec3(1.2, 0, 0), Vec3::UnitX());
  EXPECT_NEAR(t.gap, -0.7, 1e-15);
  EXPECT_LT((t.on_a - Vec3(0.5, 2, 3)).norm(), 1e-15);
}

// Overlaps up to coincident centres. Two equal cubes at the distance d along x are separated by a displacement of 1 -
// d.
TEST(ShapeSeparation, Deep) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  for (const double d : {0.9, 0.5, 0.1, 1e-6, 1e-12, 0.0}) {
    const Separation s = separate(cube, moved(cube, kNone, {d, 0, 0}));
    EXPECT_NEAR(s.gap, d - 1, 1e-14) << d;
    expect_whole(cube, moved(cube, kNone, {d, 0, 0}), s, 1e-14);
  }
  const PlacedShape small = moved(hull(box({0.1, 0.2, 0.3})), kNone, {0.2, 0.1, 0.05});
  EXPECT_NEAR(separate(cube, small).gap, -(0.3 + 0.05), 1e-14);  // leaves through x = 0.5
  EXPECT_NEAR(separate(small, cube).gap, -(0.3 + 0.05), 1e-14);
  // The bodies form a cross without a corner of one inside the second: separation is along z or y.
  EXPECT_NEAR(separate(hull(box({0.1, 0.1, 9})), hull(box({9, 0.1, 0.1}))).gap, -0.1, 1e-14);
  const PlacedShape round = hull(dodecahedron());
  EXPECT_NEAR(separate(round, round).gap, largest_gap(round, round).size, 1e-14);
  EXPECT_NEAR(separate(cube, ball({0, 0, 0}, 0.3)).gap, -0.8, 1e-15);
}

struct PlacedPair {
  PlacedShape a, b;
};

// (number) => random bodies, some ten thousand times flatter than wide, at all distances; every third pair is moved
// along its best axis until a gap of +-(1e-12 to 1) is left.
PlacedPair random_pair(int k, Random& random) {
  const auto body = [&](std::uint64_t seed) {
    Vec3s points = random_points(6 + static_cast<int>(seed) % 35, seed);
    const double flat = k % 4 == 0 ? 1e-4 : k % 4 == 1 ? 1e-2 : 1;
    for (Vec3& x : points) x.z() *= flat;
    const double size = std::pow(10, random.uniform(-1, 1));
    for (Vec3& x : points) x *= size;
    return hull(points);
  };
  const auto any_turn = [&] {
    return quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  };
  PlacedPair pair{moved(body(1000 + k), any_turn(), Vec3::Zero()), {}};
  const double way = (pair.a.placement.radius * pair.a.shape.reach) * random.uniform(0, 3);
  pair.b = moved(body(3000 + k), any_turn(), way * random.on_sphere());
  if (k % 3 == 0) {
    const Gap gap = largest_gap(pair.a, pair.b);
    const double left = std::pow(10, random.uniform(-12, 0)) * (k % 2 == 0 ? 1 : -1);
    pair.b.placement.centre -= (gap.size - left) * gap.axis;
  }
  return pair;
}

// (pair) => distance, or minus the penetration depth, by a search over all features.
double expected_gap(const PlacedPair& pair) {
  const Gap axis = largest_gap(pair.a, pair.b);
  return axis.size < 0 ? axis.size : by_features(pair.a, pair.b);
}

TEST(ShapeSeparation, AgreesWithTheSearchThroughAllFeatures) {
  Random random(5, Purpose::kPlace);
  int apart = 0;
  int overlapping = 0;
  for (int k = 0; k < 3000; ++k) {
    const PlacedPair pair = random_pair(k, random);
    const double size = size_of(pair.a, pair.b);
    const double expected = expected_gap(pair);
    const Separation s = separate(pair.a, pair.b);
    EXPECT_NEAR(s.gap, expected, 1e-13 * size) << k;
    expect_whole(pair.a, pair.b, s, 1e-12 * size);
    (expected > 0 ? apart : overlapping) += 1;
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(overlapping, 1000);
}

// The separation is unchanged if both bodies are rotated and moved together. Far from the origin only digits of
// positions are lost.
TEST(ShapeSeparation, SymmetricAndTheSameInAnyFrame) {
  Random random(6, Purpose::kPlace);
  for (int k = 0; k < 500; ++k) {
    const PlacedPair pair = random_pair(k, random);
    const double size = size_of(pair.a, pair.b);
    const Separation s = separate(pair.a, pair.b);
    const Separation r = separate(pair.b, pair.a);
    EXPECT_NEAR(r.gap, s.gap, 1e-13 * size) << k;
    const Quaternion turn = quaternion(1, -1, 2, 0.3);
    const auto together = [&](const PlacedShape& body, const Vec3& by) {
      PlacedShape out = body;
      out.placement.turn = turn * body.placement.turn;
      out.placement.centre = turn * body.placement.centre + by;
      return out;
    };
    const Separation t = separate(together(pair.a, {1, 2, 3}), together(pair.b, {1, 2, 3}));
    EXPECT_NEAR(t.gap, s.gap, 1e-13 * size) << k;
    const Separation far = separate(together(pair.a, {1e6, 2e6, 0}), together(pair.b, {1e6, 2e6, 0}));
    EXPECT_NEAR(far.gap, s.gap, 2e-9) << k;
    // If two directions are equivalent, either may be returned.
    const bool same = (r.normal + s.normal).norm() < 1e-6;
    const double other_way = std::max(largest_gap(pair.a, pair.b).size, by_features(pair.a, pair.b));
    EXPECT_TRUE(same || std::abs(other_way - s.gap) < 1e-9 * size) << k;
    if (same && std::abs(s.gap) > 1e-6 * size) {
      EXPECT_LT((r.normal + s.normal).norm(), 1e-8) << k;
      EXPECT_LT((t.normal - turn * s.normal).norm(), 1e-8) << k;
    }
  }
}

// A stored state, of this pair a step ago or of another pair, changes the result only by rounding.
TEST(ShapeSeparation, MemoryChangesRoundingOnly) {
  Random random(7, Purpose::kPlace);
  SeparationCache other;
  for (int k = 0; k < 300; ++k) {
    PlacedPair pair = random_pair(k, random);
    const double size = size_of(pair.a, pair.b);
    SeparationCache cache;
    for (int step = 0; step < 10; ++step) {
      const Separation cold = separate(pair.a, pair.b);
      const Separation warm = separate(pair.a, pair.b, cache);
      EXPECT_NEAR(warm.gap, cold.gap, 1e-14 * size) << k << " " << step;
      EXPECT_NEAR(separate(pair.a, pair.b, other).gap, cold.gap, 1e-14 * size) << k << " " << step;
      SeparationCache again = cache;
      SeparationCache once_more = cache;
      const Separation first = separate(pair.a, pair.b, again);
      const Separation second = separate(pair.a, pair.b, once_more);
      EXPECT_EQ(first.gap, second.gap);
      EXPECT_EQ(first.normal, second.normal);
      EXPECT_EQ(first.on_a, second.on_a);
      EXPECT_EQ(again, once_more);
      const double step_size = step % 2 == 0 ? 1e-3 : 1e-6;
      pair.b = moved(pair.b, Quaternion(Eigen::AngleAxisd(step_size, random.on_sphere())),
                     step_size * size * random.in_ball());
    }
  }
}

// The search over all axes is the fallback for the polytope: it must be correct and rarely needed.
TEST(ShapeSeparation, PolytopeAndAllAxesAgree) {
  Random random(5, Purpose::kPlace);
  int overlapping = 0;
  int given_up = 0;
  for (int k = 0; k < 2000; ++k) {
    const PlacedPair pair = random_pair(k, random);
    const Gap gap = largest_gap(pair.a, pair.b);
    if (gap.size > 0) continue;
    ++overlapping;
    const double size = size_of(pair.a, pair.b);
    const PreparedShape a(pair.a.shape);
    const PreparedShape b(pair.b.shape);
    Relative relative(a, pair.a.placement, b, pair.b.placement);
    EXPECT_NEAR(best_axis(relative).gap, gap.size, 1e-13 * size) << k;
    Polytope polytope;
    if (!polytope.start(relative) || !polytope.expand(relative)) {
      ++given_up;
      continue;
    }
    EXPECT_NEAR(polytope.face().height, gap.size, 1e-13 * size) << k;
    EXPECT_TRUE(polytope.face().above) << k;
  }
  EXPECT_GT(overlapping, 800);
  EXPECT_LE(given_up, 2);
}

// Bodies with parallel faces and edges, so that D has faces with many corners: the fallback is not needed here either.
TEST(ShapeSeparation, PolytopeOfParallelFaces) {
  const std::vector<PlacedShape> bodies = {hull(box({1, 1, 1})), hull(box({1, 2, 3})), hull(octahedron()),
                                           hull(icosahedron()),  hull(dodecahedron()), hull(tetrahedron())};
  const Quaternion eighth(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()));
  int given_up = 0;
  int tried = 0;
  for (const PlacedShape& a : bodies)
    for (const PlacedShape& fixed : bodies)
      for (const Quaternion& turn : {kNone, eighth})
        for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(1, 1, 0), Vec3(0.5, 0.5, 0.5), Vec3(0.3, 0.2, 1)})
          for (const double far : {1.0, 0.999, 0.5, 0.1}) {
            PlacedShape b = moved(fixed, turn, far * way);
            if (far == 1 && !way.isZero()) b = moved(b, kNone, -largest_gap(a, b).size * largest_gap(a, b).axis);
            const Gap gap = largest_gap(a, b);
            if (gap.size > 1e-14) continue;
            ++tried;
            const Separation s = separate(a, b);
            EXPECT_NEAR(s.gap, gap.size, 2e-14) << way.transpose() << " " << far;
            expect_whole(a, b, s, 1e-13);
            const PreparedShape first(a.shape);
            const PreparedShape second(b.shape);
            Relative relative(first, a.placement, second, b.placement);
            Polytope polytope;
            given_up += !polytope.start(relative) || !polytope.expand(relative);
          }
  EXPECT_GT(tried, 500);
  EXPECT_EQ(given_up, 0);
}

TEST(ShapeSeparation, GapsBeyondTheAlertDistance) {
  Random random(8, Purpose::kPlace);
  int far = 0;
  for (int k = 0; k < 500; ++k) {
    const PlacedPair pair = random_pair(k, random);
    const double whole = separate(pair.a, pair.b).gap;
    const double enough = 0.1 * size_of(pair.a, pair.b);
    SeparationCache cache;
    const Separation s = separation(PreparedShape(pair.a.shape), pair.a.placement, PreparedShape(pair.b.shape),
                                    pair.b.placement, cache, enough);
    EXPECT_EQ(s.near, whole <= enough) << k;
    if (s.near) continue;
    ++far;
    EXPECT_GT(s.gap, enough) << k;
    EXPECT_LE(s.gap, whole * (1 + 1e-12)) << k;
  }
  EXPECT_GT(far, 50);
}

// A sphere high above a face: the plane alone bounds its gap.
TEST(ShapeSeparation, SphereBeyondTheAlertDistance) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const PlacedShape sphere = ball({0.1, 0.2, 2}, 0.25);
  SeparationCache cache;
  const Separation s =
      separation(PreparedShape(cube.shape), cube.placement, PreparedShape(sphere.shape), sphere.placement, cache, 0.1);
  EXPECT_FALSE(s.near);
  EXPECT_NEAR(s.gap, 1.25, 1e-15);
}

// Bodies with many vertices: farthest vertices by climbing, compared with a test of all vertices.
TEST(ShapeSeparation, ManyVertices) {
  Random random(9, Purpose::kPlace);
  Vec3s points;
  for (int k = 0; k < 3000; ++k) points.push_back(random.on_sphere().cwiseProduct(Vec3(1, 0.7, 0.01)));
  const PlacedShape body = hull(points);
  const PreparedShape solid(body.shape);
  ASSERT_GT(solid.size(), kClimb);
  Index from = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 direction = random.on_sphere();
    from = farthest(solid, direction, from);
    const double most = direction.dot(body.shape.vertex[farthest_vertex(body.shape, direction)]);
    EXPECT_NEAR(direction.dot(solid.vertex[from]), most, 1e-15 * solid.reach);
  }
  const PlacedShape cube = moved(hull(box({1, 1, 1})), quaternion(1, 2, 3, 4), {0.2, 0.1, 0.45});
  EXPECT_NEAR(separate(body, cube).gap, largest_gap(body, cube).size, 1e-13);
}

// Needles and plates with a thickness of 1e-4 of the length, edge to edge and overlapping.
TEST(ShapeSeparation, Slivers) {
  Random random(10, Purpose::kPlace);
  for (int k = 0; k < 400; ++k) {
    const auto sliver = [&](int which) {
      const Vec3 side = which % 2 == 0 ? Vec3(1, 1e-4, 1e-4) : Vec3(1, 1, 1e-4);
      Vec3s points = which % 3 == 0 ? box({1, 1, 1}) : random_points(10, static_cast<std::uint64_t>(which));
      for (Vec3& x : points) x = x.cwiseProduct(side);
      return hull(points);
    };
    const Quaternion turn =
        k % 5 == 0 ? kNone : quaternion(1, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    const PlacedShape a = sliver(k);
    const PlacedShape b = moved(sliver(k / 2 + 1), turn, (k % 7 == 0 ? 1e-5 : 0.3) * random.in_ball());
    const double expected = expected_gap({a, b});
    const Separation s = separate(a, b);
    EXPECT_NEAR(s.gap, expected, 1e-13) << k;
    expect_whole(a, b, s, 1e-12);
  }
}

// Bodies with NaN positions or orientations have no distance: searches among vertices would leave their tables.
TEST(ShapeSeparation, RefusesInvalidPlacements) {
  const PlacedShape cube =
      hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const PreparedShape solid(cube.shape);
  for (const Vec3& place : {Vec3(nan, 0, 0), Vec3(0, 1e150, 0), Vec3(0, 0, -std::numeric_limits<double>::infinity())}) {
    PlacedShape lost = cube;
    lost.placement.centre = place;
    EXPECT_THROW(separate(cube, lost), SanityError);
    EXPECT_THROW(separate(lost, cube), SanityError);
    EXPECT_THROW(separate(lost, ball({0, 0, 0}, 1)), SanityError);
    EXPECT_THROW(separation(solid, lost.placement, Vec3::Zero(), Vec3::UnitZ()), SanityError);
    EXPECT_THROW(distance(cube.shape, cube.placement, cube.shape, lost.placement), SanityError);
  }
  for (const Quaternion& turn : {Quaternion(nan, 0, 0, 0), Quaternion(0, 0, 0, 0), Quaternion(1e200, 0, 0, 0)}) {
    PlacedShape lost = cube;
    lost.placement.turn = turn;
    EXPECT_THROW(separate(cube, lost), SanityError);
    EXPECT_THROW(separate(lost, cube), SanityError);
    EXPECT_THROW(separation(solid, lost.placement, Vec3::Zero(), Vec3::UnitZ()), SanityError);
  }
}

TEST(ShapeSeparation, RefusesAggregates) { EXPECT_THROW(PreparedShape(shape_of(aggregate("rod", 1))), InputError); }

}  // namespace
}  // namespace rubble::shape
