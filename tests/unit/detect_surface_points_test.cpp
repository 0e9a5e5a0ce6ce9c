// Points of a sphere and a surface: one for one place, wherever the triangles have their edges.
#include "base/random.hpp"
#include "detect/body_at_surface.hpp"
#include "detect/placed.hpp"
#include "physics/mesh_scene.hpp"
#include "shape/mesh.hpp"
#include "shape/wall_recipes.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

constexpr double kRadius = 0.2;

// (surface, centre of a sphere, gap up to which points count / radius) => its points.
FoundPoints points_of(const shape::Polyhedron& surface, const Vec3& centre, double alert) {
  const shape::TriangleMesh mesh = shape::triangle_mesh(surface);
  const shape::SurfaceParts parts(mesh);
  std::vector<Index> all(mesh.size());
  std::iota(all.begin(), all.end(), 0);
  BodyAtSurface sphere{mesh, parts, all, unit_ball(), {centre, Quaternion::Identity(), kRadius}, alert * kRadius, {}};
  FoundPoints found;
  find_sphere_points(sphere, found);
  return found;
}

TEST(SurfacePoints, AFlatSheetHasOnePoint) {
  for (const double off : {0.0, 0.3}) {
    const shape::Polyhedron sheet = test::flat(20, 1, off);
    for (const Vec3& centre : {Vec3(0, 0, kRadius), Vec3(0.05, 0, kRadius), Vec3(0.031, 0.002, kRadius),
                               Vec3(1e-9, 1e-9, kRadius), Vec3(0.03, 0.03, -kRadius)}) {
      const FoundPoints found = points_of(sheet, centre, 0.5);
      ASSERT_EQ(found.size(), 1) << off << " " << centre.transpose();
      EXPECT_NEAR(found[0].gap, 0, 1e-15);
      EXPECT_LT((found[0].normal - Vec3(0, 0, centre.z() > 0 ? -1 : 1)).norm(), 1e-8);
    }
  }
}

TEST(SurfacePoints, FlatPartsNameTheirPoints) {
  const shape::Polyhedron sheet = test::flat(20);
  const Index feature = points_of(sheet, {0.03, 0.02, kRadius}, 0.1)[0].feature;
  EXPECT_EQ(points_of(sheet, {-0.42, 0.31, kRadius}, 0.1)[0].feature, feature);
}

TEST(SurfacePoints, AGrooveHasTwoAndARidgeOne) {
  const shape::Polyhedron groove{{{0, -1, 0}, {0, 1, 0}, {1, -1, 1}, {1, 1, 1}, {-1, -1, 1}, {-1, 1, 1}},
                                 {{0, 1, 3, 2}, {0, 1, 5, 4}}};
  EXPECT_EQ(points_of(groove, {0, 0.1, std::sqrt(2.0) * kRadius}, 0.5).size(), 2);
  const FoundPoints ridge = points_of(groove, {0, 0.1, -1.1 * kRadius}, 0.5);
  ASSERT_EQ(ridge.size(), 1);
  EXPECT_NEAR(ridge[0].gap, 0.1 * kRadius, 1e-15);
  EXPECT_LT((ridge[0].normal - Vec3::UnitZ()).norm(), 1e-12);
}

// A box with half the lengths of its sides along the columns of `turn`.
struct TurnedBox {
  Vec3 centre;
  Mat3 turn;
  Vec3 half;

  double extent(const Vec3& direction) const { return half.dot((turn.transpose() * direction).cwiseAbs()); }
};

// => overlap of two boxes by their 15 separating axes, negative if they are apart. Gottschalk, Lin & Manocha 1996,
// doi:10.1145/237170.237244.
double overlap_of(const TurnedBox& a, const TurnedBox& b) {
  std::vector<Vec3> axes;
  for (int i = 0; i < 3; ++i) {
    axes.push_back(a.turn.col(i));
    axes.push_back(b.turn.col(i));
    for (int j = 0; j < 3; ++j) {
      const Vec3 across = a.turn.col(i).cross(b.turn.col(j));
      if (across.norm() > 1e-6) axes.push_back(across.normalized());
    }
  }
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& axis : axes)
    least = std::min(least, a.extent(axis) + b.extent(axis) - std::abs(axis.dot(b.centre - a.centre)));
  return least;
}

// The corners and edges of a block lie at the edges of a box of triangles. Wherever the block overlaps the box a
// little, the deepest point is about as deep: it is not the depth of a corner that is beside the box.
TEST(SurfacePoints, HullsAtEdgesAreNoDeeperThanTheyAre) {
  const TurnedBox wall{Vec3::Zero(), Mat3::Identity(), Vec3(3, 25, 10)};
  const shape::TriangleMesh mesh = shape::triangle_mesh(shape::box_surface(2 * wall.half));
  const shape::SurfaceParts parts(mesh);
  std::vector<Index> all(mesh.size());
  std::iota(all.begin(), all.end(), 0);
  const Vec3 half(4, 2, 2);
  const shape::PlacedShape form = shape::make_hull("block", shape::box_surface(2 * half).vertex);
  const shape::PreparedShape solid(form.shape);
  Random random(1, Purpose::kPlace);
  const auto sign = [&] { return random.uniform() < 0.5 ? -1.0 : 1.0; };
  const auto within = [&] { return random.uniform(-1, 1); };
  int overlaps = 0;
  for (int k = 0; k < 80000; ++k) {
    const double size = k < 40000 ? 1e-4 : 1e-2;
    const Quaternion turn = Quaternion(within(), within(), within(), within()).normalized();
    const Mat3 axes = (turn * form.placement.turn.conjugate()).toRotationMatrix();
    Vec3 corner = half.cwiseProduct(Vec3(sign(), sign(), sign()));
    if (k % 2 == 1) corner[k / 2 % 3] *= within();  // a point of an edge
    const Vec3 edge(3 * sign(), 20 * within(), 10 * sign());
    const TurnedBox block{edge - axes * corner + 3 * size * Vec3(within(), within(), within()), axes, half};
    const double depth = overlap_of(block, wall);
    if (depth < 0.1 * size || depth > 20 * size) continue;
    ++overlaps;
    const BodyAtSurface hull{mesh, parts, all, solid, {block.centre, turn, form.placement.radius}, 0.1, {}};
    FoundPoints found;
    find_hull_points(hull, found);
    double deepest = 0;
    for (const SurfacePoint& point : found) deepest = std::max(deepest, -point.gap);
    ASSERT_GT(deepest, 0.5 * depth) << k;
    ASSERT_LT(deepest, 4 * depth) << k;
  }
  EXPECT_GT(overlaps, 1000);
}

}  // namespace
}  // namespace rubble::detect
