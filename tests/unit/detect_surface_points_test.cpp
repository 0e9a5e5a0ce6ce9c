// Points of a sphere and a surface: one for one place, wherever the triangles have their edges.
#include "detect/body_at_surface.hpp"
#include "detect/placed.hpp"
#include "physics/mesh_scene.hpp"

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

}  // namespace
}  // namespace rubble::detect
