// Clouds of compounds of hulls: apart by the distance of their surfaces, sizes by the law, masses and moments of the
// parts, refusals of lists and parts.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "generate/cloud.hpp"
#include "measure/extent/forms.hpp"
#include "model/bodies.hpp"
#include "model/check.hpp"
#include "unit/placed_piles.hpp"
#include "unit/refusal.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace rubble::generate {
namespace {

const std::vector<OwnShape> kHulls{
    {"bar", fixed_hull("bar", BoxForm{Vec3(10, 1, 1)})},
    {"leg", fixed_hull("leg", BoxForm{Vec3(1, 1, 6)})},
    {"octahedron", fixed_hull("octahedron", RegularForm{8})},
    {"chip", shape::RandomHull{shape::Scatter::ball, 8, 24, 0.5}},
    {"peanut", GluedForm{{Vec3::Zero(), Vec3::UnitX()}, {1, 1}}},
};
const CompoundForm kStaple{{"bar", "leg", "leg"}, {{0, 0, 0}, {-4.5, 0, -3.5}, {4.5, 0, -3.5}}, {}, {}};

std::vector<OwnShape> with_staple() {
  std::vector<OwnShape> own = kHulls;
  own.push_back({"staple", compound("staple", kStaple, kHulls)});
  return own;
}

TEST(Compounds, InACloud) {
  const Grains grains = draw_grains({{"staple"}, {}}, with_staple(), 40, 3);
  const Pile pile = test::placed(3, SphereCloud{40, {}, 0.1, 200}, grains, 3);
  ASSERT_EQ(pile.size(), 120u);
  ASSERT_EQ(pile.state.grouping.grains.size(), 40u);
  EXPECT_FALSE(violation(pile)) << violation(pile)->text;
  EXPECT_EQ(test::touching(pile), 0u);
  EXPECT_EQ(pile.model.shapes.size(), 3u);
  const std::vector<measure::Form> forms = measure::forms(pile);
  ASSERT_EQ(forms.size(), 40u);
  for (std::size_t g = 0; g < forms.size(); ++g) {
    const measure::Form& form = forms[g];
    EXPECT_EQ(form.kind, "compound");
    EXPECT_EQ(form.shape, "staple");
    EXPECT_EQ(form.vertices, 24u);
    EXPECT_EQ(form.faces, 18u);
    EXPECT_NEAR(form.volume, 22, 1e-9);
    EXPECT_NEAR(form.area, 42 + 2 * 26 - 4, 1e-8);
    EXPECT_NEAR(pile.state.grouping.grains[g].mass, 66, 1e-9);
    EXPECT_TRUE(pile.state.grouping.grains[g].excess.isZero(0));
  }
}

// All lengths follow the size law.
TEST(Compounds, SizesByTheLaw) {
  const Reals radius(20, 2.5);
  const Grains grains =
      draw_grains({{"staple"}, {}, shape::Overlap::kSum, SizedBy::volume}, with_staple(), 20, 3, radius);
  const Pile pile = test::placed(3, LatticeCloud{20, 30, true}, grains, 3);
  EXPECT_FALSE(violation(pile));
  for (const measure::Form& form : measure::forms(pile)) EXPECT_NEAR(form.radius(), 2.5, 1e-9);
  for (const auto sized : {SizedBy::bounding, SizedBy::volume}) {
    const Grains one = draw_grains({{"staple"}, {}, shape::Overlap::kSum, sized}, with_staple(), 1, 3, Reals{2.5});
    EXPECT_NEAR(sized == SizedBy::bounding ? one.reach(0) : ball_radius(volume_of(one)), 2.5, 1e-9);
  }
}

// A staple stands on the floor: its surface determines the position, not the balls around its parts.
TEST(Compounds, AnIntruderStandsOnTheFloor) {
  Grains grains = draw_grains({{"sphere"}, 0.3}, {}, 20, 1);
  add_intruder(grains, {"staple", {}, Vec3(0, 0, 0.6)}, with_staple());
  const BoxCloud box{20, Vec3(-9, -9, -9), Vec3(9, 9, 9), 200};
  const Pile pile = test::placed(3, box, grains, 4);
  Vec3 low = Vec3::Constant(100);
  Vec3 high = -low;
  for (std::size_t i = 0; i < 3; ++i)
    for (const Vec3& x : vertices(pile.model, pile.state, i)) low = low.cwiseMin(x), high = high.cwiseMax(x);
  for (const double slack : {0.01, -0.01}) {
    const BoxCloud tight{20, low - Vec3::Constant(slack), Vec3(9, 9, 9), 200};
    EXPECT_EQ(fixed_outside(tight, grains).empty(), slack > 0);
  }
}

// Part k turns about its own origin, then moves: a T of two bars has its second bar along y from 0.5 to 10.5.
TEST(Compounds, PartsAreTurned) {
  const double right = std::numbers::pi / 2;
  const CompoundForm tee{{"bar", "bar"}, {{0, 0, 0}, {0, 5.5, 0}}, {{0, 0, 1}, {0, 0, 2}}, {0, right}};
  const shape::Compound made = compound("tee", tee, kHulls);
  EXPECT_LT((made.centre - Vec3(0, 2.75, 0)).norm(), 1e-12);
  EXPECT_NEAR(made.area, 2 * 42 - 2, 1e-8);
  CompoundForm crossed = tee;
  crossed.positions[1] = {0, 5, 0};
  EXPECT_EQ(test::refusal([&] { compound("tee", crossed, kHulls); }),
            "parts 0 and 1 overlap by 0.5 m: parts may only touch; move them apart");
}

TEST(Compounds, AreRefusedWithTheReason) {
  const auto refused = [](CompoundForm form) { return test::refusal([&] { compound("it", form, kHulls); }); };
  EXPECT_EQ(refused({{"bar", "lag"}, {{0, 0, 0}, {1, 0, 0}}, {}, {}}),
            "no [[shape]] has the name 'lag'; did you mean 'leg'?");
  for (const char* name : {"chip", "peanut"})
    EXPECT_EQ(refused({{"bar", name}, {{0, 0, 0}, {1, 0, 0}}, {}, {}}),
              std::string("'") + name + "' cannot be a part: parts are hulls of form box, cylinder, ellipsoid or mesh");
  EXPECT_EQ(refused({{"bar", "octahedron"}, {{0, 0, 0}, {1, 0, 0}}, {}, {}}),
            "'octahedron' cannot be a part: a regular solid has no size");
  EXPECT_EQ(refused({{"bar", "leg"}, {{0, 0, 0}}, {}, {}}),
            "'positions' must have one entry for each of 2 parts, found 1");
  EXPECT_EQ(refused({{"bar", "leg"}, {{0, 0, 0}, {0, 0, 3.5}}, {{0, 0, 1}, {0, 0, 1}}, {}}),
            "'angles' must have one entry for each of 2 parts, found 0");
  EXPECT_EQ(refused({{"bar", "leg"}, {{0, 0, 0}, {0, 0, 3.5}}, {}, {0, 1}}),
            "'axes' must have one entry for each of 2 parts, found 0");
  EXPECT_EQ(refused({{"bar", "leg"}, {{0, 0, 0}, {0, 0, 3.5}}, {{0, 0, 1}, {0, 0, 0}}, {0, 1}}),
            "the axis of part 1 has length 0");
  EXPECT_EQ(refused({{"bar", "leg"}, {{0, 0, 0}, {0, 0, 3.5}}, {}, {}}), "");
  EXPECT_EQ(test::refusal([] {
              draw_grains({{"staple"}, {}, shape::Overlap::kUnion}, with_staple(), 3, 1);
            }),
            "'overlap' does not apply to hulls, which have no members: remove it");
}

}  // namespace
}  // namespace rubble::generate
