#include "base/error.hpp"
#include "measure/extent/alpha_shape.hpp"
#include "measure/extent/envelope.hpp"
#include "shape/polyhedron.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::Dice;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;

// Points i + shift, j + shift, k + shift times `spacing` of a lattice for which `inside` is true.
Vec3s lattice(int n, double spacing, const std::function<bool(const Vec3&)>& inside) {
  Vec3s points;
  for (int i = -n; i <= n; ++i)
    for (int j = -n; j <= n; ++j)
      for (int k = -n; k <= n; ++k)
        if (const Vec3 x = spacing * Vec3(i, j, k); inside(x)) points.push_back(x);
  return points;
}

// Gauss: volume = 1/6 sum over the triangles of a . (b x c).
double volume_of(const shape::Polyhedron& surface) {
  double sum = 0;
  for (const auto& f : surface.face) {
    const auto at = [&](std::size_t k) { return surface.vertex[static_cast<std::size_t>(f[k])]; };
    sum += at(0).dot(at(1).cross(at(2))) / 6;
  }
  return sum;
}

// V - E + F: 2 (1 - holes) for each closed surface.
std::int64_t euler(const shape::Polyhedron& surface) {
  std::set<std::pair<Index, Index>> edges;
  for (const auto& f : surface.face)
    for (std::size_t k = 0; k < 3; ++k) edges.insert(std::minmax(f[k], f[(k + 1) % 3]));
  return static_cast<std::int64_t>(surface.vertex.size() + surface.face.size()) -
         static_cast<std::int64_t>(edges.size());
}

TEST(AlphaShape, CubeByItsCorners) {
  const Vec3s points = lattice(1, 1.0, [](const Vec3& x) { return x.minCoeff() >= 0; });
  ASSERT_EQ(points.size(), 8u);
  const Tetrahedra t = delaunay(points);
  for (const double square : t.square) EXPECT_NEAR(square, 0.75, 1e-15);
  const AlphaShape s = alpha_shape(t, 0.87);
  EXPECT_NEAR(s.volume, 1, 1e-15);
  EXPECT_NEAR(s.area, 6, 1e-14);
  EXPECT_EQ(s.parts, 1u);
  EXPECT_EQ(s.points, 8u);
  EXPECT_EQ(s.cavities, 0u);
  EXPECT_NEAR(least_whole_alpha(t), std::sqrt(0.75), 1e-15);
  EXPECT_EQ(alpha_shape(t, least_whole_alpha(t)).parts, 1u);
  EXPECT_EQ(alpha_shape(t, 0.86).volume, 0);
}

// Three cubes that form an L, with points 0.2 apart: no ball enters the last half cell at the inner edge. The hull also
// contains the prism between its arms.
TEST(AlphaShape, SolidWithADent) {
  const auto in_l = [](const Vec3& x) {
    return x.z() >= 0 && x.z() <= 1 && x.x() >= 0 && x.y() >= 0 && (x.x() <= 1 || x.y() <= 1) && x.x() <= 2 &&
           x.y() <= 2;
  };
  const Tetrahedra t = delaunay(lattice(10, 0.2, in_l));
  const double alpha = 0.2;
  const AlphaShape s = alpha_shape(t, alpha), hull = alpha_shape(t, kInfinity);
  const double side = 0.2, volume = 3 + side * side / 2;
  EXPECT_NEAR(s.volume, volume, 1e-12);
  EXPECT_NEAR(s.area, 14 + (std::sqrt(2.0) - 2) * side + side * side, 1e-12);
  EXPECT_NEAR(hull.volume, 3.5, 1e-12);
  EXPECT_NEAR(volume_of(alpha_surface(t, alpha)), volume, 1e-12);
  EXPECT_EQ(euler(alpha_surface(t, alpha)), 2);
  EXPECT_EQ(s.parts, 1u);
}

// Ring of radius 3, tube of radius 1: volume 2 pi^2 R r^2, area 4 pi^2 R r; its hole has the radius 2.
TEST(AlphaShape, TorusKeepsItsHole) {
  Vec3s points;
  constexpr int kAround = 240, kTube = 80;
  for (int i = 0; i < kAround; ++i)
    for (int j = 0; j < kTube; ++j)
      for (const double r : {1.0, 0.8, 0.55, 0.3}) {
        const double u = 2 * kPi * i / kAround, v = 2 * kPi * (j + 0.5 * (i % 2)) / kTube;
        points.emplace_back(
            Vec3((3 + r * std::cos(v)) * std::cos(u), (3 + r * std::cos(v)) * std::sin(u), r * std::sin(v)) +
            Vec3(1e4, 0, 0));
      }
  const Tetrahedra t = delaunay(points);
  const AlphaShape s = alpha_shape(t, 0.6);
  EXPECT_NEAR(s.enclosed() / (6 * kPi * kPi), 1, 0.005);
  EXPECT_NEAR(s.area / (12 * kPi * kPi), 1, 0.01);
  EXPECT_EQ(s.parts, 1u);
  EXPECT_EQ(s.points, points.size());
  EXPECT_EQ(euler(alpha_surface(t, 0.6)), 0);
  EXPECT_EQ(euler(alpha_surface(t, 50)), 2);
  EXPECT_GT(alpha_shape(t, 50).volume / (6 * kPi * kPi), 1.3);
  EXPECT_NEAR(volume_of(alpha_surface(t, 0.6)) / s.volume, 1, 1e-9);
}

// Cubes of points with a hollow: a closed hollow is a cavity; with a channel wider than the ball it is not.
TEST(AlphaShape, CavityIsAClosedHollow) {
  const auto hollow = [](const Vec3& x) { return x.lpNorm<Eigen::Infinity>() < 1.5; };
  const auto chimney = [](const Vec3& x) { return x.head<2>().lpNorm<Eigen::Infinity>() < 1.5 && x.z() > 0; };
  const double alpha = 0.9;  // closes cubes of edge 1: sqrt(3) / 2
  const Tetrahedra closed = delaunay(lattice(4, 1.0, [&](const Vec3& x) { return !hollow(x); }));
  const AlphaShape shape = alpha_shape(closed, alpha);
  EXPECT_EQ(shape.cavities, 1u);
  EXPECT_NEAR(shape.volume + shape.cavity_volume, 512, 1e-9);
  EXPECT_NEAR(shape.enclosed(), 512, 1e-9);
  EXPECT_GT(shape.cavity_volume, 27);  // at least the cube between the surrounding points and the centre
  EXPECT_LT(shape.cavity_volume, 64);
  EXPECT_EQ(alpha_shape(closed, kInfinity).cavities, 0u);
  const AlphaShape open =
      alpha_shape(delaunay(lattice(4, 1.0, [&](const Vec3& x) { return !hollow(x) && !chimney(x); })), alpha);
  EXPECT_EQ(open.cavities, 0u);
  EXPECT_LT(open.enclosed(), 512 - 64);
}

// A ball of radius 0.6 passes through none of the triangles of a tetrahedron of edge 1 (circumradius 0.577), whose
// circumscribed sphere has the radius 0.612: this is the smallest possible cavity.
TEST(AlphaShape, TheSmallestCavityIsOneTetrahedron) {
  const double s = 1 / std::sqrt(8.0);
  const Tetrahedra t = delaunay({{s, s, s}, {s, -s, -s}, {-s, s, -s}, {-s, -s, s}});
  ASSERT_EQ(t.size(), 1u);
  EXPECT_NEAR(t.square[0], 0.375, 1e-15);
  EXPECT_EQ(alpha_shape(t, 0.6).cavities, 1u);
  EXPECT_EQ(alpha_shape(t, 0.57).cavities, 0u);
  EXPECT_EQ(alpha_shape(t, 0.62).cavities, 0u);
  EXPECT_NEAR(alpha_shape(t, 0.6).cavity_volume, t.volume[0], 1e-16);
}

TEST(AlphaShape, TwoPartsBecomeOneAtTheGap) {
  Vec3s points = lattice(2, 1.0, [](const Vec3&) { return true; });
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) points.push_back(points[i] + Vec3(10, 0, 0));
  const Tetrahedra t = delaunay(points);
  EXPECT_EQ(alpha_shape(t, 0.9).parts, 2u);
  // Between the squares that face each other, 6 apart, lie boxes of 1 x 1 x 6.
  EXPECT_NEAR(least_whole_alpha(t), 0.5 * std::sqrt(38.0), 1e-12);
  EXPECT_EQ(alpha_shape(t, least_whole_alpha(t)).parts, 1u);
  EXPECT_EQ(alpha_shape(t, 0.999 * least_whole_alpha(t)).parts, 2u);
}

// The porosity inside a lattice of touching balls has no contribution from an outer layer of half-empty cells. The
// simple cubic lattice has 1 - pi/6, and whole cells of the face-centred one have 1 - pi/sqrt(18).
TEST(AlphaShape, PorosityOfLatticesOfBalls) {
  const auto filled = [](const Vec3s& centres, double radius, double alpha) {
    const Tetrahedra t = regular(centres, Reals(centres.size(), radius));
    return balls_within(t, alpha) / alpha_shape(t, alpha).enclosed();
  };
  const Vec3s cubic = lattice(3, 1.0, [](const Vec3&) { return true; });
  EXPECT_NEAR(filled(cubic, 0.5, 0.75), kPi / 6, 1e-12);
  const Vec3s faces = lattice(4, 1.0, [](const Vec3& x) { return (static_cast<int>(std::lround(x.sum())) & 1) == 0; });
  EXPECT_NEAR(filled(faces, std::sqrt(0.5), 0.8), kPi / std::sqrt(18.0), 1e-12);
}

// Weighted points: the sphere orthogonal to four touching unit balls passes through the midpoints of the edges, where
// the balls touch. Its squared radius is the squared distance of a ball's centre minus 1, or 1.5 - 1.
TEST(AlphaShape, SphereOrthogonalToBalls) {
  const double s = 1 / std::sqrt(2.0);
  const Vec3s centres{{s, s, s}, {s, -s, -s}, {-s, s, -s}, {-s, -s, s}};
  EXPECT_NEAR(regular(centres, {1, 1, 1, 1}).square[0], 0.5, 1e-14);
  // For unequal balls, |x - c|^2 - r^2 is the same for all four; the centre is found by least squares.
  const Reals radii{1, 0.8, 0.6, 0.3};
  Eigen::Matrix4d a;
  Eigen::Vector4d b;
  for (int k = 0; k < 4; ++k) {
    const Vec3& c = centres[static_cast<std::size_t>(k)];
    a.row(k) << 2 * c.transpose(), 1;
    b[k] = c.squaredNorm() - std::pow(radii[static_cast<std::size_t>(k)], 2);
  }
  const Eigen::Vector4d x = a.colPivHouseholderQr().solve(b);  // centre, and R^2 - |centre|^2
  EXPECT_NEAR(regular(centres, radii).square[0], x[3] + x.head<3>().squaredNorm(), 1e-13);
}

// A tetrahedron is as flat as rounding allows: three points of a circle of radius 5 and a fourth at a height of 1e-13.
TEST(AlphaShape, FlatTetrahedraHaveTheirSpheres) {
  const double h = 1e-13;
  const Tetrahedra t = delaunay({{5, 0, 0}, {0, 5, 0}, {-5, 0, 0}, {0, 0, h}});
  ASSERT_EQ(t.size(), 1u);
  // Centre (0, 0, z) with 25 + z^2 = (z - h)^2.
  const double z = (h * h - 25) / (2 * h);
  EXPECT_NEAR(t.square[0] / (25 + z * z), 1, 1e-12);
}

// A turned lattice has flat tetrahedra between coplanar points. Rounding decides the size of their spheres; here all of
// them are large. Volume and areas are those of the cube, and the written surface has the same area.
TEST(AlphaShape, HollowsWithoutVolumeAreFilled) {
  Vec3s points = lattice(2, 1.0, [](const Vec3&) { return true; });
  const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  for (Vec3& x : points) x = turn * x;
  Tetrahedra t = delaunay(points);
  const auto is_inner = [&](std::size_t c) { return std::ranges::min(t.neighbour[c]) >= 0; };
  std::size_t flat = 0;
  for (std::size_t c = 0; c < t.size(); ++c) {
    if (!is_inner(c) || t.volume[c] > 1e-12) continue;
    t.square[c] = kInfinity;
    ++flat;
  }
  ASSERT_GT(flat, 0u);
  const AlphaShape shape = alpha_shape(t, 0.9);
  EXPECT_EQ(shape.cavities, 0u);
  EXPECT_NEAR(shape.volume, 64, 1e-12);
  EXPECT_NEAR(shape.area, 96, 1e-11);
  EXPECT_EQ(shape.cavity_area, 0);
  double area = 0;
  const shape::Polyhedron surface = alpha_surface(t, 0.9);
  for (const auto& f : surface.face) {
    const auto at = [&](std::size_t k) { return surface.vertex[static_cast<std::size_t>(f[k])]; };
    area += (at(1) - at(0)).cross(at(2) - at(0)).norm() / 2;
  }
  EXPECT_NEAR(area, shape.area, 1e-12);
}

TEST(AlphaShape, SameAsTheEnvelope) {
  Dice dice(3);
  Vec3s points;
  for (int k = 0; k < 2000; ++k) points.push_back(dice.in_ball());
  const Tetrahedra t = delaunay(points);
  const Envelope e = envelope(points, 0.2);
  EXPECT_EQ(alpha_shape(t, 0.2).volume, e.alpha);
  EXPECT_EQ(alpha_shape(t, 0.2).area, e.area);
  EXPECT_NEAR(alpha_shape(t, kInfinity).volume, e.hull, 1e-12);
}

TEST(AlphaShape, BadAlphaAndNoBody) {
  EXPECT_THROW(alpha_shape({}, -1), InputError);
  EXPECT_THROW(alpha_shape({}, std::nan("")), InputError);
  EXPECT_EQ(alpha_shape(delaunay({}), 1).volume, 0);
  EXPECT_EQ(delaunay({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}).size(), 0u);
  EXPECT_EQ(least_whole_alpha(delaunay({})), 0);
}

}  // namespace
}  // namespace rubble::measure
