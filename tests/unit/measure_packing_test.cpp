#include "base/error.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/contacts/coordination.hpp"
#include "measure/extent/packing.hpp"
#include "measure/extent/radii.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/masses.hpp"
#include "measure/ledger/plane_field.hpp"
#include "shape/lens.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using std::numbers::pi;
using test::add;
using test::Dice;

TEST(Coordination, TriangleWithATail) {
  const std::vector<ContactKey> pairs{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}};
  const Coordination all = coordination(6, pairs);  // body 5 has no contacts
  EXPECT_EQ(all.grains, 6u);
  EXPECT_EQ(all.contacts, 5u);
  EXPECT_DOUBLE_EQ(all.number, 10.0 / 6);
  EXPECT_EQ(core_coordination(6, pairs, 1).grains, 5u);
  const Coordination core = core_coordination(6, pairs, 2);  // 4 is removed, then 3
  EXPECT_EQ(core.grains, 3u);
  EXPECT_EQ(core.contacts, 3u);
  EXPECT_DOUBLE_EQ(core.number, 2);
  EXPECT_EQ(core_coordination(6, pairs, 3).grains, 0u);
  EXPECT_EQ(core_coordination(6, pairs, 3).number, 0);
}

TEST(Coordination, StarHasNoCore) { EXPECT_EQ(core_coordination(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}}, 2).grains, 0u); }

TEST(Coordination, CompleteGraphIsItsOwnCore) {
  std::vector<ContactKey> pairs;
  for (Index a = 0; a < 5; ++a) {
    for (Index b = a + 1; b < 5; ++b) pairs.push_back({a, b});
  }
  pairs.push_back({4, 5});
  const Coordination core = core_coordination(6, pairs, 4);
  EXPECT_EQ(core.grains, 5u);
  EXPECT_DOUBLE_EQ(core.number, 4);
}

TEST(Coordination, WallContactsCountButWallsAreNoBodies) {
  const std::vector<ContactKey> pairs{{0, 1}, ContactKey::of_wall(0, 0), ContactKey::of_wall(0, 1)};  // contacts of two
                                                                                                      // bodies
  const Coordination all = coordination(2, pairs);
  EXPECT_EQ(all.contacts, 3u);
  EXPECT_DOUBLE_EQ(all.number, 2);  // (2 + 1 + 1) / 2
  EXPECT_EQ(core_coordination(2, pairs, 2).grains, 1u);
}

TEST(Clusters, ComponentsHeaviestFirst) {
  const std::vector<ContactKey> pairs{{0, 3}, {1, 4}, {2, 4}, ContactKey::of_wall(5, 0)};
  const auto found = clusters(7, pairs, {1, 1, 1, 1, 1, 9, 2});
  const std::vector<std::vector<Index>> expected{{5}, {1, 2, 4}, {0, 3}, {6}};
  EXPECT_EQ(found, expected);
}

TEST(Clusters, TouchingIsRelativeToTheMeanDiameter) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1, 1, {2.0019, 0, 0});      // gap 0.95e-3 of the diameter
  add(pile, 1, 1, {0, 2.0021, 0});      // 1.05e-3
  add(pile, 1, 0.01, {-1.0105, 0, 0});  // gap 5e-4, mean diameter 1.01
  add(pile, 1, 0.01, {5, 0, 0});
  add(pile, 1, 0.01, {5.0205, 0, 0});  // gap 5e-4, diameter 0.02: large for these
  EXPECT_EQ(touching_pairs(pile), (std::vector<ContactKey>{{0, 1}, {0, 3}}));
}

TEST(Part, KeepsContactsAmongItsMembersAndWithWalls) {
  Pile pile;
  for (int i = 0; i < 4; ++i) add(pile, 1 + i, 1, {2.0 * i, 0, 0});
  test::touch(pile, 0, 1, {1, 0, 0});
  test::touch(pile, 1, 3, {2, 0, 0});
  test::touch_wall(pile, 2, 1, {0, 0, 1}, 0.1, {3, 0, 0});
  test::touch_wall(pile, 3, 1, {0, 0, 1}, 0.1, {4, 0, 0});
  const Pile p = part(pile, {1, 3});
  EXPECT_EQ(p.model.mass, (Reals{2, 4}));
  ASSERT_EQ(p.contacts.size(), 2u);
  EXPECT_EQ(p.contacts.key[0], (ContactKey{0, 1}));
  EXPECT_EQ(p.contacts.key[1], ContactKey::of_wall(1, 1));
  EXPECT_EQ(p.contacts.force[1], Vec3(4, 0, 0));
}

TEST(Lens, Limits) {
  EXPECT_EQ(shape::lens_volume(1, 2, 3), 0);
  EXPECT_EQ(shape::lens_volume(1, 2, 4), 0);
  EXPECT_NEAR(shape::lens_volume(1, 2, 1), 4 * pi / 3, 1e-14);
  EXPECT_NEAR(shape::lens_volume(2, 1, 0.3), 4 * pi / 3, 1e-14);
  EXPECT_NEAR(shape::lens_volume(1, 1, 0), 4 * pi / 3, 1e-14);
  EXPECT_NEAR(shape::lens_volume(1, 1, 1), 5 * pi / 12, 1e-14);  // vesica piscis, turned about its axis
  EXPECT_NEAR(shape::lens_volume(1, 2, 1 + 1e-9), 4 * pi / 3, 1e-13);
  // Half of a small sphere centred on the surface of a huge one is inside.
  EXPECT_NEAR(shape::lens_volume(1, 1e6, 1e6), 2 * pi / 3, 1e-5);
}

TEST(Lens, MonteCarlo) {
  Dice dice(3);
  constexpr int samples = 200000;
  for (const auto& [a, b, d] : {std::array{1.0, 1.5, 1.7}, std::array{1.0, 0.4, 0.9}, std::array{2.0, 1.9, 0.5}}) {
    int inside = 0;
    for (int k = 0; k < samples; ++k) inside += (a * dice.in_ball() - Vec3(d, 0, 0)).norm() < b;
    const double p = static_cast<double>(inside) / samples;
    const double sigma = std::sqrt(p * (1 - p) / samples);
    EXPECT_NEAR(shape::lens_volume(a, b, d) / (4.0 / 3.0 * pi * a * a * a), p, 4 * sigma);
  }
}

TEST(Radii, OneSphere) {
  Pile pile;
  add(pile, 3, 2, {5, 6, 7});
  EXPECT_NEAR(mass_radius(pile, 0.5), 2 / std::cbrt(2.0), 1e-14);
  EXPECT_NEAR(half_mass_equivalent_radius(pile), 2, 1e-14);
  EXPECT_DOUBLE_EQ(encompassing_radius(pile), 2);
  EXPECT_NEAR(solid_fraction_within(pile, 1.8), 1, 1e-14);
  EXPECT_NEAR(solid_fraction_within(pile, 4), 1.0 / 8, 1e-14);
}

// The densest packing of spheres fills pi / sqrt(18) of space (Kepler, Hales).
TEST(Radii, ClosePackedBall) {
  const Pile ball = test::close_packed(0.1, 24, [](const Vec3& x) { return x.norm() < 2.4; });
  const double R = half_mass_equivalent_radius(ball);
  EXPECT_NEAR(R / 2.4, 1, 0.01);
  EXPECT_NEAR(mass_radius(ball, 0.95) / 2.4, std::cbrt(0.95), 0.01);
  EXPECT_NEAR(solid_fraction_within(ball, 0.9 * R) / (pi / std::sqrt(18.0)), 1, 0.005);
  EXPECT_NEAR(coordination(ball.size(), touching_pairs(ball)).number, 12, 1.3);  // fewer contacts at the surface
  EXPECT_NEAR(segregation(ball).difference(), 0, 1e-14);
}

// The mass within the radius, summed over all bodies at once, is the wanted one.
TEST(Radii, MassWithinTheRadius) {
  const Pile ball = test::close_packed(0.1, 12, [](const Vec3& x) { return x.norm() < 1; });
  for (const double fraction : {1e-3, 0.1, 0.5, 0.9, 0.999}) {
    const double radius = mass_radius(ball, fraction);
    double mass = 0, all = 0;
    for (std::size_t i = 0; i < ball.size(); ++i) {
      const double distance = (ball.state.position[i] - centre_of_mass(ball)).norm();
      mass += ball.model.mass[i] * shape::lens_volume(radius, 0.1, distance) / shape::lens_volume(1, 0.1, 0);
      all += ball.model.mass[i];
    }
    EXPECT_NEAR(mass / all, fraction, 1e-12) << fraction;
  }
}

TEST(Radii, OutliersDoNotMoveTheHalfMassRadius) {
  Pile ball = test::close_packed(0.1, 12, [](const Vec3& x) { return x.norm() < 1; });
  const double before = half_mass_equivalent_radius(ball);
  add(ball, 1, 0.1, {50, 0, 0});
  add(ball, 1, 0.1, {-50, 0, 0});
  EXPECT_NEAR(half_mass_equivalent_radius(ball) / before, 1, 0.005);
  EXPECT_NEAR(encompassing_radius(ball), 50.1, 1e-10);
}

TEST(Radii, SegregationByHand) {
  Pile pile;  // mass 8: the four small bodies are the inner half, the two large ones the outer half
  for (const double x : {-1.0, 1.0}) {
    add(pile, 1, 0.5, {x, 0, 0});
    add(pile, 1, 0.5, {0, x, 0});
    add(pile, 2, 0.8, {0, 0, 3 * x});
  }
  const Segregation s = segregation(pile);
  EXPECT_DOUBLE_EQ(s.inner, 0.5);
  EXPECT_DOUBLE_EQ(s.outer, 0.8);
  EXPECT_NEAR(s.mean, 0.6, 1e-15);
  EXPECT_NEAR(s.difference(), -0.5, 1e-14);
  // Variance (4 x 0.1^2 + 2 x 0.2^2) / 5 = 0.024 of one radius; means of four and of two.
  EXPECT_NEAR(s.noise, std::sqrt(0.024 * 0.75) / 0.6, 1e-14);
}

// Three spheres in a row, with one contact under 10 N and one under 0.001 N, and a fourth sphere apart. The expected
// values were computed by hand. A weak limit of 0.01 of the mean force excludes the second contact.
TEST(Packing, CountsContactsThatCarryLoad) {
  Pile pile;
  for (const double x : {0.0, 2.0, 4.0, 9.0}) test::add(pile, 3, 1, Vec3(x, 0, 0));
  pile.model.materials = {{"rock", 1000}};
  test::touch(pile, 0, 1, Vec3(-10, 0, 0));
  test::touch(pile, 1, 2, Vec3(-0.001, 0, 0));
  const Packing all = packing(pile, {0, 1}, touching_pairs(pile));
  EXPECT_DOUBLE_EQ(all.coordination, 1);
  EXPECT_DOUBLE_EQ(all.points, 1);
  EXPECT_DOUBLE_EQ(all.touching, 1);
  EXPECT_DOUBLE_EQ(all.core, 4.0 / 3);   // the row of three
  EXPECT_DOUBLE_EQ(all.virial, 20.002);  // sum of force x distance of the centres
  EXPECT_DOUBLE_EQ(all.mass, 12);
  EXPECT_DOUBLE_EQ(all.radius, 9 - 3.75 + 1);
  const Packing loaded = packing(pile, {0.01, 1}, touching_pairs(pile));
  EXPECT_DOUBLE_EQ(loaded.coordination, 0.5);
  EXPECT_DOUBLE_EQ(loaded.core, 1);
  EXPECT_DOUBLE_EQ(loaded.virial, all.virial);
}

TEST(Packing, NeedsBodies) {
  for (const double period : {0.0, 10.0}) {
    Pile pile;
    pile.model.space.period = Vec3::Constant(period);
    EXPECT_THROW(packing(pile, {}, {}), InputError) << period;
  }
}

// Cohesion holds a touching pair under tension, and attracts a distant pair: the contact of the distant pair carries no
// load.
TEST(Packing, DistantAttractionCarriesNoLoad) {
  Pile pile;
  for (const double x : {0.0, 2.0, 4.1}) test::add(pile, 3, 1, Vec3(x, 0, 0));
  pile.model.materials = {{"rock", 1000}};
  test::touch(pile, 0, 1, Vec3(5, 0, 0));
  test::touch(pile, 1, 2, Vec3(5, 0, 0));
  EXPECT_EQ(loaded_points(pile, 1e-3), (std::vector<ContactKey>{{0, 1}}));
  pile.contacts.force[1] = Vec3(-5, 0, 0);  // in compression, as implicit methods may leave it
  EXPECT_EQ(loaded_points(pile, 1e-3).size(), 2u);
  pile.bonds.beams = true;
  pile.bonds.pair = {{1, 2}};  // a bond that presses two spheres apart
  EXPECT_EQ(loaded_points(pile, 1e-3), (std::vector<ContactKey>{{0, 1}}));
}

// Three spheres of equal mass in two cells, and one outside the slice; the centre of mass is at rest.
TEST(PlaneField, MeansByCells) {
  Pile pile;
  test::add(pile, 1, 1, Vec3(3, 1, 0), Vec3(0, 2, 1));
  test::add(pile, 1, 1, Vec3(1, 3, 0), Vec3(0, 4, 0));
  test::add(pile, 1, 1, Vec3(-3, -3, -1), Vec3(1, -3, 0));
  test::add(pile, 1, 1, Vec3(-1, -1, 1), Vec3(-1, -3, -1));
  test::add(pile, 4, 1, Vec3(0, 0, 0), Vec3(0, 0, 0));
  const std::vector<FieldCell> field = plane_field(pile, {2, 1.5, 4});
  ASSERT_EQ(field.size(), 1u);  // two of them and the heavy one in the cell from 0 to 4 m
  EXPECT_EQ(field[0].grains, 3u);
  EXPECT_EQ(field[0].mass, 6);
  EXPECT_EQ(field[0].u, 2);
  EXPECT_EQ(field[0].v, 2);
  EXPECT_LT((field[0].velocity - Vec3(0, 1, 1.0 / 6)).norm(), 1e-15);
  // Across x: u is y, v is z.
  const std::vector<FieldCell> across = plane_field(pile, {0, 2.5, 4});
  ASSERT_EQ(across.size(), 2u);
  EXPECT_EQ(across[0].u, -2);
  EXPECT_LT((across[0].velocity - Vec3(-3, -1, -1)).norm(), 1e-15);
}

TEST(Volume, Names) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1, 1, {2, 0, 0});
  add(pile, 1, 1, {10, 0, 0});
  const auto ball = [](double r) { return 4.0 / 3.0 * pi * r * r * r; };
  EXPECT_EQ(heaviest_cluster(pile), (std::vector<Index>{0, 1}));
  EXPECT_NEAR(volume(pile, measure::Volume::sphere, 1) / ball(7), 1, 1e-14);   // centre of mass at x = 4
  EXPECT_NEAR(volume(pile, measure::Volume::cluster, 1) / ball(2), 1, 1e-14);  // the two that touch
  // Second moments about x = 4: 16 + 4 + 36 = 56 = 3 x (a^2 - 1) / 5, and a = 1 across.
  EXPECT_NEAR(volume(pile, measure::Volume::ellipsoid, 1) / (ball(1) * std::sqrt(5 * 56.0 / 3 + 1)), 1, 1e-13);
  EXPECT_NEAR(volume(pile, measure::Volume::extents, 1) / (ball(1) * 7), 1, 1e-13);
  EXPECT_GT(volume(pile, measure::Volume::hull, 1), volume(pile, measure::Volume::alpha, 1.1));
  EXPECT_THROW(volume(Pile{}, measure::Volume::sphere, 1), InputError);
}

}  // namespace
}  // namespace rubble::measure
