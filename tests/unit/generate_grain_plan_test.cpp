// Clouds of glued grains: no overlap between members of different grains (checked by brute force, independent of the
// code that separates them), grains as specified in the file, uniform orientations, and the same bits for any number of
// threads.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "generate/cloud.hpp"
#include "model/check.hpp"
#include "spatial/morton.hpp"
#include "unit/placed_piles.hpp"
#include "unit/refusal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::generate {
namespace {

using test::refusal;

Grains of_shapes(const std::vector<std::string>& shapes, double radius, std::size_t count, std::uint64_t seed = 1) {
  return draw_grains({shapes, radius}, {}, count, seed);
}

// Pairs of overlapping spheres, except those of one grain.
std::size_t overlaps(const Pile& pile) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < pile.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Index a = pile.state.grouping.grain_of(i), b = pile.state.grouping.grain_of(j);
      if (a >= 0 && a == b) continue;
      count += (pile.state.position[i] - pile.state.position[j]).norm() < pile.model.radius[i] + pile.model.radius[j];
    }
  return count;
}

Vec3s centres(const Pile& pile) {
  Vec3s all;
  for (std::size_t g = 0; g < pile.state.grouping.grains.size(); ++g) {
    all.push_back(Vec3::Zero());
    for (const Index i : pile.state.grouping.members(g))
      all.back() += pile.model.mass[i] / pile.state.grouping.grains[g].mass * pile.state.position[i];
  }
  return all;
}

double volume(const Pile& pile) {
  double sum = 0;
  for (const double r : pile.model.radius) sum += 4.0 / 3 * std::numbers::pi * r * r * r;
  return sum;
}

void expect_inside(const Pile& pile, const Vec3& lower, const Vec3& upper) {
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const double r = pile.model.radius[i] * (1 - 1e-9);
    EXPECT_GE((pile.state.position[i] - lower).minCoeff(), r);
    EXPECT_GE((upper - pile.state.position[i]).minCoeff(), r);
  }
}

// Grains with the largest bounding balls for their volume fill a sphere to the density of the studies without
// enlargement.
TEST(Grains, FillASphereToTheWantedFractionWithoutOverlap) {
  for (const std::string shape : {"dumbbell", "diamond", "rod", "tetrahedron", "cube", "irregular"}) {
    const std::size_t count = shape == "irregular" ? 20 : 250;
    const Grains grains = of_shapes({shape}, 50, count);
    const Cloud cloud = place(SphereCloud{static_cast<std::int64_t>(count), {}, 0.2, 200}, grains, 3);
    const Pile pile = pile_of({"rock", 1700}, grains, cloud.places);
    EXPECT_EQ(overlaps(pile), 0u) << shape;
    EXPECT_EQ(cloud.enlargements, 0) << shape;
    EXPECT_EQ(pile.size(), count * shape::aggregate(shape, 1).size());
    EXPECT_NEAR(volume(pile) / (4.0 / 3 * std::numbers::pi * std::pow(cloud.radius, 3)), 0.2, 1e-12) << shape;
    for (const Vec3& x : centres(pile)) EXPECT_LE(x.norm(), cloud.radius * (1 + 1e-9)) << shape;
    EXPECT_FALSE(violation(pile)) << violation(pile)->text;
  }
}

// Two passes are too few at this density: the sphere grows by whole largest diameters (the bounding radius of rods is 4
// radii).
TEST(Grains, GrowTheSphereUntilAllFit) {
  const Grains grains = of_shapes({"rod"}, 1, 300);
  const Cloud cloud = place(SphereCloud{300, {}, 0.2, 2, true}, grains, 1);
  EXPECT_EQ(overlaps(pile_of({"rock", 1700}, grains, cloud.places)), 0u);
  EXPECT_GE(cloud.enlargements, 1);
  EXPECT_NEAR(cloud.radius, std::cbrt(300 * 4 / 0.2) + 8.0 * static_cast<double>(cloud.enlargements), 1e-9);
}

// Masses and moments by hand: a dumbbell of unit spheres has I = 2 (2/5) m about its axis, and 2 m more perpendicular
// to it.
TEST(Grains, HaveTheirMassesMomentsAndOrder) {
  const Pile pile = test::placed(1700, SphereCloud{40, {}, 0.1, 200}, of_shapes({"dumbbell"}, 1, 40), 2);
  const double m = 1700 * 4.0 / 3 * std::numbers::pi;
  ASSERT_EQ(pile.state.grouping.grains.size(), 40u);
  ASSERT_EQ(pile.size(), 80u);
  for (std::size_t g = 0; g < 40; ++g) {
    const Grain& grain = pile.state.grouping.grains[g];
    EXPECT_EQ(pile.state.grouping.first_member(g), 2 * g);
    EXPECT_EQ(grain.count, 2);
    EXPECT_NEAR(grain.mass, 2 * m, 1e-12 * m);
    EXPECT_NEAR(grain.moments[0], 0.8 * m, 1e-12 * m);
    EXPECT_NEAR(grain.moments[1], 2.8 * m, 1e-12 * m);
    EXPECT_NEAR(grain.moments[2], 2.8 * m, 1e-12 * m);
    EXPECT_NEAR((pile.state.position[2 * g + 1] - pile.state.position[2 * g]).norm(), 2, 1e-12);
  }
  for (std::size_t i = 0; i < 80; ++i) {
    EXPECT_EQ(pile.model.id[i], static_cast<std::int64_t>(i));
    EXPECT_EQ(pile.state.grouping.grain[i], static_cast<Index>(i / 2));
    EXPECT_EQ(pile.state.velocity[i], Vec3::Zero());
    EXPECT_EQ(pile.state.spin[i], Vec3::Zero());
  }
  const std::vector<Index> order = spatial::morton_order(centres(pile));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

// Equal probabilities: each count is within 5 standard deviations of the binomial mean; numbers of members add up.
TEST(Grains, ShapesAreMixedWithEqualChance) {
  const std::vector<std::string> shapes{"dumbbell", "diamond", "rod", "tetrahedron", "cube"};
  const Grains grains = of_shapes(shapes, 1, 2500, 4);
  std::array<std::size_t, 5> counts{};
  for (const Index kind : grains.kind) ++counts.at(static_cast<std::size_t>(kind));
  const double deviation = std::sqrt(2500 * 0.2 * 0.8);
  for (const std::size_t count : counts) EXPECT_LT(std::abs(static_cast<double>(count) - 500), 5 * deviation);
  const Pile pile = test::placed(1700, LatticeCloud{2500, 9, true}, grains, 4);
  EXPECT_EQ(pile.size(), 2 * counts[0] + 4 * (counts[1] + counts[2] + counts[3]) + 8 * counts[4]);
  EXPECT_EQ(pile.state.grouping.grains.size(), 2500u);
  EXPECT_EQ(overlaps(test::placed(1700, LatticeCloud{300, 9, true}, of_shapes(shapes, 1, 300), 4)), 0u);
  EXPECT_NE(of_shapes(shapes, 1, 2500, 5).kind, grains.kind);
}

// Free spheres beside grains: free bodies have no grain, and no grain has one member.
TEST(Grains, LieBesideFreeSpheres) {
  const Grains grains = of_shapes({"sphere", "cube"}, 2, 200);
  const Pile pile = test::placed(1700, SphereCloud{200, {}, 0.2, 200}, grains, 5);
  const auto spheres = static_cast<std::size_t>(std::count(grains.kind.begin(), grains.kind.end(), 0));
  EXPECT_GT(spheres, 60u);
  EXPECT_EQ(pile.state.grouping.grains.size(), 200 - spheres);
  EXPECT_EQ(pile.size(), spheres + 8 * (200 - spheres));
  EXPECT_EQ(
      static_cast<std::size_t>(std::count(pile.state.grouping.grain.begin(), pile.state.grouping.grain.end(), -1)),
      spheres);
  EXPECT_EQ(overlaps(pile), 0u);
  EXPECT_FALSE(violation(pile));
}

// Shapes called "sphere" give free spheres. They can be denser than spheres by a size law, whose radii can be redrawn.
// This cloud has 4000 spheres of radius 2.5 mm in a box of 10 x 10 x 12 cm beside a large one.
TEST(Grains, OfOneSphereAreFreeSpheres) {
  const BoxCloud form{4000, Vec3(-50, -50, 0), Vec3(50, 50, 120), 200};
  Grains named = of_shapes({"sphere"}, 2.5, 4000), sized = spheres(Reals(4000, 2.5));
  for (Grains* grains : {&named, &sized}) add_intruder(*grains, {"sphere", 15.0, Vec3(0, 0, 15)}, {});
  const Pile pile = test::placed(1700, form, named, 6);
  EXPECT_TRUE(pile.state.grouping.grains.empty());
  EXPECT_TRUE(pile.state.grouping.grain.empty());
  EXPECT_EQ(pile.size(), 4001u);
  EXPECT_EQ(overlaps(pile), 0u);
  EXPECT_THROW(place(form, sized, 6), InputError);
}

// A uniformly random rotation maps z to a uniform direction: mean 0 and mean square 1/3 of each component, with
// standard errors sqrt(1/3n) and sqrt(4/45n); bounds are 5 of them. Pushing must not change the distribution.
TEST(Grains, AreTurnedEvenly) {
  for (const double fraction : {0.01, 0.2}) {
    const std::size_t count = 2000;
    const Pile pile = test::placed(1700, SphereCloud{2000, {}, fraction, 200}, of_shapes({"rod"}, 1, count), 7);
    for (int of = 0; of < 3; ++of) {
      Vec3 mean = Vec3::Zero(), square = Vec3::Zero();
      for (const Quaternion& q : pile.state.orientation) {
        const Vec3 axis = q * Vec3(Vec3::Unit(of));
        mean += axis / static_cast<double>(count);
        square += axis.cwiseAbs2() / static_cast<double>(count);
      }
      EXPECT_LT(mean.cwiseAbs().maxCoeff(), 5 * std::sqrt(1.0 / 3 / static_cast<double>(count)));
      EXPECT_LT((square - Vec3::Constant(1.0 / 3)).cwiseAbs().maxCoeff(),
                5 * std::sqrt(4.0 / 45 / static_cast<double>(count)));
    }
  }
}

// Uniform in the sphere, before and after pushing: (r / R)^3 has mean 1/2 and variance 1/12. Near a hard wall the
// density of grains is slightly higher; the bound allows one percent for this.
TEST(Grains, FillTheSphereEvenly) {
  const Grains grains = of_shapes({"tetrahedron"}, 1, 3000);
  const Cloud cloud = place(SphereCloud{3000, {}, 0.05, 200}, grains, 8);
  double mean = 0;
  for (const Vec3& x : cloud.places.position) mean += std::pow(x.norm() / cloud.radius, 3) / 3000;
  EXPECT_NEAR(mean, 0.5, 0.01 + 5 * std::sqrt(1.0 / 12 / 3000));
}

const Vec3 kLower(-5, -5, 2), kUpper(5, 5, 42);

TEST(Grains, StayInsideTheirBox) {
  const Grains grains = of_shapes({"rod", "cube", "sphere"}, 0.5, 400);
  const Pile pile = test::placed(1700, BoxCloud{400, kLower, kUpper, 200}, grains, 9);
  EXPECT_EQ(overlaps(pile), 0u);
  expect_inside(pile, kLower, kUpper);
}

TEST(Layers, FillTheBoxFromItsFloor) {
  const Grains grains = of_shapes({"dumbbell", "tetrahedron"}, 0.25, 240);
  const Pile pile = test::placed(1700, LayersCloud{240, kLower, kUpper}, grains, 10);
  EXPECT_EQ(overlaps(pile), 0u);
  expect_inside(pile, kLower, kUpper);
  // Cells are twice the outer radius of a tetrahedron wide, 2 (1 + sqrt(3/2)) / 4 = 1.112, which gives 8 x 8 = 64 cells
  // per layer and 4 layers.
  const double height = 2 * 0.25 * (1 + std::sqrt(1.5));
  std::array<int, 4> layers{};
  for (const Vec3& x : centres(pile)) {
    const double layer = std::floor((x.z() - 2) / (1.001 * height));
    ASSERT_LT(layer, 4);
    ++layers.at(static_cast<std::size_t>(layer));
  }
  EXPECT_EQ(layers, (std::array<int, 4>{64, 64, 64, 48}));
}

// The intruder is body 0, or grain 0, at the given position. All other bodies are separate from the intruder, and none
// is missing.
TEST(Intruder, StaysWhereItIsPut) {
  const std::array<Form, 2> forms{Form(BoxCloud{300, kLower, kUpper, 200}), Form(LayersCloud{300, kLower, kUpper})};
  for (const std::string shape : {"sphere", "intruder"})
    for (const std::string medium : {"rod", "sphere"})
      for (const Form& form : forms) {
        Grains grains = of_shapes({medium}, 0.25, 300);
        add_intruder(grains, {shape, 1.5, Vec3(0.5, -0.25, 3.5)}, {});
        const Pile pile = test::placed(1700, form, grains, 11);
        const std::size_t members = shape == "sphere" ? 1 : 13;
        EXPECT_EQ(pile.size(), members + 300 * (medium == "rod" ? 4 : 1));
        EXPECT_EQ(overlaps(pile), 0u);
        expect_inside(pile, kLower, kUpper);
        EXPECT_EQ(pile.model.id[0], 0);
        Vec3 mean = Vec3::Zero();
        for (std::size_t i = 0; i < members; ++i) {
          mean += pile.state.position[i] / static_cast<double>(members);
          EXPECT_EQ(pile.model.radius[i], members == 1 ? 1.5 : 0.75);
          EXPECT_EQ(pile.state.grouping.grain_of(i), members == 1 ? -1 : 0);
        }
        EXPECT_LT((mean - Vec3(0.5, -0.25, 3.5)).norm(), 1e-12);
        if (members > 1) {
          EXPECT_EQ(pile.state.grouping.grains[0].count, 13);
          EXPECT_EQ(pile.state.orientation[0].coeffs(), Quaternion::Identity().coeffs());
        }
        EXPECT_FALSE(violation(pile));
      }
}

// A user-defined shape with members relative to any origin: centre of mass and moments by hand. Spheres of radius 1 and
// 2 at distance 3 weigh 1 : 8, so that the centre lies 1/3 from the larger; about the axis I = (2/5) (1 + 32),
// perpendicular to it (8/9) 9 more, in masses of the smaller.
TEST(Shapes, UserDefinedShape) {
  const std::vector<OwnShape> own{{"snowman", GluedForm{{Vec3(7, 7, 7), Vec3(7, 7, 10)}, {1, 2}}}};
  const Pile pile = test::placed(1700, SphereCloud{50, {}, 0.2, 200}, draw_grains({{"snowman"}, {}}, own, 50, 1), 12);
  EXPECT_EQ(overlaps(pile), 0u);
  ASSERT_EQ(pile.state.grouping.grains.size(), 50u);
  const double m = 1700 * 4.0 / 3 * std::numbers::pi;
  const Grain& grain = pile.state.grouping.grains[0];
  EXPECT_NEAR(grain.mass, 9 * m, 1e-12 * m);
  EXPECT_NEAR(grain.moments[0], 13.2 * m, 1e-10 * m);
  EXPECT_NEAR(grain.moments[1], 21.2 * m, 1e-10 * m);
  EXPECT_NEAR(grain.moments[2], 21.2 * m, 1e-10 * m);
  EXPECT_NEAR(pile.state.grouping.offset[0].norm(), 8.0 / 3, 1e-12);
  EXPECT_NEAR(pile.state.grouping.offset[1].norm(), 1.0 / 3, 1e-12);
}

TEST(Grains, HaveTheSameBitsForAnyNumberOfThreads) {
  const int before = threads();
  const Grains grains = of_shapes({"rod", "cube", "sphere"}, 1, 500);
  std::vector<Pile> piles;
  for (const int n : {1, 2, 4}) {
    set_threads(n);
    piles.push_back(test::placed(1700, SphereCloud{500, {}, 0.2, 200}, grains, 13));
  }
  set_threads(before);
  const Pile other = test::placed(1700, SphereCloud{500, {}, 0.2, 200}, grains, 14);
  for (const Pile& pile : piles) EXPECT_EQ(pile.state.position, piles[0].state.position);
  EXPECT_NE(other.state.position, piles[0].state.position);
}

TEST(Grains, AreRefusedWithTheReason) {
  const OwnShape own{"peanut", GluedForm{{Vec3::Zero(), Vec3::UnitX()}, {1, 1}}};
  const auto draw = [](const GrainLaw& law, const std::vector<OwnShape>& shapes) {
    return refusal([&] { draw_grains(law, shapes, 3, 1); });
  };
  EXPECT_EQ(draw({{"rodd"}, 1.0}, {}), "unknown shape 'rodd'; did you mean 'rod'?");
  EXPECT_EQ(draw({{"peanut"}, 1.0}, {own}),
            "'radius' does not apply to shapes of [[shape]], which define their radii: remove it");
  EXPECT_EQ(draw({{"penut"}, {}}, {own}), "unknown shape 'penut'; did you mean 'peanut'?");
  EXPECT_EQ(draw({{"rod", "peanut"}, {}}, {own}), "the shape 'rod' needs a 'radius'");
  EXPECT_EQ(draw({{"peanut"}, {}}, {own, own}), "two shapes have the name 'peanut': rename one of them");
  EXPECT_EQ(draw({{"peanut"}, {}}, {{"peanut", GluedForm{{Vec3::Zero()}, {1, 1}}}}),
            "aggregate 'peanut': expected one radius for each member and at least one member, found another number");

  const auto put = [](const Form& form, const Vec3& position) {
    Grains grains = of_shapes({"rod"}, 0.25, 1000);
    add_intruder(grains, {"sphere", 1.5, position}, {});
    return refusal([&] { place(form, grains, 1); });
  };
  const Vec3 inside(0, 0, 3.5), low(5, 5, 20);
  for (const Form& form : std::vector<Form>{SphereCloud{1000, {}, 0.2, 200}, LatticeCloud{1000, 9, false}})
    EXPECT_EQ(put(form, inside),
              "[intruder] needs form = \"box\" or \"layers\" in [cloud]: set one of them, or remove [intruder]");
  EXPECT_EQ(put(BoxCloud{1000, kLower, kUpper, 200}, Vec3(0, 0, 3.49)),
            "the intruder reaches z = 1.99 m, outside the box of [cloud], which ends at 2 m: change z in "
            "intruder.position, or cloud.lower");
  EXPECT_EQ(put(BoxCloud{1000, kLower, kUpper, 200}, Vec3(0, 0, 99)),
            "the intruder reaches z = 100.5 m, outside the box of [cloud], which ends at 42 m: change z in "
            "intruder.position, or cloud.upper; form = \"layers\" leaves the top of a high box free");
  EXPECT_EQ(put(LayersCloud{1000, kLower, kUpper}, Vec3(3.6, 0, 5)),
            "the intruder reaches x = 5.1 m, outside the box of [cloud], which ends at 5 m: change x in "
            "intruder.position, or cloud.upper");
  // 4 x 4 cells of 2.002 per layer, of which the intruder occupies a few: at least 63 layers.
  EXPECT_TRUE(put(LayersCloud{1000, kLower, low}, inside).starts_with("the box is too low: 1000 bodies need 6"));
  EXPECT_EQ(put(LayersCloud{1000, Vec3(-0.9, -5, 0), Vec3(0.9, 5, 99)}, Vec3(0, 0, 50)),
            "the intruder reaches x = -1.5 m, outside the box of [cloud], which ends at -0.9 m: change x in "
            "intruder.position, or cloud.lower");
  EXPECT_EQ(refusal([&] {
              place(LayersCloud{1, Vec3::Zero(), Vec3(1.9, 9, 9)}, of_shapes({"rod"}, 0.25, 1), 1);
            }),
            "the box is too narrow along x, where the largest body needs 2.002 m: raise cloud.upper, or lower the "
            "sizes");
  EXPECT_EQ(refusal([&] {
              place(BoxCloud{1, Vec3::Zero(), Vec3(1.9, 9, 9), 9}, of_shapes({"rod"}, 0.25, 1), 1);
            }),
            "the box is too narrow along x, where the largest body needs 2 m: raise cloud.upper, or lower the sizes");
  const std::string full = refusal([&] {
    place(BoxCloud{90, Vec3::Zero(), Vec3(4, 4, 4), 99}, of_shapes({"cube"}, 0.5, 90), 1);
  });
  EXPECT_TRUE(full.starts_with("90 bodies do not fit into the box, solid fraction ")) << full;
  EXPECT_NE(full.find(": overlaps remain after 99 passes; 2000 passes do not suffice either: lower cloud.count, "),
            full.npos)
      << full;
}

// The number of passes in the advice was tried.
TEST(Place, AdvisesPassesThatSuffice) {
  const Grains spheres = of_shapes({"sphere"}, 0.5, 60);
  SphereCloud form;
  form.count = 60;
  form.solid_fraction = 0.55, form.passes = 10;
  const std::string full = refusal([&] { place(form, spheres, 1); });
  EXPECT_NE(full.find("after 10 passes; set cloud.passes = 2000, which suffices, or lower cloud.solid_fraction"),
            full.npos)
      << full;
  form.passes = 2000;
  EXPECT_EQ(refusal([&] { place(form, spheres, 1); }), "");
}

}  // namespace
}  // namespace rubble::generate
