// Contact points of convex bodies: number, position, depth, and constancy of their feature numbers.
#include "shape/hull.hpp"
#include "shape/manifold.hpp"
#include "unit/hull_features.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

const Quaternion kNone = Quaternion::Identity();
constexpr double kAlert = 0.01;

PlacedShape hull(const Vec3s& points) { return make_hull("hull", points); }
PlacedShape cube() { return hull(box({1, 1, 1})); }
Quaternion about(const Vec3& axis, double angle) { return Quaternion(Eigen::AngleAxisd(angle, axis.normalized())); }

Manifold touching(const PlacedShape& a, const PlacedShape& b, Points most = Points::three, double alert = kAlert) {
  SeparationCache cache;
  return touch(PreparedShape(a.shape), a.placement, PreparedShape(b.shape), b.placement, cache, alert, most);
}

Manifold on_floor(const PlacedShape& a, double floor, Points most = Points::three, double alert = kAlert) {
  return wall_manifold(PreparedShape(a.shape), a.placement, Vec3(3, 4, floor), Vec3::UnitZ(), alert, most);
}

std::vector<Index> features(const Manifold& m) {
  std::vector<Index> out;
  for (const TouchPoint& p : m.points()) out.push_back(p.feature);
  return out;
}

Vec3s places(const Manifold& m) {
  Vec3s out;
  for (const TouchPoint& p : m.points()) out.push_back(p.place);
  return out;
}

double area(const Manifold& m) {
  double sum = 0;
  for (std::size_t k = 2; k < m.count; ++k)
    sum += 0.5 * (m.point[k - 1].place - m.point[0].place).cross(m.point[k].place - m.point[0].place).norm();
  return sum;
}

bool has_place(const Manifold& m, const Vec3& x, double tolerance = 1e-12) {
  const Vec3s all = places(m);
  return std::any_of(all.begin(), all.end(), [&](const Vec3& p) { return (p - x).norm() < tolerance; });
}

TEST(ShapeManifold, FaceOnFace) {
  for (const double gap : {-0.01, 0.0, 0.005}) {
    // The contact points of a small cube on a large one are corners of the small cube.
    const PlacedShape small = moved(hull(box({0.5, 0.5, 0.5})), about(Vec3::UnitZ(), 0.3), {0.1, 0.05, 0.75 + gap});
    const Manifold three = touching(cube(), small);
    EXPECT_EQ(three.count, 3u);
    EXPECT_EQ(three.weight, 3);
    EXPECT_NEAR(area(three), 0.125, 1e-12);
    for (const TouchPoint& p : three.points()) {
      EXPECT_NEAR(p.gap, gap, 1e-14);
      EXPECT_NEAR(p.place.z(), 0.5, 1e-14);
    }
    EXPECT_LT((three.normal - Vec3::UnitZ()).norm(), 1e-14);
    const Manifold four = touching(cube(), small, Points::four);
    EXPECT_EQ(four.count, 4u);
    for (const double x : {-0.25, 0.25})
      for (const double y : {-0.25, 0.25})
        EXPECT_TRUE(has_place(four, Vec3(0.1, 0.05, 0.5) + about(Vec3::UnitZ(), 0.3) * Vec3(x, y, 0)));
    EXPECT_EQ(touching(cube(), small, Points::one).count, 1u);
  }
}

// Two overlapping squares, shifted along the diagonal, have two corners of each and the crossings of their sides as
// points. Squares rotated by 45 degrees have a regular octagon of crossings.
TEST(ShapeManifold, OverlappingFaces) {
  const Manifold shifted = touching(cube(), moved(cube(), kNone, {0.4, 0.3, 1}), Points::four);
  EXPECT_EQ(shifted.count, 4u);
  for (const double x : {-0.1, 0.5})
    for (const double y : {-0.2, 0.5}) EXPECT_TRUE(has_place(shifted, {x, y, 0.5}));
  const Manifold octagon = touching(cube(), moved(cube(), about(Vec3::UnitZ(), std::numbers::pi / 4), {0, 0, 1}));
  EXPECT_EQ(octagon.count, 3u);
  const double radius = 0.5 / std::cos(std::numbers::pi / 8);
  for (const Vec3& x : places(octagon)) EXPECT_NEAR(std::hypot(x.x(), x.y()), radius, 1e-12);
  // The largest triangle of corners of a regular octagon: sides over 2, 3 and 3 of its edges.
  const double s = 0.5 * radius * radius;
  EXPECT_NEAR(area(octagon), s * (1 + 2 * std::sin(3 * std::numbers::pi / 4)), 1e-12);
}

TEST(ShapeManifold, EdgeOnFace) {
  const double half = std::sqrt(0.5);
  for (const double gap : {-0.003, 0.0, 0.004}) {
    const PlacedShape edge = moved(cube(), about(Vec3::UnitX(), std::numbers::pi / 4), {0.2, 0.1, 0.5 + half + gap});
    const Manifold m = touching(cube(), edge);
    EXPECT_EQ(m.count, 2u);
    EXPECT_EQ(m.weight, 2);
    EXPECT_TRUE(has_place(m, {-0.3, 0.1, 0.5}));  // the end of the edge
    EXPECT_TRUE(has_place(m, {0.5, 0.1, 0.5}));   // the boundary of the face
    for (const TouchPoint& p : m.points()) EXPECT_NEAR(p.gap, gap, 1e-14);
    // Points lie on the first body. If the bodies are exchanged, the points lie on the edge.
    const Manifold r = touching(edge, cube());
    EXPECT_EQ(r.count, 2u);
    EXPECT_TRUE(has_place(r, {-0.3, 0.1, 0.5 + gap}));
    EXPECT_TRUE(has_place(r, {0.5, 0.1, 0.5 + gap}));
  }
}

TEST(ShapeManifold, EdgeOnEdge) {
  const PlacedShape a = moved(cube(), about(Vec3::UnitY(), std::numbers::pi / 4), Vec3::Zero());
  const PlacedShape b = moved(cube(), about(Vec3::UnitZ(), std::numbers::pi / 4), {std::sqrt(2.0) - 0.001, 0.1, -0.2});
  const Manifold m = touching(a, b);
  EXPECT_EQ(m.count, 1u);
  EXPECT_EQ(m.weight, 1);
  EXPECT_TRUE(has_place(m, {std::sqrt(0.5), 0.1, 0}));
  EXPECT_NEAR(m.point[0].gap, -0.001, 1e-14);
  // Edges that coincide touch at two points.
  const PlacedShape c = moved(cube(), about(Vec3::UnitY(), std::numbers::pi / 4), {std::sqrt(2.0), 0.4, 0});
  const Manifold along = touching(a, c);
  EXPECT_EQ(along.count, 2u);
  EXPECT_TRUE(has_place(along, {std::sqrt(0.5), -0.1, 0}));
  EXPECT_TRUE(has_place(along, {std::sqrt(0.5), 0.5, 0}));
}

TEST(ShapeManifold, CornerOnAnything) {
  const Quaternion on_corner = Quaternion::FromTwoVectors(Vec3::Ones(), -Vec3::UnitZ());
  const Manifold face = touching(cube(), moved(cube(), on_corner, {0.2, -0.1, 0.499 + std::sqrt(0.75)}));
  EXPECT_EQ(face.count, 1u);
  EXPECT_EQ(face.weight, 1);
  EXPECT_TRUE(has_place(face, {0.2, -0.1, 0.5}));
  EXPECT_NEAR(face.point[0].gap, -0.001, 1e-14);
  const Manifold corner = touching(cube(), moved(cube(), kNone, {1.003, 1.003, 1.003}));
  EXPECT_EQ(corner.count, 1u);
  EXPECT_TRUE(has_place(corner, {0.5, 0.5, 0.5}));
  const PlacedShape ball{sphere(), {{0.1, 0.2, 0.99}, kNone, 0.5}};
  const Manifold s = touching(cube(), ball);
  EXPECT_EQ(s.count, 1u);
  EXPECT_EQ(s.point[0].feature, 0);
  EXPECT_TRUE(has_place(s, {0.1, 0.2, 0.5}));
  const Manifold t = touching(ball, cube());
  EXPECT_EQ(t.count, 1u);
  EXPECT_TRUE(has_place(t, {0.1, 0.2, 0.49}));
  EXPECT_LT((t.normal + Vec3::UnitZ()).norm(), 1e-15);
}

TEST(ShapeManifold, OnAWall) {
  const PlacedShape flat = moved(cube(), about(Vec3::UnitZ(), 0.3), {0, 0, 0.5});
  EXPECT_EQ(on_floor(flat, 0.002).count, 3u);
  EXPECT_NEAR(area(on_floor(flat, 0.002)), 0.5, 1e-12);
  EXPECT_EQ(on_floor(flat, 0.002, Points::four).count, 4u);
  EXPECT_NEAR(on_floor(flat, 0.002).point[1].gap, -0.002, 1e-15);
  EXPECT_EQ(on_floor(flat, 0.002).weight, 3);
  EXPECT_EQ(on_floor(flat, -0.02).count, 0u);
  const PlacedShape edge = moved(cube(), about(Vec3::UnitY(), std::numbers::pi / 4), {0, 0, std::sqrt(0.5)});
  EXPECT_EQ(on_floor(edge, 0).count, 2u);
  EXPECT_EQ(on_floor(edge, 0).weight, 2);
  const PlacedShape corner =
      moved(cube(), Quaternion::FromTwoVectors(Vec3::Ones(), -Vec3::UnitZ()), {0, 0, std::sqrt(0.75)});
  EXPECT_EQ(on_floor(corner, 0).count, 1u);
  EXPECT_LT((on_floor(corner, 0).normal + Vec3::UnitZ()).norm(), 1e-15);
}

// The deepest corner is always among the three points: if a cube on a floor tilts over the diagonal of three corners,
// the fourth supports it.
TEST(ShapeManifold, IncludesTheDeepestPoint) {
  for (int k = 0; k < 8; ++k) {
    const double direction = std::numbers::pi / 4 * (1 + 2 * k);
    const PlacedShape tipped = moved(cube(), about({std::cos(direction), std::sin(direction), 0}, 1e-4), {0, 0, 0.5});
    const Manifold m = on_floor(tipped, 0);
    ASSERT_EQ(m.count, 3u);
    double deepest = 1;
    for (const TouchPoint& p : m.points()) deepest = std::min(deepest, p.gap);
    EXPECT_NEAR(deepest, -1e-4 * std::sqrt(0.5), 1e-7);
    const Manifold on_cube = touching(moved(cube(), kNone, {0, 0, -0.5}), tipped);
    deepest = 1;
    for (const TouchPoint& p : on_cube.points()) deepest = std::min(deepest, p.gap);
    EXPECT_NEAR(deepest, -1e-4 * std::sqrt(0.5), 1e-7);
  }
}

// If a body rests on another, a displacement by 1e-9 does not change the feature numbers of the points, and it changes
// their positions by no more than this. A cube on a cube, turned by 45 degrees: their common region has eight corners.
// The upper cube tilts over one side of the octagon, so that the ends of this side carry the load, one of them slightly
// deeper. Both are points of the manifold, although other candidates within the alert distance would span a larger
// area.
TEST(ShapeManifold, IncludesAllPointsThatCarryLoad) {
  const double pi = std::numbers::pi;
  const double end = 0.5 * std::sqrt(2.0) - 0.5;  // distance of the ends of the octagon's sides from the midpoints of
                                                  // the cube's sides
  for (int side = 0; side < 8; ++side)
    for (const double deeper : {-1e-5, -1e-7, 1e-7, 1e-5})
      for (const Points most : {Points::three, Points::four}) {
        const Vec3 out(std::cos(side * pi / 4), std::sin(side * pi / 4), 0);
        const Vec3 along = Vec3::UnitZ().cross(out);
        const Quaternion lean = about(along, 5e-3) * about(out, deeper);
        const Vec3 edge = 0.5 * out - 0.5 * Vec3::UnitZ();
        const Vec3 shift = 0.5 * out + 0.5 * Vec3::UnitZ() - lean * edge;
        const PlacedShape upper = moved(cube(), lean * about(Vec3::UnitZ(), pi / 4), shift);
        const Manifold m = touching(cube(), upper, most);
        ASSERT_EQ(m.count, static_cast<std::size_t>(most));
        for (const double sign : {-1.0, 1.0})
          EXPECT_TRUE(has_place(m, 0.5 * out + sign * end * along + 0.5 * Vec3::UnitZ(), 0.01))
              << side << ' ' << deeper;
      }
}

TEST(ShapeManifold, NoJitter) {
  const PlacedShape prism = hull(icosahedron());
  const double low = prism.placement.radius * -extents(prism.shape).low.z();
  struct Rest {
    PlacedShape a, b;
  };
  const std::vector<Rest> rests = {
      {cube(), moved(cube(), kNone, {0, 0, 1})},                                       // all edges coincide
      {cube(), moved(cube(), kNone, {0.5, 0.5, 1})},                                   // a corner over a centre
      {cube(), moved(cube(), about(Vec3::UnitZ(), std::numbers::pi / 4), {0, 0, 1})},  // an octagon
      {cube(), moved(cube(), kNone, {0.3, 0, 1})},
      {cube(), moved(hull(box({0.5, 1, 2})), kNone, {0.25, 0, 1.5})},  // common sides and corners
      {cube(), moved(cube(), about(Vec3::UnitX(), std::numbers::pi / 4), {0, 0, 0.5 + std::sqrt(0.5)})},
      {hull(box({9, 9, 1})), moved(prism, kNone, {0, 0, 0.5 + low})},
  };
  Random random(3, Purpose::kPlace);
  for (std::size_t r = 0; r < rests.size(); ++r)
    for (const Points most : {Points::three, Points::four}) {
      const Manifold still = touching(rests[r].a, rests[r].b, most);
      EXPECT_GT(still.count, 1u) << r;
      SeparationCache cache;
      for (int k = 0; k < 200; ++k) {
        const PlacedShape there =
            moved(rests[r].b, about(random.on_sphere(), 1e-9 * random.uniform()), 1e-9 * random.in_ball());
        const Manifold now = touch(PreparedShape(rests[r].a.shape), rests[r].a.placement, PreparedShape(there.shape),
                                   there.placement, cache, kAlert, most);
        ASSERT_EQ(features(now), features(still)) << r << " " << k;
        EXPECT_LT((now.normal - still.normal).norm(), 4e-9) << r << " " << k;
        for (std::size_t p = 0; p < now.count; ++p) {
          EXPECT_LT((now.point[p].place - still.point[p].place).norm(), 1e-8) << r << " " << k;
          EXPECT_NEAR(now.point[p].gap, still.point[p].gap, 4e-9) << r << " " << k;
        }
      }
    }
}

// A slightly rotated cube slides over another one: points keep their feature numbers until they reach an edge.
TEST(ShapeManifold, SlidingKeepsNames) {
  const auto at = [&](double x) {
    return touching(hull(box({4, 4, 1})), moved(cube(), about(Vec3::UnitZ(), 0.2), {x, 0.1, 1}));
  };
  for (double x = -1; x < 1; x += 0.01) EXPECT_EQ(features(at(x)), features(at(0))) << x;
  EXPECT_NE(features(at(1.6)), features(at(0)));
}

// A roof whose ridge is a face with a width of 1e-5 of its length: it counts as an edge.
TEST(ShapeManifold, NarrowFaceIsAnEdge) {
  const Vec3s points = {{-1, -1, 1},    {-1, 1, 1},    {1, -1, 1},    {1, 1, 1},
                        {-1, -1e-5, 0}, {-1, 1e-5, 0}, {1, -1e-5, 0}, {1, 1e-5, 0}};
  const PlacedShape roof = hull(points);
  EXPECT_EQ(on_floor(roof, 0).count, 2u);
  EXPECT_EQ(on_floor(roof, 0).weight, 2);
  const Manifold m = touching(moved(hull(box({5, 5, 1})), kNone, {0, 0, -0.5}), roof);
  EXPECT_EQ(m.count, 2u);
  EXPECT_EQ(m.weight, 2);
}

// A flat bipyramid stands on a corner of its rim, two degrees from the vertical, across a thin wall. All its faces are
// almost parallel to the normal, and none gives the height at the crossings of edges.
TEST(ShapeManifold, FacesAlongTheNormal) {
  Vec3s points = {{0.06, 0, 0}, {-0.06, 0, 0}};
  for (int k = 0; k < 24; ++k) {
    const double angle = std::numbers::pi / 12 * k;
    points.emplace_back(0, std::sin(angle), -std::cos(angle));
  }
  int crossings = 0;
  for (const double y : {0.03, 0.06, 0.1}) {
    const PlacedShape wall = moved(hull(box({1, 0.01, 1})), kNone, {0, y, -0.5});
    const PlacedShape disc = moved(hull(points), about(Vec3::UnitY(), std::numbers::pi / 90), {0, 0, 1.001});
    SeparationCache cache;
    const double least =
        separation(PreparedShape(wall.shape), wall.placement, PreparedShape(disc.shape), disc.placement, cache).gap;
    const Manifold m = touching(wall, disc, Points::four, 0.15);
    ASSERT_GT(m.count, 0u);
    for (const TouchPoint& p : m.points()) {
      EXPECT_GT(p.gap, least - 1e-3) << y;
      EXPECT_LT(p.gap, least + 2e-3) << y;  // the wall is 0.01 wide
    }
    crossings += m.count > 1;
  }
  EXPECT_GT(crossings, 0);
}

// A standing prism with 200 corners per base: more candidates than a manifold uses.
TEST(ShapeManifold, ManyCorners) {
  Vec3s points;
  for (int k = 0; k < 200; ++k)
    for (const double z : {0.0, 1.0})
      points.emplace_back(std::cos(std::numbers::pi / 100 * k), std::sin(std::numbers::pi / 100 * k), z);
  const PlacedShape drum = hull(points);
  const Manifold floor = on_floor(drum, 0.001);
  EXPECT_EQ(floor.count, 3u);
  EXPECT_GT(area(floor), 0.99 * 0.75 * std::sqrt(3.0));
  const Manifold table = touching(moved(hull(box({5, 5, 1})), kNone, {0, 0, -0.5}), drum);
  EXPECT_EQ(table.count, 3u);
  EXPECT_GT(area(table), 0.99 * 0.75 * std::sqrt(3.0));
  const Manifold tower = touching(drum, moved(drum, about(Vec3::UnitZ(), 0.01), {0.3, 0, 1}), Points::four);
  EXPECT_EQ(tower.count, 4u);
  for (const TouchPoint& p : tower.points()) EXPECT_NEAR(p.gap, 0, 1e-12);
}

// Random hulls in contact. Features differ within a pair. Points lie on the surface of a, and their gaps are those of
// the surfaces along the normal. No point is deeper than the separation, and one is as deep. Exchanged bodies have the
// same contact points.
TEST(ShapeManifold, RandomHulls) {
  Random random(9, Purpose::kPlace);
  std::array<int, 5> counts{};
  for (int k = 0; k < 2000; ++k) {
    const auto any = [&](int seed) {
      Vec3s points = random_points(14 + k % 30, static_cast<std::uint64_t>(seed));
      if (k % 2 == 0)
        for (Vec3& x : points) x.z() = std::clamp(x.z(), -0.2, 0.2);  // two large faces
      return moved(hull(points), k % 4 == 0 ? kNone : quaternion(1, k % 3, 2, k % 5), Vec3::Zero());
    };
    const PlacedShape a = any(100 + k);
    PlacedShape b = moved(any(5000 + k), kNone,
                          3 * (k % 4 == 0 ? Vec3(0.2 * random.in_ball() + Vec3::UnitZ()) : random.on_sphere()));
    const Gap gap = largest_gap(a, b);
    const double depth = random.uniform(-0.008, 0.02);
    b.placement.centre -= (gap.size + depth) * gap.axis;
    if (largest_gap(a, b).size > kAlert) continue;
    SeparationCache cache;
    const Separation s = separation(PreparedShape(a.shape), a.placement, PreparedShape(b.shape), b.placement, cache);
    const Manifold m = touching(a, b, k % 3 == 0 ? Points::four : Points::three);
    if (s.gap > kAlert) {
      EXPECT_EQ(m.count, 0u);
      continue;
    }
    ASSERT_GT(m.count, 0u) << k;
    ++counts[m.count];
    const std::vector<Index> names = features(m);
    EXPECT_EQ(std::set<Index>(names.begin(), names.end()).size(), names.size()) << k;
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    double deepest = 1;
    for (const TouchPoint& p : m.points()) {
      const Placement& at = a.placement;
      const Placement& bt = b.placement;
      const double on_a = at.radius * distance(a.shape, at.turn.conjugate() * (p.place - at.centre) / at.radius);
      const Vec3 other = p.place + p.gap * m.normal;
      const double on_b = bt.radius * distance(b.shape, bt.turn.conjugate() * (other - bt.centre) / bt.radius);
      EXPECT_NEAR(on_a, 0, 2e-3) << k;
      EXPECT_NEAR(on_b, 0, 2e-3) << k;
      EXPECT_LE(p.gap, kAlert) << k;
      EXPECT_GT(p.gap, s.gap - 1e-5) << k;
      deepest = std::min(deepest, p.gap);
    }
    EXPECT_NEAR(deepest, s.gap, 2e-5) << k;
    const Manifold r = touching(b, a, k % 3 == 0 ? Points::four : Points::three);
    EXPECT_LT((r.normal + m.normal).norm(), 1e-9) << k;
    EXPECT_EQ(r.weight, m.weight) << k;
  }
  EXPECT_GT(counts[1], 100);
  EXPECT_GT(counts[2], 100);
  EXPECT_GT(counts[3], 100);
  EXPECT_GT(counts[4], 20);
}

}  // namespace
}  // namespace rubble::shape
