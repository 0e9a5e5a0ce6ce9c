// Clouds of convex hulls: sizes by the law, bodies apart (by the distance of their surfaces), uniform orientations,
// masses and moments from the shapes; motion of new piles.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "generate/cloud.hpp"
#include "generate/sizes.hpp"
#include "generate/start_motion.hpp"
#include "model/bodies.hpp"
#include "model/check.hpp"
#include "model/grains.hpp"
#include "unit/placed_piles.hpp"
#include "unit/refusal.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::generate {
namespace {

const std::vector<OwnShape> kOwn{
    {"boulder", shape::RandomHull{shape::Scatter::sphere, 10, 70, 0.5}},
    {"chip", shape::RandomHull{shape::Scatter::ball, 8, 24, 0.5}},
    {"dice", fixed_hull("dice", BoxForm{Vec3(2, 2, 2)})},
    {"octahedron", fixed_hull("octahedron", RegularForm{8})},
    {"can", fixed_hull("can", CylinderForm{1, 3, 12})},
    {"egg", fixed_hull("egg", EllipsoidForm{Vec3(2, 1.5, 1), 60})},
    {"peanut", GluedForm{{Vec3::Zero(), Vec3::UnitX()}, {1, 1}}},
};

GrainLaw law(const std::vector<std::string>& shapes, std::optional<SizedBy> sized_by = {}) {
  return {shapes, {}, shape::Overlap::kSum, sized_by};
}

// The accretion study's cloud: hulls in spheres of 7.5 to 10 m across by volume, one in each cell of 10 m.
TEST(HullClouds, OnALatticeOfTheLargestDiameter) {
  const Reals radius = radii(VolumeSizes{3.75, 5}, 216, 3);
  const Grains grains = draw_grains(law({"boulder"}, SizedBy::bounding), kOwn, 216, 3, radius);
  const Pile pile = test::placed(5164, LatticeCloud{216, 10, true}, grains, 3);
  ASSERT_EQ(pile.size(), 216u);
  EXPECT_EQ(pile.state.grouping.grains.size(), 216u);
  EXPECT_EQ(pile.model.shapes.size(), 216u);
  EXPECT_EQ(test::touching(pile), 0u);
  EXPECT_FALSE(violation(pile)) << violation(pile)->text;
  double share = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    EXPECT_EQ(shape_of(pile.model, i).name, "boulder");
    EXPECT_NEAR(pile.model.mass[i], 5164 * ball_volume(pile.model.radius[i]), 1e-9 * pile.model.mass[i]);
    // All corners are in the cell: the sphere through them was placed.
    const Vec3s corners = vertices(pile.model, pile.state, i);
    Vec3 low = corners[0], high = corners[0];
    for (const Vec3& x : corners) low = low.cwiseMin(x), high = high.cwiseMax(x);
    EXPECT_EQ(((low.array() + 1e-9) / 10).floor().matrix(), ((high.array() - 1e-9) / 10).floor().matrix());
    share += std::pow(pile.model.radius[i], 3);
  }
  // Mean 0.692 of the spheres' volume; the standard deviation of one hull is about 0.17.
  double spheres = 0;
  for (const double r : radius) spheres += r * r * r;
  EXPECT_NEAR(share / spheres, 0.692, 4 * 0.17 / std::sqrt(216.0));
}

// The drawn radius is that of the sphere of the points, not of a ball about the centre of mass.
TEST(HullClouds, BoundingRadiusIsThatOfThePoints) {
  const Grains grains = draw_grains(law({"boulder"}, SizedBy::bounding), kOwn, 20, 1, Reals(20, 4));
  const Pile pile = test::placed(5164, LatticeCloud{20, 8, false}, grains, 1);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3s corners = vertices(pile.model, pile.state, i);
    // In cells of 8 m without jitter, the centres of the spheres are multiples of 8 m, or these minus 4 m.
    const Vec3 middle = (corners[0] / 4).array().round().matrix() * 4;
    double nearest = 1e9;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dz = -1; dz <= 1; ++dz) {
          const Vec3 centre = middle + 4 * Vec3(dx, dy, dz);
          double worst = 0;
          for (const Vec3& x : corners) worst = std::max(worst, std::abs((x - centre).norm() - 4));
          nearest = std::min(nearest, worst);
        }
    EXPECT_LT(nearest, 1e-12) << i;
  }
}

// The aggregation study: diameters of the ball of equal volume, uniform from 40 to 220 m, in a cube of 5 km.
TEST(HullClouds, BySizeOfTheVolumeInABox) {
  const Reals radius = radii(UniformSizes{20, 110}, 200, 5);
  const Grains grains = draw_grains(law({"chip"}, SizedBy::volume), kOwn, 200, 5, radius);
  EXPECT_TRUE(grains.by_size);
  const Vec3 half = Vec3::Constant(2500);
  const Pile pile = test::placed(5164, BoxCloud{200, -half, half, 200}, grains, 5);
  EXPECT_EQ(test::touching(pile), 0u);
  EXPECT_FALSE(violation(pile)) << violation(pile)->text;
  Reals found = pile.model.radius;
  Reals wanted = radius;
  std::sort(found.begin(), found.end());
  std::sort(wanted.begin(), wanted.end());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-12 * wanted[i]);
  for (std::size_t i = 0; i < pile.size(); ++i)
    for (const Vec3& x : vertices(pile.model, pile.state, i)) EXPECT_LE(x.cwiseAbs().maxCoeff(), 2500 * (1 + 1e-12));
}

// Shapes with given sizes, beside glued grains and spheres, and shapes scaled by a law. The bounding balls of rods of
// 10 x 1 x 1 would have 5.4 times the cloud's volume. The rods are placed by the distance of their surfaces, so that no
// two touch, for any number of threads.
TEST(HullClouds, LongHullsArePlacedByTheirForm) {
  const std::vector<OwnShape> rods{{"beam", fixed_hull("beam", BoxForm{Vec3(10, 1, 1)})}};
  const Grains grains = draw_grains(law({"beam"}), rods, 150, 5);
  const Pile pile = test::placed(5164, SphereCloud{150, {}, 0.1, 200, false}, grains, 5);
  ASSERT_EQ(pile.size(), 150u);
  EXPECT_EQ(test::touching(pile), 0u);
  EXPECT_FALSE(violation(pile));
  const Pile box =
      test::placed(5164, BoxCloud{40, Vec3::Zero(), Vec3(20, 20, 20), 200}, draw_grains(law({"beam"}), rods, 40, 6), 6);
  EXPECT_EQ(test::touching(box), 0u);
}

TEST(HullClouds, MixWithSpheresAndGluedGrains) {
  Grains own = draw_grains({{"dice", "can", "egg", "peanut", "sphere"}, 1.0}, kOwn, 150, 2);
  const Pile pile = test::placed(5164, SphereCloud{150, {}, 0.1, 200}, own, 2);
  EXPECT_FALSE(violation(pile)) << violation(pile)->text;
  EXPECT_EQ(pile.model.shapes.size(), 4u);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (!is_oriented(pile.model, i)) continue;
    const double volume = ball_volume(pile.model.radius[i]);
    const std::string& name = shape_of(pile.model, i).name;
    const double wanted = name == "dice" ? 8 : name == "can" ? 3 * std::numbers::pi : 4 * std::numbers::pi;
    EXPECT_NEAR(volume, wanted, 1e-9) << name;
  }
  double solid_volume = 0;
  for (const double m : pile.model.mass) solid_volume += m / 5164;
  const Cloud cloud = place(SphereCloud{150, {}, 0.1, 200}, own, 2);
  EXPECT_NEAR(solid_volume / ball_volume(cloud.radius), 0.1, 1e-9);

  const Grains sized = draw_grains(law({"dice", "octahedron", "peanut"}, SizedBy::volume), kOwn, 60, 2, Reals(60, 3));
  EXPECT_FALSE(sized.by_size);  // glued grains are pushed apart, not drawn again
  const Pile scaled = test::placed(5164, SphereCloud{60, {}, 0.1, 200}, sized, 2);
  for (std::size_t g = 0; g < scaled.state.grouping.grains.size(); ++g)
    EXPECT_NEAR(scaled.state.grouping.grains[g].mass, 5164 * ball_volume(3),
                1e-6 * scaled.state.grouping.grains[g].mass);
}

// As for glued grains: mean 0 and mean square 1/3 of each component of a rotated axis.
TEST(HullClouds, AreTurnedEvenly) {
  const std::size_t count = 2000;
  const Pile pile = test::placed(5164, LatticeCloud{2000, 4, false}, draw_grains(law({"dice"}), kOwn, count, 1), 7);
  Vec3 mean = Vec3::Zero(), square = Vec3::Zero();
  for (const Quaternion& q : pile.state.orientation) {
    const Vec3 axis = q * Vec3(Vec3::UnitX());
    mean += axis / static_cast<double>(count);
    square += axis.cwiseAbs2() / static_cast<double>(count);
  }
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 5 * std::sqrt(1.0 / 3 / static_cast<double>(count)));
  EXPECT_LT((square - Vec3::Constant(1.0 / 3)).cwiseAbs().maxCoeff(),
            5 * std::sqrt(4.0 / 45 / static_cast<double>(count)));
}

// A box stands on the floor of a box: its surface determines the position, not its bounding ball.
TEST(HullClouds, AnIntruderStandsOnTheFloor) {
  Grains grains = draw_grains({{"sphere"}, 0.3}, {}, 50, 1);
  add_intruder(grains, {"dice", {}, Vec3(0, 0, 1)}, kOwn);
  const Pile pile = test::placed(5164, BoxCloud{50, Vec3(-4, -4, 0), Vec3(4, 4, 8), 200}, grains, 4);
  EXPECT_EQ(test::touching(pile), 0u);
  EXPECT_TRUE(is_oriented(pile.model, 0));
  EXPECT_LT((pile.state.position[0] - Vec3(0, 0, 1)).norm(), 1e-12);
  double lowest = 1;
  for (const Vec3& x : vertices(pile.model, pile.state, 0)) lowest = std::min(lowest, x.z());
  EXPECT_NEAR(lowest, 0, 1e-12);
  Grains low = draw_grains({{"sphere"}, 0.3}, {}, 50, 1);
  add_intruder(low, {"dice", {}, Vec3(0, 0, 0.9)}, kOwn);
  EXPECT_THROW(place(BoxCloud{50, Vec3(-4, -4, 0), Vec3(4, 4, 8), 200}, low, 4), InputError);
}

TEST(HullClouds, DependOnTheSeed) {
  const auto make = [](std::uint64_t seed) {
    const Reals radius = radii(UniformSizes{1, 2}, 30, seed);
    return test::placed(5164, LatticeCloud{30, 4, true},
                        draw_grains(law({"boulder", "chip"}, SizedBy::bounding), kOwn, 30, seed, radius), seed);
  };
  const Pile a = make(1), b = make(1), c = make(2);
  EXPECT_EQ(a.model.shapes, b.model.shapes);
  EXPECT_EQ(a.state.position, b.state.position);
  EXPECT_NE(a.model.shapes[0], c.model.shapes[0]);
}

std::string refusal(const GrainLaw& law, const std::optional<Reals>& radius) {
  return test::refusal([&] { draw_grains(law, kOwn, 3, 1, radius); });
}

TEST(HullClouds, AreRefusedWithTheReason) {
  const Reals three(3, 1.0);
  EXPECT_EQ(refusal(law({"boulder"}), {}), "the shape 'boulder' has no size: add [size]");
  EXPECT_EQ(refusal(law({"dice", "octahedron"}), {}), "the shape 'octahedron' has no size: add [size]");
  EXPECT_EQ(refusal(law({"dice"}, SizedBy::volume), {}), "'sized_by' needs [size]: add [size], or remove 'sized_by'");
  EXPECT_EQ(refusal(law({"dice"}), three),
            "missing key 'sized_by': set it to \"bounding\" or \"volume\" (radius of [size]: that of the bounding "
            "sphere, or of "
            "the sphere of the same volume)");
  EXPECT_EQ(refusal({{"rod"}, 1.0, shape::Overlap::kSum, SizedBy::volume}, three),
            "'radius' and [size] both set the size of grains: remove one of them");
  EXPECT_EQ(refusal({{"rod"}, {}, shape::Overlap::kSum, SizedBy::volume}, three), "");
  Grains grains;
  EXPECT_THROW(add_intruder(grains, {"octahedron", {}, Vec3::Zero()}, kOwn), InputError);
  EXPECT_THROW(recipe({shape::Scatter::ball, 9, 8, 0}), InputError);
}

// Every free sphere, hull and glued grain has the given speed and spin; directions are uniform and independent of each
// other.
TEST(Motion, IsThatOfEveryBody) {
  Grains grains = draw_grains({{"dice", "rod", "sphere"}, 0.2}, kOwn, 3000, 2);
  Pile pile = test::placed(5164, LatticeCloud{3000, 4, false}, grains, 2);
  const Vec3s before = pile.state.position;
  set_moving(pile, {0.15, 0.01, Vec3::Zero()}, 9);
  EXPECT_EQ(before.size(), pile.state.position.size());
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
  double together = 0, count = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    EXPECT_LT((before[i] - pile.state.position[i]).norm(), 1e-12);
    EXPECT_NEAR(pile.state.spin[i].norm(), 0.01, 1e-14);
    if (!leads(pile.state.grouping, i)) continue;
    const Index g = pile.state.grouping.grain_of(i);
    const Vec3 v =
        g < 0 ? pile.state.velocity[i] : motion_of(pile.model, pile.state, static_cast<std::size_t>(g)).velocity;
    EXPECT_NEAR(v.norm(), 0.15, 1e-13);
    velocity += v / 0.15;
    spin += pile.state.spin[i] / 0.01;
    together += v.dot(pile.state.spin[i]) / (0.15 * 0.01);
    ++count;
  }
  EXPECT_EQ(count, 3000);
  const double deviation = std::sqrt(count / 3);
  EXPECT_LT(velocity.cwiseAbs().maxCoeff(), 4 * deviation);
  EXPECT_LT(spin.cwiseAbs().maxCoeff(), 4 * deviation);
  EXPECT_LT(std::abs(together), 4 * deviation);
  EXPECT_GT(velocity.norm(), 0);  // the mean is not subtracted
}

// A pile at rest in a rotating frame moves as one rigid body.
TEST(Motion, RotatingFrame) {
  const Vec3 rate(1e-3, -2e-3, 3e-3);
  Grains grains = draw_grains({{"dice", "rod", "sphere"}, 0.2}, kOwn, 60, 2);
  Pile pile = test::placed(5164, LatticeCloud{60, 4, false}, grains, 2);
  set_moving(pile, {0, 0, rate}, 9);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    EXPECT_LT((pile.state.velocity[i] - rate.cross(pile.state.position[i])).norm(), 1e-15);
    EXPECT_LT((pile.state.spin[i] - rate).norm(), 1e-15);
  }
}

}  // namespace
}  // namespace rubble::generate
