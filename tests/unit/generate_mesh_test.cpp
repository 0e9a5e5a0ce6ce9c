// Clouds inside closed surfaces: all bodies wholly inside (by winding numbers and distances over all triangles), apart,
// and uniform; the size of the mesh and the number of bodies.
#include "generate/cloud.hpp"
#include "generate/sizes.hpp"
#include "model/bodies.hpp"
#include "model/check.hpp"
#include "shape/mass_properties.hpp"
#include "unit/placed_piles.hpp"
#include "unit/refusal.hpp"
#include "unit/surfaces.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::generate {
namespace {

const std::vector<OwnShape> kBodies{
    {"boulder", shape::RandomHull{shape::Scatter::sphere, 10, 30, 0.5}},
    {"beam", fixed_hull("beam", BoxForm{Vec3(5, 1, 1)})},
    {"peanut", GluedForm{{Vec3::Zero(), Vec3::UnitX()}, {1, 1}}},
};

MeshCloud lobes(std::int64_t count, double unit) {
  MeshCloud form;
  form.count = count;
  form.unit = unit;
  form.mesh = test::two_lobes(16, 12);
  return form;
}

// Number of bodies of which a part lies outside the mesh, with the factor 1 - 1e-12 for rounding.
std::size_t outside(const MeshCloud& form, const Pile& pile) {
  const shape::Polyhedron mesh = mesh_in_metres(form, 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3& x = pile.state.position[i];
    bool within = test::winding(mesh, x) > 0.5;
    if (is_oriented(pile.model, i)) {
      for (const Vec3& v : vertices(pile.model, pile.state, i)) within = within && test::winding(mesh, v) > 0.5;
    } else {
      within = within && test::surface_distance(mesh, x) >= pile.model.radius[i] * (1 - 1e-12);
    }
    count += !within;
  }
  return count;
}

TEST(MeshClouds, SpheresLieInsideAndApart) {
  const MeshCloud form = lobes(300, 40);
  const Pile pile = test::placed(2000, form, spheres(radii(PowerSizes{1, 3, -3}, 300, 4)), 4);
  EXPECT_EQ(pile.size(), 300u);
  EXPECT_EQ(outside(form, pile), 0u);
  EXPECT_EQ(test::touching(pile), 0u);
}

TEST(MeshClouds, GluedGrainsLieInsideAndApart) {
  const MeshCloud form = lobes(150, 25);
  const Grains grains = draw_grains({{"peanut"}, {}}, kBodies, 150, 4);
  const Pile pile = test::placed(2000, form, grains, 4);
  EXPECT_EQ(pile.size(), 300u);
  check(pile, "pile");
  EXPECT_EQ(outside(form, pile), 0u);
  EXPECT_EQ(test::touching(pile), 0u);
}

// Beams are five times as long as they are wide.
TEST(MeshClouds, HullsLieInsideAndApart) {
  for (const char* const shape : {"boulder", "beam"}) {
    const MeshCloud form = lobes(80, 32);
    const Reals radius = radii(UniformSizes{2, 3}, 80, 5);
    const Grains grains = draw_grains({{shape}, {}, shape::Overlap::kSum, SizedBy::bounding}, kBodies, 80, 5, radius);
    const Pile pile = test::placed(2000, form, grains, 5);
    check(pile, "pile");
    EXPECT_EQ(outside(form, pile), 0u) << shape;
    EXPECT_EQ(test::touching(pile), 0u) << shape;
  }
}

// Small bodies sample the volume: their mean and second moments are those of the mesh, within 4 standard errors.
TEST(MeshClouds, AreUniform) {
  const std::size_t n = 20000;
  MeshCloud form = lobes(n, 1);
  form.overlaps = CloudOverlaps::keep;
  const Grains grains = spheres(Reals(n, 1e-6));
  const Places places = place(form, grains, 6).places;
  const shape::MassProperties mesh = shape::mass_properties(form.mesh.vertex, form.mesh.face);
  const Mat3 second =
      (0.5 * mesh.inertia.trace() * Mat3::Identity() - mesh.inertia) / mesh.volume;  // covariance of the solid
  Vec3 mean = Vec3::Zero();
  Mat3 square = Mat3::Zero();
  for (const Vec3& x : places.position) {
    mean += (x - mesh.centre) / n;
    square += (x - mesh.centre) * (x - mesh.centre).transpose() / n;
  }
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_LT(std::abs(mean[axis]), 4 * std::sqrt(second(axis, axis) / n)) << axis;
    // The kurtosis of these shapes is below 3, so that the variance of x^2 is below 2 sigma^4.
    EXPECT_LT(std::abs(square(axis, axis) / second(axis, axis) - 1), 4 * std::sqrt(2.0 / n)) << axis;
  }
}

TEST(MeshClouds, AreScaledToVolumeExtentOrBodies) {
  MeshCloud form = lobes(10, 1);
  const double volume = shape::ClosedSurface(form.mesh).volume();
  const auto volume_of_mesh = [&](double bodies) {
    return shape::ClosedSurface(mesh_in_metres(form, bodies)).volume();
  };
  EXPECT_NEAR(volume_of_mesh(1), volume, 1e-12);
  form.extent = 4;  // its length along z is 2
  EXPECT_NEAR(volume_of_mesh(1), 8 * volume, 1e-12);
  form.extent = {};
  form.volume = 77;
  EXPECT_NEAR(volume_of_mesh(1), 77, 1e-9);
  form.volume = {};
  form.solid_fraction = 0.2;
  EXPECT_NEAR(volume_of_mesh(3), 15, 1e-9);
  const Cloud cloud = place(form, spheres(Reals(10, 0.1)), 1);
  EXPECT_NEAR(cloud.solid_fraction, 0.2, 1e-12);
  EXPECT_NEAR(cloud.mesh_volume, 10 * 4 * std::numbers::pi / 3 * 0.001 / 0.2, 1e-12);
}

TEST(MeshClouds, SolidFractionGivesTheNumber) {
  MeshCloud form = lobes(0, 30);
  form.solid_fraction = 0.2;
  const double target = 0.2 * shape::ClosedSurface(mesh_in_metres(form, 0)).volume();
  const auto some = [](std::size_t n) { return spheres(radii(PowerSizes{1, 3, -3}, n, 4)); };
  const std::size_t n = count_of(form, some);
  EXPECT_LE(volume_of(some(n)), target);
  EXPECT_GT(volume_of(some(n + 1)), target);
  const std::size_t equal = count_of(form, [](std::size_t k) { return spheres(Reals(k, 1.0)); });
  EXPECT_EQ(equal, static_cast<std::size_t>(target / (4 * std::numbers::pi / 3)));
  EXPECT_NE(test::refusal([&] {
              count_of(form, [](std::size_t k) { return spheres(Reals(k, 30.0)); });
            }).find("one body exceeds the solid fraction"),
            std::string::npos);
}

// Spheres of one size at 0.4, where new draws find no holes.
TEST(MeshClouds, FullMeshesAreFilledByPushing) {
  MeshCloud form = lobes(300, 1);
  form.solid_fraction = 0.4;
  form.passes = 150;
  const Grains grains = spheres(Reals(300, 1.0));
  const Cloud cloud = place(form, grains, 3);
  EXPECT_GT(cloud.passes, 150);
  form.volume = cloud.mesh_volume;
  form.solid_fraction = {};
  const Pile pile = pile_of({"rock", 2000}, grains, cloud.places);
  EXPECT_EQ(outside(form, pile), 0u);
  EXPECT_EQ(test::touching(pile), 0u);
}

TEST(MeshClouds, RefuseWhatDoesNotFit) {
  EXPECT_NE(test::refusal([] { place(lobes(1, 1), spheres({2.0}), 1); }).find("does not fit into the mesh"),
            std::string::npos);
  MeshCloud full = lobes(200, 1);
  full.solid_fraction = 0.8;
  full.passes = 5;
  EXPECT_NE(test::refusal([&] { place(full, spheres(Reals(200, 1.0)), 1); }).find("do not fit into the mesh"),
            std::string::npos);
}

}  // namespace
}  // namespace rubble::generate
