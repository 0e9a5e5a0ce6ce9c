// Convex hulls: faces of known bodies, for any order, noise and position of the points.
#include "base/error.hpp"
#include "shape/check_shape.hpp"
#include "shape/hull.hpp"
#include "shape/kind.hpp"
#include "shape/mass_properties.hpp"
#include "shape/point_tree.hpp"
#include "shape/shape.hpp"
#include "unit/hulls.hpp"
#include "unit/refusal.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

// number of corners => number of faces with that many corners
std::map<std::size_t, int> face_sizes(const Faces& faces) {
  std::map<std::size_t, int> out;
  for (const std::vector<Index>& face : faces) ++out[face.size()];
  return out;
}

// (edge of the grid in steps) => all points of a cubic grid of side 1 about the origin
Vec3s cubic_grid(int steps) {
  Vec3s out;
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; j <= steps; ++j)
      for (int k = 0; k <= steps; ++k) out.push_back(Vec3(i, j, k) / steps - Vec3::Constant(0.5));
  return out;
}

void expect_same_bits(const Shape& a, const Shape& b) {
  EXPECT_EQ(a.vertex, b.vertex);
  EXPECT_EQ(a.face, b.face);
  EXPECT_EQ(a.moments, b.moments);
  EXPECT_EQ(a.reach, b.reach);
  EXPECT_EQ(a.area, b.area);
}

TEST(ShapeHull, FacesOfRegularSolids) {
  using Sizes = std::map<std::size_t, int>;
  const Quaternion turn = quaternion(1, -2, 3, 5);
  for (const Quaternion& q : {Quaternion::Identity(), turn}) {
    const auto sizes = [&](const Vec3s& points) { return face_sizes(hull_of(placed(points, q, {0.3, 7, -2})).face); };
    EXPECT_EQ(sizes(tetrahedron()), (Sizes{{3, 4}}));
    EXPECT_EQ(sizes(box({1, 2, 3})), (Sizes{{4, 6}}));
    EXPECT_EQ(sizes(octahedron()), (Sizes{{3, 8}}));
    EXPECT_EQ(sizes(dodecahedron()), (Sizes{{5, 12}}));
    EXPECT_EQ(sizes(icosahedron()), (Sizes{{3, 20}}));
  }
}

// Corners in the given order; faces counter-clockwise from outside, each starting at its lowest corner.
TEST(ShapeHull, Canonical) {
  const Polyhedron hull = hull_of(box({2, 4, 6}));
  EXPECT_EQ(hull.vertex[0], Vec3(-1, -2, -3));
  EXPECT_EQ(hull.vertex[1], Vec3(-1, -2, 3));
  EXPECT_EQ(hull.vertex[7], Vec3(1, 2, 3));
  const Faces expected{{0, 1, 3, 2}, {0, 2, 6, 4}, {0, 4, 5, 1}, {1, 5, 7, 3}, {2, 3, 7, 6}, {4, 6, 7, 5}};
  EXPECT_EQ(hull.face, expected);
}

// Points within faces, on edges and inside the body are not corners, exactly in the plane or off it by rounding.
TEST(ShapeHull, OnlyCornersAreKept) {
  for (int k = 0; k < 10; ++k) {
    Random random(17, Purpose::kOrientation, k);
    const Quaternion turn = quaternion(random.uniform(), random.uniform(), random.uniform(), random.uniform());
    for (const Vec3& centre : {Vec3(0, 0, 0), Vec3(1e4, -2e4, 3e4)}) {
      const Polyhedron hull = hull_of(placed(cubic_grid(4), k == 0 ? Quaternion::Identity() : turn, centre));
      EXPECT_EQ(hull.vertex.size(), 8u) << k;
      EXPECT_EQ(face_sizes(hull.face), (std::map<std::size_t, int>{{4, 6}})) << k;
    }
  }
}

// kCoplanar distinguishes corners from rounding: a point above the centre of a face, or beside the midpoint of an edge.
TEST(ShapeHull, ToleranceOfPlanes) {
  const auto faces_with = [](const Vec3& more) {
    Vec3s points = box({1, 1, 1});
    points.push_back(more);
    return hull_of(points).face.size();
  };
  EXPECT_EQ(faces_with({0.1, 0.2, 0.5 + 1e-10}), 6u);
  EXPECT_EQ(faces_with({0.1, 0.2, 0.5 + 1e-7}), 9u);  // four triangles for one square
  EXPECT_EQ(faces_with({0.1, 0.5, 0.5 + 1e-10}), 6u);
  EXPECT_EQ(faces_with({0.1, 0.5 + 1e-10, 0.5 + 1e-10}), 6u);
  EXPECT_EQ(faces_with({0.1, 0.5, 0.5 + 1e-7}), 8u);  // three triangles for the top; the side has a fifth corner
}

// Points that nearly coincide are one corner.
TEST(ShapeHull, NearDuplicates) {
  for (const double noise : {1e-15, 1e-13, 1e-10}) {
    Random random(37, Purpose::kPlace);
    Vec3s points;
    for (int k = 0; k < 5; ++k)
      for (const Vec3& x : placed(box({3, 1, 2}), quaternion(1, 2, 3, 4), {1, 2, 3}))
        points.push_back(x + noise * random.in_ball());
    const Polyhedron hull = hull_of(points);
    EXPECT_EQ(hull.vertex.size(), 8u) << noise;
    EXPECT_EQ(face_sizes(hull.face), (std::map<std::size_t, int>{{4, 6}})) << noise;
  }
}

// For any noise, including noise of about kCoplanar: a valid shape that contains all points.
TEST(ShapeHull, NoisyPlanes) {
  for (int k = 0; k < 200; ++k) {
    Random random(43, Purpose::kPlace, k);
    const double noise = std::pow(10, -random.uniform(2, 17));
    Vec3s points = placed(cubic_grid(3), quaternion(random.uniform(), 1, 2, 3), {1, 2, 3});
    for (Vec3& x : points) x += noise * random.in_ball();
    const auto [shape, place] = make_hull("noisy", points);
    EXPECT_EQ(violation(shape), std::nullopt) << noise;
    for (const Vec3& x : points)
      EXPECT_LT(distance(shape, place.turn.conjugate() * (x - place.centre) / place.radius), 1e-8) << noise;
  }
}

// For any order, with repeated points, and -0 for 0: identical bits.
TEST(ShapeHull, OrderDoesNotMatter) {
  for (const Vec3s& given :
       {cubic_grid(3), random_points(200, 3), placed(cubic_grid(3), quaternion(1, 2, 3, 4), {5, 6, 7})}) {
    const PlacedShape first = make_hull("body", given);
    for (int k = 0; k < 5; ++k) {
      Vec3s points = given;
      points.insert(points.end(), given.begin(), given.begin() + 10);
      Random(23, Purpose::kCells, k).shuffle(points);
      for (Vec3& x : points)
        for (double& c : x)
          if (c == 0) c = -0.0;
      const PlacedShape again = make_hull("body", points);
      expect_same_bits(first.shape, again.shape);
      EXPECT_EQ(first.placement.centre, again.placement.centre);
      EXPECT_EQ(first.placement.turn.coeffs(), again.placement.turn.coeffs());
      EXPECT_EQ(first.placement.radius, again.placement.radius);
    }
  }
}

// Points with small integer coordinates have many common planes: Euler's formula and the remaining conditions of
// violation() hold.
TEST(ShapeHull, ManyCoplanarPoints) {
  for (int k = 0; k < 200; ++k) {
    Random random(29, Purpose::kPlace, k);
    Vec3s points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const auto count = 4 + random.below(60);
    const double size = static_cast<double>(2 + random.below(4));
    for (std::uint64_t i = 0; i < count; ++i)
      points.push_back(Vec3(random.uniform(0, size), random.uniform(0, size), random.uniform(0, size)).array().floor());
    const Polyhedron exact = hull_of(points);
    EXPECT_EQ(not_closed(exact.vertex.size(), exact.face), std::nullopt) << k;
    const Polyhedron turned = hull_of(placed(points, quaternion(random.uniform(), 1, 2, 3), {10, 20, 30}));
    EXPECT_EQ(face_sizes(turned.face), face_sizes(exact.face)) << k;
    EXPECT_EQ(violation(make_hull("lattice", points).shape), std::nullopt) << k;
  }
}

TEST(ShapeHull, LargeRandomSets) {
  for (const int count : {4, 10, 100, 3000}) {
    Vec3s points = random_points(count, 31);
    for (Vec3& x : points) x.normalize();
    const Polyhedron hull = hull_of(points);
    EXPECT_EQ(hull.vertex.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(hull.face.size(), static_cast<std::size_t>(2 * count - 4));  // Euler's formula with only triangles
  }
}

TEST(ShapeHull, RefusesPointsWithoutVolume) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto with = [](const Vec3& more) {
    Vec3s points = box({1, 1, 1});
    points.push_back(more);
    return points;
  };
  EXPECT_THROW(hull_of({}), InputError);
  EXPECT_THROW(hull_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), InputError);
  EXPECT_THROW(hull_of(Vec3s(20, Vec3(1, 2, 3))), InputError);
  EXPECT_THROW(hull_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}}), InputError);
  EXPECT_THROW(hull_of({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}, {-3, -3, -3}}), InputError);
  EXPECT_THROW(hull_of(placed(box({1, 1, 0}), quaternion(1, 2, 3, 4), {0, 0, 0})), InputError);
  EXPECT_THROW(hull_of(placed(box({1, 1, 1e-7}), quaternion(1, 2, 3, 4), {0, 0, 0})), InputError);
  EXPECT_THROW(hull_of(with({nan, 0, 0})), InputError);
  EXPECT_THROW(hull_of(with({0, -inf, 0})), InputError);
  EXPECT_THROW(hull_of(with({0, 1e70, 0})), InputError);
  EXPECT_THROW(hull_of(box(Vec3::Constant(1e-70))), InputError);
  EXPECT_NO_THROW(hull_of(placed(box({1, 1, 1e-5}), quaternion(1, 2, 3, 4), {0, 0, 0})));
  EXPECT_NO_THROW(hull_of(box(Vec3::Constant(1e-50))));
  EXPECT_NO_THROW(hull_of(box(Vec3::Constant(1e50))));
}

// A box of sides 3, 1, 2: in its principal frame the longest side comes first, and moments are (b^2 + c^2) / 12.
TEST(ShapeMakeHull, Box) {
  const auto [shape, placement] = make_hull("brick", placed(box({3, 1, 2}), Quaternion::Identity(), {10, 20, 30}));
  const double radius = std::cbrt(6 * 0.75 / std::numbers::pi);
  EXPECT_EQ(shape.name, "brick");
  EXPECT_EQ(shape.kind, Kind::hull);
  EXPECT_NEAR(placement.radius, radius, 1e-15);
  EXPECT_LT((placement.centre - Vec3(10, 20, 30)).norm(), 1e-14);
  EXPECT_LT((shape.moments * radius * radius - Vec3(5, 10, 13) / 12).norm(), 1e-14);
  EXPECT_NEAR(shape.reach * radius, std::sqrt(14.0) / 2, 1e-14);
  EXPECT_NEAR(shape.area * radius * radius, 22, 1e-13);
  for (const Vec3& x : shape.vertex) EXPECT_LT((x.cwiseAbs() * radius - Vec3(1.5, 1, 0.5)).norm(), 1e-14);
}

// Moments and reach of regular solids for the ball's volume, computed from the edge (ShapeMass.RegularSolids).
TEST(ShapeMakeHull, RegularSolids) {
  const double root3 = std::numbers::sqrt3, phi = std::numbers::phi;
  const struct {
    Vec3s points;
    double edge, volume, moment, area, circumradius;  // the last four divided by powers of the edge
  } solids[] = {
      {tetrahedron(), 2 * std::numbers::sqrt2, std::numbers::sqrt2 / 12, 1.0 / 20, root3, std::sqrt(6.0) / 4},
      {box({1, 1, 1}), 1, 1, 1.0 / 6, 6, root3 / 2},
      {octahedron(), std::numbers::sqrt2, std::numbers::sqrt2 / 3, 0.1, 2 * root3, std::numbers::sqrt2 / 2},
      {icosahedron(), 2, 5 * (3 + std::sqrt(5.0)) / 12, phi * phi / 10, 5 * root3, std::sqrt(phi * phi + 1) / 2},
  };
  for (const auto& solid : solids) {
    const Shape shape = make_hull("solid", placed(solid.points, quaternion(1, 1, 2, -1), {0, 1, 0})).shape;
    const double radius = std::cbrt(solid.volume * 0.75 / std::numbers::pi);  // in edges
    EXPECT_LT((shape.moments - Vec3::Constant(solid.moment / (radius * radius))).norm(), 1e-14);
    EXPECT_NEAR(shape.area, solid.area / (radius * radius), 1e-13);
    EXPECT_NEAR(shape.reach, solid.circumradius / radius, 1e-14);
  }
}

// The placement maps the normalised corners to the given ones.
TEST(ShapeMakeHull, PlacementMapsBack) {
  for (const Vec3s& given : {random_points(40, 5), box({2, 2, 5}), tetrahedron()})
    for (const Vec3& centre : {Vec3(0, 0, 0), Vec3(1e6, 2e6, -3e6)}) {
      const Vec3s points = placed(given, quaternion(4, 1, -2, 3), centre);
      const auto [shape, place] = make_hull("body", points);
      const Polyhedron hull = hull_of(points);
      ASSERT_EQ(shape.face, hull.face);
      for (std::size_t v = 0; v < hull.vertex.size(); ++v) {
        const Vec3 back = place.centre + place.radius * (place.turn * shape.vertex[v]);
        EXPECT_LT((back - hull.vertex[v]).norm(), 1e-14 + 1e-15 * centre.norm());
      }
    }
}

// Rotated, moved and scaled: the same shape, except for the signs of the axes.
TEST(ShapeMakeHull, SameShapeInAnyPlacement) {
  const Vec3s points = random_points(60, 13);
  const Shape still = make_hull("body", points).shape;
  EXPECT_LT(still.moments[0], still.moments[1] - 1e-3);
  EXPECT_LT(still.moments[1], still.moments[2] - 1e-3);
  for (int k = 0; k < 10; ++k) {
    Random random(41, Purpose::kOrientation, k);
    Vec3s moved =
        placed(points, quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(), 0.1), {1, 2, 3});
    for (Vec3& x : moved) x *= 250;
    const Shape shape = make_hull("body", moved).shape;
    EXPECT_LT((shape.moments - still.moments).norm(), 1e-13);
    EXPECT_NEAR(shape.area, still.area, 1e-12);
    EXPECT_NEAR(shape.reach, still.reach, 1e-13);
    EXPECT_EQ(face_sizes(shape.face), face_sizes(still.face));
    for (const Vec3& x : shape.vertex) {
      double nearest = 1;
      for (const Vec3& y : still.vertex) nearest = std::min(nearest, (x.cwiseAbs() - y.cwiseAbs()).norm());
      EXPECT_LT(nearest, 1e-11);
    }
  }
}

// Equal moments: the given axes are kept.
TEST(ShapeMakeHull, EqualMomentsKeepTheAxes) {
  const auto turn_of = [](const Vec3s& points) { return make_hull("body", points).placement.turn; };
  EXPECT_EQ(turn_of(placed(box({1, 1, 1}), quaternion(1, 2, 3, 4), {1, 2, 3})).coeffs(),
            Quaternion::Identity().coeffs());
  EXPECT_EQ(turn_of(tetrahedron()).coeffs(), Quaternion::Identity().coeffs());
  EXPECT_LT(turn_of(box({2, 2, 1})).angularDistance(Quaternion::Identity()), 1e-12);
  EXPECT_LT(turn_of(box({3, 1, 1})).angularDistance(Quaternion::Identity()), 1e-12);
}

TEST(ShapeOfAggregate, InUnitsOfItsRadius) {
  const Shape one = shape_of(aggregate("sphere", 0.7));
  EXPECT_LT((one.moments - sphere().moments).norm(), 1e-15);
  EXPECT_NEAR(one.reach, 1, 1e-15);
  const Shape pair = shape_of(aggregate("dumbbell", 0.7));  // two balls of radius s: (0.8, 2.8, 2.8) m s^2
  const double s = std::cbrt(0.5);
  EXPECT_LT((pair.moments - Vec3(0.4, 1.4, 1.4) * s * s).norm(), 1e-15);
  EXPECT_NEAR(pair.reach, 2 * s, 1e-15);
  EXPECT_EQ(pair.kind, Kind::aggregate);
  EXPECT_EQ(violation(pair), std::nullopt);
}

std::string refusal_of(const Vec3s& points) {
  return test::refusal([&] { hull_of(points); });
}

// A needle has a thickness: points lie on a line or in a plane only if they deviate from it by no more than rounding.
// Boxes with known volume, area and largest moment are tested in several directions, down to the smallest thickness
// allowed. The volume is a sum of 12 triple products of vectors of half the box's diagonal L, each with 4 rounding
// errors. With the factor 1/6, the error is at most eps times the cube of the diagonal. Positions are rounded by eps L,
// relative to the smallest side.
TEST(ShapeHull, NeedlesAndPlatesAreBodies) {
  for (const Quaternion& q : {Quaternion::Identity(), quaternion(1, -2, 3, 5)}) {
    for (const Vec3& sides : {Vec3(1e6, 1, 1), Vec3(1, 1e6, 1e6), Vec3(1e6, 1e3, 1)}) {
      const Vec3s points = placed(box(sides), q, {0.3, 7, -2});
      const Polyhedron hull = hull_of(points);
      EXPECT_EQ(face_sizes(hull.face), (std::map<std::size_t, int>{{4, 6}}));
      const MassProperties found = mass_properties(hull.vertex, hull.face);
      const double length = sides.norm(), least = sides.minCoeff();
      const double rounding =
          std::numeric_limits<double>::epsilon() * (std::pow(length, 3) / sides.prod() + 8 * length / least);
      EXPECT_NEAR(found.volume / sides.prod(), 1, rounding);
      const double across = sides.squaredNorm() - least * least;
      EXPECT_NEAR(principal_frame(found.inertia).moments[2] / (found.volume * across / 12), 1, rounding);
    }
    const std::string thin = "the thickness must be at least 1e-06 of the length";
    EXPECT_NE(refusal_of(placed(box({1e6, 0.1, 0.1}), q, {0.3, 7, -2})).find(thin), std::string::npos);
    EXPECT_NE(refusal_of(placed(box({1e6, 1e6, 0.1}), q, {0.3, 7, -2})).find(thin), std::string::npos);
    Vec3s line, plane;
    for (int k = 0; k < 9; ++k) {
      line.push_back(Vec3(k / 3.0, 0, 0));
      plane.push_back(Vec3(k % 3 / 3.0, k / 3 / 7.0, 0));
    }
    EXPECT_EQ(refusal_of(placed(line, q, {0.3, 7, -2})), "points of a hull lie on a line");
    EXPECT_EQ(refusal_of(placed(plane, q, {0.3, 7, -2})), "points of a hull lie in a plane");
  }
}

// A tree of boxes finds the same points above a plane as a test of all points, to the last bit of the limit.
TEST(ShapeHull, PointsAboveAPlane) {
  Vec3s points;
  for (int k = 0; k < 500; ++k)
    points.push_back(Vec3(std::sin(k), std::sin(1.7 * k), std::cos(3.1 * k * k)).normalized());
  const PointTree tree(points);
  for (int k = 0; k < 200; ++k) {
    const Vec3 normal = Vec3(std::cos(2.3 * k), std::sin(5.1 * k), std::sin(0.7 * k)).normalized();
    double most = -1;
    for (const Vec3& x : points) most = std::max(most, normal.dot(x));
    EXPECT_FALSE(tree.any_above(normal, most));
    EXPECT_TRUE(tree.any_above(normal, std::nextafter(most, -1)));
  }
  EXPECT_FALSE(PointTree(Vec3s{}).any_above(Vec3::UnitX(), -1));
}

}  // namespace
}  // namespace rubble::shape
