// One large sphere among many small ones: the cost of a hit does not grow with the number of its neighbours.
#include "hsdem/pair_motion.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// A sphere of radius and mass 1 in a shell of n small ones, which approach it from a distance of a tenth of their
// radii. The small spheres are on a Fibonacci lattice, whose points are at least 3.1 / sqrt(n) apart.
Pile covered(int n) {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  add(pile, 1, 1, {0, 0, 0});
  const double radius = 0.7 * std::sqrt(4.0 / n), mass = std::pow(radius, 3);
  Dice dice(2);
  for (int k = 0; k < n; ++k) {
    const double z = 1 - (2 * k + 1.0) / n, angle = std::numbers::pi * (3 - std::sqrt(5.0)) * k;
    const Vec3 way(std::sqrt(1 - z * z) * std::cos(angle), std::sqrt(1 - z * z) * std::sin(angle), z);
    add(pile, mass, radius, (1 + 1.1 * radius) * way, -radius * way + 0.01 * radius * dice.vector());
  }
  return pile;
}

TEST(HardSphereInACrowd, CostOfAHitDoesNotGrowWithItsNeighbours) {
  Reals each;
  for (const int n : {500, 2000, 20000}) {
    Pile pile = covered(n);
    const hsdem::Parameters p = hard_spheres(0.1, 0.5);
    const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 0.3);
    const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_GT(report.remark("impacts"), 0.9 * n);
    EXPECT_EQ(report.remark("pairs that overlapped before they were looked at"), 0);
    EXPECT_LT(report.audits[0].worst, 1e-6);
    EXPECT_NEAR(after.total(), before.total(), 1e-12 * before.kinetic());
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-13);
    each.push_back(report.remark("pairs predicted again within steps") / report.remark("impacts"));
  }
  EXPECT_LT(each[2], 100);
  EXPECT_LT(each[2], 2 * each[0] + 20);
}

// A sphere is hit and moves into 1200 small spheres at rest, which it would not have met without the hit. The sphere
// touches the small ones without overlapping any, both in one long step and in five short ones.
TEST(HardSphereInACrowd, HitSphereMeetsItsNeighbours) {
  for (const double dt : {0.02, 0.1}) {
    const Pile shell = covered(2400);
    Pile pile;
    pile.model.materials = shell.model.materials;
    for (std::size_t i = 0; i < shell.size(); ++i)
      if (i == 0 || shell.state.position[i].x() > 0)
        add(pile, shell.model.mass[i], shell.model.radius[i], shell.state.position[i]);
    ASSERT_GT(pile.size(), 1 + hsdem::kCrowd);
    add(pile, 1, 1, {-2.01, 0, 0}, {1, 0, 0});
    const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
    hsdem::Stepper stepper(hard_spheres(dt, 1), pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 0.1);
    const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_GT(report.remark("impacts"), 100) << dt;
    EXPECT_EQ(report.remark("pairs that overlapped before they were looked at"), 0) << dt;
    EXPECT_LT(report.audits[0].worst, 1e-6) << dt;
    EXPECT_NEAR(after.total(), before.total(), 1e-12 * before.kinetic()) << dt;
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-13) << dt;
  }
}

// Many small spheres hit a large one from all sides within one step: the result equals that of many short steps.
TEST(HardSphereInACrowd, HitsAreThoseOfShortSteps) {
  std::vector<Vec3> velocity;
  for (const double dt : {0.003, 0.03, 0.3}) {
    Pile pile = covered(1200);
    for (std::size_t i = 1; i < pile.size(); ++i) pile.state.velocity[i] *= 0.5 + static_cast<double>(i) / 1200;
    const hsdem::Parameters p = hard_spheres(dt, 1);
    hsdem::Stepper stepper(p, pile, {});
    EXPECT_GE(stepper.advance(pile.model, pile.state, {}, 0.3).remark("impacts"), 1200);
    velocity.push_back(pile.state.velocity[0]);
  }
  EXPECT_GT(velocity[0].norm(), 1e-5);
  EXPECT_LT((velocity[1] - velocity[0]).norm(), 1e-3 * velocity[0].norm());
  EXPECT_LT((velocity[2] - velocity[0]).norm(), 1e-3 * velocity[0].norm());
}

}  // namespace
}  // namespace rubble::test
