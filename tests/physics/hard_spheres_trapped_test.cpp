// Hard spheres that are trapped between others or at a wall and collide too often.
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// A sphere that bounces between two others in contact with it, members of one body, comes to rest against them within
// the step; the lost energy is accounted for.
TEST(HardSpheres, TrappedSphereComesToRest) {
  Pile pile = spheres();
  for (const double x : {-2.0, 2.0}) add(pile, 5, 1, {x, 0, 0});
  for (const double y : {-2.0, 2.0}) add(pile, 5, 1, {2, y, 0});  // hold both spheres together, off the line
  add(pile, 1, 1, {0, 0, 0}, {0.1, 0, 0});
  glue_bodies(pile, {0, 0, 0, 0, -1}, {Mat3::Zero()});
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  hsdem::Stepper stepper(hard_spheres(1, 1), pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 20);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_GT(report.remark("impacts so frequent that they lose all"), 0);
  EXPECT_EQ(report.remark("pairs passed over"), 0);
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-14);
  EXPECT_LT((after.angular() - before.angular()).norm(), 1e-13);
  EXPECT_NEAR(after.total(), before.total(), 1e-14);
  EXPECT_LT(report.audits[0].worst, 1e-5);
}

// Largest overlap of spheres of different grains.
double deepest_overlap(const Pile& pile) {
  double most = 0;
  for (std::size_t i = 0; i < pile.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (pile.state.grouping.grain_of(i) >= 0 && pile.state.grouping.grain_of(i) == pile.state.grouping.grain_of(j))
        continue;
      const double distance = (pile.state.position[i] - pile.state.position[j]).norm();
      most = std::max(most, pile.model.radius[i] + pile.model.radius[j] - distance);
    }
  return most;
}

hsdem::Parameters often_met() {
  hsdem::Parameters p = hard_spheres(2, 0.5);
  p.contact.plastic_after = 10;
  p.contact.most_impacts = 20;
  return p;
}

// Two heavy spheres approach each other with a light one between them. Before they stop, the light one would need a
// number of impacts proportional to the mass ratio. After the number of impacts allowed in a step, the light sphere
// moves with one of the heavy ones. This pair hits the second heavy sphere, which leaves with (1 + e) / 2 of the speed.
// At the end of the step all three are free again. In a periodic box the pair is passed over instead.
TEST(HardSpheres, TrappedSphereTransfersTheWholeImpact) {
  for (const bool periodic : {false, true}) {
    Pile pile = spheres();
    add(pile, 1e6, 1, {-2.5, 0, 0}, {1, 0, 0});
    add(pile, 1, 1, {0, 0, 0}, {}, {0, 0, 0.1});
    add(pile, 1e6, 1, {2.5, 0, 0});
    External external;
    if (periodic) external.period = Vec3::Constant(50);
    const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
    hsdem::Stepper stepper(often_met(), pile, external);
    const StepReport report = stepper.advance(pile.model, pile.state, external, 2);
    const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper.account());
    EXPECT_EQ(report.remark("pairs that met so often that they moved as one"), periodic ? 0 : 1);
    EXPECT_EQ(report.remark("pairs passed over") > 0, periodic);
    EXPECT_GT(report.audits[1].worst, 0.01);
    EXPECT_TRUE(pile.state.grouping.grains.empty());
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.momentum.norm());
    EXPECT_NEAR(after.total(), before.total(), 1e-12 * before.total());
    if (periodic) continue;
    EXPECT_NEAR(pile.state.velocity[2].x(), 0.75, 1e-4);
    EXPECT_NEAR(pile.state.velocity[0].x(), 0.25, 1e-4);
    EXPECT_LT(deepest_overlap(pile), 1e-5);
    EXPECT_LT((after.angular() - before.angular()).norm(), 1e-12);
    EXPECT_EQ(stepper.account()[Channel::sticking], 0);
    double passed = 0;  // velocity given to the right sphere through the contact with the light one
    for (const Vec3& force : stepper.contacts(pile, external).force) passed = std::max(passed, force.norm());
    EXPECT_NEAR(passed, 0.75 * 1e6 / 2, 1e-3 * 1e6);
  }
}

// A heavy sphere squeezes a light one against a wall and rebounds with it.
TEST(HardSpheres, TrappedSphereTransfersTheImpactToAWall) {
  Pile pile = spheres();
  add(pile, 1e6, 1, {0, 0, 3.5}, {0, 0, -1});
  add(pile, 1, 1, {0, 0, 1});
  External external;
  external.planes.push_back({Vec3::Zero(), Vec3::UnitZ()});
  hsdem::Stepper stepper(often_met(), pile, external);
  const StepReport report = stepper.advance(pile.model, pile.state, external, 2);
  EXPECT_EQ(report.remark("pairs that met so often that they moved as one"), 1);
  EXPECT_EQ(report.remark("pairs passed over"), 0);
  EXPECT_NEAR(pile.state.velocity[0].z(), 0.5, 1e-3);
  EXPECT_GT(pile.state.position[1].z(), 1 - 1e-5);
}

// A heavy sphere squeezes a light one against a second heavy one. Its approach per step is less than the least approach
// that counts for pairs that meet too often. The heavy sphere sinks into the light one by no more than a thousandth of
// a radius.
TEST(HardSpheres, SlowlyPressedSphereDoesNotSinkIn) {
  Pile pile = spheres();
  add(pile, 1e6, 1, {-2, 0, 0}, {5e-5, 0, 0});
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1e6, 1, {2, 0, 0});
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  hsdem::Stepper stepper(hard_spheres(1, 0.5), pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 200);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_LT(report.audits[0].worst, 1.1e-3);
  EXPECT_GT(report.remark("pairs that met so often that they moved as one"), 0);
  EXPECT_NEAR(pile.state.velocity[2].x() - pile.state.velocity[0].x(), 0.5 * 5e-5, 1e-6);
  EXPECT_NEAR(after.total(), before.total(), 1e-9 * before.total());
}

// Twenty rods of five spheres, light and heavy ones, fall together and collide too often. None overlap. At the end of
// each step the rods are unchanged: members have the same positions in their frames, and rotate no more than the step
// allows.
TEST(HardSpheres, TemporarilyMergedRodsSeparateUnchanged) {
  double bound = 0, sticks = 0;
  for (int seed = 0; seed < 12; ++seed) {
    const double stick = 0.02 * (seed % 3), step = seed % 2 == 0 ? 0.25 : 1;
    Dice dice(static_cast<std::uint64_t>(seed));
    Pile pile = spheres();
    std::vector<Index> groups;
    for (int k = 0; k < 20; ++k) {
      const Vec3 place = 1.1 * Vec3(0, k % 5 - 2, k / 5 - 1.5) + 0.02 * dice.vector();
      const double mass = std::exp(4 * dice.in_ball().x());
      for (int n = 0; n < 5; ++n) {
        add(pile, mass, 0.5, place + Vec3(n - 2 + 0.3 * (k % 2), 0, 0), -0.3 * place);
        groups.push_back(k);
      }
    }
    glue_bodies(pile, groups, std::vector<Mat3>(20, Mat3::Zero()));
    hsdem::Parameters p = hard_spheres(step, 0.5);
    p.contact.plastic_after = 1;
    p.contact.most_impacts = 2;
    p.outcome.stick = stick;
    const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
    hsdem::Stepper stepper(p, pile, {});
    StepReport report;
    for (double time = step; time <= 4; time += step) {
      const Pile last = pile;
      report = stepper.advance(pile.model, pile.state, {}, time);
      EXPECT_LT(deepest_overlap(pile), 1e-3);
      for (std::size_t i = 0; i < pile.size(); ++i) {
        ASSERT_GE(pile.state.grouping.grain_of(i), 0);
        ASSERT_EQ(pile.state.grouping.grain_of(i), pile.state.grouping.grain_of(i - i % 5));
      }
      if (stick > 0) continue;
      ASSERT_EQ(pile.state.grouping.grains.size(), 20u);
      for (std::size_t i = 0; i < pile.size(); ++i)
        EXPECT_EQ(pile.state.grouping.offset[i], last.state.grouping.offset[i]);
      for (std::size_t g = 0; g < 20; ++g)
        EXPECT_LT(pile.state.orientation[g].angularDistance(last.state.orientation[g]), 2 * step);
    }
    const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
    bound += report.remark("pairs that met so often that they moved as one");
    sticks += report.remark("bodies stuck");
    EXPECT_EQ(report.remark("pairs passed over"), 0);
    EXPECT_EQ(report.remark("pairs that overlapped before they were looked at"), 0);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-11);
    EXPECT_LT((after.angular() - before.angular()).norm(), 1e-10);
    EXPECT_NEAR(after.total(), before.total(), 1e-6 * before.total());  // error of the rotation by splitting
  }
  EXPECT_GT(bound, 100);
  EXPECT_GT(sticks, 30);
}

// A sphere at rest on a wall without a force towards the wall, or between a wall and another sphere, does not collide
// with them forever.
TEST(HardSpheres, RestsAtAWallWithoutWeight) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    Dice dice(9);
    for (int k = 0; k < 40; ++k) {
      Pile pile = spheres();
      External external;
      external.planes.push_back({Vec3::Zero(), Vec3::UnitZ()});
      add(pile, 1, 1, {0, 0, 1.5 + 0.1 * dice.in_ball().norm()}, {0.1, 0, -0.1 - dice.in_ball().norm()});
      if (k % 2 == 1) add(pile, 100, 1, {0.3, 0, 4.1}, {0, 0, -0.2});
      hsdem::Stepper stepper(hard_spheres(1, restitution), pile, external);
      stepper.advance(pile.model, pile.state, external, 20);
      for (const Vec3& x : pile.state.position) EXPECT_GT(x.z(), 1 - 1e-3);
    }
  }
}

// A heavy sphere pushes a crooked row of light spheres that touch. The row buckles: the light spheres push each other
// while they rotate about each other. A pair with too many impacts counts as at rest only below a speed of a
// ten-thousandth of a radius per step.
TEST(HardSpheres, RowThatBuckles) {
  Pile pile = spheres();
  add(pile, 1e4, 1, {0, 0, 0}, {0.05, 0, 0});
  Vec3 place = Vec3::Zero();
  for (int k = 0; k < 30; ++k) {
    const double angle = k % 2 == 0 ? 0.1 : -0.1;
    place += 2.0 * Vec3(std::cos(angle), std::sin(angle), 0);
    add(pile, 1, 1, place);
  }
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  hsdem::Parameters p = hard_spheres(20, 0.5);
  p.contact.most_impacts = 65535;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 100);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_GT(report.remark("impacts so frequent that they lose all"), 0);
  EXPECT_LT(report.remark("impacts"), 2e4);
  EXPECT_EQ(report.remark("pairs passed over"), 0);
  EXPECT_EQ(report.remark("pairs that overlapped before they were looked at"), 0);
  EXPECT_LT(report.audits[0].worst, 5e-4);
  EXPECT_NEAR(after.total(), before.total(), 1e-11 * before.total());
}

}  // namespace
}  // namespace rubble::test
